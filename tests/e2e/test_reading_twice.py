"""The same file gives the same bytes of JSON, whichever process reads it and whether its pages were read before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def parse(paper: Path, **settings: str) -> bytes:
    command = [sys.executable, "-m", "paperatlas", "parse", str(paper), "--json"]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, check=True, timeout=300)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pymupdf", "pdfium"])
def test_reading_a_paper_again_gives_the_same_bytes(root, tmp_path, engine):
    if engine == "pdfium":
        pytest.importorskip("rapid_layout")
    paper = min((root / "data" / "samples").glob("*.pdf"))
    anew = {"PAPERATLAS_PDF_ENGINE": engine, "PAPERATLAS_PAGE_CACHE_MEBIBYTES": "0"}
    once = parse(paper, **anew)
    assert parse(paper, **anew) == once
    # The user's cache folder lies elsewhere on each system.
    kept = {"PAPERATLAS_PDF_ENGINE": engine, "PAPERATLAS_PAGE_CACHE_MEBIBYTES": "64", "HOME": str(tmp_path)}
    kept |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "LOCALAPPDATA": str(tmp_path)}
    assert parse(paper, **kept) == once
    assert parse(paper, **kept) == once
    assert list(tmp_path.rglob("*.pages"))
