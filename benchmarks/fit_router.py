"""Fit what the router weighs beside its rules: softmax regressions over a question's wording and over its vector.

    python benchmarks/fit_router.py [--each 4] [--write]          fit; print accuracy on the questions held apart
    python benchmarks/fit_router.py --measure dev|final           what the weights of the package give there, by group

Fitted on `tests/data/router_questions.jsonl` and on questions made from the templates in `benchmarks/router`, as they are and
as people type them in haste. `tests/data/router_heldout.jsonl` is for measuring only; its part "final" was written before
everything else and is looked at as a number.
"""

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from router_questions import blurred, made_questions
from scipy.optimize import minimize

from paperatlas.agents.forms.talk import needs_history
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.prototypes import FINEST, WEIGHTS, Prototypes
from paperatlas.agents.route import route
from paperatlas.agents.route_rules import decide
from paperatlas.agents.state import Question
from paperatlas.agents.traits import BUCKETS, Turn, traits
from paperatlas.core.answers import Kind
from paperatlas.models.bundled_embedder import bundled_embedder

Row: TypeAlias = dict[str, Any]
Floats: TypeAlias = NDArray[np.float64]
ROOT = Path(__file__).resolve().parent.parent
LABELLED = ROOT / "tests" / "data" / "router_questions.jsonl"
HELD_OUT = ROOT / "tests" / "data" / "router_heldout.jsonl"
KINDS: tuple[Kind, ...] = (
    "comparison", "count", "fact", "follow_up", "list", "metadata", "off_topic", "position", "relation", "summary", "table",
)  # fmt: skip
SEED = 5
HASTY = 0.4
"""Weight of a question typed in haste, out of 1 for both of its forms."""
MAIN = 0.75
"""Of the kind that a question asks for, where others would be right too and share the rest."""
RIDGE_WORDING, RIDGE_VECTOR = 3e-6, 1e-4
"""Weights of the squared weights in the loss: the best of five each, by the part "dev" of the questions held apart."""
STEPS_WORDING, STEPS_VECTOR = 80, 150
SHARE = 0.5
"""Of the vector's scores: anything from a third to two thirds does as well on "dev"."""
BATCH = 64


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    history: tuple[str, ...]
    target: Floats
    weight: float


def read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def target(kind: Kind, also: Sequence[Kind]) -> Floats:
    wanted = np.zeros(len(KINDS))
    wanted[KINDS.index(kind)] = MAIN if also else 1.0
    for other in also:
        wanted[KINDS.index(other)] += (1 - MAIN) / len(also)
    return wanted


def bare(text: str) -> str:
    return text.lower().strip(" ?.!？。")


def examples(each: int) -> list[Example]:
    chance = random.Random(SEED)
    found: list[Example] = []
    apart = {bare(row["question"]) for row in read(HELD_OUT)}
    for made in made_questions(each, seed=SEED):
        if bare(made.text) in apart:
            continue
        wanted = target(made.kind, made.also)
        found.append(Example(made.text, made.history, wanted, (1 - HASTY) / each))
        found.append(Example(blurred(made.text, chance), made.history, wanted, HASTY / each))
    for row in read(LABELLED):
        wanted, history = target(row["kind"], row.get("also", ())), tuple(row.get("history", ()))
        found.append(Example(row["question"], history, wanted, 1.0))
        found.append(Example(blurred(row["question"], chance), history, wanted, HASTY))
    return found


def wording(rows: Sequence[Example]) -> sp.csr_matrix:
    found = []
    for row in rows:
        text = plain(row.text)
        said, confidence = decide(text, row.history)
        leans = needs_history(text, row.history)
        turn = Turn(text=row.text, plain=text, history=row.history, said=said, confidence=confidence, leans=leans)
        found.append(traits(turn))
    ends = np.cumsum([0, *(len(places) for places, _ in found)])
    places, values = np.concatenate([p for p, _ in found]), np.concatenate([v for _, v in found])
    return sp.csr_matrix((values, places, ends), shape=(len(found), BUCKETS))


