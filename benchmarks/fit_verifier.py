"""Fits the verifier's model and writes `paperatlas/agents/verify/verifier.json`.

    python -m benchmarks.fit_verifier ../shared/data/grounding/scifact_train.jsonl [--cache FILE]

The file has a line a claim: {"id": "claim-document", "claim", "document": [sentence], "label": SUPPORT|CONTRADICT|NEI} (SciFact's
training part, CC BY-NC 2.0). Beside it the model sees the "fit" halves of the claims that `adversarial_claims.py` makes of the
sample papers' and the file's sentences, and of the hand-written ones. What is written are coefficients; no text of the data set
goes into the project. Figures are from cross-validation that never has a text on both sides; the costs of the labels are chosen
on the same folds. `--cache` keeps what the models said of each text, which takes ten minutes to compute.
"""

import argparse
import hashlib
import json
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import rankdata

from benchmarks.adversarial_claims import Pair, generated, given_sentences, hand_written, sample_sentences
from paperatlas.agents.verify import fitted
from paperatlas.agents.verify.fitted import LABELS
from paperatlas.agents.verify.kinship import Kinship
from paperatlas.agents.verify.passages import find
from paperatlas.agents.verify.signals import measure
from paperatlas.core.ports import Embedder, Float32, Reranker
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.onnx_reranker import MiniLMReranker

