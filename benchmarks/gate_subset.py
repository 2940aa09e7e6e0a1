"""The small fixed subset that the regression gate judges by: the project's own samples and sets, under a minute in all.

Every measure gives a score from 0 to 1 for each of its items, so that two states of the program can be compared item by item.
"""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from benchmarks.adversarial_claims import HAND_WRITTEN, read_pairs
from benchmarks.entity_resolution import by_rules
from benchmarks.entity_resolution import read as entity_pairs
from benchmarks.records import ROOT
from paperatlas.bootstrap import bundled_verifier, open_library, question_router
from paperatlas.core.types import Chunk
from paperatlas.eval.cases import Case, read_cases
from paperatlas.eval.configuration import Configuration
from paperatlas.eval.ranking import scores as ranking_scores
from paperatlas.eval.record import Failed
from paperatlas.library import Library
from paperatlas.library.evaluating import put_questions
from paperatlas.settings import Settings

Scores: TypeAlias = Mapping[str, float]
"""By item."""
SAMPLES = ROOT / "data" / "samples"
QUESTIONS = ROOT / "data" / "questions.jsonl"
ROUTED = ROOT / "tests" / "data" / "router_heldout.jsonl"
DIGITS = 4
"""Of a score, here and in the baseline: a third is the same as the third that was written down."""
JUDGED = ("right", "page_hit", "quote_validity", "claim_support")
"""Of each answer."""


def measured(work: Path, seed: int = 0) -> dict[str, Scores]:
    """All scores of the subset, by measure and item.

    Args:
        work: an empty folder.
        seed: papers are read and questions put in an order of its own, which must not matter; what knows no order is left out.
            0 leaves the order as it is.
    """
    found = {**_of_library(work, seed), **({} if seed else _by_themselves())}
    return {name: {item: round(score, DIGITS) for item, score in scores.items()} for name, scores in found.items()}


def _by_themselves() -> dict[str, Scores]:
    """What needs no library, and knows no order."""
    return {"router": _routed(), "claims": _claims(), "entities": _entities()}


def _of_library(work: Path, seed: int) -> dict[str, Scores]:
    papers, cases = sorted(SAMPLES.iterdir()), read_cases(QUESTIONS)
    if seed:
        chance = random.Random(seed)
        chance.shuffle(papers)
        chance.shuffle(cases)
    # Nothing that is configured on this machine takes part.
    settings = Settings(library=work / f"gate-{seed}.library")
    with open_library(settings=settings) as library:
        library.ingest(papers)
        return {**_answers(library, cases), "passages": _passages(library, cases)}


def _answers(library: Library, cases: Sequence[Case]) -> dict[str, Scores]:
    found: dict[str, dict[str, float]] = {name: {} for name in JUDGED}
    for item in put_questions(library, cases, Configuration.named("no-llm")):
        if isinstance(item, Failed):  # a question that breaks is the worst that can become of it
            found["right"][item.id] = 0.0
            continue
        for name in JUDGED:
            if name in item.scores:
                found[name][item.id] = item.scores[name].got / item.scores[name].of
    return {f"answers: {name}": scores for name, scores in found.items()}


def _passages(library: Library, cases: Sequence[Case]) -> Scores:
    """The reciprocal rank of the first passage from a page that holds the evidence."""
    names = {document.id: document.name for document in library.documents()}
    found: dict[str, float] = {}
    for case in cases:
        gold = {f"{target.doc}/{target.page}": 1 for target in case.evidence if target.page}
        if gold:
            hits = library.search(case.question, mode="hybrid").hits
            ranked = [frozenset(f"{names[hit.chunk.document]}/{page}" for page in _pages(hit.chunk)) for hit in hits]
            found[case.id] = ranking_scores(ranked, gold)["MRR"]
    return found


def _pages(chunk: Chunk) -> set[int]:
    return {span.page for span in chunk.spans} or {chunk.page}


def _routed() -> Scores:
    route = question_router(Settings(), use_llm=False)

    def right(row: Mapping[str, object]) -> float:
        kind = route(str(row["question"]), tuple(map(str, _listed(row, "history"))))["kind"]
        return float(kind in {row["kind"], *_listed(row, "also")})

    rows = [json.loads(line) for line in ROUTED.read_text(encoding="utf-8").splitlines()]
    return {row["id"]: right(row) for row in rows}


def _listed(row: Mapping[str, object], field: str) -> Sequence[object]:
    value = row.get(field, ())
    assert isinstance(value, list | tuple)
    return value


def _claims() -> Scores:
    """The test half of the claims written by hand: whether a faithful one passes and a false one does not."""
    verifier = bundled_verifier(threads=2)
    return {
        pair.claim: float((verifier.verify(pair.claim, pair.text).label == "supported") == (pair.label == "supported"))
        for pair in read_pairs(HAND_WRITTEN)
        if pair.part == "test"
    }


def _entities() -> Scores:
    return {pair.id: float(by_rules(pair) == pair.same) for pair in entity_pairs()}
