"""Text that is read from the right: Arabic, Hebrew and their kin, with numbers and foreign words that run from the left.

An engine hands over such text in the order in which it was drawn, often from the left, ligatures inside out, and
numbers backwards. Where signs stand tells how they are read: this is the bidirectional algorithm of Unicode, undone.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from paperatlas.pipeline.signs.glyphs import Glyph

__all__ = ["in_reading_direction", "is_leftward", "reads_leftward", "signs_as_read"]

_LEFTWARD = re.compile(r"[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
"""Hebrew, Arabic, Syriac, Thaana, N'Ko; Arabic digits, which run from the left, are none of them."""
_WITHIN_NUMBERS = frozenset(".,:/-–٫٬")
"""Signs that are part of a number when they touch it on both sides: dates, decimals, ranges."""
_BESIDE_NUMBERS = frozenset("%‰°#$€£¥٪")
"""Signs that are part of a number that they touch."""
_TOUCHING = 0.15
"""In em: signs nearer than this touch."""
_OPENING, _CLOSING = "([{«‹", ")]}»›"
_MIRRORED = str.maketrans(_OPENING + _CLOSING, _CLOSING + _OPENING)

_Direction: TypeAlias = Literal["right", "left", "number", "neutral"]
_T = TypeVar("_T")


class _Placed(Protocol):
    """A word on its row."""

    @property
    def text(self) -> str: ...
    @property
    def x0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def size(self) -> float: ...


_W = TypeVar("_W", bound=_Placed)


class _Unit(NamedTuple):
    """What keeps its place among its neighbours: a word, or a sign with the marks above and below it."""

    x0: float
    x1: float
    size: float
    direction: _Direction
    text: str


def is_leftward(text: str) -> bool:
    """Whether a text has signs that are read from the right."""
    return bool(_LEFTWARD.search(text))


def reads_leftward(texts: Iterable[str]) -> bool:
    """Whether most of the words that have letters are read from the right."""
    worded = [text for text in texts if any(map(str.isalpha, text))]
    return 2 * sum(map(is_leftward, worded)) >= len(worded) > 0 and any(map(is_leftward, worded))


def in_reading_direction(words: Sequence[_W]) -> tuple[_W, ...]:
    """The words of a row as they are read: from the left, or from the right with numbers and foreign words from the left."""
    ordered = sorted(words, key=lambda word: (word.x0, word.x1, word.text))
    if not any(is_leftward(word.text) for word in ordered):
        return tuple(ordered)
    units = [_Unit(word.x0, word.x1, word.size, _direction(word.text), word.text) for word in ordered]
    return tuple(_as_read(ordered, units, leftward=reads_leftward(word.text for word in ordered)))


def signs_as_read(run: Sequence[Glyph]) -> Sequence[Glyph]:
    """The signs of a level run in the order in which they are read; a run without leftward signs or Arabic digits as it is."""
    if not any(is_leftward(glyph.text) or _is_arabic_digit(glyph.text) for glyph in run):
        return run
    held = [_with_width(bundle) for bundle in _bundles(run)]
    held.sort(key=lambda bundle: _middle(bundle[0]))
    units = [
        _Unit(bundle[0].x0, max(bundle[0].x1, bundle[-1].x1), bundle[0].size, _direction(bundle[0].text), bundle[0].text)
        for bundle in held
    ]
    letters = [unit.direction for unit in units if unit.direction in ("left", "right")]
    leftward = 2 * letters.count("left") >= len(letters)
    read = [glyph for bundle in _as_read(held, units, leftward=leftward) for glyph in bundle]
    return _brackets_turned(read) if leftward else read


def _bundles(run: Sequence[Glyph]) -> list[list[Glyph]]:
    """Signs with what belongs to them: vowel marks, and the other letters of a ligature, which have no width."""
    found: list[list[Glyph]] = []
    halves: list[Glyph] = []
    for glyph in run:
        flat = glyph.x1 - glyph.x0 < 0.01 * glyph.size
        if found and unicodedata.category(glyph.text[0]) == "Mn":
            found[-1].append(glyph)
        elif flat and glyph.text == " ":
            continue
        elif flat and is_leftward(glyph.text):
            halves.append(glyph)  # an engine that turns a drawn run round turns its ligatures as well
        else:
            found.append([glyph, *reversed(halves)])
            halves = []
    return found + [[half] for half in halves]


