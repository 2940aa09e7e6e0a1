"""The PDF reader on files made here: whole, odd and broken."""

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from paperatlas.core.errors import EncryptedFile, UnreadableFile
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_engine import PdfFile
from tests.fakes.printed import column, page

LEFT = (
    "1 Introduction\nReading order is a matter of geometry and of nothing else. The stream of a file may hold its words in any "
    "order at all, and a reader that trusts it will one day read a line of one column into the next. This paper makes an eval-\n"
    "uation of that."
)
WORDS = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]


def save(folder: Path, draw: Callable[[pymupdf.Document], None], **options: object) -> Path:
    document = pymupdf.open()
    draw(document)
    path = folder / "paper.pdf"
    document.save(path, **options)
    document.close()
    return path


def parse(path: Path, skip: tuple[int, ...] = ()) -> ParsedDocument:
    return PdfReader().read(path, name=path.name, on_page=lambda number, count: None, skip=skip)


def one_line(text: str) -> Callable[[pymupdf.Document], None]:
    def draw(document: pymupdf.Document) -> None:
        document.new_page().insert_text((72, 300), text)

    return draw


def pages_of(*texts: str) -> Callable[[pymupdf.Document], None]:
    def draw(document: pymupdf.Document) -> None:
        for text in texts:
            page = document.new_page()
            if text:
                page.insert_text((72, 300), text)

    return draw


def test_a_page_is_read_with_a_box_for_each_word(tmp_path):
    page = parse(save(tmp_path, one_line("Hello there, reader."))).pages[0]
    assert page.text == "Hello there, reader."
    [box] = page.boxes(0, len(page.text))
    assert 70 < box.x0 < 74
    assert 285 < box.y0 < box.y1 < 306


def test_the_document_id_is_that_of_its_bytes_and_reading_is_repeatable(tmp_path):
    path = save(tmp_path, one_line("Hello there, reader."))
    assert parse(path) == parse(path)


def test_a_password_is_asked_for_by_name(tmp_path):
    path = save(tmp_path, one_line("secret"), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with pytest.raises(EncryptedFile, match=r"paper\.pdf"):
        parse(path)


def test_a_file_that_only_its_owner_may_change_is_read(tmp_path):
    path = save(tmp_path, one_line("open to read"), encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o")
    assert parse(path).pages[0].text == "open to read"


@pytest.mark.parametrize("content", [b"", b"not a pdf at all", b"%PDF-1.7\n%%EOF\n"])
def test_what_holds_no_pages_is_refused_with_a_hint(tmp_path, content):
    path = tmp_path / "paper.pdf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=r"paper\.pdf") as refused:
        parse(path)
    assert refused.value.hint


def test_a_file_without_its_end_is_mended(tmp_path):
    path = save(tmp_path, one_line("still here"))
    path.write_bytes(path.read_bytes()[:-200])
    assert parse(path).pages[0].text == "still here"


def test_nothing_of_the_engine_is_printed(tmp_path, capfd):
    path = save(tmp_path, one_line("still here"))
    path.write_bytes(path.read_bytes()[:-200])
    parse(path)
    assert capfd.readouterr() == ("", "")


def test_each_page_is_announced_and_skipped_pages_keep_their_place(tmp_path):
    announced: list[tuple[int, int]] = []
    path = save(tmp_path, pages_of(*WORDS[:3]))
    document = PdfReader().read(path, name="paper.pdf", on_page=lambda n, count: announced.append((n, count)), skip={2})
    assert announced == [(1, 3), (2, 3), (3, 3)]
    assert [page.text for page in document.pages] == ["alpha", "", "charlie"]
    assert [(warning.code, warning.page) for warning in document.warnings] == [("page_skipped", 2)]


def test_a_page_without_text_is_empty_and_an_image_of_one_is_warned_of(tmp_path):
    def draw(document: pymupdf.Document) -> None:
        picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 60, 80))
        picture.clear_with(200)
        document.new_page().insert_image(pymupdf.Rect(0, 0, 500, 700), pixmap=picture)
        document.new_page()

    document = parse(save(tmp_path, draw))
    assert [page.text for page in document.pages] == ["", ""]
    assert [(warning.code, warning.page) for warning in document.warnings] == [("no_text_layer", 1)]


