"""A matrix of vectors on disk: the vectors, their codes, the steps of these, and whose they are.

Each is a file to which rows are appended.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.quantised import Codes, encoded
from paperatlas.retrieval.indexes.row_names import WIDTH

__all__ = ["SUFFIXES", "Matrix", "append", "mapped", "write"]

VECTORS, CODES, STEPS, IDS = ".f32", ".i8", ".step", ".ids"
SUFFIXES = frozenset({VECTORS, CODES, STEPS, IDS})
BATCH = 50_000
"""Vectors coded at once, which takes some 250 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Dead rows included."""

    vectors: Float32
    """Float32[rows, dimension]"""
    codes: Codes
    ids: NDArray[np.bytes_]
    """S48[rows]"""


def append(stem: Path, ids: NDArray[np.bytes_], vectors: Float32) -> tuple[int, float]:
    """Add rows to the files named after `stem`, durably. The first row's number, and the largest error of the codes.

    A killed writer may have left part of a row in one file and nothing in the next: all go on at the same row, beyond it.
    """
    widths = _widths(vectors.shape[1])
    first = max(-(-_size(stem.with_suffix(suffix)) // width) for suffix, width in widths.items())
    errors = [0.0]
    files = {suffix: stem.with_suffix(suffix).open("ab") for suffix in widths}
    try:
        for suffix, file in files.items():
            file.write(b"\0" * (first * widths[suffix] - file.tell()))
        for start in range(0, len(vectors), BATCH):
            part = vectors[start : start + BATCH]
            codes, steps, error = encoded(part)
            errors.append(error)
            names = ids[start : start + BATCH]
            columns = part.astype("<f4", copy=False), codes, steps.astype("<f4", copy=False), names
            for file, column in zip(files.values(), columns, strict=True):
                file.write(column.tobytes())
        for file in files.values():
            _sync(file)
    finally:
        for file in files.values():
            file.close()
    return first, max(errors)


def mapped(stem: Path, dimension: int, *, rows: int, error: float) -> Matrix:
    """The first rows of a matrix, read as they are needed.

    Raises:
        FileNotFoundError: it is not there.
        ValueError: it has fewer.
    """
    widths = _widths(dimension)
    if rows > min(stem.with_suffix(suffix).stat().st_size // width for suffix, width in widths.items()):
        raise ValueError(f"{stem.name!r} is shorter than its manifest says")
    codes = Codes(
        values=_column(stem.with_suffix(CODES), "i1", (rows, dimension)),
        steps=_column(stem.with_suffix(STEPS), "<f4", (rows,)),
        error=error,
    )
    return Matrix(
        vectors=_column(stem.with_suffix(VECTORS), "<f4", (rows, dimension)),
        codes=codes,
        ids=_column(stem.with_suffix(IDS), f"S{WIDTH}", (rows,)),
    )


def write(file: BinaryIO, content: bytes) -> None:
    """Durably."""
    file.write(content)
    _sync(file)


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _widths(dimension: int) -> Mapping[str, int]:
    """Bytes of a row in each file."""
    return {VECTORS: 4 * dimension, CODES: dimension, STEPS: 4, IDS: WIDTH}


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _column(file: Path, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
    if not shape[0]:  # nothing to map
        return np.zeros(shape, dtype=kind)
    return np.asarray(np.memmap(file, dtype=kind, mode="r", shape=shape))
