"""What every PDF engine owes the reader: the same suite for each."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from paperatlas.core.errors import EncryptedFile, UnreadableFile
from paperatlas.core.types import ParsedDocument
from paperatlas.pipeline.layout import RawPage, Word
from paperatlas.pipeline.readers.paged import PagedFile
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdfium import PdfiumReader

Open = Callable[[Path], AbstractContextManager[PagedFile]]
Draw = Callable[[pymupdf.Page], object]

LEFT = (
    "1 Introduction\nReading order is a matter of geometry and of nothing else. The stream of a file may hold its words "
    "in any order at all, and a reader that trusts it will one day read a line of one column into the next one. "
)
RIGHT = "This second column goes on where the first one ends, as columns do, and says nothing that matters to anyone. "


@pytest.fixture(params=["pymupdf", "pdfium"])
def engine(request: pytest.FixtureRequest) -> str:
    if request.param == "pdfium":
        pytest.importorskip("pypdfium2")
        pytest.importorskip("rapid_layout")
    return str(request.param)


@pytest.fixture
def opened(engine: str) -> Open:
    def open_(path: Path) -> AbstractContextManager[PagedFile]:
        if engine == "pdfium":
            from paperatlas.pipeline.readers.pdfium_engine import PdfiumFile

            return PdfiumFile(path, name=path.name)
        from paperatlas.pipeline.readers.pdf_engine import PdfFile

        return PdfFile(path, name=path.name)

    return open_


@pytest.fixture
def parse(engine: str) -> Callable[..., ParsedDocument]:
    reader = PdfiumReader() if engine == "pdfium" else PdfReader()
    return lambda path, skip=(): reader.read(path, name=path.name, on_page=lambda number, count: None, skip=skip)


def save(folder: Path, *draws: Draw, size: tuple[float, float] = (595, 842), **options: Any) -> Path:
    """A file with a page for each of `draws`."""
    document = pymupdf.open()
    for draw in draws:
        draw(document.new_page(width=size[0], height=size[1]))
    path = folder / "paper.pdf"
    document.save(path, **options)
    document.close()
    return path


def text(words: str, at: tuple[float, float] = (72, 300), **style: Any) -> Draw:
    return lambda page: page.insert_text(at, words, **style)


def all_of(*draws: Draw) -> Draw:
    return lambda page: [draw(page) for draw in draws]


def keyed(draw: Draw, **keys: str) -> Draw:
    """A page with entries of its dictionary set by hand."""

    def draw_and_set(page: pymupdf.Page) -> None:
        draw(page)
        for key, value in keys.items():
            page.parent.xref_set_key(page.xref, key, value)

    return draw_and_set


def page_of(opened: Open, path: Path, number: int = 1) -> RawPage:
    with opened(path) as file:
        return file.page(number)[0]


def words_of(page: RawPage) -> dict[str, Word]:
    return {word.text: word for line in page.lines for word in line.words}


def lines_of(page: RawPage) -> list[str]:
    return [line.text for line in page.lines]


# Text


def test_two_columns_are_read_one_after_the_other(parse, tmp_path):
    def draw(page: pymupdf.Page) -> None:
        # The right column is drawn first.
        page.insert_textbox((310, 100, 530, 700), RIGHT * 8, fontname="tiro", fontsize=10)
        page.insert_textbox((60, 100, 280, 700), LEFT + LEFT.partition("\n")[2] * 5, fontname="tiro", fontsize=10)

    read = " ".join(parse(save(tmp_path, draw)).pages[0].text.split())
    assert read.index("Reading order is a matter") < read.index("This second column")
    assert "any order at all, and a reader that trusts it will one day" in read
    assert "goes on where the first one ends, as columns do" in read


def test_words_have_their_boxes(opened, tmp_path):
    page = page_of(opened, save(tmp_path, text("Hello there, reader.")))
    assert lines_of(page) == ["Hello there, reader."]
    hello, reader = words_of(page)["Hello"], words_of(page)["reader."]
    assert 71 < hello.x0 < 74
    assert hello.x1 < reader.x0
    assert 284 < hello.y0 < 295
    assert 300 < hello.y1 < 306


def test_the_style_of_words_is_told(opened, tmp_path):
    draw = all_of(
        text("plain", (72, 100), fontname="tiro", fontsize=10),
        text("weighty", (72, 200), fontname="tibo", fontsize=12),
        text("slanted", (72, 300), fontname="tiit", fontsize=9),
    )
    words = words_of(page_of(opened, save(tmp_path, draw)))
    assert [(w.bold, w.italic) for w in (words["plain"], words["weighty"], words["slanted"])] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert [round(words[name].size) for name in ("plain", "weighty", "slanted")] == [10, 12, 9]
    assert "Times-Bold" in words["weighty"].font


def test_a_raised_mark_is_told_from_its_word(opened, tmp_path):
    draw = all_of(
        text("claim", (72, 300), fontsize=12), text("7", (103, 295), fontsize=7), text("is bold", (111, 300), fontsize=12)
    )
    words = words_of(page_of(opened, save(tmp_path, draw)))
    assert words["7"].superscript
    assert not words["claim"].superscript


def test_ligatures_are_spelt_out(opened, tmp_path):
    def draw(page: pymupdf.Page) -> None:
        page.insert_font(fontname="F0", fontbuffer=pymupdf.Font("tiro").buffer)
        page.insert_text((72, 300), "e\ufb03cient \ufb01le", fontname="F0")

    assert lines_of(page_of(opened, save(tmp_path, draw))) == ["efficient file"]


def test_turned_text_is_no_line_of_the_body(opened, tmp_path):
    draw = all_of(text("a body of several words on the level"), text("arXiv:1234.5678v1", (30, 500), rotate=90))
    page = page_of(opened, save(tmp_path, draw))
    assert {line.text: line.horizontal for line in page.lines} == {
        "a body of several words on the level": True,
        "arXiv:1234.5678v1": False,
    }


def test_words_that_do_not_show_are_kept_apart(opened, tmp_path):
    draw = all_of(
        text("in plain sight", (72, 100)), text("white", (72, 200), color=(1, 1, 1)), text("undrawn", (72, 300), render_mode=3)
    )
    page = page_of(opened, save(tmp_path, draw))
    assert lines_of(page) == ["in plain sight"]
    assert {word.text for word in page.hidden} == {"white", "undrawn"}


def test_words_of_the_text_layer_are_counted(opened, tmp_path):
    with opened(save(tmp_path, all_of(text("one two three", (72, 100)), text("four", (72, 500))))) as file:
        assert file.page(1)[1] == 4


# Drawn things


def test_rules_drawings_and_images_are_told_apart(opened, tmp_path):
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8))
    pixels.clear_with(90)

    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 60), "a page with things")
        page.draw_line((100, 200), (300, 200), width=0.5)
        page.draw_rect((100, 300, 250, 380), color=None, fill=(0.5, 0.5, 0.5))
        page.insert_image((350, 500, 450, 600), pixmap=pixels)

    page = page_of(opened, save(tmp_path, draw))
    assert [tuple(map(round, rect)) for rect in page.images] == [(350, 500, 450, 600)]
    assert [tuple(map(round, rect)) for rect in page.drawings] == [(100, 300, 250, 380)]
    [rule] = page.rules
    assert rule == pytest.approx((100, 199.5, 300, 200.5), abs=1)


def test_rules_drawn_as_one_path_are_several(opened, tmp_path):
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 60), "a ruled table")
        shape = page.new_shape()
        for y in (200, 220, 400):
            shape.draw_line((100, y), (300, y))
        shape.finish(width=0.5)
        shape.commit()

    assert [round(rect[1]) for rect in page_of(opened, save(tmp_path, draw)).rules] == [200, 220, 400]


def test_things_inside_a_form_lie_where_they_are_shown(opened, tmp_path):
    inner = pymupdf.open()
    inner.new_page(width=200, height=100).draw_rect((20, 20, 120, 80), fill=(0, 0, 1))

    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 60), "a figure below")
        page.show_pdf_page(pymupdf.Rect(100, 300, 300, 400), inner)

    assert any(rect == pytest.approx((120, 320, 220, 380), abs=1.5) for rect in page_of(opened, save(tmp_path, draw)).drawings)


# Geometry


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_page_is_read_where_its_text_is_level_and_says_how_it_is_shown(opened, tmp_path, rotation):
    page = page_of(opened, save(tmp_path, all_of(text("level as it is stored"), lambda page: page.set_rotation(rotation))))
    assert lines_of(page) == ["level as it is stored"]
    assert (page.width, page.height, page.turn) == (595, 842, rotation)
    assert words_of(page)["level"].x0 == pytest.approx(72, abs=2)


@pytest.mark.parametrize(("turned", "rotation", "turn"), [(90, 90, 0), (90, 0, 270), (270, 270, 0)])
def test_text_set_sideways_is_held_level(opened, tmp_path, turned, rotation, turn):
    draw = all_of(text("sideways as it is stored here", (300, 500), rotate=turned), lambda page: page.set_rotation(rotation))
    page = page_of(opened, save(tmp_path, draw))
    assert lines_of(page) == ["sideways as it is stored here"]
    assert (page.width, page.height, page.turn) == (842, 595, turn)


def test_boxes_are_those_of_the_cropped_page(opened, tmp_path):
    path = save(tmp_path, keyed(text("cropped to the middle"), CropBox="[50 100 500 800]"))
    page = page_of(opened, path)
    assert (page.width, page.height) == (450, 700)
    assert words_of(page)["cropped"].x0 == pytest.approx(72 - 50, abs=1.5)
    assert words_of(page)["cropped"].y1 == pytest.approx(300 - 42, abs=5)


@pytest.mark.parametrize("packed", [False, True])
def test_a_unit_of_the_page_counts(opened, tmp_path, packed):
    path = save(tmp_path, keyed(text("a large plan"), UserUnit="2"), use_objstms=packed)
    page = page_of(opened, path)
    assert (page.width, page.height) == (1190, 1684)
    assert words_of(page)["large"].size == pytest.approx(22, abs=0.5)
    assert words_of(page)["plan"].y1 == pytest.approx(600, abs=10)


def test_text_off_the_page_is_left_out(opened, tmp_path):
    page = page_of(opened, save(tmp_path, all_of(text("on the page"), text("far away", (900, 300)))))
    assert lines_of(page) == ["on the page"]


# The file


def test_pages_have_their_printed_labels(opened, tmp_path):
    document = pymupdf.open()
    for _ in range(3):
        document.new_page().insert_text((72, 300), "text")
    document.set_page_labels([{"startpage": 0, "style": "r"}, {"startpage": 2, "prefix": "A-", "style": "D", "firstpagenum": 5}])
    document.save(tmp_path / "paper.pdf")
    assert [page_of(opened, tmp_path / "paper.pdf", number).label for number in (1, 2, 3)] == ["i", "ii", "A-5"]


def test_properties_and_bookmarks_are_told(opened, tmp_path):
    document = pymupdf.open()
    for _ in range(2):
        document.new_page().insert_text((72, 300), "text")
    document.set_metadata({"title": "On  Reading", "author": "Ada Lovelace", "keywords": "eyes"})
    document.set_toc([[1, "Introduction", 1], [2, "Why  read", 2]])
    document.save(tmp_path / "paper.pdf")
    with opened(tmp_path / "paper.pdf") as file:
        info = dict(file.info)
        assert (info["title"], info["author"], info["keywords"]) == ("On Reading", "Ada Lovelace", "eyes")
        assert file.outline == ((1, "Introduction", 1), (2, "Why read", 2))
        assert len(file) == 2


def test_a_password_is_asked_for_by_name(opened, tmp_path):
    path = save(tmp_path, text("secret"), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with pytest.raises(EncryptedFile, match=r"paper\.pdf") as refused:
        opened(path)
    assert refused.value.hint


def test_a_file_that_only_its_owner_may_change_is_read(opened, tmp_path):
    path = save(tmp_path, text("open to read"), encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o")
    assert lines_of(page_of(opened, path)) == ["open to read"]


@pytest.mark.parametrize("content", [b"", b"not a pdf at all", b"%PDF-1.7\n%%EOF\n", b"PK\x03\x04 a zip"])
def test_what_is_no_readable_pdf_is_refused_with_a_hint(opened, tmp_path, content):
    path = tmp_path / "paper.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=r"paper\.pdf") as refused:
        opened(path)
    assert refused.value.hint


def test_a_file_whose_end_is_cut_off_is_mended(parse, tmp_path):
    path = save(tmp_path, text("the first page"), text("the second page"))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"xref\n")])
    assert [page.text for page in parse(path).pages] == ["the first page", "the second page"]


def test_a_page_that_fails_costs_no_other(parse, tmp_path):
    path = save(tmp_path, text("one"), text("two"), text("three"))
    broken = pymupdf.open(path)
    kids = broken.xref_get_key(broken.pdf_catalog(), "Pages")[1].split()[0]
    listed = broken.xref_get_key(int(kids), "Kids")[1].split()
    listed[3] = str(broken.pdf_catalog())  # the second page is said to be where no page is
    broken.xref_set_key(int(kids), "Kids", " ".join(listed))
    broken.save(tmp_path / "broken.pdf")
    document = parse(tmp_path / "broken.pdf")
    assert [page.text for page in document.pages] == ["one", "", "three"]
    assert {warning.page for warning in document.warnings} <= {2}  # one engine calls it damaged, the other empty


def test_reading_twice_gives_the_same(engine, opened, tmp_path):
    path = save(tmp_path, all_of(text(LEFT[:60]), lambda page: page.draw_rect((100, 400, 200, 500))))
    once, again = page_of(opened, path), page_of(opened, path)
    assert astuple(once) == astuple(again)


def test_a_picture_of_a_page_shows_it_as_it_is_read(opened, tmp_path):
    path = save(tmp_path, all_of(text("level as it is stored"), lambda page: page.set_rotation(90)))
    with opened(path) as file:
        page, _ = file.page(1)
        picture = file.picture(1)
        assert (picture.width, picture.height) == (page.width, page.height)
    shown = pymupdf.Pixmap(picture.png)
    assert (shown.width, shown.height) == pytest.approx((page.width * picture.scale, page.height * picture.scale), abs=2)


def test_the_second_engine_reads_without_the_first(tmp_path):
    pytest.importorskip("pypdfium2")
    pytest.importorskip("rapid_layout")
    path = save(tmp_path, text("without the AGPL"))
    program = f"""
import sys
sys.modules["pymupdf"] = None
from pathlib import Path
from paperatlas.pipeline.readers.pdfium import PdfiumReader
path = Path({str(path)!r})
print(PdfiumReader().read(path, name=path.name, on_page=lambda number, count: None).pages[0].text)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout.strip(), done.returncode) == ("without the AGPL", 0), done.stderr


def test_another_engine_is_another_version_of_the_reader():
    assert PdfiumReader.version != PdfReader.version
