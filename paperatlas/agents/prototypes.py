"""What kind a question is most like: fitted on labelled questions by `benchmarks/fit_router.py`.

Two readers of the same question: its traits, which any language and any slip leaves some of, and its vector, where the
embedder is the one that the weights were fitted with.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from paperatlas.agents.traits import Sparse
from paperatlas.core.answers import Kind
from paperatlas.core.ports import Float32

__all__ = ["FINEST", "WEIGHTS", "Prototypes", "fitted"]

WEIGHTS = "router.npz"
FINEST = 127
"""Weights of traits are kept in this many steps up to their largest: finer ones change no decision on the examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prototypes:
    """Softmax regressions over a question's traits and over its vector."""

    embedder: str
    """The embedder's id: vectors of another mean something else."""
    kinds: tuple[Kind, ...]
    traits: NDArray[np.int8]
    """Int8[places, kinds], in units of `unit`."""
    unit: float
    traits_bias: Float32
    """Float32[kinds]."""
    vectors: Float32
    """Float32[dimension, kinds]."""
    vectors_bias: Float32
    share: float
    """Of the vector's say, where there is one."""

    def chances(self, traits: Sparse, vector: Float32 | None = None) -> Float32:
        """Float32[kinds]: the probability of each kind."""
        places, values = traits
        scores = values @ (self.traits[places].astype(np.float32) * self.unit) + self.traits_bias
        if vector is not None:
            by_vector = vector @ self.vectors + self.vectors_bias
            scores = (1 - self.share) * scores + self.share * by_vector
        chances = np.exp(scores - scores.max())
        return np.asarray(chances / chances.sum(), dtype=np.float32)

    def write(self, path: Path) -> None:
        np.savez_compressed(
            path,
            embedder=self.embedder,
            kinds=np.array(self.kinds),
            traits=self.traits,
            unit=self.unit,
            traits_bias=self.traits_bias,
            vectors=self.vectors.astype(np.float16),
            vectors_bias=self.vectors_bias,
            share=self.share,
        )

    @classmethod
    def read(cls, path: Path) -> Self:
        with np.load(path, allow_pickle=False) as made:
            return cls(
                embedder=str(made["embedder"]),
                kinds=tuple(made["kinds"].tolist()),
                traits=made["traits"],
                unit=float(made["unit"]),
                traits_bias=made["traits_bias"],
                vectors=made["vectors"].astype(np.float32),
                vectors_bias=made["vectors_bias"],
                share=float(made["share"]),
            )


@cache
def fitted() -> Prototypes:
    """Those that come with the package, for the bundled embedder."""
    with resources.as_file(resources.files("paperatlas.agents") / WEIGHTS) as path:
        return Prototypes.read(path)
