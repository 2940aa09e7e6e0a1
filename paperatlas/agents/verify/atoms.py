"""Claims of one statement each, out of a claim that may make several."""

import re
from itertools import pairwise

from paperatlas.agents.verify.words import Sentence, read
from paperatlas.core.text import sentences

__all__ = ["atoms"]

_FEWEST = 3
"""Words that a clause has at least: what is shorter says nothing that could be checked by itself."""
_POINTING = re.compile(
    r"^(?:It|They|This|These|He|She)\b(?!\s+(?:is|was)\s+(?:shown|known|believed|found|likely|possible|proven|not known)\b)"
)
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def atoms(claim: str) -> tuple[str, ...]:
    """Sentence by sentence, and clause by clause where each has a subject of its own or shares the first one's.

    A subject that only points back is replaced by the subject of the statement before.
    """
    parts: list[str] = []
    subject = ""
    for sentence in read([(start, claim[start:end]) for start, end in sentences(claim)]):
        for clause in _clauses(sentence):
            parts.append(_named(clause, subject))
            subject = _subject(sentence) or subject
    return tuple(parts) or (claim.strip(),)


def _named(clause: str, subject: str) -> str:
    pointing = _POINTING.match(clause) if subject else None
    return subject + clause[pointing.end() :] if pointing else clause


def _clauses(sentence: Sentence) -> list[str]:
    """The sentence cut at its coordinated main verbs that have a subject of their own."""
    words = sentence.words
    roots = [index for index, word in enumerate(words) if word.relation == "ROOT"]
    if not roots:
        return [sentence.text]
    cuts = []
    for child in sentence.children[roots[0]]:
        inside = sorted(sentence.under(child))
        if words[child].relation == "conj" and any(words[each].relation in _SUBJECTS for each in sentence.children[child]):
            cuts.append(words[inside[0]].start)
    bounds = [0, *sorted(cuts), len(sentence.text)]
    pieces = [sentence.text[start:end] for start, end in pairwise(bounds)]
    trimmed = [re.sub(r"(?<![\s,;])[\s,;]++(?:(?:and|but|while|whereas)[\s,;]*+)?$", "", piece) for piece in pieces]
    return [sentence.text] if any(len(piece.split()) < _FEWEST for piece in trimmed) else trimmed


def _subject(sentence: Sentence) -> str:
    for index, word in enumerate(sentence.words):
        if word.relation in _SUBJECTS and sentence.words[word.head].relation == "ROOT":
            inside = sorted(sentence.under(index, without=frozenset({"relcl", "acl"})))
            if word.part != "PRON":
                return sentence.text[sentence.words[inside[0]].start : sentence.words[inside[-1]].end]
    return ""
