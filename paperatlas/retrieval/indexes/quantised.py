"""Vectors at a byte a number: near enough to tell which of them cannot be among the nearest, for a quarter of the reading."""

from dataclasses import dataclass

import numkong
import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ports import Float32

__all__ = ["Codes", "Int8", "encoded"]

Int8 = NDArray[np.int8]

_LARGEST = 127
"""The largest code; -128 is not used, so that a vector and its opposite have opposite codes."""
_SLACK = 1e-5
"""More than the sums of single-precision numbers of a cosine can be off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codes:
    """The codes of many vectors of length 1."""

    values: Int8
    """Int8[rows, dimension]"""
    steps: Float32
    """Float32[rows]: what a code of 1 is worth in each row."""
    error: float
    """How long the difference of a vector and its codes is at most."""

    def at(self, rows: NDArray[np.int64]) -> "Codes":
        """Those of some rows."""
        return Codes(values=self.values[rows], steps=self.steps[rows], error=self.error)

    def cosines(self, vector: Float32) -> tuple[Float32, float]:
        """Estimates of the cosine of each row with a vector of length 1, and how far they can be off.

        With v = v' + f the vector and m = m' + e a row, each the sum of what its codes say and of the rest,
        v m - v' m' = v' e + f m. By Cauchy and Schwarz that is at most |v'| |e| + |f|: a bound that holds for every row, so
        that a search that keeps to it finds what an exact one finds.
        """
        (values,), (step,), rest = encoded(vector[np.newaxis])
        products = np.asarray(numkong.cdist(values[np.newaxis], self.values, "dot"))[0].astype(np.float32)
        products *= self.steps
        products *= step
        return products, (1 + rest) * self.error + rest + _SLACK


def encoded(vectors: Float32) -> tuple[Int8, Float32, float]:
    """Codes and steps of each row, and the length of the largest difference."""
    if not len(vectors):
        return np.zeros(vectors.shape, dtype=np.int8), np.zeros(0, dtype=np.float32), 0.0
    largest = np.abs(vectors).max(axis=1)
    steps = np.where(largest > 0, largest / _LARGEST, 1).astype(np.float32)
    values = np.rint(vectors / steps[:, np.newaxis]).astype(np.int8)
    rest = vectors - values * steps[:, np.newaxis]
    return values, steps, float(np.linalg.norm(rest, axis=1).max())
