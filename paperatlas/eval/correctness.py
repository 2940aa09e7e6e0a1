"""Whether an answer is right. Nothing here asks a model."""

from collections.abc import Sequence

from paperatlas.core.answers import Answer
from paperatlas.eval.amounts import gives
from paperatlas.eval.cases import Case
from paperatlas.eval.wording import beyond, holds, token_f1

__all__ = ["answers_right", "gives_amount", "is_brief", "is_right", "overlap"]

_LONG_KINDS = frozenset({"summary", "relation", "list", "comparison"})
_LONGEST, _LONGEST_OF_LONG, _LONGEST_QUOTES = 400, 1200, 1500
"""Characters of an answer, of one that has to tell several things, and of its quotes in all. Whoever returns the whole
document would hold every key; what is longer does not answer the question, it hands it back.
"""


def is_right(case: Case, answer: Answer, standing: Sequence[str]) -> bool | None:
    """Whether the response as a whole is right: a refusal where there is no answer, else a right answer with proof.

    Args:
        case: what is known.
        answer: the response.
        standing: those of its quotes that stand on their pages.

    Returns:
        None where what is known does not suffice to tell.
    """
    if case.unanswerable:
        return answer.status == "abstained"
    if not case.is_judged:
        return None
    return answers_right(case, answer, standing) and (bool(standing) or answer.computed is not None)


def answers_right(case: Case, answer: Answer, standing: Sequence[str]) -> bool:
    """Whether the answer to an answerable question says what it should, briefly enough to be one."""
    if answer.status == "abstained" or not is_brief(case, answer):
        return False
    said = beyond(case.question, answer.text)
    if not said:
        return False
    told = "\n".join([said, *standing]) if case.in_quotes else said
    if any(all(holds(key, said) for key in keys) for keys in case.reject):
        return False
    accepted = any(all(holds(key, told) for key in keys) for keys in case.accept)
    return accepted or (case.amount is not None and gives(case.amount, said))


def gives_amount(case: Case, answer: Answer) -> bool:
    """Whether the answer gives the known amount, in its unit and within its tolerance; words count for nothing here."""
    if case.amount is None or answer.status == "abstained" or not is_brief(case, answer):
        return False
    return gives(case.amount, beyond(case.question, answer.text))


def is_brief(case: Case, answer: Answer) -> bool:
    """Whether it answers, rather than to hand the document back."""
    longest = _LONGEST_OF_LONG if case.kind in _LONG_KINDS else _LONGEST
    return len(answer.text) <= longest and sum(len(citation.quote) for citation in answer.citations) <= _LONGEST_QUOTES


def overlap(case: Case, answer: Answer) -> float | None:
    """Token F1 with the known answers; None where there are none. A refusal overlaps with nothing."""
    references = case.references or tuple(" ".join(keys) for keys in case.accept)
    if case.unanswerable or not references:
        return None
    if answer.status == "abstained":
        return 0.0
    return token_f1(beyond(case.question, answer.text), references)
