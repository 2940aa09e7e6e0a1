"""Two things that a question sets against each other, and what a paper says of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.definitions import definitions
from paperatlas.agents.evidence import Ranked
from paperatlas.agents.terms import Term, covered, question_terms, stems
from paperatlas.core.text import both_ends

__all__ = ["Sides", "best_for_each", "sides_of"]

_THING = r"(?P<{name}>[^?,;]{{2,60}}?)"
_A, _B = _THING.format(name="a"), _THING.format(name="b")
_REST = r"(?:\s+(?:in|on|for|with|when|at|by|under|regarding|concerning|as|during|according|from)\b[^?]*)?[?.!\s]*$"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\bcompare\s+(?:the\s+)?{_A}\s+(?:and|with|to|against|versus|vs\.?)\s+(?:the\s+)?{_B}{_REST}",
        rf"\bdifferences?\s+(?:in\s+[^?]+?\s+)?between\s+(?:the\s+)?{_A}\s+and\s+(?:the\s+)?{_B}{_REST}",
        (
            rf"\bhow\s+(?:do|does|did|are|is)\s+(?:the\s+)?{_A}\s+(?:and|differ from|different from)\s+(?:the\s+)?{_B}"
            rf"(?:\s+(?:differ|compare|different)\b[^?]*)?{_REST}"
        ),
        rf"^(?:the\s+)?{_A}\s+(?:versus|vs\.?)\s+(?:the\s+)?{_B}{_REST}",
        rf"\bhow\s+does\s+(?:the\s+)?{_A}\s+compare\s+(?:to|with|against)\s+(?:the\s+)?{_B}{_REST}",
    )
)
_CONTRASTS = re.compile(
    r"\b(?:whereas|while|than|in contrast|contrary|unlike|but|however|compared|differs?|instead|both|similar)\b", re.IGNORECASE
)
_WITHIN = 4.0
"""Log odds by which what is said of one side may fall behind the best sentence of all."""
_NAMED = 0.99
"""Share of a side's own words that a sentence must have to speak of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Two things as the question calls them, and the words by which each is told from the other."""

    names: tuple[str, str]
    own: tuple[tuple[Term, ...], tuple[Term, ...]]


def sides_of(question: str) -> Sides | None:
    """The things that a question sets against each other; None where it does not name two."""
    text = both_ends(question)
    for form in _FORMS:
        if found := form.search(text):
            first, second = found["a"].strip(), found["b"].strip()
            terms = question_terms(f"on {first}"), question_terms(f"on {second}")
            shared = {term.stem for term in terms[0]} & {term.stem for term in terms[1]}
            own = tuple(tuple(term for term in each if term.stem not in shared) for each in terms)
            if own[0] and own[1]:
                return Sides(names=(_full(first, second), second), own=(own[0], own[1]))
    return None


def _full(first: str, second: str) -> str:
    """The first thing with the noun that both share: "boiled" of "boiled and filtered coffee"."""
    noun = second.rsplit(maxsplit=1)[-1]
    return f"{first} {noun}" if len(first.split()) == 1 and len(second.split()) > 1 and first.islower() else first


def best_for_each(sides: Sides, ranked: Sequence[Ranked]) -> list[tuple[str, Ranked]]:
    """A sentence for each side, in the question's order, with what it is about.

    One sentence that sets the two against each other is the best answer there is, and stands alone. Empty where the paper
    does not speak of both.
    """
    near = [each for each in ranked if each.score >= ranked[0].score - _WITHIN]
    speaks = {id(each): tuple(_speaks(own, each) for own in sides.own) for each in near}
    both = next((each for each in near if all(speaks[id(each)]) and _CONTRASTS.search(each.sentence.text)), None)
    if both is not None and both.score >= ranked[0].score - _WITHIN / 2:
        return [("", both)]
    found: list[tuple[str, Ranked]] = []
    for at, name in enumerate(sides.names):
        alone = [each for each in near if speaks[id(each)][at] and not speaks[id(each)][1 - at]]
        if not alone:
            return []
        found.append((name, _most_telling(name, alone)))
    return found


_TELLING = 2.0
"""Log odds that speak for a sentence which says what a side is."""


def _most_telling(name: str, said: Sequence[Ranked]) -> Ranked:
    return max(said, key=lambda each: each.score + _TELLING * _defines(name, each))


def _defines(name: str, each: Ranked) -> float:
    return max((strength for _, strength in definitions(name, each.sentence.text)), default=0.0)


def _speaks(own: Sequence[Term], each: Ranked) -> bool:
    return covered(own, stems(each.sentence.text)) >= _NAMED
