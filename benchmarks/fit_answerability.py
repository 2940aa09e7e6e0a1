"""Fits the two small models of the extractive reasoner and writes `paperatlas/agents/answerability.json`.

    python benchmarks/fit_answerability.py --library FOLDER --questions questions.jsonl

FOLDER is a library of SQuAD 2.0 passages (CC BY-SA 4.0), one record a passage; questions.jsonl has a line a question:
{"question", "passage": record id, "answers": [text], "unanswerable", "part"}. Only the part "calibrate" is fitted on. What is
written are some twenty coefficients; no text of the data set goes into the project. The part "test" only reports.

The sentence model says which sentence answers; the answerable model, given the best sentence, whether the question is
answered at all. Figures are from cross-validation that leaves out one article at a time, so that no model is judged on
an article it has seen.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from paperatlas.agents import answerability, fitted
from paperatlas.agents.asked import read_question
from paperatlas.agents.evidence import Ranked, is_readable, prior
from paperatlas.agents.look import look
from paperatlas.agents.route import route
from paperatlas.agents.sentences import read_signals, sentences_of
from paperatlas.agents.state import Deps, Question
from paperatlas.agents.terms import question_terms
from paperatlas.bootstrap import open_library
from paperatlas.core.ports import Embedder, Float32

SENTENCE_INPUTS = ("cosine", "cover_around", "cover_chunk", "near", "shape", "numbers", "pairs")
RIDGE = 5.0
"""Penalty on standardised weights; with some 400 questions anything from 2 to 20 gives the same figures."""

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question with its candidates, scored by what is not fitted, and whether each holds an accepted answer."""

    question: str
    article: str
    answerable: bool
    ranked: tuple[Ranked, ...]
    right: tuple[bool, ...]


def collect(questions: Sequence[Mapping[str, Any]], deps: Deps) -> list[Case]:
    """The candidates of each question, found and read as the product does."""
    documents = deps.catalog.documents()
    names = {document.id: document.name for document in documents}
    cases = []
    for row in questions:
        text = row["question"]
        question = Question(text=text)
        found = look(question, route(question, documents), documents, deps)
        candidates = [each for each in sentences_of(found.hits, found.given) if is_readable(each)]
        signals = read_signals(text, found.asked, found.terms, candidates, deps.embedder)
        cases.append(
            Case(
                question=text,
                article=row["passage"].rsplit(":", 1)[0],
                answerable=not row["unanswerable"],
                ranked=tuple(
                    Ranked(sentence=sentence, signals=each, score=prior(text, found.asked, found.terms, sentence, each))
                    for sentence, each in signals
                ),
                right=tuple(
                    names[sentence.hit.chunk.document] == row["passage"]
                    and any(answer.lower() in sentence.text.lower() for answer in row["answers"])
                    for sentence, _ in signals
                ),
            )
        )
    return cases


