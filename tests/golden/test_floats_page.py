"""Made-up pages with algorithms, programs, wrapped drawings and tables over pages, set to PDF here and read."""

from pathlib import Path

import pymupdf
import pytest

from paperatlas.core.types import BlockKind, Figure, ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader

PROSE = (
    "We study the order of words on a page and the ways in which a reader can tell it from their places alone. The method "
    "is simple and needs no labels, since every page is read from the top and every column from its first line. All of the "
    "results below were obtained on a single machine in less than one hour of its time. "
).split()
PLAIN, BOLD, CODE = "tiro", "tibo", "cour"
LEFT, RIGHT, NARROW, WIDE = 60.0, 318.0, 234.0, 468.0


def paragraph(page: pymupdf.Page, x: float, y: float, width: float, rows: int) -> float:
    """Justified lines of prose; gives the baseline of the line below."""
    font = pymupdf.Font(PLAIN)
    words = iter(PROSE * rows)
    word = next(words)
    for _ in range(rows):
        line: list[str] = []
        while font.text_length(" ".join([*line, word]), 10) < width:
            line.append(word)
            word = next(words)
        space = (width - sum(font.text_length(each, 10) for each in line)) / (len(line) - 1)
        at = x
        for each in line:
            page.insert_text((at, y), each, fontname=PLAIN, fontsize=10)
            at += font.text_length(each, 10) + space
        y += 12
    return y


def lines(page: pymupdf.Page, x: float, y: float, texts: list[str], font: str = PLAIN) -> float:
    for text in texts:
        page.insert_text((x, y), text, fontname=font, fontsize=9)
        y += 11
    return y


def rule(page: pymupdf.Page, left: float, right: float, y: float) -> None:
    page.draw_line((left, y), (right, y), width=0.6)


ALGORITHM = [
    "Require: a page p with words w",
    "1: for each column c of p do",
    "2: sort the words of c",
    "3: end for",
    "4: return w",
]
PROGRAM = ["def order(page):", "    words = page.words", "    words.sort(key=top)", "    return group(words)"]
PRINTED = ["page 1: 412 words", "page 2: 388 words", "all of them read"]
FRAMED = [
    "Input: words w of a page",
    "o := empty list",
    "while w is not empty do",
    "take the first word of w;",
    "end",
    "return o",
]
GRID = [
    ["Question", "Answer", "Right"],
    ["How many words?", "412", "yes"],
    ["How many pages?", "2", "yes"],
    ["Which?", "One", "no"],
]


def first_page(page: pymupdf.Page) -> None:
    y = paragraph(page, LEFT, 120, NARROW, 12) + 14
    rule(page, LEFT, LEFT + NARROW, y)
    page.insert_text((LEFT, y + 11), "Algorithm 1", fontname=BOLD, fontsize=10)
    page.insert_text((LEFT + 58, y + 11), "Order of the words", fontname=PLAIN, fontsize=10)
    rule(page, LEFT, LEFT + NARROW, y + 16)
    end = lines(page, LEFT, y + 28, ALGORITHM)
    rule(page, LEFT, LEFT + NARROW, end - 6)
    paragraph(page, LEFT, end + 24, NARROW, 24)
    y = paragraph(page, RIGHT, 120, NARROW, 10) + 8
    y = lines(page, RIGHT, y, PROGRAM, CODE) + 8
    y = lines(page, RIGHT, y, ["Listing 1: The order of words in Python."]) + 14
    y = paragraph(page, RIGHT, y, NARROW, 8) + 10
    y = lines(page, RIGHT, y, PRINTED, CODE) + 8
    y = lines(page, RIGHT, y, ["Figure 1: What the program prints."]) + 14
    paragraph(page, RIGHT, y, NARROW, 14)


def second_page(page: pymupdf.Page) -> None:
    y = paragraph(page, 72, 90, WIDE, 6)
    paragraph(page, 72, y, 250, 16)
    for number in range(5):
        page.draw_circle((430 + 20 * number, y + 60 + 6 * number), 12)
    page.draw_line((400, y + 20), (520, y + 110))
    lines(page, 345, y + 140, ["Figure 2: A wrapped drawing which", "has a caption of two lines."])
    y = paragraph(page, 72, y + 16 * 12, WIDE, 6) + 16
    rule(page, 110, 480, y - 10)
    for row in GRID:
        for x, text in zip((120, 280, 400), row, strict=True):
            page.insert_text((x, y), text, fontname=PLAIN, fontsize=9)
        y += 13
    rule(page, 110, 480, y - 13 * 3 - 9)
    rule(page, 110, 480, y - 8)
    y = lines(page, 200, y + 10, ["Figure 3: Questions and their answers."]) + 16
    y = paragraph(page, 72, y, WIDE, 8) + 14
    page.draw_rect((72, y, 540, y + 78))
    lines(page, 80, y + 12, FRAMED)
    lines(page, 220, y + 94, ["Algorithm 2: Sorting in a frame"])
    paragraph(page, 72, y + 120, WIDE, 4)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> ParsedDocument:
    document = pymupdf.open()
    first_page(document.new_page())
    second_page(document.new_page())
    return read(document, tmp_path_factory.mktemp("golden") / "floats.pdf")


