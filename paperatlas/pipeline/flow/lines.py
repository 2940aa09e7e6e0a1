"""From words to lines, by where they stand: the order in which a file draws them means nothing."""

from collections.abc import Iterable, Sequence
from statistics import median

from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Line, Rect, Region, Word
from paperatlas.pipeline.rects import area, overlap_y, union
from paperatlas.pipeline.signs.directions import in_reading_direction
from paperatlas.pipeline.signs.scripts import closes_clause, runs_on

__all__ = ["home_of", "lines_of"]

_SAME_BASELINE = 0.25
"""In em. Words whose baselines differ by less stand on one line; lines are never set closer than 0.8 em."""
_SCRIPT = 0.82
"""Words at most this large, compared with their surroundings, are indices and marks: they join a line instead of making one."""
_COLUMN_GAP = 1.5
"""In em. A wider gap between words is a column's edge or a tabulator; badly justified lines stay below it."""
_REACH = 1.5
"""Points by which a region is widened when words are looked for in it: its box hugs the ink."""


def home_of(rect: Rect, regions: Sequence[Region]) -> int | None:
    """The index of the smallest region that holds the middle of a rectangle; of equals, the one that begins with it."""
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    holding = [
        (area(region.rect), abs(region.rect[0] - rect[0]), region.rect, index)
        for index, region in enumerate(regions)
        if region.rect[0] - _REACH <= x <= region.rect[2] + _REACH and region.rect[1] - _REACH <= y <= region.rect[3] + _REACH
    ]
    return min(holding)[-1] if holding else None


def lines_of(words: Iterable[PlacedWord], regions: Sequence[Region]) -> list[Line]:
    """The lines of a page. A line never crosses from one region into another nor over a wide gap."""
    homes: dict[int | None, list[PlacedWord]] = {}
    for placed in words:
        homes.setdefault(home_of(placed.word.rect, regions), []).append(placed)
    lines = [line for home in homes.values() for line in _lines_within(home)]
    return sorted(lines, key=lambda line: (line.rect[1], line.rect[0], line.rect))


def _lines_within(words: Sequence[PlacedWord]) -> list[Line]:
    typical = median(placed.word.size for placed in words)
    ordered = sorted(words, key=lambda placed: (placed.baseline, placed.word.x0, placed.word))
    full = [placed for placed in ordered if placed.word.size > _SCRIPT * typical]
    small = [placed for placed in ordered if placed.word.size <= _SCRIPT * typical]
    rows = _rows(full)
    loose = [placed for placed in small if not _attach(placed, rows)]
    rows += _rows(loose)
    return [line for row in rows for line in _cut(row)]


def _rows(ordered: Sequence[PlacedWord]) -> list[list[PlacedWord]]:
    rows: list[list[PlacedWord]] = []
    for placed in ordered:
        reach = _SAME_BASELINE * placed.word.size
        if rows and placed.baseline - median(other.baseline for other in rows[-1][-3:]) <= reach:
            rows[-1].append(placed)
        else:
            rows.append([placed])
    return rows


def _attach(mark: PlacedWord, rows: Sequence[list[PlacedWord]]) -> bool:
    """Puts a small word on the row of the word it clings to, if there is one."""
    best: tuple[float, list[PlacedWord]] | None = None
    for row in rows:
        for placed in row:
            word = placed.word
            gap = max(mark.word.x0 - word.x1, word.x0 - mark.word.x1)
            share = overlap_y(mark.word.rect, word.rect) / max(0.1, mark.word.y1 - mark.word.y0)
            clings = gap < word.size and share > 0.3 and word.size > mark.word.size
            if clings and (best is None or share - 0.05 * max(0.0, gap) > best[0]):
                best = share - 0.05 * max(0.0, gap), row
    if best is not None:
        best[1].append(mark)
    return best is not None


def _cut(row: Sequence[PlacedWord]) -> list[Line]:
    """The lines of a row: cut where the gap is too wide for a space."""
    words = sorted((placed.word for placed in row), key=lambda word: (word.x0, word.x1, word))
    parts: list[list[Word]] = []
    for word in words:
        if parts and word.x0 - max(other.x1 for other in parts[-1][-3:]) <= _COLUMN_GAP * max(word.size, parts[-1][-1].size):
            parts[-1].append(word)
        else:
            parts.append([word])
    return [Line(in_reading_direction(_joined(part)), union(word.rect for word in part)) for part in parts]


def _joined(words: Sequence[Word]) -> list[Word]:
    """Words of a script without spaces that were drawn sign by sign as one; a clause's end still ends a word."""
    joined: list[Word] = []
    for word in words:
        last = joined[-1] if joined else None
        if last is not None and not closes_clause(last.text[-1]) and _goes_on(last, word):
            x0, y0, x1, y1 = union((last.rect, word.rect))
            joined[-1] = last._replace(text=last.text + word.text, x0=x0, y0=y0, x1=x1, y1=y1)
        else:
            joined.append(word)
    return joined


def _goes_on(last: Word, word: Word) -> bool:
    same_type = last.font == word.font and last.size == word.size
    return same_type and runs_on(last.text, word.text, (word.x0 - last.x1) / word.size)
