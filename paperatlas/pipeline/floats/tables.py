"""Tables of a document: boxes of the layout model, words of the page, captions of ours."""

import re
from collections.abc import Iterator, Sequence

from paperatlas.core.types import Box, Table
from paperatlas.pipeline.floats.abreast import captions_abreast, parts_abreast
from paperatlas.pipeline.floats.attach import Habit
from paperatlas.pipeline.floats.bands import free_band
from paperatlas.pipeline.floats.captions import Caption, Join
from paperatlas.pipeline.floats.cells import baselines, cell, word_height
from paperatlas.pipeline.floats.listings import is_monospaced
from paperatlas.pipeline.floats.scene import Scene
from paperatlas.pipeline.floats.table_grid import WordGrid, drop_empty, fill_grid
from paperatlas.pipeline.floats.table_headers import count_header_rows
from paperatlas.pipeline.floats.table_words import infer_grid, mend_grid
from paperatlas.pipeline.layout import RawPage, Rect, Region, Word
from paperatlas.pipeline.rects import area, centre, covered, gap_between, meet, overlap_x, union, without

__all__ = ["is_table", "page_tables"]

_APART = 2.5
"""In word heights. Rows of a table stand closer, section rules and all."""
_MOSTLY = 0.5
"""The part of a table's rows that have more than one cell filled: the rest head groups or go on from the row above."""
_OVERLAID = 0.3
"""The part of a table's box that may lie in another's; tables side by side touch by less."""
_CENTRED = 0.06
"""Of the table's width: how far from its middle a heading over all columns may stand."""
_ACROSS = 0.7
"""Of the table's width: the rules above and below it are about as long."""
_FORMULA = re.compile(r"[=∑∏∫√∂∇≜≡]|^[\[\](){}⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠⋮⋱…]+$|[{};]\s*$|\w\(.{0,500}\);?$")
"""What stands in formulas and program text, seldom in cells."""
_MARGIN = 3.0
"""Words of a table may stand this far (points) outside the model's box."""


def page_tables(scene: Scene, habit: Habit, join: Join) -> list[Table]:
    """The tables of one page, from the top and then from the left. `habit` is that of the document's table captions."""
    page = scene.page
    found: list[Table] = []
    named: list[Caption] = []
    for region, caption in _boxes(scene):
        grid = _grid(_words(scene, region.rect), region.grid, page.rules)
        if is_table(grid, captioned=caption is not None and caption.kind == "table"):
            box = without(region.rect, caption.rect) if caption else region.rect
            found.append(_table(page, box, grid, caption, join))
        named += [caption] if caption is not None else []
    for caption in scene.captions:  # the model's boxes without a caption in what is found here are parts of it
        if caption.kind == "table" and caption not in named:
            table = _unseen(scene, caption, habit, join)
            if table is not None:
                found = [other for other in found if other.label or covered(other.box[1:], table.box[1:]) < _MOSTLY]
                found.append(table)
    return sorted(_apart(found), key=lambda table: (table.box.y0, table.box.x0))


def _boxes(scene: Scene) -> Iterator[tuple[Region, Caption | None]]:
    """The boxes in which tables may be, with their captions."""
    named = {id(pair.region): pair.caption for pair in scene.pairs}
    free = [caption for caption in scene.captions if caption not in named.values()]
    for region in scene.page.regions:
        caption = named.get(id(region))
        if region.kind != "table" or not _may_be_table(scene, region.rect, caption):
            continue
        level = [] if caption is None else captions_abreast(caption, region, free)
        parts = parts_abreast(region, level, _words(scene, region.rect)) if len(level) > 1 else [region]
        yield from zip(parts, level if len(parts) > 1 else [caption], strict=True)


def _may_be_table(scene: Scene, box: Rect, caption: Caption | None) -> bool:
    """Whether a box of the model is to be read as a table; one captioned as a figure, where nothing but rules is drawn."""
    if caption is None or caption.kind == "table":
        return True
    return caption.kind == "figure" and not any(meet(rect, box) for rect in (*scene.page.drawings, *scene.page.images))


def _apart(tables: Sequence[Table]) -> list[Table]:
    """Without the boxes that lie in one another: the captioned one of two, else the larger."""
    kept: list[Table] = []
    for table in sorted(tables, key=lambda table: (table.label == "", -area(table.box[1:]), table.box)):
        if not any(covered(table.box[1:], other.box[1:]) > _OVERLAID for other in kept):
            kept.append(table)
    return kept


def _grid(words: Sequence[Word], lines: Sequence[Sequence[Rect]], rules: Sequence[Rect]) -> WordGrid:
    """By the model's lines where it gave any, else by the white between the words."""
    if not words:
        return []
    grid = drop_empty(fill_grid(words, lines)) if lines else infer_grid(words)
    if len(grid[0]) < 2:
        grid = infer_grid(words)
    return drop_empty(mend_grid(grid, rules))