class BrokenInTheMiddle:
    """An open file of three pages, the second of which the engine cannot read."""

    info = outline = ()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        return None

    def __len__(self):
        return 3

    def page(self, number):
        if number == 2:
            raise RuntimeError("cycle in page tree")
        return page(number, [column([f"The text of page {number}."], 72, 300)]), 5


def test_a_page_that_cannot_be_read_costs_no_other(tmp_path):
    path = tmp_path / "paper.pdf"
    path.write_bytes(b"anything")
    reader = PdfReader(lambda path, name: BrokenInTheMiddle())
    document = reader.read(path, name="paper.pdf", on_page=lambda number, count: None)
    assert [each.text for each in document.pages] == ["The text of page 1.", "", "The text of page 3."]
    assert [(warning.code, warning.page) for warning in document.warnings] == [("page_failed", 2)]
    assert "cycle in page tree" in document.warnings[0].message


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_boxes_are_those_of_the_page_as_shown(tmp_path, turn):
    def draw(document: pymupdf.Document) -> None:
        page = document.new_page(width=400, height=600)
        page.insert_text(pymupdf.Point(100, 200) * page.derotation_matrix, "level", rotate=0)
        page.set_rotation(turn)
        page.insert_text(pymupdf.Point(150, 250) * page.derotation_matrix, "shown", rotate=turn)

    page = parse(save(tmp_path, draw)).pages[0]
    shown = next(piece for piece in page.pieces if page.text[piece.start : piece.end] == "shown")
    assert (page.width, page.height) == ((400, 600) if turn == 180 else (600, 400))
    assert abs(shown.x0 - 150) < 2
    assert abs(shown.y1 - 250) < 5


def test_boxes_begin_at_the_corner_of_the_part_that_is_shown(tmp_path):
    def draw(document: pymupdf.Document) -> None:
        page = document.new_page(width=400, height=600)
        page.insert_text((120, 200), "inside")
        page.insert_text((5, 590), "outside")
        page.set_cropbox(pymupdf.Rect(100, 100, 380, 500))

    page = parse(save(tmp_path, draw)).pages[0]
    assert page.text == "inside"
    assert abs(page.pieces[0].x0 - 20) < 2
    assert (page.width, page.height) == (280, 400)


def test_words_count_every_token_of_the_text_layer(tmp_path):
    def draw(document: pymupdf.Document) -> None:
        for number in (1, 2):
            page = document.new_page()
            page.insert_text((72, 40), f"A running head {number}")
            page.insert_textbox(pymupdf.Rect(72, 100, 500, 400), "Some words of text. " * 5)

    document = parse(save(tmp_path, draw))
    assert document.words == 2 * (4 + 20)
    assert all("running" not in page.text for page in document.pages)
    assert document.pages[0].blocks[0].kind is BlockKind.HEADER


def test_columns_are_read_one_after_the_other_though_the_file_mixes_them(tmp_path):
    left = [f"Left row {row} tells of {WORDS[row]} and more" for row in range(8)]
    right = [f"right row {row} tells of {WORDS[row]} and more" for row in range(8)]

    def draw(document: pymupdf.Document) -> None:
        page = document.new_page()
        for row in range(8):
            page.insert_text((72, 120 + 13 * row), left[row], fontsize=10)
            page.insert_text((320, 120 + 13 * row), right[row], fontsize=10)

    text = parse(save(tmp_path, draw)).pages[0].text.replace("\n", " ")
    assert text == " ".join(left + right)


def test_page_labels_are_kept(tmp_path):
    def draw(document: pymupdf.Document) -> None:
        pages_of("one", "two")(document)
        document.set_page_labels([{"startpage": 0, "prefix": "", "style": "D", "firstpagenum": 1024}])

    assert [page.label for page in parse(save(tmp_path, draw)).pages] == ["1024", "1025"]


@pytest.mark.parametrize("password", ["u", "o"])
def test_a_password_opens_a_file_and_another_one_is_refused_by_name(tmp_path, password):
    path = save(tmp_path, one_line("secret"), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with PdfFile(path, name="paper.pdf", password=password) as file:
        raw, words = file.page(1)
    assert [line.text for line in raw.lines] == ["secret"]
    assert words == 1
    with pytest.raises(EncryptedFile, match="the password given does not open it"):
        PdfFile(path, name="paper.pdf", password="another")
