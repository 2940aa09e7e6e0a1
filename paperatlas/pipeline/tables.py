"""Tables of a document: boxes of the layout model, words of the page, captions of ours."""

from collections.abc import Sequence

from paperatlas.core.types import Box, Cell, Table
from paperatlas.pipeline.attach import Pair
from paperatlas.pipeline.captions import Caption, Join
from paperatlas.pipeline.cells import cell
from paperatlas.pipeline.layout import RawPage, Rect, Region, Word
from paperatlas.pipeline.rects import centre, covered, union
from paperatlas.pipeline.table_grid import WordGrid, drop_empty, fill_grid
from paperatlas.pipeline.table_headers import count_header_rows
from paperatlas.pipeline.table_words import mend_grid

__all__ = ["page_tables", "words_in"]

_MARGIN = 3.0
"""Words of a table may stand this far (points) outside the model's box."""


def page_tables(page: RawPage, pairs: Sequence[Pair], captions: Sequence[Caption], join: Join) -> list[Table]:
    """The tables of one page, from the top and then from the left."""
    named = {id(pair.region): pair.caption for pair in pairs}
    found = []
    for region in page.regions:
        caption = named.get(id(region))
        if region.kind == "table" and (caption is None or caption.kind == "table"):
            table = _table(page, region, caption, captions, join)
            if table is not None:
                found.append(table)
    return sorted(found, key=lambda table: (table.box.y0, table.box.x0))


def _table(page: RawPage, region: Region, caption: Caption | None, captions: Sequence[Caption], join: Join) -> Table | None:
    box = region.rect
    words = words_in(page, box, captions)
    if not words or not region.grid:
        return None
    grid = drop_empty(mend_grid(fill_grid(words, region.grid)))
    if len(grid) < 2 or len(grid[0]) < 2:
        return None
    rows = tuple(tuple(cell(content, page.number, join) for content in row) for row in grid)
    return Table(
        label=caption.label if caption else "",
        caption=caption.text if caption else "",
        page=page.number,
        box=Box(page.number, *box),
        rows=rows,
        header_rows=_header_rows(grid, rows, page.rules, box),
    )


def words_in(page: RawPage, box: Rect, captions: Sequence[Caption]) -> list[Word]:
    """The words of a box, without those of captions."""
    wide = (box[0] - _MARGIN, box[1] - _MARGIN, box[2] + _MARGIN, box[3] + _MARGIN)
    taken = [caption.rect for caption in captions]
    return [
        word
        for line in page.lines
        for word in line.words
        if covered((*centre(word.rect), *centre(word.rect)), wide) and not any(covered(word.rect, rect) > 0.5 for rect in taken)
    ]


def _header_rows(grid: WordGrid, rows: Sequence[Sequence[Cell]], rules: Sequence[Rect], box: Rect) -> int:
    spans = []
    for row in grid:
        around = union(word.rect for words in row for word in words)
        spans.append((around[1], around[3]))
    return count_header_rows([[cell.text for cell in row] for row in rows], spans, rules, box)
