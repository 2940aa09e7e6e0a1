"""Values of the core as they lie in columns: JSON, compressed where it is long."""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from pydantic import TypeAdapter

from paperatlas.core.types import Block, Box, Piece, Span

__all__ = [
    "from_json",
    "pack_blocks",
    "pack_pieces",
    "places",
    "to_json",
    "unpack_blocks",
    "unpack_boxes",
    "unpack_pieces",
    "unpack_spans",
]

_LEVEL = 6
"""zlib's own balance of size and time."""
_PER_POINT = 100
"""Coordinates of pieces are kept to a hundredth of a point, some thousandths of a millimetre: integers pack, floats do not."""


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def to_json(value: object, kind: Any) -> str:
    """A core value as JSON; the same value always gives the same text."""
    return _adapter(kind).dump_json(value).decode("utf-8")


def from_json(text: str | bytes, kind: Any) -> Any:
    """The value of that kind which `to_json` was given."""
    return _adapter(kind).validate_json(text)


def pack_blocks(blocks: tuple[Block, ...]) -> bytes:
    return zlib.compress(_adapter(tuple[Block, ...]).dump_json(blocks), _LEVEL)


def unpack_blocks(packed: bytes) -> tuple[Block, ...]:
    blocks: tuple[Block, ...] = from_json(zlib.decompress(packed), tuple[Block, ...])
    return blocks


def pack_pieces(pieces: Sequence[Piece]) -> bytes:
    """Column by column, offsets as differences, as little-endian 32-bit integers."""
    starts = [piece.start for piece in pieces]
    steps = [after - before for before, after in zip([0, *starts], starts, strict=False)]
    corners = ([round(piece[corner] * _PER_POINT) for piece in pieces] for corner in range(2, 6))
    column = array("i", steps)
    column.extend(piece.end - piece.start for piece in pieces)
    for values in corners:
        column.extend(values)
    return zlib.compress(_little_endian(column).tobytes(), _LEVEL)


def unpack_pieces(packed: bytes) -> tuple[Piece, ...]:
    packed_column = array("i")
    packed_column.frombytes(zlib.decompress(packed))
    values = _little_endian(packed_column).tolist()
    count = len(values) // 6
    steps, lengths, *corners = (values[at * count : (at + 1) * count] for at in range(6))
    starts = list(accumulate(steps))
    ends = [start + length for start, length in zip(starts, lengths, strict=True)]
    points = [[corner / _PER_POINT for corner in column] for column in corners]
    # By columns: a call for each of thousands of pieces would be most of what reading a document takes.
    return tuple(map(Piece._make, zip(starts, ends, *points, strict=True)))


def _little_endian(column: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        column = array("i", column)
        column.byteswap()
    return column


def places(values: Iterable[Span | Box]) -> str:
    """Spans or boxes as JSON arrays."""
    return json.dumps([list(value) for value in values], separators=(",", ":"))


def unpack_spans(text: str) -> tuple[Span, ...]:
    return tuple(Span(*value) for value in json.loads(text))


def unpack_boxes(text: str) -> tuple[Box, ...]:
    return tuple(Box(*value) for value in json.loads(text))