def _unseen(scene: Scene, caption: Caption, habit: Habit, join: Join) -> Table | None:
    """The table of a caption for which the model found none: what is set in columns in the free band beside it."""
    usual = habit.side or -1
    for side in (usual,) if habit.strict else (usual, -usual):
        band = free_band(caption.rect, side, scene.ground, scene.others(caption), scene.page)
        words = _solid(_words(scene, band), caption.rect)
        grid = _grid(words, (), scene.page.rules)
        if is_table(grid, captioned=True):
            return _table(scene.page, union(word.rect for word in words), grid, caption, join)
    return None


def _solid(words: Sequence[Word], caption: Rect) -> list[Word]:
    """The words from a caption on, up to the first gap that is too wide for a table's own."""
    height = word_height(words)
    taken: list[Word] = []
    for line in sorted(baselines(words, height), key=lambda line: gap_between(union(w.rect for w in line), caption)):
        if taken and gap_between(union(w.rect for w in line), union(w.rect for w in taken)) > _APART * height:
            break
        taken += line
    return taken


def is_table(grid: WordGrid, *, captioned: bool) -> bool:
    """Whether a grid is a table's. Without a caption it has to show: formulas, code and charts look like grids too."""
    if len(grid) < 2 or len(grid[0]) < 2:
        return False
    filled = [sum(map(bool, row)) for row in grid]
    if sum(count > 1 for count in filled) < _MOSTLY * len(grid):
        return False
    if captioned:
        return True
    texts = [" ".join(word.text for word in cell) for row in grid for cell in row if cell]
    if _is_contents(grid) or is_monospaced([word for row in grid for cell in row for word in cell]):
        return False
    broken = sum(_FORMULA.search(text) is not None for text in texts)
    return broken < 0.25 * len(texts) and sum(filled) > 0.4 * len(grid) * len(grid[0])


def _is_contents(grid: WordGrid) -> bool:
    """Whether a grid is a list of contents: titles, and page numbers that only grow."""
    last = [" ".join(word.text for word in row[-1]) for row in grid if row[-1]]
    pages = [int(text) for text in last if text.isdigit()]
    titles = [row[0] for row in grid if row[0] and any(word.text.isalpha() for word in row[0])]
    return (
        len(grid[0]) < 4
        and len(pages) > 4
        and len(pages) >= len(last) - 1
        and pages == sorted(pages)
        and len(titles) > len(grid) / 2
    )


def _table(page: RawPage, box: Rect, grid: WordGrid, caption: Caption | None, join: Join) -> Table:
    header_rows = _header_rows(grid, page.rules, box)
    ordered = [row if index < header_rows else _headed(row, box) for index, row in enumerate(grid)]
    return Table(
        label=caption.label if caption else "",
        caption=caption.text if caption else "",
        page=page.number,
        box=Box(page.number, *_whole(box, grid, page.rules, caption)),
        rows=tuple(tuple(cell(content, page.number, join) for content in row) for row in ordered),
        header_rows=header_rows,
    )


def _whole(box: Rect, grid: WordGrid, rules: Sequence[Rect], caption: Caption | None) -> Rect:
    """The box with all of its words and the rules above and below them, without its caption."""
    whole = union([box, *(word.rect for row in grid for cell in row for word in cell)])
    height = word_height([word for row in grid for cell in row for word in cell])
    framing = [
        rule
        for rule in rules
        if overlap_x(rule, box) > _ACROSS * (box[2] - box[0])
        and min(abs(rule[3] - whole[1]), abs(rule[1] - whole[3])) < height
        and rule[2] - rule[0] < (2 - _ACROSS) * (box[2] - box[0])
    ]
    whole = union([whole, *framing])
    return without(whole, caption.rect) if caption else whole


def _headed(row: list[list[Word]], box: Rect) -> list[list[Word]]:
    """A row of a single text at the middle of the table heads a group and spans it all, so it fills the first column."""
    filled = [words for words in row if words]
    if len(filled) != 1 or len(row) < 3 or row[0]:
        return row
    middle = centre(union(word.rect for word in filled[0]))[0]
    if abs(middle - centre(box)[0]) > _CENTRED * (box[2] - box[0]):
        return row
    return [filled[0], *([] for _ in row[1:])]


def _words(scene: Scene, box: Rect) -> list[Word]:
    """The words of a box, without those of captions."""
    left, top, right, bottom = box[0] - _MARGIN, box[1] - _MARGIN, box[2] + _MARGIN, box[3] + _MARGIN
    return [
        word
        for line in scene.page.lines
        for word in line.words
        if left <= centre(word.rect)[0] <= right and top <= centre(word.rect)[1] <= bottom and not scene.is_caption(word.rect)
    ]


def _header_rows(grid: WordGrid, rules: Sequence[Rect], box: Rect) -> int:
    around = [union(word.rect for words in row for word in words) for row in grid]
    texts = [[" ".join(word.text for word in words) for words in row] for row in grid]
    return count_header_rows(texts, [(rect[1], rect[3]) for rect in around], rules, box)
