"""Fits the verifier's model and writes `paperatlas/agents/verify/verifier.json`.

    python -m benchmarks.fit_verifier ../shared/data/grounding/scifact_train.jsonl [--by-hand FILE] [--cache FILE]

The file has a line a claim: {"id": "claim-document", "claim", "document": [sentence], "label": SUPPORT|CONTRADICT|NEI} (SciFact's
training part, CC BY-NC 2.0). Beside it the model sees the "fit" halves of the claims that `adversarial_claims.py` makes of the
sample papers' and the file's sentences, and of the hand-written ones; and claims by hand over other texts, which the project has
no right to pass on ({"claim", "evidence", "label", "kind"} a line), where such a file is given. What is written are coefficients;
no text of the data goes into the project. Figures are from cross-validation that never has a text on both sides; where a label
begins is chosen on the same folds. `--cache` keeps what the models said of each text, which takes ten minutes to compute.
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

from benchmarks.adversarial_claims import HAND_WRITTEN, Pair, generated, given_sentences, read_pairs, sample_sentences
from paperatlas.agents.verify import fitted
from paperatlas.agents.verify.kinship import Kinship
from paperatlas.agents.verify.passages import find
from paperatlas.agents.verify.signals import measure
from paperatlas.core.answers import Label
from paperatlas.core.ports import Embedder, Float32, Reranker
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.onnx_reranker import MiniLMReranker

GOLD: Mapping[str, Label] = {"SUPPORT": "supported", "CONTRADICT": "contradicted", "NEI": "unverifiable"}
SOURCES = {"quote": {"hand-written": 1.0, "by-hand": 1.0, "generated": 1.0}, "text": {"scifact": 1.0}}
"""What each part of the model is fitted on, and what a claim weighs."""
RIDGES = {"quote": 10.0, "text": 60.0}
"""Penalties on standardised weights: a third and three times of them give the same figures within a hundredth."""
MOST_ALARMS = 0.18
"""Share of the faithful claims by hand that a quote may fail to bear out, by cross-validation: there its part of the model begins
to say so. They were written to be far from their texts; of those in the test half, and of those made by rule, it is 7 and 4 %."""
LITERAL = frozenset(
    "plain odd_nouns odd_verbs odd_others plain_opposite plain_denied plain_swapped plain_misplaced plain_replaced plain_nouns"
    " plain_names plain_verbs plain_others plain_odd_nouns plain_odd_verbs plain_odd_others plain_partial plain_hedged".split()
)
"""Inputs that tell of a claim that takes up a sentence nearly word for word, as claims on longer texts do not."""
UNASKED = {"quote": frozenset({"words", "length"}), "text": LITERAL}
"""Inputs that a part does without. Of a claim on a quote its length is one: paraphrases by hand are longer than false claims."""
AGAINST = frozenset(
    "opposite denied swapped elsewhere conflicting missing misplaced names licensed nouns others absent replaced absolute partial"
    " hedged condition fault fault_contrary fault_other fault_more fault_number fault_name fault_term fault_subject fault_scope"
    " against against_share tendency_denial_differs odd_nouns odd_verbs odd_others plain_opposite plain_denied plain_swapped"
    " plain_misplaced plain_replaced plain_nouns plain_names plain_verbs plain_others plain_odd_nouns plain_odd_verbs"
    " plain_odd_others plain_partial plain_hedged".split()
)
IN_FAVOUR = frozenset(
    "share share_best cosine cosine_three relevance relevance_logit relevance_second worth covered covered_best agreed found"
    " tendency_denial_agrees".split()
)
"""Inputs that may only speak against a claim, and in favour of it, by a longer text: false claims made of a sentence share more
of its words than paraphrases do, and what is learnt from that would be wrong elsewhere. By a quote they may do either: where it
has most words of a claim and is yet not near to it in the embedder's view, something is said otherwise."""
NARROWEST = 0.05
"""Least standard deviation that an input is scaled by: rare signals should not get huge weights."""
FOLDS = 5

LABELS = ("supported", "contradicted", "unverifiable")
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


def fit(
    inputs: Matrix, yes: NDArray[np.bool_], weights: Matrix, names: Sequence[str], *, ridge: float, signed: bool
) -> tuple[float, Matrix]:
    """Intercept and weights on the raw inputs of a logistic model; with `signed`, none against the sense of its input."""
    mean = np.average(inputs, axis=0, weights=weights)
    scale = np.maximum(np.sqrt(np.average((inputs - mean) ** 2, axis=0, weights=weights)), NARROWEST)
    design = np.column_stack([np.ones(len(inputs)), (inputs - mean) / scale])
    free = np.r_[0.0, np.ones(len(names))]

    def loss(values: Matrix) -> tuple[float, Matrix]:
        odds = design @ values
        value = (weights * (np.logaddexp(0, odds) - yes * odds)).sum() + ridge / 2 * (free * values**2).sum()
        return float(value), design.T @ (weights * (1 / (1 + np.exp(-odds)) - yes)) + ridge * free * values

    bounds = [(None, None), *(_bounds(name) if signed else (None, None) for name in names)]
    start = np.zeros(len(names) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000}).x
    raw = found[1:] / scale
    return float(found[0] - mean @ raw), raw


