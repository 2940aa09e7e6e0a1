"""The overlay: pages with what was read from them drawn on top."""

from pathlib import Path

import numpy as np
import pymupdf
import pytest
from numpy.typing import NDArray

from paperatlas.core.errors import UnsupportedFile
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.rendering.overlay import overlay
from paperatlas.pipeline.rendering.palette import COLOURS
from paperatlas.pipeline.report.report import report
from tests.fakes.documents import document
from tests.fakes.pdf_objects import Leaf, pdf, shown

TEXT = "".join(shown(f"This is row {row} of a page that is read from its top", 60, 500 - 14 * row) for row in range(6))
WHITE = 0xFFFFFF
BOXES = [
    "",
    "/Rotate 90",
    "/Rotate 180",
    "/Rotate 270",
    "/CropBox [30 50 390 550]",
    "/CropBox [30 50 390 550] /Rotate 90",
    "/UserUnit 2",
]


def read(path: Path) -> ParsedDocument:
    return PdfReader().read(path, name=path.name, on_page=lambda number, count: None)


def drawn(folder: Path, *leaves: Leaf) -> tuple[Path, pymupdf.Document]:
    path = folder / "paper.pdf"
    path.write_bytes(pdf(leaves))
    found = read(path)
    return path, pymupdf.open(stream=overlay(path, found, report(found)))


def painted(page: pymupdf.Page, clip: pymupdf.Rect) -> NDArray[np.int16]:
    picture = page.get_pixmap(clip=clip, alpha=False)
    return np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3).astype(np.int16)


@pytest.mark.parametrize("entries", BOXES)
def test_the_page_is_shown_as_it_is_with_colours_over_its_text(tmp_path, entries):
    path, made = drawn(tmp_path, Leaf(TEXT, entries))
    with pymupdf.open(path) as original, made:
        area = original[0].rect
        plain, coloured = painted(original[0], area), painted(made[0], area)
        assert plain.shape == coloured.shape
        # Where the page is dark, the page below the colours is dark too: neither is turned or shifted against the other.
        dark = plain.max(axis=2) < 60
        assert dark.any()
        assert np.median(coloured[dark].max(axis=1)) < 130
        red, green, blue = (coloured[..., channel] for channel in range(3))
        tinted = (blue - red > 15) & (blue > green)
        rows, columns = np.where(dark)
        assert tinted[rows.min() : rows.max(), columns.min() : columns.max()].mean() > 0.3


def test_blocks_are_numbered_in_the_order_in_which_they_are_read(tmp_path):
    gap = "".join(shown(f"A later row {row} that stands for itself", 60, 300 - 14 * row) for row in range(3))
    _, made = drawn(tmp_path, Leaf(gap + TEXT))
    with made:
        spans = [span for block in made[0].get_text("dict")["blocks"] for line in block["lines"] for span in line["spans"]]
        tags = {span["text"]: span["bbox"][1] for span in spans if span["color"] == WHITE}
    assert set(tags) == {"1", "2"}
    assert tags["1"] < 110
    assert tags["2"] > 270


def test_the_strip_names_the_page_its_printed_label_and_what_was_found(tmp_path):
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf([Leaf(TEXT), Leaf("")], catalog="/PageLabels << /Nums [0 << /S /r /St 3 >>] >>"))
    found = read(path)
    with pymupdf.open(stream=overlay(path, found, report(found))) as made:
        first, second = (page.get_text() for page in made)
    assert "page 1 of 2, printed iii" in first
    assert "1 paragraph" in first
    assert "nothing was found" in second


def test_what_is_doubtful_is_said_beside_its_page(tmp_path):
    caption = shown("Table 7: Scores of all the methods", 60, 300)
    _, made = drawn(tmp_path, Leaf(TEXT), Leaf(TEXT + caption))
    with made:
        assert "Doubtful:" in made[1].get_text()
        assert "Table 7 has a caption" in " ".join(made[1].get_text().split())


def test_layers_can_be_switched_off(tmp_path):
    _, made = drawn(tmp_path, Leaf(TEXT))
    with made:
        assert {layer["name"] for layer in made.get_ocgs().values()} == {"Blocks", "Reading order", "Tables"}


def test_every_kind_of_block_has_a_colour():
    assert set(COLOURS) == set(BlockKind)


def test_what_has_no_pages_says_so(tmp_path):
    path = tmp_path / "paper.md"
    path.write_text("# Hello", encoding="utf-8")
    with pytest.raises(UnsupportedFile, match=r"paper\.md"):
        overlay(path, document(), report(document()))
