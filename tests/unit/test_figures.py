"""A figure is all that is drawn at its caption, in one box without the caption."""

import pytest

from paperatlas.pipeline.floats.floats import find_floats
from paperatlas.pipeline.rects import iou
from tests.fakes.floating import drawn
from tests.fakes.printed import column, line, page

TEXT = [
    "This is a paragraph of the body that goes on over the column and",
    "says nothing about the figure below it, nor the one above it, and",
    "ends after a third line that is as long as the two before it are.",
]


def figures(*pages):
    return find_floats(pages, " ".join).figures


def test_many_small_pieces_are_one_figure():
    made = page(1, [column(TEXT, 60, 40), column(["Figure 1: Many pieces."], 60, 320, kind="caption")])
    pieces = [(80 + 20 * x, 120 + 20 * y, 95 + 20 * x, 135 + 20 * y) for x in range(10) for y in range(9)]
    (figure,) = figures(drawn(made, *pieces))
    assert (figure.label, figure.caption) == ("Figure 1", "Figure 1: Many pieces.")
    assert iou(figure.box[1:], (80, 120, 275, 295)) > 0.9


def test_labels_at_a_drawing_belong_to_it():
    made = page(
        1,
        [column(TEXT, 60, 40), column(["Figure 1: A curve."], 60, 320, kind="caption")],
        more=[line("loss", 78, 200, size=7), line("steps", 180, 285, size=7)],
    )
    (figure,) = figures(drawn(made, (100, 120, 280, 280)))
    assert figure.box[1:] == pytest.approx((78, 120, 280, 292))


def test_body_text_above_ends_a_figure():
    made = page(1, [column(TEXT, 60, 40), column(["Figure 1: A curve."], 60, 320, kind="caption")])
    (figure,) = figures(drawn(made, (100, 120, 280, 280)))
    assert figure.box.y0 >= 74


def test_two_figures_on_a_page_keep_apart():
    made = page(1, [column([f"Figure {n}: A curve."], 60, y, kind="caption") for n, y in ((1, 220), (2, 460))])
    found = figures(drawn(made, (100, 60, 280, 210), (100, 260, 280, 450)))
    assert [(figure.label, figure.box[1:]) for figure in found] == [
        ("Figure 1", (100, 60, 280, 210)),
        ("Figure 2", (100, 260, 280, 450)),
    ]


def test_figures_side_by_side_keep_to_their_captions():
    made = page(1, [column([f"Figure {n}: A long caption of a curve."], x, 300, kind="caption") for n, x in ((1, 60), (2, 320))])
    found = figures(drawn(made, (70, 100, 230, 280), (330, 100, 500, 280)))
    assert [figure.box[1:] for figure in found] == [(70, 100, 230, 280), (330, 100, 500, 280)]


def test_a_caption_above_its_figure_finds_it():
    made = page(1, [column(["Figure 1: A curve."], 60, 100, kind="caption"), column(TEXT, 60, 320)])
    (figure,) = figures(drawn(made, (70, 120, 280, 300)))
    assert figure.box[1:] == (70, 120, 280, 300)


def test_a_drawing_without_a_caption_is_decoration():
    assert figures(drawn(page(1, [column(TEXT, 60, 40)]), (500, 20, 560, 60))) == ()


def test_what_every_page_shows_is_no_part_of_a_figure():
    bar = (60, 20, 550, 30)
    pages = [drawn(page(n, [column(TEXT, 60, 400)]), bar) for n in (1, 2, 3)]
    figured = page(4, [column(["Figure 1: A curve."], 60, 300, kind="caption"), column(TEXT, 60, 400)])
    (figure,) = figures(*pages, drawn(figured, bar, (100, 60, 280, 280)))
    assert figure.box[1:] == (100, 60, 280, 280)


def test_a_table_captioned_as_a_figure_is_a_figure():
    from tests.fakes.floating import table_block

    block = table_block([["Model", "Acc"], ["Small", "53.1"]], [60.0, 150.0], 100)
    found = find_floats([page(1, [block, column(["Figure 1: Scores."], 60, 140, kind="caption")])], " ".join)
    assert [figure.label for figure in found.figures] == ["Figure 1"]
    assert iou(found.figures[0].box[1:], block.region.rect) > 0.9
