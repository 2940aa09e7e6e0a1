"""ragas's opinion on the answers of a run: what is put to it, and what becomes of its scores and its failures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from paperatlas.core.errors import ConfigError, PaperAtlasError
from paperatlas.eval.cases import Case, known_answers
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Item, Record, Scored
from paperatlas.eval.wording import unmarked

__all__ = ["Passages", "RagasScorer", "ragas", "ragas_json", "ragas_text"]

_WHOLLY = ("faithfulness", "answer_relevancy")
"""What is measured of any answer."""
_BY_KNOWN = ("context_recall", "context_precision")
"""What needs a known answer."""
_SHOWN_FAILURES = 20


class RagasScorer(Protocol):
    """ragas itself."""

    model: str
    """The judge."""

    def score(
        self,
        metrics: Sequence[str],
        *,
        question: str,
        answer: str,
        reference: str,
        passages: Sequence[str],
        grounds: Sequence[str],
    ) -> Mapping[str, float | PaperAtlasError]:
        """For each metric its value, or the error for which there is none. Raises PaperAtlasError."""
        ...


class Passages(Protocol):
    """Where the contexts come from."""

    def found(self, question: str, documents: Sequence[str], /) -> Sequence[str]:
        """What the search finds, the best first. Raises PaperAtlasError."""
        ...

    def cited(self, citations: Sequence[tuple[str, int, str]], /) -> Sequence[str]:
        """The passages that the quotes are from. Raises PaperAtlasError."""
        ...


def ragas(
    record: Record,
    cases: Sequence[Case],
    scorer: RagasScorer,
    passages: Passages,
    on_item: Callable[[int], None] = lambda _: None,
) -> Record:
    """The run with ragas's scores of each answer.

    A refusal says nothing that could be faithful, and has none; recall and precision are of questions with a known answer.
    What ragas gives no score for has the reason in its place, and is in no figure.

    Raises:
        ConfigError: ragas cannot be run at all.
    """
    known, items = {case.id: case for case in cases}, []
    for number, item in enumerate(record.items, 1):
        items.append(_scored(item, known[item.id], record.made.scope, scorer, passages))
        on_item(number)
    return replace(record, items=tuple(items), made=replace(record.made, ragas=scorer.model))


def _scored(item: Item, case: Case, scope: str, scorer: RagasScorer, passages: Passages) -> Item:
    if not isinstance(item, Scored) or item.status == "abstained":
        return item
    answers = [] if case.unanswerable else known_answers(case)
    metrics = [*_WHOLLY, *(_BY_KNOWN if answers else ())]
    try:
        found = passages.found(case.question, case.docs if case.scope_always or scope == "scoped" else ())
        outcomes = scorer.score(
            metrics,
            question=case.question,
            answer=unmarked(item.answer),
            reference=answers[0] if answers else "",
            passages=found,
            grounds=list(dict.fromkeys([*found, *passages.cited(item.citations)])),
        )
    except ConfigError:
        raise
    except PaperAtlasError as error:
        outcomes = dict.fromkeys(metrics, error)
    scores = {_name(metric): Part(value, 1) for metric, value in outcomes.items() if isinstance(value, float)}
    failed = {
        _name(metric): f"{error.code}: {error.message}"
        for metric, error in outcomes.items()
        if isinstance(error, PaperAtlasError)
    }
    return replace(item, scores={**item.scores, **scores}, ragas_failed=failed)


def _name(metric: str) -> str:
    return f"ragas_{metric}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Count:
    """Of one measure. The three add up to the questions of the run."""

    scored: int
    failed: int
    """Answers without a score, and questions without an answer."""
    left_out: int
    """Refusals, and questions without a known answer where one is needed."""


def _counts(record: Record) -> dict[str, _Count]:
    counts = {}
    for name in map(_name, (*_WHOLLY, *_BY_KNOWN)):
        scored = sum(name in item.scores for item in record.scored)
        failed = len(record.failed) + sum(name in item.ragas_failed for item in record.scored)
        counts[name] = _Count(scored=scored, failed=failed, left_out=len(record.items) - scored - failed)
    return counts


def ragas_json(record: Record) -> dict[str, Any]:
    """How many were scored of each measure, as JSON; the reasons are with the items."""
    return {
        name: {"scored": count.scored, "failed": count.failed, "left_out": count.left_out}
        for name, count in _counts(record).items()
    }


def ragas_text(record: Record) -> str:
    """The same in sentences, with the first failures."""
    counted = "; ".join(
        f"{name} {count.scored} scored, {count.failed} failed, {count.left_out} left out"
        for name, count in _counts(record).items()
    )
    said = [f"ragas, judged by {record.made.ragas}: {counted}."]
    failed = [f"{item.id} {name}: {why}" for item in record.scored for name, why in item.ragas_failed.items()]
    if failed:
        said.append("Not scored by ragas, and in none of its figures: " + " · ".join(failed[:_SHOWN_FAILURES]))
    if len(failed) > _SHOWN_FAILURES:
        said.append(f"{len(failed) - _SHOWN_FAILURES} more are in the file of the run.")
    return " ".join(said)
