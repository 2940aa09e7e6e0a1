"""Pages and parts of them as pictures."""

from pathlib import Path

import numpy as np
import pymupdf
import pytest
from numpy.typing import NDArray

from paperatlas.core.errors import EncryptedFile, InputError, UnreadableFile, UnsupportedFile
from paperatlas.core.ports import PageRenderer
from paperatlas.core.types import Box
from paperatlas.pipeline.rendering.pdf_pages import PdfPages
from paperatlas.pipeline.rendering.pixels import scale_of
from tests.fakes.libraries import open_test_library
from tests.fakes.pdf_objects import Leaf, pdf, shown

WHITE = 255


@pytest.fixture(params=["pymupdf", "pdfium"])
def pages(request) -> PageRenderer:
    """Each engine shows the same."""
    if request.param == "pymupdf":
        return PdfPages()
    pytest.importorskip("pypdfium2")
    from paperatlas.pipeline.rendering.pdfium_pages import PdfiumPages

    return PdfiumPages()


def square(x: int, y: int, side: int = 20) -> str:
    """A black square with its lower left corner at (x, y) from the bottom left."""
    return f"0 g {x} {y} {side} {side} re f\n"


def save(folder: Path, *leaves: Leaf) -> Path:
    path = folder / "paper.pdf"
    path.write_bytes(pdf(leaves))
    return path


def pixels(png: bytes) -> NDArray[np.uint8]:
    assert png.startswith(b"\x89PNG")
    picture = pymupdf.Pixmap(png)
    return np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, picture.n)[:, :, :3]


