"""Tables cell by cell: GriTS of contents (Smock et al. 2022, "GriTS: Grid table similarity metric").

The two grids are laid on each other by the rows, and then by the columns, that go together best in their order, which is the
paper's factored form of the most similar substructures; what is laid on each other is compared by the longest common
subsequence of its signs. A row that is missing, or one too many, costs recall or precision, and shifts nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Indel

from paperatlas.eval.parsing.comparing import cell_key

__all__ = ["GridScore", "grid_score"]

Cells = Sequence[Sequence[str]]
Labelled = Sequence[Sequence[str | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridScore:
    """How two grids agree."""

    right: int
    """Labelled cells whose text is there letter for letter."""
    similar: float
    """The sum of similarities, from 0 to 1, of the cells that were laid on each other."""
    wanted: int
    given: int
    """Cells that are labelled; cells that were read where something is labelled."""


def grid_score(labelled: Labelled, read: Cells) -> GridScore:
    """Holds what was read against what is printed; a cell labelled None is not judged."""
    gold = [[None if cell is None else cell_key(cell) for cell in row] for row in labelled]
    got = _even([[cell_key(cell) for cell in row] for row in read])
    rows = _aligned(len(gold), len(got), lambda one, other: _line(gold[one], got[other]))
    if not rows:
        return GridScore(right=0, similar=0.0, wanted=_judged(gold), given=sum(map(len, got)))
    columns = _aligned(
        max(map(len, gold)),
        len(got[0]),
        lambda one, other: sum(_alike(_at(gold[row], one), got[mate][other]) for row, mate in rows.items()),
    )
    pairs = [(place, row, mate) for row, mate in rows.items() for place in range(len(gold[row]))]
    cells = [_cell(gold[row], place, got[mate], columns) for place, row, mate in pairs if gold[row][place] is not None]
    return GridScore(
        right=sum(best == 1.0 for best in cells),
        similar=sum(cells),
        wanted=_judged(gold),
        given=sum(map(len, got)) - _not_judged(gold, got, rows, columns),
    )


def _cell(row: Sequence[str | None], place: int, mate: Sequence[str], columns: dict[int, int]) -> float:
    """The similarity of a cell, for one that spans that of the best of its columns."""
    end = place + 1
    while row[place] and end < len(row) and row[end] is None:
        end += 1
    return max((_alike(row[place], mate[columns[at]]) for at in range(place, end) if at in columns), default=0.0)


def _not_judged(gold: Labelled, got: Cells, rows: dict[int, int], columns: dict[int, int]) -> int:
    """Cells that were read where nothing is labelled: under None, and in rows that are labelled None throughout."""
    under = sum(_at(gold[row], place) is None and place < len(gold[row]) for row in rows for place in columns)
    empty = sum(all(cell is None for cell in row) for row in gold)
    return under + min(empty, len(got) - len(rows)) * len(got[0])


def _judged(gold: Labelled) -> int:
    return sum(cell is not None for row in gold for cell in row)


def _even(rows: list[list[str]]) -> list[list[str]]:
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows]


def _at(row: Sequence[str | None], place: int) -> str | None:
    return row[place] if place < len(row) else None


def _line(one: Sequence[str | None], other: Sequence[str]) -> float:
    """How well the cells of two rows go together in their order; cells that are both empty say nothing of it."""
    cells, mates = [cell for cell in one if cell], [cell for cell in other if cell]
    return _path(len(cells), len(mates), lambda at, mate: _alike(cells[at], mates[mate]))[-1][-1]


@lru_cache(maxsize=65536)
def _similarity(one: str, other: str) -> float:
    return Indel.normalized_similarity(one, other)


def _alike(one: str | None, other: str) -> float:
    return 0.0 if one is None else _similarity(one, other)


def _aligned(wanted: int, given: int, alike: Callable[[int, int], float]) -> dict[int, int]:
    """For each of one side its mate on the other, in order, so that the sum of likenesses is greatest."""
    best = _path(wanted, given, alike)
    pairs: dict[int, int] = {}
    one, other = wanted, given
    while one and other:
        if best[one][other] == best[one - 1][other]:
            one -= 1
        elif best[one][other] == best[one][other - 1]:
            other -= 1
        else:
            one, other = one - 1, other - 1
            pairs[one] = other
    return dict(sorted(pairs.items()))


def _path(wanted: int, given: int, alike: Callable[[int, int], float]) -> list[list[float]]:
    """The greatest sum of likenesses of the first so many of both sides."""
    best = [[0.0] * (given + 1) for _ in range(wanted + 1)]
    for one in range(wanted):
        for other in range(given):
            both = best[one][other] + alike(one, other)
            best[one + 1][other + 1] = max(best[one][other + 1], best[one + 1][other], both)
    return best
