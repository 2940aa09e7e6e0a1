"""A small layout model's boxes, put right by the words of the page."""

from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Rect, Region, RegionKind, Word
from paperatlas.pipeline.readers.region_fit import fitted

HEIGHT = 800.0


def row(text: str, x: float, baseline: float, *, size: float = 10, bold: bool = False) -> list[PlacedWord]:
    """Words of five points a letter, a space apart."""
    placed = []
    for word in text.split():
        end = x + 5.0 * len(word)
        rect = (x, baseline - 0.8 * size, end, baseline + 0.2 * size)
        placed.append(PlacedWord(Word(word, *rect, size, "Font", bold, italic=False, superscript=False), baseline))
        x = end + 3
    return placed


def box(kind: RegionKind, *rect: float) -> Region:
    x0, y0, x1, y1 = rect
    return Region(kind=kind, rect=(x0, y0, x1, y1))


def kinds(regions: tuple[Region, ...]) -> list[tuple[RegionKind, Rect]]:
    return [(region.kind, tuple(map(round, region.rect))) for region in regions]  # type: ignore[misc]


def test_a_box_grows_to_the_end_of_its_lines():
    words = row("a line that the model cuts short", 50, 110)
    [(kind, rect)] = kinds(fitted([box("text", 50, 100, 150, 112)], words, HEIGHT))
    assert kind == "text"
    assert rect[2] == round(words[-1].word.x1)


def test_a_box_does_not_grow_over_a_gutter():
    words = [*row("left column", 50, 110), *row("right column", 130, 110)]
    [(_, left)] = kinds(fitted([box("text", 50, 100, 90, 112)], words, HEIGHT))
    assert left[2] <= 115


def test_the_lines_of_one_heading_become_one_box():
    words = [*row("Object Detection on Many", 50, 110, bold=True), *row("Data Sets", 50, 122, bold=True), *row("Text.", 50, 150)]
    boxes = [box("section-header", 50, 102, 180, 112), box("section-header", 50, 114, 100, 124), box("text", 50, 140, 100, 152)]
    assert [kind for kind, _ in kinds(fitted(boxes, words, HEIGHT))] == ["section-header", "text"]


def test_a_line_of_a_heading_that_is_taken_for_text_joins_it():
    words = [*row("Coffee and Atrial", 50, 110, bold=True), *row("Fibrillation", 50, 122, bold=True), *row("Text.", 50, 150)]
    boxes = [box("section-header", 50, 102, 150, 112), box("text", 50, 114, 110, 124), box("text", 50, 140, 100, 152)]
    found = kinds(fitted(boxes, words, HEIGHT))
    assert [kind for kind, _ in found] == ["section-header", "text"]
    assert found[0][1][3] == 124


def test_a_numbered_heading_below_another_stays_apart():
    words = [*row("3 Method", 50, 110, bold=True), *row("3.1 Data", 50, 122, bold=True)]
    boxes = [box("section-header", 50, 102, 100, 112), box("section-header", 50, 114, 100, 124)]
    assert len(fitted(boxes, words, HEIGHT)) == 2


def test_a_large_bold_running_head_is_a_heading():
    words = [*row("References", 50, 60, size=12, bold=True), *row("Text and more of it.", 50, 100), *row("Text", 50, 112)]
    found = fitted([box("page-header", 50, 50, 110, 63), box("text", 50, 90, 200, 114)], words, HEIGHT)
    assert [region.kind for region in found] == ["section-header", "text"]


def test_what_stands_below_the_page_number_is_the_foot():
    words = [
        *row("Text", 50, 400),
        *row("12", 290, 750),
        *row("Proceedings of a Meeting", 200, 770),
        *row("Florence 2019", 240, 785),
    ]
    boxes = [box("text", 50, 390, 100, 402), box("page-footer", 290, 742, 300, 752), box("text", 200, 762, 330, 772)]
    found = fitted(boxes, words, HEIGHT)
    assert [region.kind for region in found] == ["text", "page-footer", "page-footer", "page-footer"]
    assert found[-1].rect[1] > 770


def test_a_second_box_around_the_same_words_is_dropped():
    words = row("one heading", 50, 110, bold=True)
    boxes = [box("section-header", 50, 102, 108, 112), box("text", 48, 100, 112, 114)]
    assert [region.kind for region in fitted(boxes, words, HEIGHT)] == ["section-header"]


def test_a_figure_keeps_its_box():
    words = row("axis label of the figure", 50, 110)
    assert kinds(fitted([box("picture", 40, 50, 120, 200)], words, HEIGHT)) == [("picture", (40, 50, 120, 200))]


def test_a_page_without_words_keeps_its_boxes():
    assert fitted([box("text", 1, 2, 3, 4)], [], HEIGHT) == (box("text", 1, 2, 3, 4),)