def ink(picture: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """The corners of what is black: x0, y0, x1, y1 in pixels."""
    ys, xs = np.where(picture.max(axis=2) < 60)
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def near(one: tuple[int, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


def test_a_page_is_as_large_as_its_dots_per_inch_say(pages, tmp_path):
    picture = pixels(pages.page(save(tmp_path, Leaf(square(100, 400))), 1, dpi=144))
    assert picture.shape == (1200, 800, 3)
    assert near(ink(picture), (200, 360, 240, 400))


@pytest.mark.parametrize(
    ("entries", "box"),
    [
        ("", (100, 180, 120, 200)),
        ("/Rotate 90", (400, 100, 420, 120)),
        ("/Rotate 180", (280, 400, 300, 420)),
        ("/Rotate 270", (180, 280, 200, 300)),
        ("/CropBox [50 50 350 550]", (50, 130, 70, 150)),
        ("/CropBox [50 50 350 550] /Rotate 90", (350, 50, 370, 70)),
        ("/CropBox [900 900 950 950]", (100, 180, 120, 200)),
        ("/UserUnit 2 /Rotate 90", (800, 200, 840, 240)),
    ],
)
def test_a_region_holds_what_is_printed_there_on_the_page_as_shown(pages, tmp_path, entries, box):
    path = save(tmp_path, Leaf(square(100, 400), entries))
    picture = pixels(pages.region(path, Box(1, *box), dpi=72, margin=5))
    side = box[2] - box[0]
    assert picture.shape == (side + 10, side + 10, 3)
    assert near(ink(picture), (5, 5, side + 5, side + 5))


def test_a_margin_ends_at_the_edge_of_the_page(pages, tmp_path):
    path = save(tmp_path, Leaf(square(0, 580)))
    assert pixels(pages.region(path, Box(1, 0, 0, 20, 20), dpi=72, margin=50)).shape == (70, 70, 3)


def test_a_highlight_colours_the_paper_and_leaves_the_ink(pages, tmp_path):
    path = save(tmp_path, Leaf(square(100, 400)))
    plain = pixels(pages.page(path, 1, dpi=72))
    marked = pixels(pages.page(path, 1, dpi=72, highlight=[Box(1, 90, 170, 130, 210), Box(2, 0, 0, 400, 600)]))
    assert ink(marked) == ink(plain)
    changed = np.where((marked != plain).any(axis=2))
    assert (changed[1].min(), changed[1].max() + 1, changed[0].min(), changed[0].max() + 1) == (89, 131, 169, 211)
    red, green, blue = map(int, marked[172, 92])
    assert blue < green <= red == WHITE


def test_boxes_that_overlap_are_marked_once(pages, tmp_path):
    path = save(tmp_path, Leaf(""))
    once = pages.page(path, 1, dpi=72, highlight=[Box(1, 90, 170, 130, 210)])
    assert pages.page(path, 1, dpi=72, highlight=[Box(1, 90, 170, 130, 210)] * 2) == once


def test_a_highlight_is_where_its_box_is_in_a_region_too(pages, tmp_path):
    path = save(tmp_path, Leaf("", "/Rotate 90"))
    picture = pixels(pages.region(path, Box(1, 400, 100, 500, 200), dpi=144, margin=0, highlight=[Box(1, 450, 150, 460, 160)]))
    marked = np.where(picture[:, :, 2] < WHITE)
    assert (marked[1].min(), marked[1].max() + 1, marked[0].min(), marked[0].max() + 1) == (98, 122, 98, 122)


def test_the_same_page_gives_the_same_bytes(pages, tmp_path):
    path = save(tmp_path, Leaf(shown("Hello", 100, 400)))
    assert pages.page(path, 1) == pages.page(path, 1)


def test_a_poster_is_painted_smaller_rather_than_not_at_all():
    assert scale_of(612, 792, 144) == 2
    width = height = 14_400.0
    scale = scale_of(width, height, 600)
    assert width * height * scale**2 <= 40_000_000
    assert scale_of(0, 0, 72) == 1


def test_a_page_that_is_not_there_is_named_with_how_many_there_are(pages, tmp_path):
    with pytest.raises(InputError, match="no page 2") as refused:
        pages.page(save(tmp_path, Leaf("")), 2)
    assert "one page" in refused.value.hint


def test_a_box_off_the_page_is_refused(pages, tmp_path):
    with pytest.raises(InputError, match=r"\(500, 0, 600, 10\) does not lie on page 1") as refused:
        pages.region(save(tmp_path, Leaf("")), Box(1, 500, 0, 600, 10))
    assert "400 by 600" in refused.value.hint


def test_what_has_no_printed_pages_says_so(pages, tmp_path):
    path = tmp_path / "paper.html"
    path.write_text("<p>Hello</p>", encoding="utf-8")
    with pytest.raises(UnsupportedFile, match=r"paper\.html"):
        pages.page(path, 1)


def test_a_file_that_is_not_there_or_no_pdf_is_unreadable(pages, tmp_path):
    with pytest.raises(UnreadableFile, match="no file"):
        pages.page(tmp_path / "none.pdf", 1)
    (tmp_path / "odd.pdf").write_bytes(b"not a pdf at all")
    with pytest.raises(UnreadableFile):
        pages.page(tmp_path / "odd.pdf", 1)


def test_a_password_is_asked_for_and_opens_the_file(pages, tmp_path):
    document = pymupdf.open()
    document.new_page()
    document.save(tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with pytest.raises(EncryptedFile):
        pages.page(tmp_path / "locked.pdf", 1)
    assert pixels(type(pages)(password="u").page(tmp_path / "locked.pdf", 1, dpi=72)).min() == WHITE


def test_a_library_says_which_documents_have_no_pages_to_show(tmp_path):
    (tmp_path / "a.note").write_text("# A note\nIt has no pages.", encoding="utf-8")
    with open_test_library(tmp_path / "library") as library:
        library.ingest(tmp_path / "a.note")
        with pytest.raises(UnsupportedFile, match="no printed pages"):
            library.page_image("a.note", 1)
        with pytest.raises(UnsupportedFile, match="no printed pages"):
            library.crop("a.note", Box(1, 0, 0, 9, 9))