GOLD = {"SUPPORT": "supported", "CONTRADICT": "contradicted", "NEI": "unverifiable"}
SOURCES = {"quote": {"hand-written": 1.0, "generated": 0.2}, "text": {"scifact": 1.0}}
"""What each part of the model is fitted on, and what a claim weighs: generated ones are many and alike."""
RIDGE = 10.0
"""Penalty on standardised weights: 3 to 30 give the same figures within a hundredth."""
NARROWEST = 0.05
"""Least standard deviation that an input is scaled by: rare signals should not get huge weights."""
FOLDS = 5

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A pair and where it is from."""

    pair: Pair
    source: str
    inputs: Mapping[str, float]

    @property
    def fold(self) -> int:
        return hashlib.sha256(self.pair.text.encode()).digest()[1] % FOLDS


class Remembering:
    """The bundled models, each text and pair computed once; kept in a file between runs where one is named."""

    def __init__(self, embedder: Embedder, reranker: Reranker, file: Path | None) -> None:
        self._embedder, self._reranker, self._file = embedder, reranker, file
        self.id, self.dimension = embedder.id, embedder.dimension
        self._vectors: dict[str, Float32] = {}
        self._scores: dict[tuple[str, str], float] = {}
        if file is not None and file.exists():
            self._vectors, self._scores = pickle.loads(file.read_bytes())

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._embedder.embed(new, kind=kind), strict=True))
        return np.array([self._vectors[text] for text in texts], dtype=np.float32)

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        new = [passage for passage in dict.fromkeys(passages) if (query, passage) not in self._scores]
        if new:
            scored = self._reranker.score(query, new)
            self._scores.update(zip([(query, passage) for passage in new], map(float, scored), strict=True))
        return np.array([self._scores[query, passage] for passage in passages], dtype=np.float32)

    def save(self) -> None:
        if self._file is not None:
            self._file.write_bytes(pickle.dumps((self._vectors, self._scores)))


def scifact(file: Path) -> list[Pair]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [
        Pair(claim=row["claim"], text=" ".join(s.strip() for s in row["document"]), label=GOLD[row["label"]], kind="scifact")
        for row in rows
    ]


def measured(pairs: Mapping[str, Sequence[Pair]], models: Remembering) -> list[Case]:
    kinship, cases = Kinship(models), []
    for source, given in pairs.items():
        for pair in given:
            inputs = measure(find(pair.claim, pair.text, models, models), kinship).inputs
            cases.append(Case(pair=pair, source=source, inputs=inputs))
        models.save()
        print(f"{source}: {len(given)} claims measured", flush=True)
    return cases


def softmax(odds: Matrix) -> Matrix:
    raised = np.exp(odds - odds.max(axis=1, keepdims=True))
    shares: Matrix = raised / raised.sum(axis=1, keepdims=True)
    return shares


def fit(inputs: Matrix, labels: NDArray[np.int64], weights: Matrix) -> tuple[Matrix, Matrix]:
    """Intercepts and weights on the raw inputs of a multinomial model, the penalty on standardised ones."""
    mean = np.average(inputs, axis=0, weights=weights)
    scale = np.maximum(np.sqrt(np.average((inputs - mean) ** 2, axis=0, weights=weights)), NARROWEST)
    design = np.column_stack([np.ones(len(inputs)), (inputs - mean) / scale])
    wanted, shape = np.eye(len(LABELS))[labels], (design.shape[1], len(LABELS))

    def loss(flat: Matrix) -> tuple[float, Matrix]:
        table = flat.reshape(shape)
        chances = softmax(design @ table)
        value = -(weights[:, None] * wanted * np.log(chances + 1e-12)).sum() + RIDGE / 2 * (table[1:] ** 2).sum()
        slope = design.T @ (weights[:, None] * (chances - wanted))
        slope[1:] += RIDGE * table[1:]
        return float(value), slope.ravel()

    table = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x.reshape(shape)
    raw = table[1:] / scale[:, None]
    return table[0] - mean @ raw, raw


def auroc(scores: Matrix, positive: NDArray[np.bool_]) -> float:
    ranks, count = rankdata(scores), int(positive.sum())
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(scores) - count)))


def chosen_costs(chances: Matrix, labels: NDArray[np.int64], weights: Matrix) -> Matrix:
    """What to add to the log-odds of each label, so that the labels are found equally well on the folds."""
    best, most = np.zeros(len(LABELS)), -1.0
    grid = np.arange(-0.8, 0.81, 0.1)
    for contradicted in grid:
        for unverifiable in grid:
            costs = np.array([0.0, contradicted, unverifiable])
            said = (np.log(chances + 1e-12) + costs).argmax(axis=1)
            recalls = [
                np.average(said[labels == label] == label, weights=weights[labels == label]) for label in range(len(LABELS))
            ]
            value = float(np.mean(recalls)) - 1e-3 * float(np.abs(costs).sum())
            if value > most:
                best, most = costs, value
    return best


def figures(chances: Matrix, labels: NDArray[np.int64], costs: Matrix) -> dict[str, float]:
    said = (np.log(chances + 1e-12) + costs).argmax(axis=1)
    told = labels != LABELS.index("unverifiable")
    return {
        "supported against the rest": auroc(chances[:, 0], labels == 0),
        "supported against contradicted": auroc(chances[told, 0], labels[told] == 0),
        "balanced accuracy": float(np.mean([(said[labels == label] == label).mean() for label in np.unique(labels)])),
        "false claims caught": float((said[labels != 0] != 0).mean()),
        "false alarms": float((said[labels == 0] != 0).mean()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--most", type=int, default=420, help="Sentences of the file that claims are made of.")
    args = parser.parse_args()
    models = Remembering(bundled_embedder(threads=1), MiniLMReranker(threads=1), args.cache)
    made = generated([*sample_sentences(), *given_sentences(args.claims, most=args.most)])
    pairs = {
        "hand-written": [pair for pair in hand_written() if pair.part == "fit"],
        "generated": [pair for pair in made if pair.part == "fit"],
        "scifact": scifact(args.claims),
    }
    cases = measured(pairs, models)
    parts, reports = {}, {}
    for part, counts in SOURCES.items():
        parts[part], reports[part] = fitted_part([case for case in cases if case.source in counts], counts)
    written = {
        **parts,
        "provenance": {
            "data": "SciFact training claims (CC BY-NC 2.0), claims made of their and of the samples' sentences, claims by hand",
            "script": "benchmarks/fit_verifier.py",
            "claims": {source: len(given) for source, given in pairs.items()},
            "models": [models.id, MiniLMReranker.id],
            "by text": reports,
        },
    }
    target = Path(fitted.__file__).with_name("verifier.json")
    target.write_text(json.dumps(_rounded(written), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(_rounded(reports), indent=1))


def fitted_part(cases: Sequence[Case], counts: Mapping[str, float]) -> tuple[dict[str, object], dict[str, dict[str, float]]]:
    """One part of the model as it is written, and how it does on texts that it has not seen, by source."""
    names = list(cases[0].inputs)
    inputs = np.array([[case.inputs[name] for name in names] for case in cases])
    labels = np.array([LABELS.index(case.pair.label) for case in cases])
    sources, folds = np.array([case.source for case in cases]), np.array([case.fold for case in cases])
    weights = balanced(np.array([counts[case.source] for case in cases]), labels)
    chances = np.zeros((len(cases), len(LABELS)))
    for fold in range(FOLDS):
        held = folds == fold
        intercepts, table = fit(inputs[~held], labels[~held], weights[~held])
        chances[held] = softmax(intercepts + inputs[held] @ table)
    costs = chosen_costs(chances, labels, weights)
    report = {source: figures(chances[sources == source], labels[sources == source], costs) for source in counts}
    intercepts, table = fit(inputs, labels, weights)
    written = {
        "intercepts": dict(zip(LABELS, map(float, intercepts), strict=True)),
        "weights": {name: dict(zip(LABELS, map(float, row), strict=True)) for name, row in zip(names, table, strict=True)},
        "costs": dict(zip(LABELS, map(float, costs), strict=True)),
    }
    return written, report


def balanced(weights: Matrix, labels: NDArray[np.int64]) -> Matrix:
    """Weights that sum to the same for each label: which is commoner in the claims at hand says nothing of others."""
    level = weights.copy()
    for label in np.unique(labels):
        level[labels == label] *= weights.sum() / len(LABELS) / weights[labels == label].sum()
    return level


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return round(value, 4) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
