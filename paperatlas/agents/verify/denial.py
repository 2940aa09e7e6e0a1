"""Which words of a sentence stand under a denial."""

from collections.abc import Iterator

from paperatlas.agents.verify.lexicon import WEAK_NEGATIVES
from paperatlas.agents.verify.words import Sentence

__all__ = ["denials"]

_OTHER_CLAUSES = frozenset("conj cc advcl relcl nsubj nsubjpass csubj parataxis punct mark expl acl".split())
"""Branches of a word that a denial of it does not reach."""
_OBJECTS = frozenset("dobj nsubj nsubjpass attr pobj acomp oprd".split())
_SET_ASIDE = 5
"""Words of what is set aside, at most."""
_NOBODY = frozenset("nobody none nothing neither no-one".split())


def denials(sentence: Sentence) -> tuple[frozenset[int], ...]:
    """For each word, the denials (by the index of the denying word) that it stands under.

    Denials are named rather than counted, so that "no method improves" denies "improves" once, however it is reached.
    """
    under: list[set[int]] = [set() for _ in sentence.words]
    for cue in range(len(sentence.words)):
        for reached in _reach(cue, sentence):
            under[reached].add(cue)
    return tuple(map(frozenset, under))


def _reach(cue: int, sentence: Sentence) -> Iterator[int]:
    word, words = sentence.words[cue], sentence.words
    following = words[cue + 1].lower if cue + 1 < len(words) else ""
    if word.lower in {"not", "n't", "n’t", "never", "hardly", "barely", "scarcely", "rarely", "seldom", "little"}:
        if following in {"only", "just", "merely", "necessarily", "more", "less", "fewer"} or (
            word.lower == "little" and word.relation not in {"advmod", "npadvmod"}
        ):
            return
        yield from _clause(word.head, sentence)
    elif (word.lower == "no" and following not in {"more", "less", "fewer", "longer", "later"}) or (
        word.lower in _NOBODY and word.relation in {"det", "preconj", "cc", "advmod"}
    ):
        yield from _noun_and_verb(word.head, sentence)
    elif word.lower in _NOBODY:
        yield from _clause(word.head, sentence)
    elif word.lower == "without" or word.lemma in WEAK_NEGATIVES - {"little"} or _leaves_out(cue, sentence):
        for child in sentence.children[cue]:
            if words[child].relation in {"nsubjpass", "pobj", "pcomp", "dobj", "xcomp", "ccomp", "prep", "acomp"}:
                yield from sentence.under(child, without=_OTHER_CLAUSES - {"conj", "cc"})
    elif word.lower in {"rather", "instead"} and following in {"than", "of"}:
        yield from _named_behind(cue + 2, sentence)
    elif word.lower == "non" and following == "-" and cue + 2 < len(words):
        yield cue + 2
    elif word.lower == "unable":
        yield from sentence.under(cue, without=_OTHER_CLAUSES)


def _leaves_out(index: int, sentence: Sentence) -> bool:
    return sentence.words[index].lemma == "leave" and any(
        sentence.words[child].lower == "out" for child in sentence.children[index]
    )


def _named_behind(first: int, sentence: Sentence) -> Iterator[int]:
    """What "rather than" and "instead of" set aside: the words up to the next mark."""
    for index in range(first, min(first + _SET_ASIDE, len(sentence.words))):
        if sentence.words[index].part == "PUNCT" and sentence.words[index].text != "-":
            return
        yield index


def _clause(head: int, sentence: Sentence) -> Iterator[int]:
    yield from sentence.under(head, without=_OTHER_CLAUSES)
    if sentence.words[head].relation in {"aux", "auxpass"}:
        yield from sentence.under(sentence.words[head].head, without=_OTHER_CLAUSES)


def _noun_and_verb(noun: int, sentence: Sentence) -> Iterator[int]:
    """What has "no" before it, and the verb it is subject or object of: "no method improves", "had no effect"."""
    yield from sentence.under(noun, without=_OTHER_CLAUSES)
    word = sentence.words[noun]
    if word.relation in _OBJECTS and word.head != noun:
        yield from _clause(word.head, sentence)
