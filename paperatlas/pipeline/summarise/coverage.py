"""Which few sentences say most of what many say: greedy maximum coverage of concepts, roles and measured facts.

The worth of a set of sentences is submodular but for the sentences that lean on one another, so that taking the best next
sentence is never far from the best set (Lin and Bilmes, 2010; concepts as in Gillick and Favre, 2009).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from paperatlas.pipeline.summarise.candidates import Candidate
from paperatlas.pipeline.summarise.parts import PART_WEIGHT
from paperatlas.pipeline.summarise.roles import ROLES

__all__ = ["Budget", "choose"]

_NEWS = 20.0
_NAMED = 4.0
_FACT = {"document": 0.3, "section": 0.5}
"""What saying all there is to say, naming all of the subject, and each measured value not yet given is worth beside roles. A
paper's own summary is about what it does; its sections are where it says how much."""
_DEFINED = 1.0
_USED, _USED_SHARE = 3, 0.05
"""Spelling out an abbreviation that is used in more than so many sentences, and in so large a share: the reader will meet it."""
_MOST_FACTS = 3
"""Values of one sentence that count: a sentence of ten numbers is a table row."""
_ROLE = {"document": 1.0, "section": 0.4}
"""A section need not play every part that a paper does."""
_BACKGROUND = 0.5
"""What a sentence before the paper first speaks of itself counts for: that part of an abstract is about the field."""
_OPENING = 1.25
"""The first sentence of a section most often says what the section is about."""
_LEANING = 0.6
_POINTING = 0.3
_OTHERS = 0.4
"""What a sentence counts for that leans on one that is not chosen, shows the way elsewhere, or tells what others did."""
_ONCE = 0.3
"""What a concept counts for that is said in one sentence only: it may be the point, or an aside."""
_OFTEN = 0.75
"""Power of how often a concept is said: between once and for all, and each time anew."""
_FILLER = 0.05
"""Part of what the sentences chosen so far have added on average: one that adds less only fills the room that is left."""
_LENGTH = 0.35
"""Power of the length by which worth is divided: 0 would take the longest sentences, 1 the shortest."""
_PLAIN = 150
"""Characters of a sentence whose worth is taken as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a summary may hold, and for what it is made."""

    sentences: int
    characters: int
    level: str = "section"
    """`document` where each of a paper's parts must be heard, else `section`."""
    subject: Mapping[str, float] = field(default_factory=dict)
    """Concepts of a title or heading: a sentence that names them says what the rest is about."""


def choose(candidates: Sequence[Candidate], budget: Budget, *, of: Sequence[Candidate] | None = None) -> list[Candidate]:
    """The chosen sentences, in reading order. The same candidates in any order give the same sentences.

    `of` are all sentences of what is summed up, where the candidates are a part of them: what is said once among all of
    them counts for less.

    The last place is kept for a sentence with a measured value when there is one and none has been chosen: a figure that is
    given once is what a reader cannot guess from the rest.
    """
    pool = sorted(candidates, key=lambda candidate: (candidate.order, candidate.text))
    said = _Said(pool, of or pool, budget)
    chosen: list[Candidate] = []
    gains: list[float] = []
    room = budget.characters
    while len(chosen) < budget.sentences:
        fitting = [candidate for candidate in pool if candidate not in chosen and len(candidate.text) <= room]
        measured = [candidate for candidate in fitting if said.is_finding(candidate)]
        if measured and len(chosen) == budget.sentences - 1 and not any(candidate.facts for candidate in chosen):
            fitting = measured
        if not fitting:
            break
        best = max(fitting, key=said.gain)
        gain = said.gain(best)
        if gain <= _FILLER * (sum(gains) / len(gains) if gains else 0.0):
            break
        said.take(best)
        gains.append(gain)
        chosen.append(best)
        room -= len(best.text) + 1
    return sorted(chosen, key=lambda candidate: candidate.order)


class _Said:
    """What the sentences chosen so far say, and what another would add."""

    def __init__(self, pool: Sequence[Candidate], whole: Sequence[Candidate], budget: Budget) -> None:
        self._budget = budget
        self._opening = min((candidate.order for candidate in whole), default=0)
        self._spoken = Counter(concept for candidate in whole for concept in candidate.concepts)
        self._used = max(_USED, _USED_SHARE * len(whole))
        self._weights = _weights(pool, self._spoken)
        self._total = sum(self._weights.values()) or 1.0
        self._subject_total = sum(budget.subject.values()) or 1.0
        self._concepts: set[str] = set()
        self._roles: set[str] = set()
        self._facts: set[str] = set()
        self._defined: set[str] = set()
        self._orders: set[int] = set()

    def is_finding(self, candidate: Candidate) -> bool:
        """Whether its values are ones to keep: of a whole paper its results, not its settings."""
        return bool(candidate.facts) and (self._budget.level == "section" or candidate.finds)

    def gain(self, candidate: Candidate) -> float:
        new = _NEWS * sum(self._weights[c] for c in sorted(candidate.concepts.keys() - self._concepts)) / self._total
        role = sum(weight for name, weight, _ in ROLES if name in candidate.roles and name not in self._roles)
        subject = self._budget.subject
        named = (
            sum(subject[c] for c in sorted((candidate.concepts.keys() & subject.keys()) - self._concepts)) / self._subject_total
        )
        facts = min(_MOST_FACTS, len(candidate.facts - self._facts))
        spelled = sum(self._spoken[stem] > self._used for stem in candidate.defines - self._defined)
        worth = _DEFINED * spelled + new + _ROLE[self._budget.level] * role + _NAMED * named + _FACT[self._budget.level] * facts
        length: float = max(1.0, len(candidate.text) / _PLAIN) ** _LENGTH
        return worth * self._standing(candidate) / length

    def _standing(self, candidate: Candidate) -> float:
        """How much a sentence counts for where it stands and as it is put."""
        standing = PART_WEIGHT[candidate.part] if self._budget.level == "document" else 1.0
        if candidate.is_background and self._budget.level == "document":
            standing *= _BACKGROUND
        if candidate.order == self._opening:
            standing *= _OPENING
        if candidate.leans and candidate.order - 1 not in self._orders:
            standing *= _LEANING
        if candidate.of_others:
            standing *= _OTHERS
        return standing * (_POINTING if candidate.points else 1.0)

    def take(self, candidate: Candidate) -> None:
        self._concepts.update(candidate.concepts)
        self._roles |= candidate.roles
        self._facts |= candidate.facts
        self._defined |= candidate.defines
        self._orders.add(candidate.order)


def _weights(pool: Sequence[Candidate], spoken: Mapping[str, int]) -> dict[str, float]:
    """What each concept is worth: how much it tells, times a power of how often it is said and where."""
    told: dict[str, float] = {}
    heard: dict[str, float] = {}
    for candidate in pool:
        for concept, worth in candidate.concepts.items():
            told[concept] = max(worth, told.get(concept, 0.0))
            heard[concept] = heard.get(concept, 0.0) + PART_WEIGHT[candidate.part]
    return {c: told[c] * heard[c] ** _OFTEN * (_ONCE if spoken[c] == 1 else 1.0) for c in told}
