"""Captions are found by how they begin, and end with their block."""

import pytest

from paperatlas.pipeline.floats.captions import find_captions
from paperatlas.pipeline.layout import Line, Region
from paperatlas.pipeline.rects import union
from tests.fakes.printed import Column, column, line, page


def captions(*columns, more=()):
    return find_captions(page(1, columns, more=more), " ".join)


@pytest.mark.parametrize(
    ("printed", "label", "kind"),
    [
        ("Table 2: Results on the test set", "Table 2", "table"),
        ("TABLE IV. Results on the test set", "Table IV", "table"),
        ("Tab. 3 | Results", "Table 3", "table"),
        ("Fig. 3. The shape of things", "Figure 3", "figure"),
        ("Figure S1: More shapes", "Figure S1", "figure"),
        ("Supplementary Figure 2. More shapes", "Supplementary Figure 2", "figure"),
        ("Table A1: More results", "Table A1", "table"),
        ("Scheme 1. How it reacts", "Scheme 1", "figure"),
        ("Algorithm 1: Gradient descent", "Algorithm 1", "listing"),
        ("表 1：结果", "Table 1", "table"),
        ("图2 方法", "Figure 2", "figure"),
    ],
)
def test_a_label_at_the_start_of_a_block_makes_a_caption(printed, label, kind):
    (found,) = captions(column([printed], 50, 100, kind="caption"))
    assert (found.label, found.kind) == (label, kind)


@pytest.mark.parametrize(
    "printed",
    [
        "Table 2 shows results for three configurations of the model",
        "Figure 3), which is why the loss rises",
        "Tables are set in small print",
        "Figure it out for yourself",
    ],
)
def test_a_sentence_that_begins_with_a_label_is_no_caption(printed):
    assert captions(column([printed, "and so it goes on to the end."], 50, 100)) == []


def test_a_label_inside_a_paragraph_is_no_caption():
    text = ["We have seen the curves in the last figure, that is in", "Fig. 4. First, the situation is reversed there."]
    assert captions(column(text, 50, 100)) == []


def test_a_caption_runs_to_the_end_of_its_block():
    (found,) = captions(column(["Table 1: Results on the", "test set of all", "three tasks."], 50, 100))
    assert found.text == "Table 1: Results on the test set of all three tasks."
    assert found.rect[3] == pytest.approx(100 + 2 * 12 + 10)


def test_a_label_alone_on_its_line_takes_the_title_below_it():
    (found,) = captions(column(["Table 1"], 50, 100, kind="caption"), column(["Characteristics of the patients"], 50, 114))
    assert found.text == "Table 1 Characteristics of the patients"


def test_captions_side_by_side_in_one_block_are_two():
    rows = [
        ("Figure 4: The scores of", "Figure 5: How sensitive"),
        ("several parts of speech", "the model is to noise"),
    ]
    lines = []
    for row, (left, right) in enumerate(rows):
        words = (*line(left, 50, 100 + 12 * row).words, *line(right, 172, 100 + 12 * row).words)
        lines.append(Line(words, union(each.rect for each in words)))
    found = captions(Column(tuple(lines), Region("caption", union(each.rect for each in lines))))
    assert [(each.label, each.text) for each in found] == [
        ("Figure 4", "Figure 4: The scores of several parts of speech"),
        ("Figure 5", "Figure 5: How sensitive the model is to noise"),
    ]


def test_a_continued_caption_says_so():
    (found,) = captions(column(["Table 3. (continued)"], 50, 100, kind="caption"))
    assert found.continued