def _with_width(bundle: list[Glyph]) -> list[Glyph]:
    """The letters of a ligature, each with its share of the box, the first to the right."""
    letters = [glyph for glyph in bundle if unicodedata.category(glyph.text[0]) != "Mn"]
    if len(letters) < 2:
        return bundle
    x0, x1 = letters[0].x0, letters[0].x1
    step = (x1 - x0) / len(letters)
    placed = [glyph._replace(x0=x1 - (at + 1) * step, x1=x1 - at * step) for at, glyph in enumerate(letters)]
    return [*placed, *(glyph for glyph in bundle if glyph not in letters)]


def _as_read(items: Sequence[_T], units: Sequence[_Unit], *, leftward: bool) -> list[_T]:
    """Items that stand from the left, in the order in which they are read."""
    directions = _resolved(units, "left" if leftward else "right")
    runs: list[list[int]] = []
    for index, direction in enumerate(directions):
        apart = direction == "number" and index > 0 and not _touch(units[index - 1], units[index])
        if not runs or direction != directions[index - 1] or apart:
            runs.append([])
        runs[-1].append(index)
    read: list[_T] = []
    for run in reversed(runs) if leftward else runs:
        read += [items[index] for index in (reversed(run) if directions[run[0]] == "left" else run)]
    return read


def _resolved(units: Sequence[_Unit], base: _Direction) -> list[_Direction]:
    """Each unit's own direction, or that of its surroundings: "left" or "right", and "number" for digits among leftward text."""
    directions = [unit.direction for unit in units]
    for index, unit in enumerate(units):
        before = index > 0 and units[index - 1].direction == "number" and _touch(units[index - 1], unit)
        after = index + 1 < len(units) and units[index + 1].direction == "number" and _touch(unit, units[index + 1])
        if (before and after and unit.text in _WITHIN_NUMBERS) or ((before or after) and unit.text in _BESIDE_NUMBERS):
            directions[index] = "number"
    strong: _Direction = base
    for index, direction in enumerate(directions):
        if direction == "number" and strong == "right":
            directions[index] = "right"  # a foreign word and its number are one run
        elif direction in ("left", "right"):
            strong = direction
    return _neutral_resolved(directions, base)


def _neutral_resolved(directions: Sequence[_Direction], base: _Direction) -> list[_Direction]:
    """Signs and spaces between two of a direction take it; elsewhere they take that of the line."""
    found: list[_Direction] = []
    for is_neutral, group in groupby(directions, key=lambda direction: direction == "neutral"):
        held = list(group)
        end = len(found) + len(held)
        before, after = found[-1] if found else base, directions[end] if end < len(directions) else base
        surrounding = before if before == after != "number" else base
        found += [surrounding] * len(held) if is_neutral else held
    return found


def _touch(left: _Unit, right: _Unit) -> bool:
    return right.x0 - left.x1 < _TOUCHING * right.size


def _direction(text: str) -> _Direction:
    if is_leftward(text):
        return "left"
    if any(map(str.isalpha, text)):
        return "right"
    return "number" if any(map(str.isdecimal, text)) else "neutral"


def _is_arabic_digit(text: str) -> bool:
    return any("\u0660" <= char <= "\u0669" or "\u06f0" <= char <= "\u06f9" for char in text)


def _middle(glyph: Glyph) -> float:
    return (glyph.x0 + glyph.x1) / 2


def _brackets_turned(run: Sequence[Glyph]) -> Sequence[Glyph]:
    """A run with its brackets turned round where they only then open before they close: such files name the sign they draw."""
    texts = [glyph.text for glyph in run]
    turned = [text.translate(_MIRRORED) for text in texts]
    if _pairs(turned) <= _pairs(texts):
        return run
    return [glyph._replace(text=text) for glyph, text in zip(run, turned, strict=True)]


def _pairs(texts: Iterable[str]) -> int:
    waiting: list[str] = []
    pairs = 0
    for text in texts:
        if text and text in _OPENING:
            waiting.append(_CLOSING[_OPENING.index(text)])
        elif waiting and text == waiting[-1]:
            waiting.pop()
            pairs += 1
    return pairs
