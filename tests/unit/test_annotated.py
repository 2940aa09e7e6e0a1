"""A copy of a paper with passages marked: the marks lie on the words, in whatever frame the file stores its pages."""

from pathlib import Path

import numpy as np
import pymupdf
import pytest

from paperatlas.core.errors import InputError, UnsupportedFile
from paperatlas.core.remarks import Remark
from paperatlas.core.types import Box, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.rendering.annotated import annotated
from tests.fakes.pdf_objects import Leaf, pdf, shown

TEXT = "".join(shown(f"This is row {row} of a page that is read from its top", 60, 500 - 14 * row) for row in range(6))
FRAMES = ["", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/CropBox [30 50 390 550]", "/CropBox [30 50 390 550] /Rotate 90"]


def paper(folder: Path, entries: str = "") -> tuple[Path, ParsedDocument]:
    path = folder / "paper.pdf"
    path.write_bytes(pdf([Leaf(TEXT, entries), Leaf(TEXT)]))
    return path, PdfReader().read(path, name=path.name, on_page=lambda number, count: None)


def boxes_of(document: ParsedDocument, quote: str, page: int = 1) -> tuple[Box, ...]:
    text = document.pages[page - 1].text
    start = text.index(quote)
    return document.pages[page - 1].boxes(start, start + len(quote))


@pytest.mark.parametrize("entries", FRAMES)
def test_a_mark_lies_on_the_words_and_says_what_they_prove(tmp_path, entries):
    path, document = paper(tmp_path, entries)
    remark = Remark(boxes=boxes_of(document, "row 3 of a page"), text="It has a row 3.", title="PaperAtlas")
    with pymupdf.open(stream=annotated(path, [remark])) as copy, pymupdf.open(path) as original:
        page = copy[0]
        [mark] = page.annots()
        assert mark.type[1] == "Highlight"
        assert (mark.info["content"], mark.info["title"]) == ("It has a row 3.", "PaperAtlas")
        assert painted(page) == pytest.approx(remark.boxes[0][1:], abs=5)  # the ends are round
        assert page.get_text() == original[0].get_text()


def painted(page: pymupdf.Page) -> tuple[int, ...]:
    """The corners of what is coloured on a page as it is shown, in points."""
    picture = page.get_pixmap(alpha=False)
    pixels = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3).astype(np.int16)
    rows, columns = np.nonzero(pixels[..., 0] - pixels[..., 2] > 60)
    return (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


def test_a_passage_over_two_pages_has_a_mark_on_each(tmp_path):
    path, document = paper(tmp_path)
    remark = Remark(boxes=(*boxes_of(document, "row 1"), *boxes_of(document, "row 5", page=2)), text="Both.")
    with pymupdf.open(stream=annotated(path, [remark])) as copy:
        assert [len(list(page.annots())) for page in copy] == [1, 1]


def test_what_has_no_pages_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(UnsupportedFile):
        annotated(tmp_path / "a.txt", [])
    path, _ = paper(tmp_path)
    with pytest.raises(InputError):
        annotated(path, [Remark(boxes=(Box(9, 1, 1, 2, 2),), text="Nowhere.")])
