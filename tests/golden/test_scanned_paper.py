"""A labelled paper as a scan: read from pictures of its pages, its columns keep their order."""

import json
import re
import shutil
from difflib import SequenceMatcher
from pathlib import Path

import pymupdf
import pytest

from paperatlas.core.types import ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_opening import PdfOpening
from tests.fakes.odd_pdfs import saved

pytestmark = [
    pytest.mark.shared,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed"),
]
PAPERS = ("P19-1164", "W18-5713")


def rasterised(path: Path, pages: list[int], target: Path) -> Path:
    def draw(document: pymupdf.Document) -> None:
        with pymupdf.open(path) as paper:
            for number in pages:
                page = paper[number - 1]
                scan = document.new_page(width=page.rect.width, height=page.rect.height)
                scan.insert_image(scan.rect, pixmap=page.get_pixmap(dpi=300, colorspace=pymupdf.csGRAY))

    return saved(target, draw)


def read(path: Path) -> ParsedDocument:
    reader = PdfReader(PdfOpening(ocr="tesseract"))
    return reader.read(path, name=path.name, on_page=lambda number, count: None)


def letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def place(probe: str, text: str) -> int:
    """Where a probe stands in what was read, a few letters of it wrong."""
    wanted = letters(probe)
    match = SequenceMatcher(None, text, wanted, autojunk=False).find_longest_match()
    return match.a - match.b if match.size >= len(wanted) / 2 else -1


@pytest.mark.parametrize("name", PAPERS)
def test_a_rasterised_page_keeps_its_order(shared: Path, tmp_path: Path, name: str) -> None:
    label = json.loads((shared / "data/parse/labels" / f"{name}.json").read_text(encoding="utf-8"))
    pages = sorted({page for page, _, _ in label["reading_order"]})
    document = read(rasterised(shared / "data/parse/pdfs" / label["file"], pages, tmp_path / "scan.pdf"))
    assert {page.source for page in document.pages} == {"ocr"}
    texts = {page: letters(document.pages[at].text) for at, page in enumerate(pages)}
    wrong = [
        (page, first, second)
        for page, first, second in label["reading_order"]
        if not 0 <= place(first, texts[page]) < place(second, texts[page])
    ]
    assert not wrong
