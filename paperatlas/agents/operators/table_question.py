"""What a question wants of a table: a cell, the best of a line, two cells set against each other, or a line summed up."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Literal

from paperatlas.agents.operators.table_terms import conditions, plain_header
from paperatlas.agents.operators.table_wording import (
    ASKED_FOR,
    ASKS_VALUE,
    BOUND,
    CHANGED,
    EMPTY,
    HELPS_MOST,
    HIGH,
    HOW_MANY,
    HURTS_MOST,
    IS_THE,
    LOW,
    LOWER_IS_BETTER,
    LOWERS,
    OPERATIONS,
    ORDINALS,
    OVER,
    PHRASE_END,
    PLURAL,
    POINTS,
    QUALITY,
    RAISES,
    RANK_LABEL,
    RANKED,
    SPEED,
    TABLE_LABEL,
    UP,
    VERDICT,
    WAYS,
    WORKING,
    Operation,
)
from paperatlas.agents.terms import Term, question_terms
from paperatlas.core.text import both_ends

__all__ = ["Bound", "Operation", "TableQuestion", "lower_is_better"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A bound on numbers: above or below, itself included or not."""

    above: bool
    number: Decimal
    included: bool

    def holds(self, value: Decimal) -> bool:
        if value == self.number:
            return self.included
        return (value > self.number) == self.above


@dataclass(frozen=True, kw_only=True)
class TableQuestion:
    """What a question wants of a table."""

    text: str
    """Its words, the table's label left out and headers' symbols spelled out."""
    terms: tuple[Term, ...]
    """What names cells: neither superlatives nor what is to be done with the cells."""
    worked_on: tuple[Term, ...]
    """The words that say what is to be done, for tables that call a header so ("Average", "Max Output")."""
    label: str
    operation: Operation
    direction: Literal["", "high", "low"]
    place: int
    """Of a superlative: 1 for the best, 2 for the second best."""
    bound: Bound | None
    wants_number: bool
    measured: tuple[Term, ...]
    """The words that name the measure: those right after the superlative, else those of "what is the … of"."""
    wanted: tuple[Term, ...]
    """The words after "which" or "what": what kind of thing wins."""

    @property
    def compares(self) -> bool:
        return self.operation in ("compare", "difference", "ratio", "percent_change")

    @property
    def is_choice(self) -> bool:
        """Whether one of the things named is to be chosen."""
        return re.search(r"\bor\b|\bwhich (?:of|is|one)\b", self.text, re.IGNORECASE) is not None

    @property
    def joins(self) -> bool:
        """Whether it is put of two things at once: "the scores of A and B"."""
        return re.search(r"\b(?:of|for) [^?]*\band\b|\bboth\b", self.text, re.IGNORECASE) is not None

    @property
    def is_verdict(self) -> bool:
        """Whether yes or no is wanted."""
        return not self.is_choice and VERDICT.match(self.text) is not None

    @property
    def comparative(self) -> Literal["", "high", "low", "better", "worse"]:
        """Which way a comparison points; of better and worse the measure decides."""
        found = POINTS.search(self.text)
        return WAYS[found[0].lower()] if found else ""

    @property
    def is_from_second(self) -> bool:
        """Whether a change is from the thing named last: "A improves over B"."""
        return OVER.search(self.text) is not None

    @property
    def wants_count(self) -> bool:
        """Whether a number is asked for and nothing else will do."""
        return HOW_MANY.search(self.text) is not None

    @cached_property
    def kind(self) -> tuple[Term, ...]:
        """Of what kind a cell has to be that is asked for by "which optimizer", "what accuracy"; empty where any will do."""
        return tuple(term for term in self.wanted if term.word not in EMPTY | WORKING | _ANY_KIND)

    @cached_property
    def said(self) -> tuple[Term, ...]:
        """All words: of a look-up nothing is to be done with the cell."""
        return (*self.terms, *self.worked_on)

    @property
    def wants_several(self) -> bool:
        """Whether the question asks for more than one thing ("What budgets does …?")."""
        named = self.wanted or self.measured
        return bool(named) and not self.wants_count and PLURAL.search(named[-1].word) is not None

    @cached_property
    def conditioned(self) -> "TableQuestion":
        """The same, its bound taken for a part of a name: "how many drink more than 1 cup" under a header ">1 cup"."""
        return TableQuestion.read(conditions(self.text)) if self.bound else self

    @classmethod
    def read(cls, text: str) -> "TableQuestion":
        text = both_ends(text)
        label = TABLE_LABEL.search(text)
        plain = plain_header(TABLE_LABEL.sub(" ", text))
        named = conditions(plain)
        operation = next((name for name, pattern in OPERATIONS if pattern.search(plain if name in _BOUNDED else named)), None)
        if operation not in _BOUNDED:
            plain = named
        superlatives = _superlatives(plain)
        if superlatives and operation in ("sum", "mean"):
            operation = None  # "the highest average over all tasks"
        bound = _bound(plain) if operation in ("count", "filter") else None
        measured = _terms(_measure(plain, superlatives[-1]) if superlatives else _noun(plain))
        said = {term.word for term in measured} or {word.lower() for word in re.findall(r"[A-Za-z0-9]+", plain)}
        which = re.search(r"\b(?:which|what)\b", plain, re.IGNORECASE)
        words = [term for term in _terms(plain) if bound is None or not _is_bound(term, bound)]
        working = (WORKING | HIGH | LOW) - ({"top"} if RANK_LABEL.search(plain) else frozenset())
        if operation is None:
            working -= {term.word for term in measured if superlatives}  # "the greatest improvement" is a column
        return cls(
            text=plain,
            terms=tuple(term for term in words if term.word not in working | EMPTY),
            worked_on=tuple(term for term in words if term.word in working),
            label=label[1].upper() if label else "",
            operation=operation or ("best" if superlatives else "look_up"),
            direction=_direction([match[0].lower() for match in superlatives], said, plain),
            place=_place(plain),
            bound=bound,
            wants_number=bool(superlatives or label or operation or ASKS_VALUE.search(plain)),
            measured=tuple(term for term in measured if term.word not in working | EMPTY),
            wanted=_kind_of_thing(plain, which.end(), _end_of_kind(plain, superlatives)) if which else (),
        )