def fit(seen: Any, rows: Sequence[Example], ridge: float, steps: int) -> tuple[Floats, Floats]:
    """Weights and bias of a softmax regression on a matrix, dense or sparse, with a row for each example."""
    wanted = np.stack([row.target for row in rows])
    weight = np.array([row.weight for row in rows])[:, None]
    weight /= weight.sum()
    size, kinds = seen.shape[1], wanted.shape[1]

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights, bias = flat[: size * kinds].reshape(size, kinds), flat[size * kinds :]
        scores = seen @ weights + bias
        scores -= scores.max(axis=1, keepdims=True)
        total = np.exp(scores).sum(axis=1, keepdims=True)
        slope = weight * (np.exp(scores) / total - wanted)
        worth = -(weight * wanted * (scores - np.log(total))).sum() + ridge / 2 * (weights**2).sum()
        return float(worth), np.concatenate([(seen.T @ slope + ridge * weights).ravel(), slope.sum(axis=0)])

    found = minimize(loss, np.zeros((size + 1) * kinds), jac=True, method="L-BFGS-B", options={"maxiter": steps}).x
    return found[: size * kinds].reshape(size, kinds), found[size * kinds :]


def fitted(each: int) -> Prototypes:
    rows = examples(each)
    model = bundled_embedder(threads=1)
    texts = list(dict.fromkeys(plain(row.text) for row in rows))
    parts = [model.embed(texts[at : at + BATCH], kind="query") for at in range(0, len(texts), BATCH)]
    place, vectors = {text: at for at, text in enumerate(texts)}, np.concatenate(parts).astype(np.float64)
    by_wording, wording_bias = fit(wording(rows), rows, RIDGE_WORDING, STEPS_WORDING)
    by_vector, vector_bias = fit(vectors[[place[plain(row.text)] for row in rows]], rows, RIDGE_VECTOR, STEPS_VECTOR)
    unit = float(np.abs(by_wording).max()) / FINEST
    return Prototypes(
        embedder=model.id,
        kinds=KINDS,
        traits=np.round(by_wording / unit).astype(np.int8),
        unit=unit,
        traits_bias=wording_bias.astype(np.float32),
        vectors=by_vector.astype(np.float32),
        vectors_bias=vector_bias.astype(np.float32),
        share=SHARE,
    )


def groups_of(row: Row) -> tuple[str, ...]:
    return (
        "all",
        f"kind {row['kind']}",
        "English" if row["language"] == "en" else "other languages",
        "typed in haste" if row.get("noisy") else "typed with care",
        "after others" if row.get("history") else "alone",
    )


def measure(rows: Sequence[Row], prototypes: Prototypes | None, *, errors: bool) -> None:
    """Accuracy by group with 95 % intervals (Wilson), the commonest confusions, and the time of a question."""
    embedder = bundled_embedder(threads=1)
    right: dict[str, list[bool]] = defaultdict(list)
    confused: Counter[str] = Counter()
    seconds = 0.0
    for row in rows:
        question = Question(text=row["question"], history=tuple(row.get("history", ())))
        began = time.perf_counter()
        kind = route(question, (), embedder=embedder, prototypes=prototypes).kind
        seconds += time.perf_counter() - began
        ok = kind in {row["kind"], *row.get("also", ())}
        for group in groups_of(row):
            right[group].append(ok)
        if not ok:
            confused[f"{row['kind']} as {kind}"] += 1
            if errors:
                print(f"  {row['kind']} as {kind}: {row['question']}")
    for group, hits in sorted(right.items()):
        low, high = interval(sum(hits), len(hits))
        print(f"{group:18s} {sum(hits):3d}/{len(hits):<3d} {sum(hits) / len(hits):.3f} [{low:.3f}, {high:.3f}]")
    print(", ".join(f"{name} x{times}" for name, times in confused.most_common(8)))
    print(f"{1000 * seconds / len(rows):.1f} ms a question")


def interval(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    share, spread = hits / of, z * z / of
    middle, half = share + spread / 2, z * (share * (1 - share) / of + spread / (4 * of)) ** 0.5
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=4, help="questions made from a template, at least")
    parser.add_argument("--write", action="store_true", help="into the package")
    parser.add_argument("--measure", choices=("dev", "final"))
    parser.add_argument("--errors", action="store_true", help="print what is routed wrongly, of the part dev")
    args = parser.parse_args()
    part = args.measure or "dev"
    prototypes = None if args.measure else fitted(args.each)
    if args.write and prototypes:
        prototypes.write(ROOT / "paperatlas" / "agents" / WEIGHTS)
    held = [row for row in read(HELD_OUT) if row["part"] == part]
    measure(held, prototypes, errors=args.errors and part == "dev")


if __name__ == "__main__":
    main()
