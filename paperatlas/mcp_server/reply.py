"""What a tool gives back: data for programs, the same as text for models that are given only that, and pictures.

A client may hand both forms to its model, so each has half of what a result may take of its context.
"""

import json
from collections.abc import Callable, Iterator, MutableMapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from paperatlas.core.errors import InputError

__all__ = ["HALF", "BadCursor", "Listed", "Picture", "Reply", "clipped", "cut_bytes", "fitted", "listed_from", "size"]

T = TypeVar("T")

HALF = 16_000
"""Bytes of either form. Four bytes a token, and hardly ever fewer than two: both together stay under ten thousand tokens, which
is what Claude Code takes without a warning."""
_LONGEST = 2_000
"""Bytes to which a text inside the data may be cut when there is no list left to shorten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A PNG image."""

    png: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The result of a tool."""

    data: dict[str, Any]
    text: str
    pictures: tuple[Picture, ...] = ()
    whole: bool = False
    """It was asked for at its size, and is given whole."""


class BadCursor(InputError):
    code = "bad_cursor"


def size(value: Any) -> int:
    """Bytes of the JSON of a value."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))


class Listed(NamedTuple):
    """A part of a long list."""

    rows: list[dict[str, Any]]
    next_cursor: str
    """Where to go on; empty at the end."""
    left: int
    """How many come after."""


def listed_from(items: Sequence[T], row: Callable[[T], dict[str, Any]], *, cursor: str, limit: int, most_bytes: int) -> Listed:
    """The rows from the cursor on: at most `limit`, and no more than `most_bytes` hold, but always one where there is one."""
    start = int(cursor or 0)
    rows: list[dict[str, Any]] = []
    taken = 0
    for item in items[start : start + limit]:
        made = row(item)
        taken += size(made)
        if rows and taken > most_bytes:
            break
        rows.append(made)
    following = start + len(rows)
    left = max(0, len(items) - following)
    return Listed(rows=rows, next_cursor=str(following) if left else "", left=left)


def cut_bytes(text: str, most: int, start: int = 0) -> int:
    """Where to end a text that begins at `start` so that it takes at most `most` bytes: at a line's or sentence's end if one is
    near, and never before the first character.
    """
    end = min(len(text), start + most)
    while end > start + 1 and len(text[start:end].encode("utf-8", "replace")) > most:
        over = len(text[start:end].encode("utf-8", "replace")) - most
        end = max(start + 1, end - max(1, over // 4))
    if end == len(text):
        return end
    for mark in ("\n", ". ", " "):
        at = text.rfind(mark, start + (end - start) * 3 // 4, end)
        if at > start:
            return at + len(mark)
    return end


def clipped(text: str, most: int) -> str:
    """A text of at most `most` bytes or so, that says where it was cut."""
    end = cut_bytes(text, most)
    return text if end == len(text) else f"{text[:end].rstrip()} … [{len(text) - end} more characters]"


def fitted(data: dict[str, Any], most: int = HALF) -> dict[str, Any]:
    """The data, shortened where it is too long: its longest lists lose their last items, and `shortened` says which lists did.

    This is the last guard: tools page what is long by its nature.
    """
    if size(data) <= most:
        return data
    data = json.loads(json.dumps(data))
    whole: dict[str, int] = {}
    while size(data) > most:
        lists = [(size(items), path, items) for path, items in _lists(data, "") if len(items) > 1]
        if not lists:
            break
        # An inner list is inside all those around it: of lists of about one size the innermost is what is long.
        largest = max(each[0] for each in lists)
        _, path, items = max((each for each in lists if each[0] * 2 >= largest), key=lambda each: each[1].count("."))
        whole.setdefault(path, len(items))
        # Half of one list, then half of what is the longest after that: so that none is emptied while others stay whole.
        enough = min(size(data) - most, size(items) // 2)
        dropped = 0
        while len(items) > 1 and dropped <= enough:
            dropped += size(items.pop())
    if size(data) > most:
        _clip_texts(data, most)
    notes = [f"{path}: {kept} of {whole[path]}" for path, items in _lists(data, "") if (kept := len(items)) < whole.get(path, 0)]
    return {**data, "shortened": notes or ["long texts"]}


def _lists(value: Any, path: str) -> Iterator[tuple[str, MutableSequence[Any]]]:
    if isinstance(value, MutableMapping):
        for name, inner in value.items():
            yield from _lists(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, MutableSequence):
        yield path, value
        for index, inner in enumerate(value):
            yield from _lists(inner, f"{path}.{index}")


def _clip_texts(value: Any, most: int) -> None:
    """Cut long texts in place, shorter each time until all of it fits."""
    longest = _LONGEST
    while size(value) > most and longest >= 40:
        _clip_each(value, longest)
        longest //= 2


def _clip_each(value: Any, longest: int) -> None:
    entries = value.items() if isinstance(value, MutableMapping) else enumerate(value)
    for key, inner in list(entries):
        if isinstance(inner, str):
            value[key] = clipped(inner, longest)
        elif isinstance(inner, MutableMapping | MutableSequence):
            _clip_each(inner, longest)
