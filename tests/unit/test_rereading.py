"""Pages read again from their picture: which, by what, and when what was read is taken."""

import shutil
from contextlib import contextmanager
from functools import partial

import pymupdf
import pytest

from paperatlas.core.errors import MissingExtra
from paperatlas.pipeline.readers.ocr import choose
from paperatlas.pipeline.readers.ocr.choose import Surer, choose_ocr
from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.seen import SeenLine, SeenWord
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_engine import PdfFile
from paperatlas.pipeline.readers.rereading import open_rereading
from tests.fakes.odd_pdfs import PROSE, saved, scanned, with_bogus_map


class Eyes:
    """An `Ocr` that sees the same words in every picture, in rows of ten."""

    source = "ocr"

    def __init__(self, text=PROSE, *, sure=0.95, name="eyes"):
        self.name = name
        self.looked = 0
        self._words = text.split()
        self._sure = sure

    def read(self, picture):
        self.looked += 1
        rows = [self._words[at : at + 10] for at in range(0, len(self._words), 10)]
        unit = picture.scale
        return tuple(
            SeenLine(
                words=tuple(
                    SeenWord(text=text, x0=(72 + 45 * at) * unit, x1=(112 + 45 * at) * unit, sure=self._sure)
                    for at, text in enumerate(words)
                ),
                top=(100 + 14 * row) * unit,
                bottom=(111 + 14 * row) * unit,
                baseline=(109 + 14 * row) * unit,
                size=11 * unit,
            )
            for row, words in enumerate(rows)
        )


class Blind:
    """An `Ocr` that always fails."""

    name = "blind"
    source = "ocr"

    def read(self, picture):
        raise OcrFailed("the program is broken")


@contextmanager
def engine(path, name):
    with PdfFile(path, name=name) as file:
        yield file


def read(path, ocr):
    reader = PdfReader(partial(open_rereading, open_file=engine, ocr=(ocr,) if ocr else ()))
    return reader.read(path, name=path.name, on_page=lambda number, count: None)


def codes(document):
    return [(warning.code, warning.page) for warning in document.warnings]


def test_a_scanned_page_is_read_and_said_to_be(tmp_path):
    document = read(saved(tmp_path / "scan.pdf", scanned), Eyes())
    page = document.pages[0]
    assert page.source == "ocr"
    assert page.text == PROSE
    assert codes(document) == [("read_by_ocr", 1)]
    assert document.words == len(PROSE.split())
    [box, *_] = page.boxes(0, 7)
    assert (round(box.x0), round(box.x1)) == (72, 112)
    assert 98 < box.y0 < box.y1 < 114


def test_text_pages_are_not_looked_at_again(tmp_path):
    def draw(document):
        document.new_page().insert_textbox((72, 90, 500, 400), PROSE)
        scanned(document, layer=PROSE)

    eyes = Eyes("other words")
    document = read(saved(tmp_path / "paper.pdf", draw), eyes)
    assert [page.source for page in document.pages] == ["text", "text"]
    assert eyes.looked == 0


@pytest.mark.parametrize("map_", [lambda code: code - 29, lambda code: 0xE000 + code % 256, lambda code: 0xFFFD])
def test_a_font_that_lies_about_its_letters_is_read_from_the_picture(tmp_path, map_):
    document = read(with_bogus_map(tmp_path / "paper.pdf", map_), Eyes())
    assert document.pages[0].text == PROSE
    assert codes(document) == [("read_by_ocr", 1)]


def test_a_font_that_lies_is_warned_of_where_nothing_can_read_the_picture(tmp_path):
    document = read(with_bogus_map(tmp_path / "paper.pdf", lambda code: code - 29), None)
    assert codes(document) == [("garbled_text", 1)]


def test_a_garbled_layer_over_a_scan_is_read_again(tmp_path):
    garbled = PROSE.translate({ord("a") + at: ord("a") + (at + 7) % 26 for at in range(26)})
    path = saved(tmp_path / "scan.pdf", lambda document: scanned(document, layer=garbled))
    assert read(path, Eyes()).pages[0].text == PROSE


