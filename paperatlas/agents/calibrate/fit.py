"""From a library's own sentences to the confidence below which its questions are refused."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from paperatlas.agents.calibrate.asking import Statement, statements
from paperatlas.agents.evidence import is_aside
from paperatlas.agents.fitted import refusal_threshold
from paperatlas.agents.look import look
from paperatlas.agents.presence import is_bibliography
from paperatlas.agents.reason import weigh
from paperatlas.agents.route import route
from paperatlas.agents.state import Deps, Question
from paperatlas.agents.terms import stems
from paperatlas.core.calibration import Calibration, RiskPoint
from paperatlas.core.text import sentences
from paperatlas.core.types import ChunkKind, Document

__all__ = ["calibrate", "curve_of"]

MOST = 120
"""Questions of each kind: with more the threshold moves by less than its own uncertainty."""
FEWEST = 30
"""Questions of each kind below which nothing is fitted: chance would decide."""
_PAPERS = 60
"""Papers that questions are made from."""
_OF_ONE_PAPER = 12
_LOOKED_THROUGH = 20
"""Passages in which a statement is looked for that should not be there."""
_GIVEN = 200
"""Questions that the threshold that was fitted once counts for: those made here use their papers' own words and are easier
than a person's, so they only move it."""
_STEPS = 10
_LOWEST, _HIGHEST = 0.3, 0.7
"""Between these the threshold stays: beyond, no set of made questions is worth more than a fit to real ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question that was put to the library."""

    confidence: float
    answerable: bool
    right: bool
    """The best sentence is the one that the question was made from."""


def calibrate(deps: Deps, documents: Sequence[Document], *, seed: int = 0) -> Calibration:
    """Ask the library what it says, and the same of things of which it does not say it; fit the threshold to both."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    papers = chance.sample(list(documents), min(_PAPERS, len(documents)))
    stated = list(islice((s for paper in papers for s in islice(_statements(paper, deps), _OF_ONE_PAPER)), MOST))
    subjects = sorted({(statement.subject, statement.subject_head) for statement in stated})
    answerable = [_judge(s.question(), s.sentence, documents, deps) for s in stated]
    twins = (twin for s in stated if (twin := _twin(s, subjects, chance, deps)))
    unanswerable = [_judge(twin, "", documents, deps) for twin in twins]
    before = deps.refuse_below or refusal_threshold()
    if min(len(answerable), len(unanswerable)) < FEWEST:
        return Calibration(threshold=before, before=before, answerable=len(answerable), unanswerable=len(unanswerable))
    threshold = _threshold([*answerable, *unanswerable])
    return Calibration(
        threshold=threshold,
        before=before,
        answerable=len(answerable),
        unanswerable=len(unanswerable),
        curve=curve_of([*answerable, *unanswerable]),
        refused_right=_refused(unanswerable, threshold),
        refused_wrong=_refused(answerable, threshold),
        before_right=_refused(unanswerable, before),
        before_wrong=_refused(answerable, before),
    )


def _refused(judged: Sequence[Judged], threshold: float) -> float:
    """The share of the questions that a threshold refuses."""
    return sum(each.confidence < threshold for each in judged) / len(judged)


def curve_of(judged: Sequence[Judged]) -> tuple[RiskPoint, ...]:
    """Risk by coverage in ten steps, the surest first."""
    ordered = sorted(judged, key=lambda each: -each.confidence)
    points = []
    for step in range(1, _STEPS + 1):
        answered = ordered[: max(1, round(len(ordered) * step / _STEPS))]
        wrong = sum(not (each.answerable and each.right) for each in answered)
        points.append(RiskPoint(coverage=step / _STEPS, threshold=answered[-1].confidence, risk=wrong / len(answered)))
    return tuple(points)


def _statements(paper: Document, deps: Deps) -> Iterator[Statement]:
    for chunk in deps.catalog.chunks_of(paper.id):
        if chunk.kind is ChunkKind.TEXT and not is_bibliography(chunk.section) and not is_aside(chunk.section):
            yield from statements([chunk.text[start:end] for start, end in sentences(chunk.text)])


def _twin(statement: Statement, subjects: Sequence[tuple[str, str]], chance: random.Random, deps: Deps) -> str | None:
    """The question of another subject of which nothing of the kind is said."""
    for subject, head in chance.sample(subjects, min(len(subjects), 5)):
        if head != statement.subject_head and not _is_said(head, statement.verb, deps):
            return statement.question(subject)
    return None


def _is_said(head: str, verb: str, deps: Deps) -> bool:
    """Whether any sentence of the library speaks of both."""
    wanted = {*stems(head), *stems(verb)}
    hits = deps.searcher.search(f"{head} {verb}", mode="lexical", limit=_LOOKED_THROUGH).hits
    return any(wanted <= set(stems(hit.chunk.text[start:end])) for hit in hits for start, end in sentences(hit.chunk.text))


def _judge(text: str, source: str, documents: Sequence[Document], deps: Deps) -> Judged:
    question = Question(text=text)
    found = look(question, route(question, documents), documents, deps)
    weighed = weigh(found, deps.embedder)
    best = weighed.ranked[0].sentence.text if weighed.ranked else ""
    return Judged(confidence=weighed.confidence, answerable=bool(source), right=best == source)


def _threshold(judged: Sequence[Judged]) -> float:
    """Where needless refusals and wrong answers are fewest, both kinds of questions alike; near the fitted one for as long as
    there are few.
    """
    kinds = [[each.confidence for each in judged if each.answerable is kind] for kind in (True, False)]
    candidates = sorted({each.confidence for each in judged if _LOWEST <= each.confidence <= _HIGHEST} | {refusal_threshold()})

    def loss(threshold: float) -> float:
        needless = sum(value < threshold for value in kinds[0]) / len(kinds[0])
        answered = sum(value >= threshold for value in kinds[1]) / len(kinds[1])
        return needless + answered

    best = min(candidates, key=lambda threshold: (loss(threshold), abs(threshold - refusal_threshold())))
    return (len(judged) * best + _GIVEN * refusal_threshold()) / (len(judged) + _GIVEN)