def read(document: pymupdf.Document, path: Path) -> ParsedDocument:
    document.save(path)
    return PdfReader().read(path, name=path.name, on_page=lambda *_: None)


def figure(paper: ParsedDocument, label: str) -> Figure:
    (found,) = [each for each in paper.figures if each.label == label]
    return found


def inside(paper: ParsedDocument, label: str) -> list[str]:
    """The printed lines of a figure's block."""
    box = figure(paper, label).box
    (block,) = [each for each in paper.pages[box.page - 1].blocks if each.kind is BlockKind.FIGURE and each.box == box]
    return block.text.split("\n")


def test_an_algorithm_between_rules_is_a_figure_with_its_lines(paper: ParsedDocument) -> None:
    assert figure(paper, "Algorithm 1").caption == "Algorithm 1 Order of the words"
    assert inside(paper, "Algorithm 1") == ALGORITHM


def test_a_listing_over_its_caption_is_a_figure_with_its_lines(paper: ParsedDocument) -> None:
    assert inside(paper, "Listing 1") == [line.strip() for line in PROGRAM]


def test_a_program_under_a_figures_caption_is_the_figure(paper: ParsedDocument) -> None:
    assert inside(paper, "Figure 1") == PRINTED


def test_a_frame_belongs_to_the_algorithm_in_it(paper: ParsedDocument) -> None:
    box = figure(paper, "Algorithm 2").box
    assert (box.x1 - box.x0, box.y1 - box.y0) == pytest.approx((468, 78), abs=3)
    assert inside(paper, "Algorithm 2") == FRAMED


def test_code_is_no_part_of_the_text(paper: ParsedDocument) -> None:
    body = " ".join(page.text for page in paper.pages)
    assert "sort the words of c" not in body
    assert "words.sort" not in body
    assert "412 words" not in body
    assert "take the first word" not in body


def test_a_drawing_with_text_running_around_it_is_found_at_its_caption(paper: ParsedDocument) -> None:
    box = figure(paper, "Figure 2").box
    assert box.x0 > 330
    assert box.y0 < 200
    assert box.y1 > 270


def test_a_grid_under_a_figures_caption_has_cells_too(paper: ParsedDocument) -> None:
    (table,) = paper.tables
    assert (table.label, table.page, table.header_rows) == ("Figure 3", 2, 1)
    assert [[cell.text for cell in row] for row in table.rows] == GRID


HEAD = ["Language", "Pages", "Words", "Right"]
BODY = [[f"Language {number}", str(10 + number), str(1000 + 37 * number), f"{50 + number}.5"] for number in range(40)]


def grid_rows(page: pymupdf.Page, y: float, rows: list[list[str]]) -> float:
    rule(page, 84, 480, y - 11)
    for index, row in enumerate([HEAD, *rows]):
        for x, text in zip((90, 240, 330, 420), row, strict=True):
            page.insert_text((x, y), text, fontname=PLAIN, fontsize=9)
        y += 13
        if index == 0:
            rule(page, 84, 480, y - 9)
    rule(page, 84, 480, y - 8)
    return y


@pytest.mark.parametrize("again", ["", "Table 1: (continued)"])
def test_a_table_over_two_pages_is_one_table_under_one_header(tmp_path: Path, again: str) -> None:
    document = pymupdf.open()
    document.new_page()
    document.new_page()
    first, second = document[0], document[1]
    y = paragraph(first, 72, 80, WIDE, 16)
    y = lines(first, 72, y + 14, ["Table 1: Pages and words of every language that was read."])
    grid_rows(first, y + 10, BODY[:32])
    y = lines(second, 72, 80, [again]) + 10 if again else 80
    y = grid_rows(second, y, BODY[32:])
    paragraph(second, 72, y + 20, WIDE, 20)
    (table,) = read(document, tmp_path / "continued.pdf").tables
    assert [part.page for part in table.parts] == [1, 2]
    assert [[cell.text for cell in row] for row in table.rows] == [HEAD, *BODY]
    cell = table.rows[40][3]
    assert cell.box is not None
    assert (cell.text, cell.box.page) == ("89.5", 2)
