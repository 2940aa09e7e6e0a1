"""How many rows of a table are its header: what every statement about a cell is built on."""

from collections.abc import Sequence
from itertools import pairwise

from paperatlas.pipeline.floats.cells import is_numeric
from paperatlas.pipeline.layout import Rect

__all__ = ["count_header_rows"]

_MOST = 5
"""Headers of more rows than this do not occur; what looks like one is a table of words."""
_WIDE = 0.75
"""A rule below the header runs over this part of the table's width; shorter ones group columns."""


def count_header_rows(
    texts: Sequence[Sequence[str]], spans: Sequence[tuple[float, float]], rules: Sequence[Rect], box: Rect
) -> int:
    """The rows above the first rule across the table, else the first; and below them what completes them.

    Args:
        texts: the cells, row by row.
        spans: top and bottom of each row's words.
        rules: strokes on the page.
        box: the table.
    """
    if len(texts) < 2:
        return 0
    by_rule = _above_first_rule(spans, rules, box)
    if by_rule is not None and by_rule <= _MOST and not _is_data(texts[0]) and not any(map(_is_entry, texts[:by_rule])):
        return 0 if _comes_again(texts, by_rule) else _completed(texts, max(by_rule, _above_values(texts)))
    if _is_data(texts[0]):
        return 0 if all(is_numeric(text) for text in texts[0] if text.strip()) else 1
    return _completed(texts, max(1, _above_values(texts)))


def _completed(texts: Sequence[Sequence[str]], count: int) -> int:
    """As many rows more as it takes to name the columns: a header that only groups columns has the names below it."""
    while count < min(_MOST, len(texts) - 1):
        above, row = texts[count - 1], texts[count]
        filled = sum(bool(text.strip()) for text in row)
        named = sum(bool(text.strip()) for text in above)
        if _holds_values(row) or filled < 2 or named >= filled or named > 0.5 * len(above):
            return count
        count += 1
    return count


def _comes_again(texts: Sequence[Sequence[str]], count: int) -> bool:
    """Whether the labels of the first rows are those of later ones too: then a rule parts groups, and nothing heads them."""
    below = {row[0] for row in texts[count:]}
    return count > 1 and all(row[0].strip() and row[0] in below for row in texts[:count])


def _above_values(texts: Sequence[Sequence[str]]) -> int:
    """How many rows of words stand above rows that all hold values, where the first groups columns; 0 where it does not."""
    first = next((index for index, row in enumerate(texts) if _is_data(row)), len(texts))
    groups = any(not text.strip() for text in texts[0][1:])
    heads, body = texts[:first], [row for row in texts[first:] if sum(bool(text.strip()) for text in row) > 1]
    if not groups or not 1 < first <= _MOST or not all(map(_is_data, body)):
        return 0
    return first if all(sum(bool(text.strip()) for text in row) > 1 and not _holds_values(row) for row in heads) else 0


def _above_first_rule(spans: Sequence[tuple[float, float]], rules: Sequence[Rect], box: Rect) -> int | None:
    """Rows above the first rule that runs across between two rows; None when there is none, or one below each row."""
    width = box[2] - box[0]
    crossing = []
    for index, (upper, lower) in enumerate(pairwise(spans)):
        low, high = min(upper[1], lower[0]) - 3, max(upper[1], lower[0]) + 3
        pieces = [rule for rule in rules if rule[3] - rule[1] < 3 and low < (rule[1] + rule[3]) / 2 < high]
        if sum(max(0.0, min(rule[2], box[2]) - max(rule[0], box[0])) for rule in _apart(pieces)) > _WIDE * width:
            crossing.append(index + 1)
    if not crossing or len(crossing) > 0.7 * (len(spans) - 1) > 1.5:
        return None
    return crossing[0]


def _apart(rules: Sequence[Rect]) -> list[Rect]:
    """Rules without those that lie over one another: some writers draw each twice."""
    kept: list[Rect] = []
    for rule in sorted(rules):
        if not kept or rule[0] > kept[-1][2] - 1:
            kept.append(rule)
        elif rule[2] > kept[-1][2]:
            kept[-1] = (kept[-1][0], kept[-1][1], rule[2], kept[-1][3])
    return kept


def _is_data(row: Sequence[str]) -> bool:
    """Whether more than half of a row's cells beside its first hold values; years alone are column names."""
    filled = [text for text in row[1:] if text.strip()]
    values = [text for text in filled if is_numeric(text)]
    if not filled or len(values) <= 0.5 * len(filled):
        return False
    return not all(_is_year(text) for text in values)


def _is_entry(row: Sequence[str]) -> bool:
    """Whether a row of values has a name; without one they are names themselves, of columns that a heading groups."""
    return bool(row[0].strip()) and _is_data(row)


def _holds_values(row: Sequence[str]) -> bool:
    return any(is_numeric(text) and not _is_year(text) for text in row[1:])


def _is_year(text: str) -> bool:
    bare = text.strip("*†‡ ")
    return bare.isdigit() and 1900 <= int(bare) <= 2100