def logistic(inputs: Matrix, labels: Matrix, *, ridge: float) -> Matrix:
    """Intercept and weights on the raw inputs, by Newton's method with the penalty on standardised ones."""
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0) + 1e-9
    design = np.column_stack([np.ones(len(inputs)), (inputs - mean) / scale])
    penalty = ridge * np.eye(design.shape[1])
    penalty[0, 0] = 0.0
    weights = np.zeros(design.shape[1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - labels) + penalty @ weights
        curve = (design.T * (chance * (1 - chance))) @ design + penalty
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    raw = weights[1:] / scale
    return np.concatenate([[weights[0] - raw @ mean], raw])


def auroc(scores: Matrix, labels: Matrix) -> float:
    """Chance that a positive is ranked above a negative; ties count half."""
    positive, negative = scores[labels == 1], scores[labels == 0]
    return float(
        ((positive[:, None] > negative).sum() + 0.5 * (positive[:, None] == negative).sum()) / (len(positive) * len(negative))
    )


def fit_sentences(cases: Sequence[Case]) -> fitted.Logistic:
    answered = [case for case in cases if case.answerable]
    inputs = np.array([[r.signals.values()[name] for name in SENTENCE_INPUTS] for case in answered for r in case.ranked])
    labels = np.array([right for case in answered for right in case.right], dtype=float)
    weights = logistic(inputs, labels, ridge=RIDGE)
    return fitted.Logistic(intercept=float(weights[0]), weights=dict(zip(SENTENCE_INPUTS, map(float, weights[1:]), strict=True)))


def best_first(case: Case, model: fitted.Logistic) -> list[tuple[Ranked, bool]]:
    scored = [
        (Ranked(sentence=r.sentence, signals=r.signals, score=r.score + model.log_odds(r.signals.values())), right)
        for r, right in zip(case.ranked, case.right, strict=True)
    ]
    return sorted(scored, key=lambda pair: -pair[0].score)


def read_all(cases: Sequence[Case], model: fitted.Logistic, embedder: Embedder) -> tuple[tuple[str, ...], Matrix]:
    rows = []
    for case in cases:
        ranked = [r for r, _ in best_first(case, model)]
        text = case.question
        rows.append(answerability.read(text, read_question(text), question_terms(text), ranked, embedder).values())
    names = tuple(rows[0])
    return names, np.array([[row[name] for name in names] for row in rows])


THRESHOLD = 0.5
"""A wrong answer and a needless refusal cost the same, and the probability is calibrated: so an answer is given when it is
more likely right than not. (The cut that does best on these questions lies between .45 and .62; where, is noise.)"""


def refusals(chances: Matrix, labels: Matrix) -> tuple[float, float]:
    """Precision and recall of the refusals at the threshold."""
    refused = chances < THRESHOLD
    return float((labels[refused] == 0).mean()), float(refused[labels == 0].mean())


def fit(cases: Sequence[Case], embedder: Embedder) -> dict[str, dict[str, object]]:
    """Both models, the threshold, and how they do on articles they have not seen."""
    labels = np.array([case.answerable for case in cases], dtype=float)
    chances, hits = np.zeros(len(cases)), []
    for article in sorted({case.article for case in cases}):
        seen = [case for case in cases if case.article != article]
        model = fit_sentences(seen)
        names, inputs = read_all(cases, model, embedder)
        held = np.array([case.article == article for case in cases])
        weights = logistic(inputs[~held], labels[~held], ridge=RIDGE)
        chances[held] = 1 / (1 + np.exp(-(weights[0] + inputs[held] @ weights[1:])))
        hits += [best_first(case, model)[0][1] for case in cases if case.article == article and case.answerable]
    precision, recall = refusals(chances, labels)
    model = fit_sentences(cases)
    names, inputs = read_all(cases, model, embedder)
    weights = logistic(inputs, labels, ridge=RIDGE)
    return {
        "sentence": {"intercept": model.intercept, **model.weights},
        "answerable": dict(zip(("intercept", *names), map(float, weights), strict=True)),
        "threshold": {"probability": THRESHOLD},
        "provenance": {
            "data": "SQuAD 2.0 dev passages and questions, part 'calibrate', CC BY-SA 4.0",
            "script": "benchmarks/fit_answerability.py",
            "questions": len(cases),
            "embedder": embedder.id,
            "first sentence right, by article": round(float(np.mean(hits)), 3),
            "auroc, by article": round(auroc(chances, labels), 3),
            "refusal precision, by article": round(precision, 3),
            "refusal recall, by article": round(recall, 3),
        },
    }


def rounded(value: object) -> object:
    return round(value, 4) if isinstance(value, float) else value


def held_out(fitted_: Mapping[str, Mapping[str, Any]], cases: Sequence[Case], embedder: Embedder) -> str:
    """How the written models do on questions that had no part in them."""
    intercept, *_ = fitted_["sentence"].values()
    model = fitted.Logistic(intercept=intercept, weights={k: v for k, v in fitted_["sentence"].items() if k != "intercept"})
    _, inputs = read_all(cases, model, embedder)
    weights = np.array(list(fitted_["answerable"].values()))
    chances = 1 / (1 + np.exp(-(weights[0] + inputs @ weights[1:])))
    labels = np.array([case.answerable for case in cases], dtype=float)
    precision, recall = refusals(chances, labels)
    return f"held out: AUROC {auroc(chances, labels):.3f}, refusal precision {precision:.3f}, recall {recall:.3f}, n {len(cases)}"


class Remembering:
    """An embedder that computes a text once: every fold reads the same questions."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.id, self.dimension = embedder.id, embedder.dimension
        self._known: dict[tuple[str, str], Float32] = {}

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        new = [text for text in dict.fromkeys(texts) if (kind, text) not in self._known]
        self._known.update(zip(((kind, text) for text in new), self._embedder.embed(new, kind=kind) if new else (), strict=True))
        return np.array([self._known[kind, text] for text in texts], dtype=np.float32).reshape(-1, self.dimension)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    with open_library(args.library) as library:
        deps = replace(library.deps(use_llm=False), embedder=Remembering(library.deps().embedder))
        written = fit(collect([row for row in rows if row["part"] == "calibrate"], deps), deps.embedder)
        plain = {name: {key: rounded(value) for key, value in part.items()} for name, part in written.items()}
        target = Path(fitted.__file__).with_name("answerability.json")
        target.write_text(json.dumps(plain, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(json.dumps(plain["provenance"], indent=2))
        print(held_out(plain, collect([row for row in rows if row["part"] == "test"], deps), deps.embedder))


if __name__ == "__main__":
    main()
