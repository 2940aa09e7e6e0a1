"""What kind a question is most like, where no rule fits it: fitted on labelled questions by `benchmarks/fit_router.py`."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Self

import numpy as np

from paperatlas.core.answers import Kind
from paperatlas.core.ports import Float32

__all__ = ["WEIGHTS", "Prototypes", "fitted"]

WEIGHTS = "router.json"
_DECIMALS = 2
"""Of the weights kept: more change no decision on the examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prototypes:
    """A softmax regression over the vectors of one embedder."""

    embedder: str
    """The embedder's id: vectors of another mean something else."""
    kinds: tuple[Kind, ...]
    weights: Float32
    """Float32[dimension, kinds]."""
    bias: Float32
    """Float32[kinds]."""

    def likeliest(self, vector: Float32) -> tuple[Kind, float]:
        """The kind and its probability."""
        scores = vector @ self.weights + self.bias
        chances = np.exp(scores - scores.max())
        best = int(chances.argmax())
        return self.kinds[best], float(chances[best] / chances.sum())

    def write(self, path: Path) -> None:
        rounded = {"weights": self.weights, "bias": self.bias}
        made = {"embedder": self.embedder, "kinds": self.kinds}
        numbers = {name: np.round(values.astype(float), _DECIMALS).tolist() for name, values in rounded.items()}
        path.write_text(json.dumps({**made, **numbers}, separators=(",", ":")) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, text: str) -> Self:
        made = json.loads(text)
        return cls(
            embedder=made["embedder"],
            kinds=tuple(made["kinds"]),
            weights=np.array(made["weights"], dtype=np.float32),
            bias=np.array(made["bias"], dtype=np.float32),
        )


@cache
def fitted() -> Prototypes:
    """Those that come with the package, for the bundled embedder."""
    return Prototypes.read((resources.files("paperatlas.agents") / WEIGHTS).read_text(encoding="utf-8"))
