"""A question file from a library's papers."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from paperatlas.core.types import ParsedDocument
from paperatlas.eval.cases import Case
from paperatlas.eval.makers.draft import Paper
from paperatlas.eval.makers.facts import count_questions, definition_questions, metadata_questions, position_questions
from paperatlas.eval.makers.tables import table_questions
from paperatlas.eval.makers.twins import twins

__all__ = ["make_questions"]

_MAKERS = (table_questions, metadata_questions, count_questions, definition_questions, position_questions)
PAPERS = 40
"""Papers whose words a twin is held against: what one of them says, it might be asked of the others."""


def make_questions(papers: Sequence[ParsedDocument], *, each: int, seed: int = 0) -> list[Case]:
    """At most `each` answerable questions and as many twins a paper, every kind in turn; the same every time.

    The answers are what was read from the papers, so that a question also finds a fault of reading only when a person looks
    at it: review the file before believing a figure.
    """
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    known = [Paper.of(parsed) for parsed in papers]
    made: list[Case] = []
    for paper in known:
        others = [other for other in known if other is not paper]
        answerable = _in_turn([_shuffled(maker(paper), chance) for maker in _MAKERS], each)
        unanswerable = _shuffled(twins(paper, chance.sample(others, min(PAPERS, len(others)))), chance)[:each]
        made += [*answerable, *unanswerable]
    unique = {(case.question, case.docs): case for case in made}
    return [replace(case, id=f"q{number:04d}") for number, case in enumerate(unique.values(), 1)]


def _shuffled(cases: Iterator[Case], chance: random.Random) -> list[Case]:
    found = list(cases)
    chance.shuffle(found)
    return found


def _in_turn(groups: Sequence[Sequence[Case]], most: int) -> list[Case]:
    """One of each group, then a second of each, up to `most`."""
    longest = max(map(len, groups))
    turns = chain.from_iterable([group[at] for group in groups if at < len(group)] for at in range(longest))
    return list(turns)[:most]
