"""Puts a question file to whatever answers, and scores what comes back."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from paperatlas.core.answers import Answer
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import Embedder
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.eval.cases import Case, known_answers
from paperatlas.eval.evidence import PageTexts
from paperatlas.eval.measures import Part, measured
from paperatlas.eval.record import Failed, Item, Scored
from paperatlas.eval.similarity import similarity

__all__ = ["Answerer", "Scoring", "run_cases"]

_UPSTREAM = frozenset({"upstream", "budget"})
"""Reasons of a refusal that say nothing of the papers: a service failed, or the money was spent."""


class Answerer(Protocol):
    """What is measured."""

    def __call__(self, question: str, documents: Sequence[str], /) -> Answer:
        """The answer from the named documents, from all where none is named. Raises PaperAtlasError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What answers are held against beside the question file."""

    pages: PageTexts
    verifier: ClaimVerifier | None = None
    embedder: Embedder | None = None
    """For likeness, which is shown and decides nothing; None leaves it out."""


def run_cases(
    cases: Sequence[Case],
    ask: Answerer,
    scoring: Scoring,
    *,
    scoped: bool = False,
    on_item: Callable[[int], None] = lambda _: None,
) -> Iterator[Item]:
    """One item a case, in their order.

    Args:
        cases: what to ask.
        ask: whom to ask.
        scoring: what to hold the answers against.
        scoped: whether each question is put to its own papers; else only those are that do not say which paper they mean.
        on_item: told of how many there are answers.
    """
    for number, case in enumerate(cases, 1):
        yield _item(case, ask, scoring, case.docs if scoped or case.scope_always else ())
        on_item(number)


def _item(case: Case, ask: Answerer, scoring: Scoring, documents: Sequence[str]) -> Item:
    began = time.perf_counter()
    try:
        answer = ask(case.question, documents)
        seconds = time.perf_counter() - began
        scores = measured(case, answer, scoring.pages, scoring.verifier)
        if scoring.embedder is not None and (alike := similarity(case, answer, scoring.embedder)) is not None:
            scores["semantic_similarity"] = Part(alike, 1)
    except PaperAtlasError as error:
        return _failed(case, error.code, error.message)
    except Exception as error:  # noqa: BLE001 - the boundary of an item: one that breaks must not hide what the others show
        return _failed(case, "internal", f"{type(error).__name__}: {error}")
    if answer.reason is not None and answer.reason in _UPSTREAM:
        return _failed(case, answer.reason, answer.text)
    return _scored(case, answer, scores, seconds)


def _failed(case: Case, code: str, message: str) -> Failed:
    return Failed(id=case.id, kind=case.kind, question=case.question, code=code, message=message)


def _scored(case: Case, answer: Answer, scores: dict[str, Part], seconds: float) -> Scored:
    usage = answer.usage
    return Scored(
        id=case.id,
        kind=case.kind,
        question=case.question,
        answerable=not case.unanswerable,
        ok=bool(scores["right"].got) if "right" in scores else None,
        status=answer.status,
        answer=answer.text,
        confidence=answer.confidence,
        reason=answer.reason or "",
        citations=tuple((citation.doc, citation.page, citation.quote) for citation in answer.citations),
        scores=scores,
        seconds=round(seconds, 4),
        calls=usage.llm_calls,
        tokens=usage.input_tokens + usage.output_tokens,
        cost_usd=usage.cost_usd,
        expected=tuple(known_answers(case)),
        evidence=case.evidence,
    )
