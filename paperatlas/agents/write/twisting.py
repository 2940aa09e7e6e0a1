"""A sentence that is its quote, nearly word by word, with something turned: names exchanged, a denial more or less.

Who does what to whom is hard to tell for any check of meaning when all words are there. But a quote with words exchanged says
nothing that the quote does not say better.
"""

import re
from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from paperatlas.agents.verify.lexicon import ABSOLUTES, DENIALS, FUNCTION_WORDS
from paperatlas.core.text import words

__all__ = ["overstated", "twisted"]

_FRONT = frozenset(
    "in on at for under with without during after before when while within among by from to if over across".split()
)
"""How a phrase begins that may be put before its clause: then one stretch stands elsewhere and nothing is exchanged."""
_WIDER = ABSOLUTES - {"any", "whole", "entire", "sole", "definitely", "certainly"}
_SAME_WORDS = 0.8
"""Share of a sentence's words that are its quote's, from which it is the quote with changes and no paraphrase."""


def twisted(claim: str, said: str) -> str:
    """What was turned; empty where nothing was, or the sentence has words of its own."""
    own, other = words(claim), words(said)
    shared = sum((Counter(own) & Counter(other)).values())
    if shared < _SAME_WORDS * len(own):
        return ""
    if _denials(own) != _denials(other) and shared >= _SAME_WORDS * len(other):
        return "its quote has the same words and denies otherwise"
    mine, theirs = _names(claim), _names(said)
    exchanged = LCSseq.similarity(mine, theirs) < sum((Counter(mine) & Counter(theirs)).values())
    runs = _moved_runs(own, other)
    fronted = runs == 1 and bool({own[0], other[0]} & _FRONT)
    return "its quote has the same words in another order" if exchanged or (runs and not fronted) else ""


def overstated(claim: str, said: str) -> str:
    """A word of the claim such as "always" or "all" that its quote does not have; empty where there is none."""
    wider = [word for word in words(claim) if word in _WIDER and word not in words(said)]
    return f"its quote does not say “{wider[0]}”" if wider else ""


def _denials(text: Sequence[str]) -> int:
    return sum(word in DENIALS for word in text)


def _names(text: str) -> list[str]:
    """Words with capitals or digits, in order."""
    return [word for word in re.findall(r"\w+", text) if not word.islower() and word.lower() not in FUNCTION_WORDS]


def _moved_runs(own: Sequence[str], other: Sequence[str]) -> int:
    """How many stretches of a sentence stand elsewhere in its quote."""
    kept = {index for step in LCSseq.opcodes(own, other) if step.tag == "equal" for index in range(step.src_start, step.src_end)}
    spare = Counter(other) - Counter(own[index] for index in kept)
    runs, before = 0, -2
    for index, word in enumerate(own):
        if index in kept or not spare[word]:
            continue
        spare[word] -= 1
        runs += index != before + 1
        before = index
    return runs
