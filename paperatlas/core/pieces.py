"""Pieces of text, packed: a page has hundreds, a long document millions."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from paperatlas.core.types import Piece

__all__ = ["Pieces"]


class Pieces(Sequence[Piece]):
    """A tuple of pieces in a sixth of its memory; equal to the tuple."""

    __slots__ = ("_corners", "_offsets")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        given = list(pieces)
        self._offsets = array("q", (offset for piece in given for offset in piece[:2]))
        self._corners = array("d", (corner for piece in given for corner in piece[2:]))

    def __len__(self) -> int:
        return len(self._offsets) // 2

    def __iter__(self) -> Iterator[Piece]:
        offsets, corners = self._offsets, self._corners
        columns = (offsets[0::2], offsets[1::2], corners[0::4], corners[1::4], corners[2::4], corners[3::4])
        return map(Piece._make, zip(*columns, strict=True))

    @overload
    def __getitem__(self, index: int) -> Piece: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, index: int | slice) -> Piece | tuple[Piece, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Pieces):
            return self._offsets == other._offsets and self._corners == other._corners
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Pieces({list(self)!r})"
