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
_LINKS = frozenset("to into from onto on upon behind by after before ahead beyond over".split())
"""Prepositions whose object is a side of its own: "A is based on B", "A lags behind B", "A leads to B", "A is replaced by B"."""
_EXCHANGES = frozenset({"replace", "substitute", "confuse", "supply", "provide"})
"""Verbs of which what "with" brings is another side, too; of others it is beside: "A is compared with B"."""
_BACKWARDS = frozenset({"result", "stem", "arise", "derive", "follow", "come", "originate"})
"""Verbs that say with "from" what others say the other way round: "A results from B", "B leads to A"."""
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
    oblique: bool = False
    """The other side is what a preposition brings, the first the object, or the subject where there is none."""


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
    passive = _is_passive(verb, sentence)
    agents = [child for child in children if words[child].relation == "agent" or (passive and words[child].lower == "by")]
    objects = [child for child in children if words[child].relation in _OBJECTS]
    linked_to = [child for child in children if words[child].relation == "prep" and _is_link(child, sentence)]
    if linked_to and not any(words[child].lower in COMPARED_WITH for child in linked_to):
        first, second = _all(objects, sentence) or doer, _all(linked_to, sentence)
        backwards = words[verb].lemma in _BACKWARDS and any(words[child].lower == "from" for child in linked_to)
        yield Frame(
            predicate=verb,
            doer=second if backwards else first,
            other=first if backwards else second,
            compares=_compares(words[verb]),
            vague=vague and not objects,
            oblique=True,
        )
    if passive:
        yield Frame(predicate=verb, doer=_all(agents, sentence), other=doer, compares=False, vague=vague)
        return
    yield Frame(predicate=verb, doer=doer, other=_all(objects, sentence), compares=_compares(words[verb]), vague=vague)
    linked = any(word.lower in COMPARED_WITH for word in words)
    for child in children:
        if not linked and words[child].tag == "JJR" and words[child].relation in {"acomp", "attr"}:
            yield Frame(predicate=child, doer=doer, other=frozenset(), compares=True, vague=vague)


def _is_passive(verb: int, sentence: Sentence) -> bool:
    """Also without a form of "be", where it hangs on what it is said of: "a system built by experts", "…, followed by voting"."""
    relations = {sentence.words[child].relation for child in sentence.children[verb]}
    if relations & {"nsubjpass", "auxpass"}:
        return True
    return sentence.words[verb].tag == "VBN" and (
        "agent" in relations or (sentence.words[verb].relation == "acl" and "aux" not in relations)
    )


def _is_link(preposition: int, sentence: Sentence) -> bool:
    word = sentence.words[preposition]
    return word.lower in _LINKS or (word.lower == "with" and sentence.words[word.head].lemma in _EXCHANGES)


def _compares(verb: Word) -> bool:
    """Whether it is a comparison in one word: "outperforms", "beats", "exceeds"."""
    return any(side.axis == BETTER for side in sides_of(verb))


def _of_link(link: int, sentence: Sentence) -> Iterator[Frame]:
    """A comparison: what stands behind "than", and the subject of what it hangs on."""
    words = sentence.words
    at = link
    if (of_noun := _holder(link, sentence)) is not None:
        yield Frame(predicate=words[link].head, doer=of_noun, other=_all([link], sentence), compares=True, vague=False)
        return
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


def _holder(link: int, sentence: Sentence) -> frozenset[int] | None:
    """Whose "superior performance over …" or "advantage over …" it is, where the noun says so: "of A", "A's"."""
    noun = sentence.words[link].head
    if sentence.words[noun].part != "NOUN":
        return None
    holders = [
        child
        for child in sentence.children[noun]
        if sentence.words[child].relation == "poss" or (sentence.words[child].lower == "of" and child != link)
    ]
    return _all(holders, sentence) or None


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
