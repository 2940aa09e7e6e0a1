"""Which parts of a question no proven statement speaks of."""

import re
from collections.abc import Collection, Sequence

from paperatlas.agents.asked import NUMBER_WORDS, Asked
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.agents.write.judging import Judged

__all__ = ["is_of", "missing_parts", "said_by", "speaks_of"]

_JOINTS = re.compile(
    r"\s*(?:[,;]\s*(?:and\s+|or\s+)?|\s(?:and|or|as well as|versus|vs\.?|compared (?:to|with))\s)", re.IGNORECASE
)
"""Where a question names one thing after another."""
_SPOKEN_OF = 0.34
"""Share of a part's weight from which statements speak of it: one word of three."""
_ITEMS = re.compile(r"[,;•]\s+|\s(?:and|or)\s|\(\d\)")


def said_by(judged: Sequence[Judged]) -> frozenset[str]:
    """What proven statements and the sentences of their quotes mention, with what their papers are about."""
    found: set[str] = set()
    for each in judged:
        found |= present(each.statement.text) if each.statement is not None else set()
        for place in each.places:
            found |= present(place.said) | present(place.hit.chunk.context)
    return frozenset(found)


def missing_parts(
    question: str, asked: Asked, terms: Sequence[Term], judged: Sequence[Judged], given: Collection[str]
) -> tuple[str, ...]:
    """The parts, in the question's words: names, things named one after another, and items of a list that are too few.

    `given` is what the papers quoted are about: they need not say it.
    """
    said = said_by(judged).union(given)
    missing = [part for part in _parts(question) if not speaks_of(part, said)]
    missing += [
        term.word
        for term in terms
        if term.is_name and not covered((term,), said) and not any(term.word in part.lower() for part in missing)
    ]
    if short := _too_few(asked, judged):
        missing.append(short)
    return tuple(dict.fromkeys(missing))


def is_of(part: str, question: str) -> bool:
    """Whether what a model calls missing was asked for at all."""
    terms = question_terms(part)
    return bool(terms) and covered(terms, present(question)) >= _SPOKEN_OF


def _parts(question: str) -> list[str]:
    """The things that a question names one after another; none where it names one."""
    pieces = [piece.strip(" ?.") for piece in _JOINTS.split(" ".join(question.split()))]
    told = [piece for piece in pieces if question_terms(piece)]
    return told if len(told) > 1 else []


def speaks_of(part: str, said: Collection[str]) -> bool:
    """Whether what was said mentions enough of a part of the question."""
    return covered(question_terms(part), said) >= _SPOKEN_OF


def _too_few(asked: Asked, judged: Sequence[Judged]) -> str:
    """As "all three datasets", where fewer are named."""
    count = asked.number or next((number for number, word in NUMBER_WORDS.items() if word in asked.focus), 0)
    if not count:
        return ""
    texts = [each.statement.text for each in judged if each.statement is not None]
    items = max((len(_ITEMS.split(text)) for text in texts), default=0)
    if max(items, len(texts)) >= count:
        return ""
    focus = [word for word in asked.focus if word != NUMBER_WORDS.get(count)]
    return f"all {NUMBER_WORDS.get(count, count)} {' '.join(focus)}".strip()
