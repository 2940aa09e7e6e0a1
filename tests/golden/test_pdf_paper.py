"""A made-up paper, set to PDF here with its columns drawn in the wrong order, and all that is read from it."""

import textwrap

import pymupdf
import pytest
from inline_snapshot import snapshot

from paperatlas.core.types import ParsedDocument
from paperatlas.pipeline.readers.pdf import PdfReader

ABSTRACT = [
    "We measure how far the order of words on a",
    "page can be told from their places alone. It",
    "can, on every page that we have looked at.",
]
INTRODUCTION = [
    "A page is read from the top, and a page of two",
    "columns is read one column after the other. A",
    "file may draw its words in any order, and an eval-",
    "uation must not depend on it.",
]
DATA = [
    "We took one hundred state-of-the-art papers",
    "and shuffled them. The full list can be had from",
    "the authors upon request, as is usual for lists of",
    "this kind, which nobody ever asks for. Each was",
    "set in two columns and each of them had been",
]
NEXT_PAGE = ["read by two people. All agreed on the order,", "which ends this paper."]
BOLD, PLAIN = "hebo", "helv"


def rows(page: pymupdf.Page, corner: tuple[float, float], texts: list[str], font: str = PLAIN, size: float = 10.0) -> None:
    x, y = corner
    for number, text in enumerate(texts):
        page.insert_text((x, y + 12.5 * number), text, fontname=font, fontsize=size)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> ParsedDocument:
    path = tmp_path_factory.mktemp("golden") / "order.pdf"
    document = pymupdf.open()
    document.new_page()
    document.new_page()
    first, second = document[0], document[1]
    rows(first, (315, 200), DATA)
    rows(first, (315, 180), ["2 Data"], BOLD, 12)
    rows(first, (72, 345), INTRODUCTION)
    rows(first, (72, 325), ["1 Introduction"], BOLD, 12)
    rows(first, (72, 200), ABSTRACT)
    rows(first, (72, 180), ["Abstract"], BOLD, 12)
    rows(first, (130, 90), ["The Order of Words on a Page"], BOLD, 18)
    rows(first, (240, 120), ["Ada Example"], PLAIN, 12)
    rows(first, (72, 700), ["* The work was done in spare time."], PLAIN, 8)
    rows(first, (300, 770), ["1"])
    rows(second, (72, 60), ["Ada Example: The Order of Words"], PLAIN, 8)
    rows(second, (72, 120), NEXT_PAGE)
    rows(second, (72, 165), ["References"], BOLD, 12)
    rows(
        second,
        (72, 185),
        ["[1] B. Writer. 2019. On lists. Journal of Lists 3.", "[2] C. Author. 2020. On order. In Proceedings."],
    )
    rows(second, (300, 770), ["2"])
    document.save(path)
    document.close()
    return PdfReader().read(path, name="order.pdf", on_page=lambda number, count: None)


def test_its_text(paper):
    lines = [textwrap.wrap(line, 100) for page in paper.pages for line in page.text.splitlines()]
    assert lines == snapshot(
        [
            ["The Order of Words on a Page"],
            ["Ada Example"],
            ["Abstract"],
            [
                "We measure how far the order of words on a page can be told from their places alone. It can, on",
                "every page that we have looked at.",
            ],
            ["1 Introduction"],
            [
                "A page is read from the top, and a page of two columns is read one column after the other. A file",
                "may draw its words in any order, and an evaluation must not depend on it.",
            ],
            ["2 Data"],
            [
                "We took one hundred state-of-the-art papers and shuffled them. The full list can be had from the",
                "authors upon request, as is usual for lists of this kind, which nobody ever asks for. Each was set",
                "in two columns and each of them had been",
            ],
            ["* The work was done in spare time."],
            ["read by two people. All agreed on the order, which ends this paper."],
            ["References"],
            ["[1] B. Writer. 2019. On lists. Journal of Lists 3."],
            ["[2] C. Author. 2020. On order. In Proceedings."],
        ]
    )


def test_its_blocks(paper):
    blocks = [(block.kind.value, block.section, block.text[:24]) for page in paper.pages for block in page.blocks]
    assert blocks == snapshot(
        [
            ("title", "", "The Order of Words on a "),
            ("author", "", "Ada Example"),
            ("heading", "Abstract", "Abstract"),
            ("abstract", "Abstract", "We measure how far the o"),
            ("heading", "1 Introduction", "1 Introduction"),
            ("paragraph", "1 Introduction", "A page is read from the "),
            ("heading", "2 Data", "2 Data"),
            ("paragraph", "2 Data", "We took one hundred stat"),
            ("footnote", "2 Data", "* The work was done in s"),
            ("footer", "", "1"),
            ("header", "", "Ada Example: The Order o"),
            ("paragraph", "2 Data", "read by two people. All "),
            ("heading", "References", "References"),
            ("reference", "References", "[1] B. Writer. 2019. On "),
            ("reference", "References", "[2] C. Author. 2020. On "),
            ("footer", "", "2"),
        ]
    )


def test_its_headings(paper):
    assert [(heading.label, heading.level, heading.page) for heading in paper.headings] == snapshot(
        [("Abstract", 1, 1), ("1 Introduction", 1, 1), ("2 Data", 1, 1), ("References", 1, 2)]
    )


def test_its_references(paper):
    assert [(reference.number, reference.year, reference.page) for reference in paper.references] == snapshot(
        [(1, 2019, 2), (2, 2020, 2)]
    )


def test_a_mended_word_is_shown_on_both_of_its_lines(paper):
    page = paper.pages[0]
    start = page.text.index("evaluation")
    upper, lower = page.boxes(start, start + len("evaluation"))
    assert upper.x0 > lower.x1
    assert upper.y1 <= lower.y0 + 3
