"""What "it", "she" and "the model" stand for: what the sentence before was about, where that is beyond doubt."""

from collections.abc import Callable, Iterator, Sequence

from spacy.tokens import Doc, Span, Token

__all__ = ["Topics", "introduced"]

_PERSONS = frozenset({"he", "she"})
_THINGS = frozenset({"it", "this"})
_DEFINITE = frozenset(
    "model method algorithm system framework architecture network dataset corpus benchmark film book album".split()
)
_INTRODUCE = frozenset("propose introduce present develop release describe".split())


def introduced(noun: Token) -> Iterator[Token]:
    """What a noun with an article is the description of: its apposition, or what it is called."""
    if noun.tag_ not in {"NNS", "NNPS"} and not any(child.dep_ in {"det", "poss"} for child in noun.children):
        return
    for child in noun.children:
        described = any(each.dep_ == "det" for each in child.children)
        if child.dep_ == "appos" and not described:
            yield child
        elif child.dep_ == "acl" and child.lower_ in _CALLED:
            yield from (each for each in child.children if each.dep_ in {"oprd", "dobj", "attr"})


_CALLED = frozenset("called named termed dubbed".split())


class Topics:
    """The topics of a passage's sentences: each one's subject, or the one thing that it introduces."""

    def __init__(self, syntax: Doc, name_at: Callable[[Token], int | None], kinds: Sequence[str]) -> None:
        self._syntax, self._name_at, self._kinds = syntax, name_at, kinds
        self._starts: list[int] | None = None
        self._topics: list[int | None] = []

    def of(self, token: Token) -> int | None:
        """The name that a pronoun or a definite noun takes up; None where it may be any, or is no such word."""
        lower = token.lower_
        definite = lower in _DEFINITE and [child.lower_ for child in token.children if child.dep_ != "punct"][:2] == ["the"]
        if token.dep_ not in {"nsubj", "nsubjpass"} or not (definite or lower in _PERSONS or lower in _THINGS):
            return None
        topic = self._before(token)
        if topic is None or (self._kinds[topic] == "person") is not (lower in _PERSONS):
            return None
        return topic

    def _before(self, token: Token) -> int | None:
        if self._starts is None:
            self._starts = []
            for sentence in self._syntax.sents:
                self._starts.append(sentence.start)
                self._topics.append(self._topic(sentence))
        here = max(number for number, start in enumerate(self._starts) if start <= token.i)
        return self._topics[here - 1] if here else None

    def _topic(self, sentence: Span) -> int | None:
        root = sentence.root
        subjects = [child for child in root.children if child.dep_ in {"nsubj", "nsubjpass"}]
        if any(child.dep_ == "conj" for subject in subjects for child in subject.children):
            return None
        if len(subjects) == 1:
            subject = subjects[0]
            name = self._name_at(subject)
            if name is not None:
                return name
            if subject.lower_ in _PERSONS | _THINGS:
                return self._topics[-1] if self._topics else None
        if root.lemma_ not in _INTRODUCE:
            return None
        objects = [child for child in root.children if child.dep_ == "dobj"]
        if len(objects) != 1 or any(child.dep_ == "conj" for child in objects[0].children):
            return None
        named = [name for part in (*introduced(objects[0]), objects[0]) if (name := self._name_at(part)) is not None]
        return named[0] if named else None