def test_what_is_read_no_better_than_the_layer_is_not_taken(tmp_path):
    path = with_bogus_map(tmp_path / "paper.pdf", lambda code: code - 29)
    document = read(path, Eyes("qwx zzk " * 40))
    assert document.pages[0].source == "text"
    assert codes(document) == [("garbled_text", 1)]


def test_what_the_program_is_not_sure_of_is_not_taken_for_text(tmp_path):
    document = read(saved(tmp_path / "scan.pdf", scanned), Eyes("il1 rn m|n " * 20, sure=0.3))
    assert document.pages[0].text == ""
    assert codes(document) == [("ocr_failed", 1), ("no_text_layer", 1)]


def test_a_program_that_fails_costs_nothing_but_the_page(tmp_path):
    def draw(document):
        scanned(document)
        document.new_page().insert_textbox((72, 90, 500, 400), PROSE)

    document = read(saved(tmp_path / "mixed.pdf", draw), Blind())
    assert [bool(page.text) for page in document.pages] == [False, True]
    assert codes(document) == [("ocr_failed", 1), ("no_text_layer", 1)]
    assert "the program is broken" in document.warnings[0].message


def test_an_image_page_among_text_pages_is_reported_and_says_what_would_read_it(tmp_path):
    def draw(document):
        for _ in range(2):
            document.new_page().insert_textbox((72, 90, 500, 400), PROSE)
        scanned(document)

    document = read(saved(tmp_path / "mixed.pdf", draw), None)
    assert codes(document) == [("no_text_layer", 3)]
    assert "paperatlas[ocr]" in document.warnings[0].message
    assert all(page.text for page in document.pages[:2])


def test_a_turned_scan_is_read_as_it_is_shown(tmp_path):
    def draw(document):
        scanned(document)
        document[0].set_rotation(90)

    page = read(saved(tmp_path / "scan.pdf", draw), Eyes()).pages[0]
    assert page.width > page.height
    assert page.text == PROSE
    assert page.boxes(0, 7)[0].x0 == pytest.approx(72, abs=1)


def test_the_surer_of_two_programs_is_believed():
    doubtful, second = Eyes("doubtful", sure=0.5), Eyes("surer", sure=0.9)
    picture = blank_picture()
    assert Surer(doubtful, second).read(picture)[0].words[0].text == "surer"
    assert Surer(Blind(), second).read(picture)[0].words[0].text == "surer"
    assert Surer(doubtful, Blind()).read(picture)[0].words[0].text == "doubtful"
    sure = Eyes("sure", sure=0.9)
    looked = second.looked
    assert Surer(sure, second).read(picture)[0].words[0].text == "sure"
    assert second.looked == looked


def blank_picture():
    from paperatlas.pipeline.readers.ocr.seen import Picture

    return Picture(png=b"", scale=1, width=600, height=800)


def test_a_program_that_is_named_must_be_installed(monkeypatch):
    monkeypatch.setattr(choose, "tesseract_languages", tuple)
    monkeypatch.setattr(choose, "has_rapidocr", lambda: False)
    assert choose_ocr("auto") is None
    assert choose_ocr("off") is None
    for name in ("tesseract", "rapidocr"):
        with pytest.raises(MissingExtra, match=name) as missing:
            choose_ocr(name)
        assert "paperatlas[ocr]" in missing.value.hint


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_tesseract_reads_print_word_by_word(tmp_path):
    path = saved(tmp_path / "scan.pdf", lambda document: scanned(document, dpi=300))
    page = read(path, choose_ocr("tesseract")).pages[0]
    read_words, printed = page.text.split(), PROSE.split()
    assert sum(word in read_words for word in printed) > 0.95 * len(printed)
    with pymupdf.open(path) as document:
        assert (page.width, page.height) == tuple(document[0].rect)[2:]


def test_rapidocr_reads_print_word_by_word(tmp_path):
    pytest.importorskip("rapidocr", reason="the extra ocr is not installed")
    path = saved(tmp_path / "scan.pdf", lambda document: scanned(document, dpi=200))
    page = read(path, choose_ocr("rapidocr")).pages[0]
    read_words, printed = page.text.split(), PROSE.split()
    assert sum(word in read_words for word in printed) > 0.9 * len(printed)
