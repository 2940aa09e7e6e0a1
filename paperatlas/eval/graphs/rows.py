"""When two results of queries are the same: as sets of rows, whatever columns are called and in whatever order they stand.

As the execution accuracy of text-to-SQL has it (Zhong, Yu and Klein 2020, the test suites of Spider): columns may be permuted,
each column as a whole, and the order of rows counts where it was asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

__all__ = ["Rows", "same_answer", "same_order", "same_rows"]

Rows = Sequence[Sequence[object]]
_MOST_COLUMNS = 6
"""The ways to permute columns grow fast; wider rows are compared as they stand."""
_DIGITS = 6


def same_rows(mine: Rows, gold: Rows) -> bool:
    """Whether they are the same set of rows."""
    return any(set(turned) == set(wanted) for turned, wanted in _turned(mine, gold))


def same_order(mine: Rows, gold: Rows) -> bool:
    """Whether they are the same rows in the same order; one that is there several times counts where it is first."""
    return any(list(dict.fromkeys(turned)) == list(dict.fromkeys(wanted)) for turned, wanted in _turned(mine, gold))


def same_answer(mine: Rows, gold: Rows) -> bool:
    """Whether the rows of one are those of the other with some columns left out, as where "and the year" is told unasked."""
    one, other = _plain_rows(mine), _plain_rows(gold)
    narrow, wide = sorted((one, other), key=_width)
    if not narrow or not wide or _width(wide) > _MOST_COLUMNS or _width(narrow) == 0:
        return same_rows(mine, gold)
    wanted = set(narrow)
    ways = permutations(range(_width(wide)), _width(narrow))
    return any({tuple(row[at] for at in chosen) for row in wide} == wanted for chosen in ways)


def _turned(mine: Rows, gold: Rows) -> Iterator[tuple[list[tuple[str, ...]], list[tuple[str, ...]]]]:
    """The gold, and mine with its columns in each order."""
    one, other = _plain_rows(mine), _plain_rows(gold)
    if not one or not other:
        if not one and not other:
            yield one, other
    elif _width(one) == _width(other):
        ways = permutations(range(_width(one))) if _width(one) <= _MOST_COLUMNS else iter([tuple(range(_width(one)))])
        for chosen in ways:
            yield [tuple(row[at] for at in chosen) for row in one], other


def _width(rows: Sequence[Sequence[str]]) -> int:
    return len(rows[0]) if rows else 0


def _plain_rows(rows: Rows) -> list[tuple[str, ...]]:
    return [tuple(repr(_plain(value)) for value in row) for row in rows]


def _plain(value: object) -> object:
    """A node is its name, whole and broken numbers are the same, lists are compared without order."""
    if isinstance(value, Mapping):
        naming = (value.get(key) for key in ("title", "name", "id"))
        return next((each for each in naming if each), str(sorted(value.items(), key=str)))
    if isinstance(value, (list, tuple)):
        return tuple(sorted(repr(_plain(part)) for part in value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return round(float(value), _DIGITS)
    return value
