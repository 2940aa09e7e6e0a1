"""The numbers printed on pages, kept beside the numbers of the file's pages."""

import pytest

from paperatlas.core.types import ParsedDocument
from paperatlas.core.wire import parsed_json
from paperatlas.pipeline.readers.page_labels import LabelRange, page_labels
from paperatlas.pipeline.readers.pdf import PdfReader
from tests.fakes.pdf_objects import Leaf, pdf, shown


def read(folder, labels: str, pages: int = 6) -> ParsedDocument:
    path = folder / "paper.pdf"
    path.write_bytes(pdf([Leaf(shown(f"Word{number}", 60, 400)) for number in range(pages)], catalog=f"/PageLabels {labels}"))
    return PdfReader().read(path, name="paper.pdf", on_page=lambda number, count: None)


@pytest.mark.parametrize(
    ("tree", "labels"),
    [
        ("<< /Nums [0 << /S /r /St 3 >> 2 << /S /D /St 101 >> 4 << /S /A /P (App-) >>] >>", "iii iv 101 102 App-A App-B"),
        ("<< /Kids [<< /Nums [0 << /S /R >>] >> << /Nums [2 << /S /D /St 7 >>] >>] >>", "I II 7 8 9 10"),
        ("<< /Nums [0 << /P <FEFF00C4002D> /S /D >>] >>", "Ä-1 Ä-2 Ä-3 Ä-4 Ä-5 Ä-6"),
        ("<< /Nums [0 << /S /a /St 26 >>] >>", "z aa bb cc dd ee"),
    ],
)
def test_labels_are_those_that_the_file_names(tmp_path, tree, labels):
    document = read(tmp_path, tree)
    assert [page.label for page in document.pages] == labels.split()
    assert [page.number for page in document.pages] == [1, 2, 3, 4, 5, 6]
    assert [page["label"] for page in parsed_json(document)["pages"]] == labels.split()


@pytest.mark.parametrize(
    "tree", ["17", "<< /Nums [0] >>", "<< /Nums [0 17] >>", "<< /Nums [(x) << /S /X /St (a) >>] >>", "<< /Kids [1 0 R] >>"]
)
def test_labels_that_are_damaged_cost_no_page(tmp_path, tree):
    document = read(tmp_path, tree, pages=2)
    assert [page.text for page in document.pages] == ["Word0", "Word1"]
    assert [page.label for page in document.pages] == ["", ""]
    assert document.warnings == ()


def test_pages_before_the_first_range_have_no_label():
    assert page_labels([LabelRange(2, "", "D", 7)], 4) == ("", "", "7", "8")


def test_a_page_without_a_style_has_its_prefix():
    assert page_labels([LabelRange(0, "Cover", "", 1), LabelRange(1, "", "D", 1)], 3) == ("Cover", "1", "2")


def test_numbers_that_no_numeral_writes_are_decimal():
    assert page_labels([LabelRange(0, "", "r", 100_000_000)], 1) == ("100000000",)
    assert page_labels([LabelRange(0, "", "A", -1)], 3) == ("-1", "0", "A")


def test_roman_numerals():
    assert page_labels([LabelRange(0, "", "r", 1)], 10) == tuple("i ii iii iv v vi vii viii ix x".split())
    assert page_labels([LabelRange(0, "", "R", 1994)], 1) == ("MCMXCIV",)
