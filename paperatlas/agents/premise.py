"""What a question takes for granted, as a statement: "Why does the paper use dropout?" takes it that the paper uses dropout."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperatlas.agents.asked import DENIAL
from paperatlas.graph.extract.parser import syntax

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Premise", "premise_of"]

_ASKS = re.compile(
    r"(?:(?:and|but|so) )?(?:why|how(?: (?:much|strongly|well|badly))?|(?:for|from) (?:what|which) reasons?) "
    r"(?=(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|must|should)\b)",
    re.IGNORECASE,
)
"""What asks for a reason, a manner or an extent of what it takes to be so. A question for when or where leaves a place open in
the statement, and its paper may seem to deny what it only says fully."""
_DOES = frozenset({"do", "does", "did"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_SAYS = frozenset("VB VBP VBZ VBD VBN VBG JJ JJR JJS RB RBR RBS IN TO DT PRP$".split())
"""Tags that open what is said of a subject, behind a form of "be" or "have"."""
_OFTEN_NOUNS = frozenset(
    "use require need increase decrease reduce outperform surpass work ignore rank drop rise fall change gain".split()
)
"""Verbs behind "does" that the tagger takes for nouns."""
_FEWEST = 3
"""Words of a premise: of shorter ones ("it works") no sentence says the contrary for certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Premise:
    """What is taken for granted, and the sentence that denies it; both as the question words it."""

    statement: str
    denial: str


def premise_of(question: str) -> Premise | None:
    """The premise of a question for why or how; None of one that takes nothing for granted, that denies, or is hard to read.

    "Why do they not use dropout?" has none here: that a paper says "we use dropout" somewhere is no proof against it.
    """
    plain = " ".join(question.split()).rstrip("?!. ")
    asks = _ASKS.match(plain)
    if asks is None:
        return None
    with syntax([plain]) as (parse,):
        return _read(parse, asks.end())


def _read(parse: "Doc", offset: int) -> Premise | None:
    helper, *words = [token for token in parse if token.idx >= offset]
    end = _end_of_subject(words, of_verb=helper.lower_ in _DOES or helper.tag_ == "MD")
    named, rest = words[:end], words[end:]
    if not named or len(words) < _FEWEST or DENIAL.search(parse.text):
        return None
    spoken, said = _text(named), _text(rest)
    return Premise(statement=f"{spoken} {helper.lower_} {said}", denial=f"{spoken} {helper.lower_} not {said}")


def _end_of_subject(words: Sequence["Token"], *, of_verb: bool) -> int:
    """Where the subject ends, by the words' classes: parses of questions with long subjects go wrong in one of four."""
    for at in range(1, len(words)):
        word, before = words[at], words[at - 1]
        if of_verb and before.pos_ in _NOMINAL and word.lower_ in _OFTEN_NOUNS:
            return at
        if before.pos_ not in _NOMINAL or word.pos_ in _NOMINAL or word.is_punct or word.lower_ in {"of", "'s", "’s"}:
            continue
        if word.tag_ in ({"VB", "VBP", "RB"} if of_verb else _SAYS):
            return at
    return 0


def _text(tokens: Sequence["Token"]) -> str:
    return "".join(token.text_with_ws for token in tokens).strip()
