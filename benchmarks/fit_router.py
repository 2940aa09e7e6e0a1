"""Fit what the router falls back on when no rule fits a question: softmax regression over the bundled embedder's vectors.

    python benchmarks/fit_router.py [--examples tests/data/router_questions.jsonl] [--held-out FILE] [--write]

Prints the accuracy of rules alone and of rules with the fallback: by ten-fold cross-validation of the fallback on the
examples (the rules were written with them in view), and on questions held out where a file of them is given.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from paperatlas.agents.forms.wording import plain
from paperatlas.agents.prototypes import WEIGHTS, Prototypes
from paperatlas.agents.route import route
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind
from paperatlas.core.ports import Embedder, Float32
from paperatlas.models.bundled_embedder import bundled_embedder

Row: TypeAlias = dict[str, Any]
ROOT = Path(__file__).resolve().parent.parent
RIDGE = 1e-4
"""Weight of the squared weights in the loss: the best of 3e-5, 1e-4 and 3e-4 on questions held out."""
STEPS, RATE, FOLDS = 1500, 8.0, 10


class Fixed:
    """An embedder that knows its texts' vectors already."""

    def __init__(self, name: str, vectors: dict[str, Float32]) -> None:
        self.id, self.dimension, self._vectors = name, 384, vectors

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        assert kind == "query"
        return np.stack([self._vectors[text] for text in texts])


def read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def fit(vectors: Float32, kinds: list[Kind], embedder: str) -> Prototypes:
    names = sorted(set(kinds))
    wanted = np.array([[kind == name for name in names] for kind in kinds], dtype=np.float64)
    weights, bias = np.zeros((vectors.shape[1], len(names))), np.zeros(len(names))
    for _ in range(STEPS):
        scores = vectors @ weights + bias
        chance = np.exp(scores - scores.max(axis=1, keepdims=True))
        slope = (chance / chance.sum(axis=1, keepdims=True) - wanted) / len(kinds)
        weights -= RATE * (vectors.T @ slope + RIDGE * weights)
        bias -= RATE * slope.sum(axis=0)
    return Prototypes(embedder=embedder, kinds=tuple(names), weights=weights.astype(np.float32), bias=bias.astype(np.float32))


def right(rows: Sequence[Row], embedder: Embedder | None = None, prototypes: Prototypes | None = None) -> int:
    asked = [Question(text=row["question"], history=tuple(row.get("history", ()))) for row in rows]
    kinds = [route(question, (), embedder=embedder, prototypes=prototypes).kind for question in asked]
    return sum(kind in {row["kind"], *row.get("also", ())} for kind, row in zip(kinds, rows, strict=True))


def said(name: str, rules: int, both: int, rows: int) -> None:
    print(f"{name}: rules {rules / rows:.3f}, with fallback {both / rows:.3f} (n={rows})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=Path, default=ROOT / "tests" / "data" / "router_questions.jsonl")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    examples, held = read(args.examples), read(args.held_out) if args.held_out else []
    model = bundled_embedder(threads=1)
    texts = list(dict.fromkeys(plain(row["question"]) for row in [*examples, *held]))
    known = dict(zip(texts, model.embed(texts, kind="query"), strict=True))
    embedder = Fixed(model.id, known)

    def fitted(rows: Sequence[Row]) -> Prototypes:
        alone = [row for row in rows if not row.get("history")]
        return fit(np.stack([known[plain(row["question"])] for row in alone]), [row["kind"] for row in alone], model.id)

    crossed = 0
    for fold in range(FOLDS):
        trained = fitted([row for i, row in enumerate(examples) if i % FOLDS != fold])
        crossed += right(examples[fold::FOLDS], embedder, trained)
    said("examples", right(examples), crossed, len(examples))
    whole = fitted(examples)
    if held:
        said("held out", right(held), right(held, embedder, whole), len(held))
    if args.write:
        whole.write(ROOT / "paperatlas" / "agents" / WEIGHTS)


if __name__ == "__main__":
    main()