_ANY_KIND = frozenset("value values result number figure level model models method methods system systems".split())
_BOUNDED = ("count", "filter")
"""Operations in which "more than 90" is a bound on numbers; elsewhere it is a part of a name, as in the header ">90"."""


def _superlatives(plain: str) -> list[re.Match[str]]:
    bare = RANK_LABEL.sub(lambda found: " " * len(found[0]), plain)
    return [found for found in re.finditer(r"[A-Za-z]+", bare) if found[0].lower() in HIGH | LOW]


_LETTER = 4.0
"""Nats. A single letter beside a sign ("∆G") says little by itself."""


def _terms(text: str) -> tuple[Term, ...]:
    return tuple(_lighter(term) if len(term.word) == 1 and term.word.isalpha() else term for term in question_terms(text))


def _lighter(term: Term) -> Term:
    return Term(word=term.word, stem=term.stem, weight=min(term.weight, _LETTER), is_name=term.is_name)


def _is_bound(term: Term, bound: Bound) -> bool:
    return term.is_number and Decimal(term.word) == bound.number


def _bound(text: str) -> Bound | None:
    for found in BOUND.finditer(text):
        if not found["how"] and not found["edge"]:
            continue
        number = Decimal(found["number"].replace(",", ""))
        if found["how"]:
            above = UP.search(found["how"]) is not None
            turned = found["edge"] is not None and re.match(r"no", found["edge"], re.IGNORECASE) is not None
            return Bound(above=above != turned, number=number, included=turned)
        return Bound(above="least" in found["edge"].lower(), number=number, included=True)
    return None


def _place(text: str) -> int:
    found = RANKED.search(text)
    return ORDINALS.get((found[1] or "second").lower(), 1) if found else 1


def _kind_of_thing(text: str, start: int, end: int) -> tuple[Term, ...]:
    """What wins, in "which training data size … the highest": the words up to the verb or the superlative."""
    return _terms(_phrase(text, start)[: max(0, end - start)])


def _end_of_kind(text: str, superlatives: Sequence[re.Match[str]]) -> int:
    """Where the words for the kind of thing end at the latest: at the superlative, or the verb that goes with it."""
    moves = HURTS_MOST.search(text) or HELPS_MOST.search(text)
    return min((found.start() for found in (moves, *superlatives) if found), default=len(text))


def _measure(text: str, superlative: re.Match[str]) -> str:
    """What a superlative measures: the words after it, or before it in "is the bias of the moss largest", "hurts F1 most"."""
    after = _phrase(text, superlative.end())
    if after.strip():
        return after
    if moved := HURTS_MOST.search(text) or HELPS_MOST.search(text):
        return moved["measure"]
    before = IS_THE.search(text[: superlative.start()])
    return _phrase(text[: superlative.start()], before.end()) if before else ""


def _noun(text: str) -> str:
    """What is asked for in "what is the … of", "how many … are", "the difference in …"; empty when it is put otherwise."""
    found = CHANGED.search(text) or ASKED_FOR.search(text)
    return _phrase(text, found.end()) if found else ""


def _phrase(text: str, start: int) -> str:
    """The words from `start` to the next preposition, verb or mark."""
    end = PHRASE_END.search(text, start)
    return text[start : end.start() if end else len(text)]


def _direction(superlatives: Sequence[str], said: set[str], text: str) -> Literal["", "high", "low"]:
    """By the first superlative: in "the smallest maximum output" the second is a part of the measure's name."""
    if not superlatives:
        return ""
    first = superlatives[0]
    high = first in HIGH
    is_low_better = lower_is_better(said)
    if first in QUALITY and is_low_better:
        high = not high
    if first in SPEED and said & {"time", "latency", "runtime"}:
        high = not high
    if HURTS_MOST.search(text):
        high = is_low_better and not LOWERS.search(text)
    elif HELPS_MOST.search(text):
        high = not is_low_better or RAISES.search(text) is not None
    return "high" if high else "low"


def lower_is_better(words: AbstractSet[str]) -> bool:
    """Whether a measure of these words is the better the lower it is."""
    return bool(words & LOWER_IS_BETTER)