def _bounds(name: str) -> tuple[float | None, float | None]:
    return (None, 0.0) if name in AGAINST else (0.0, None) if name in IN_FAVOUR else (None, None)


def auroc(scores: Matrix, positive: NDArray[np.bool_]) -> float:
    ranks, count = rankdata(scores), int(positive.sum())
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * (len(scores) - count)))


def best_cut(odds: Matrix, yes: NDArray[np.bool_], weights: Matrix) -> float:
    """The log-odds at which yes and no are found equally well together."""

    def balanced_accuracy(cut: float) -> float:
        said = odds >= cut
        return float(np.average(said[yes], weights=weights[yes]) + np.average(~said[~yes], weights=weights[~yes]))

    grid = np.arange(-1.5, 1.51, 0.05)
    return float(np.mean([cut for cut in grid if balanced_accuracy(cut) > max(map(balanced_accuracy, grid)) - 0.01]))


def figures(odds: Matrix, labels: NDArray[np.int64], said: NDArray[np.int64]) -> dict[str, float]:
    told = labels != LABELS.index("unverifiable")
    return {
        "supported against the rest": auroc(odds, labels == 0),
        "supported against contradicted": auroc(odds[told], labels[told] == 0),
        "balanced accuracy": float(np.mean([(said[labels == label] == label).mean() for label in np.unique(labels)])),
        "false claims caught": float((said[labels != 0] != 0).mean()),
        "false alarms": float((said[labels == 0] != 0).mean()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", type=Path)
    parser.add_argument("--by-hand", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--most", type=int, default=420, help="Sentences of the file that claims are made of.")
    args = parser.parse_args()
    models = Remembering(bundled_embedder(threads=1), MiniLMReranker(threads=1), args.cache)
    made = generated([*sample_sentences(), *given_sentences(args.claims, most=args.most)])
    pairs = {
        "hand-written": [pair for pair in read_pairs(HAND_WRITTEN) if pair.part == "fit"],
        "by-hand": read_pairs(args.by_hand) if args.by_hand else [],
        "generated": [pair for pair in made if pair.part == "fit"],
        "scifact": scifact(args.claims),
    }
    cases = measured(pairs, models)
    parts, reports = {}, {}
    for part, counts in SOURCES.items():
        parts[part], reports[part] = fitted_part([case for case in cases if case.source in counts], part)
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


def fitted_part(cases: Sequence[Case], part: str) -> tuple[dict[str, object], dict[str, dict[str, float]]]:
    """One part of the model as it is written, and how it does on texts that it has not seen, by source."""
    counts, ridge = SOURCES[part], RIDGES[part]
    names = [name for name in cases[0].inputs if name not in UNASKED[part]]
    inputs = np.array([[case.inputs[name] for name in names] for case in cases])
    labels = np.array([LABELS.index(case.pair.label) for case in cases])
    sources, folds = np.array([case.source for case in cases]), np.array([case.fold for case in cases])
    counted = np.array([counts[case.source] for case in cases])
    written: dict[str, object] = {}
    odds, over = np.zeros((len(cases), 2)), np.zeros((len(cases), 2))
    for place, (head, yes, asked) in enumerate(
        (("supported", labels == 0, labels >= 0), ("contradicted", labels == 1, labels != 0))
    ):
        weights, signed = balanced(counted * asked, yes), head == "supported" and part == "text"
        for fold in range(FOLDS):
            held = folds == fold
            intercept, raw = fit(inputs[~held], yes[~held], weights[~held], names, ridge=ridge, signed=signed)
            odds[held, place] = intercept + inputs[held] @ raw
        if head == "supported" and part == "quote":
            cut = float(np.quantile(odds[yes & (sources != "generated"), place], MOST_ALARMS))
        else:
            cut = best_cut(odds[asked, place], yes[asked], evened(asked, yes, sources)[asked])
        over[:, place] = odds[:, place] - cut
        intercept, raw = fit(inputs, yes, weights, names, ridge=ridge, signed=signed)
        kept = {name: float(value) for name, value in zip(names, raw, strict=True) if abs(value) > SMALLEST}
        written[head] = {"intercept": intercept, "cut": cut, "weights": kept}
    said = np.where(over[:, 0] >= 0, 0, np.where(over[:, 1] >= 0, 1, 2))
    report = {
        source: figures(odds[sources == source, 0], labels[sources == source], said[sources == source])
        for source in counts
        if (sources == source).any()
    }
    return written, report


def evened(asked: NDArray[np.bool_], yes: NDArray[np.bool_], sources: NDArray[np.str_]) -> Matrix:
    """Weights with as much on each source, and in it on yes as on no: where a label begins is not left to the largest source."""
    level = np.zeros(len(yes))
    for source in np.unique(sources):
        for answer in (True, False):
            cases = asked & (sources == source) & (yes == answer)
            level[cases] = 1 / max(1, cases.sum())
    return level


SMALLEST = 1e-4
"""Weights below are left out: they are those that their bound keeps at nothing."""


def balanced(weights: Matrix, yes: NDArray[np.bool_]) -> Matrix:
    """Weights with as much on yes as on no: which is commoner in the claims at hand says nothing of others."""
    level = weights.copy()
    for answer in (True, False):
        level[yes == answer] *= weights.sum() / 2 / weights[yes == answer].sum()
    return level


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    return round(value, 4) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
