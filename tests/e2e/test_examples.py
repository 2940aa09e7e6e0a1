"""The examples do what they show."""

import os
import subprocess
import sys
from pathlib import Path


def test_the_python_example_asks_and_prints_a_proven_answer(root: Path, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, root / "examples" / "ask_from_python.py"],
        capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, check=False, timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    answer, proof, *hits = done.stdout.splitlines()
    assert "12,480" in answer
    assert proof.startswith("[1] rivera2022-mossbank.pdf, page 1: ")
    assert len(hits) == 3
