"""Algorithms and listings are found where it is sure what belongs to them; sentences stay in the body."""

import pytest

from paperatlas.pipeline.floats.floats import find_floats
from tests.fakes.floating import drawn, table_block
from tests.fakes.printed import column, page

CODE = ["for each word w in p do", "s := s + w;", "end for", "return s"]
PROSE = [
    "This is the body of the paper, which goes on over the whole of the column and says that",
    "it is read by nobody, as is usual for papers of this kind, which are written to be counted.",
    "So it ends here.",
]


def figures(*pages):
    return find_floats(pages, " ".join).figures


@pytest.mark.parametrize(("top", "caption_top"), [(112, 100), (100, 160)])
def test_lines_of_code_at_a_caption_are_its_figure(top, caption_top):
    code = column(CODE, 60, top)
    (found,) = figures(page(1, [code, column(["Listing 2: Adding up."], 60, caption_top), column(PROSE, 60, 300)]))
    assert (found.label, found.caption, found.box[1:]) == ("Listing 2", "Listing 2: Adding up.", code.region.rect)


def test_what_stands_between_the_rules_of_an_algorithm_is_its_figure():
    code = column(["Input: p", *CODE, "the rest of it is left to the reader"], 60, 116)
    made = page(1, [column(["*Algorithm* *1* Adding up"], 60, 100), code, column(PROSE, 60, 300)])
    (found,) = figures(drawn(made, rules=[(60, 97, 450, 97.5), (60, 113, 450, 113.5), (60, 190, 450, 190.5)]))
    assert (found.label, found.box.y0, found.box.y1) == ("Algorithm 1", 113.25, 190.25)


def test_sentences_under_an_algorithms_caption_are_no_figure():
    assert figures(page(1, [column(["Algorithm 1: Adding up."], 60, 86), column(PROSE, 60, 100)])) == ()


def test_code_ends_where_sentences_begin():
    code = column(CODE, 60, 112)
    (found,) = figures(page(1, [column(["Algorithm 3: Adding up."], 60, 100), code, column(PROSE, 60, 160)]))
    assert found.box[1:] == code.region.rect


def test_a_caption_ends_at_the_rule_below_it():
    block = table_block([["Small", "53.1"], ["Large", "63.6"]], [60.0, 150.0], 124)
    made = page(1, [column(["Table 1: Some scores of ours", "Model Score"], 60, 100, kind="caption"), block])
    (table,) = find_floats([drawn(made, rules=[(60, 111, 210, 111.5)])], " ".join).tables
    assert table.caption == "Table 1: Some scores of ours"
