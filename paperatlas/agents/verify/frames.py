"""Who does what to whom, and who is compared with whom."""

from collections.abc import Iterator
from dataclasses import dataclass

from paperatlas.agents.verify.align import is_content
from paperatlas.agents.verify.lexicon import BETTER, COMPARED_WITH, PRONOUNS, sides_of
from paperatlas.agents.verify.words import Sentence, Word

__all__ = ["Frame", "frames"]

_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})
_OBJECTS = frozenset({"dobj", "dative", "oprd", "attr"})
_FARTHEST = 5
"""Steps up to a subject."""
_PLACED = frozenset({"above", "below"})
"""Prepositions that compare by themselves."""
_HANGING = frozenset("xcomp conj advcl acl relcl acomp attr advmod prep pcomp".split())
"""Relations across which a verb has the subject of what it hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A predicate with the words on its two sides; in the passive as in the active."""

    predicate: int
    doer: frozenset[int]
    other: frozenset[int]
    compares: bool
    vague: bool
    """Its subject is a pronoun."""


def frames(sentence: Sentence) -> tuple[Frame, ...]:
    return tuple(_frames(sentence))


def _frames(sentence: Sentence) -> Iterator[Frame]:
    for index, word in enumerate(sentence.words):
        if word.part in {"VERB", "AUX"} and word.relation not in {"aux", "auxpass"}:
            yield from _of_verb(index, sentence)
        elif word.lower in COMPARED_WITH and (word.relation == "prep" or word.lower == "than"):
            yield from _of_link(index, sentence)


def _of_verb(verb: int, sentence: Sentence) -> Iterator[Frame]:
    subject = _subject(verb, sentence)
    if subject is None:
        return
    words, children = sentence.words, sentence.children[verb]
    doer = _said(subject, sentence)
    vague = words[subject].lower in PRONOUNS
    passive = any(words[child].relation in {"nsubjpass", "auxpass"} for child in children)
    agents = [child for child in children if words[child].relation == "agent" or (passive and words[child].lower == "by")]
    objects = [child for child in children if words[child].relation in _OBJECTS]
    if passive:
        yield Frame(predicate=verb, doer=_all(agents, sentence), other=doer, compares=False, vague=vague)
        return
    yield Frame(predicate=verb, doer=doer, other=_all(objects, sentence), compares=_compares(words[verb]), vague=vague)
    linked = any(word.lower in COMPARED_WITH for word in words)
    for child in children:
        if not linked and words[child].tag == "JJR" and words[child].relation in {"acomp", "attr"}:
            yield Frame(predicate=child, doer=doer, other=frozenset(), compares=True, vague=vague)


def _compares(verb: Word) -> bool:
    """Whether it is a comparison in one word: "outperforms", "beats", "exceeds"."""
    return any(side.axis == BETTER for side in sides_of(verb))


def _of_link(link: int, sentence: Sentence) -> Iterator[Frame]:
    """A comparison: what stands behind "than", and the subject of what it hangs on."""
    words = sentence.words
    at = link
    while words[at].head != at:
        at = words[at].head
        if words[at].part in {"VERB", "AUX"} and (subject := _subject(at, sentence)) is not None:
            yield Frame(
                predicate=link if words[link].lower in _PLACED else _compared(link, at, sentence),
                doer=_said(subject, sentence),
                other=_all([link], sentence),
                compares=True,
                vague=words[subject].lower in PRONOUNS,
            )
            return


def _subject(verb: int, sentence: Sentence) -> int | None:
    """Of a verb, or of the verb it hangs on."""
    for _ in range(_FARTHEST):
        for child in sentence.children[verb]:
            if sentence.words[child].relation in _SUBJECTS:
                word = sentence.words[child]
                if word.lower in {"which", "that", "who"} and sentence.words[verb].relation == "relcl":
                    return sentence.words[verb].head
                return child
        word = sentence.words[verb]
        if word.relation not in _HANGING or word.head == verb:
            return None
        if word.relation in {"acl", "relcl"}:
            return word.head
        verb = word.head
    return None


def _compared(link: int, verb: int, sentence: Sentence) -> int:
    """The comparative that "than" belongs to; the verb where there is none."""
    near = [index for index, word in enumerate(sentence.words) if word.tag in {"JJR", "RBR"} and index < link]
    return max(near, default=verb)


def _said(index: int, sentence: Sentence) -> frozenset[int]:
    return frozenset(
        each for each in sentence.under(index, without=frozenset({"relcl", "appos", "acl"})) if is_content(sentence.words[each])
    )


def _all(heads: list[int], sentence: Sentence) -> frozenset[int]:
    return frozenset(each for head in heads for each in _said(head, sentence))
