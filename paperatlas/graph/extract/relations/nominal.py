"""Relations that nouns state: what something is, is an example of, is part of, is to another."""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Token

from paperatlas.graph.extract.relations.arguments import Argument, Arguments, conjuncts, first_joined
from paperatlas.graph.extract.relations.clauses import prepositional, subjects
from paperatlas.graph.extract.relations.frames import NOUNS, NounFrame
from paperatlas.graph.extract.relations.topics import introduced

__all__ = ["Stated", "nominal"]


class Stated(NamedTuple):
    """A relation that a word states."""

    word: Token
    """Whose clause tells whether it holds."""
    head: int
    predicate: str
    tail: int
    confidence: float
    negated: bool = False


def nominal(word: Token, arguments: Arguments) -> Iterator[Stated]:
    """What a noun says of the names around it."""
    if word.pos_ not in {"NOUN", "PROPN", "NUM", "ADJ"}:
        return
    for subject, clause, sure in _said_of(word):
        yield from _is_a(word, subject, clause, sure, arguments)
        yield from _by_frame(word, subject, clause, sure, arguments)
        yield from _with(word, subject, clause, sure, arguments)
    yield from _named(word, arguments)
    yield from _examples(word, arguments)
    yield from _possessed(word, arguments)


def _said_of(noun: Token) -> Iterator[tuple[Token, Token, float]]:
    """What a noun is said of: the subject of "is", or the noun it stands in apposition to; with the word that tells standing."""
    first = first_joined(noun)
    if first.dep_ == "attr" and first.head.lemma_ in {"be", "become", "remain"}:
        yield from ((subject, first.head, 1.0) for subject in subjects(first.head))
    if noun.dep_ == "appos" and noun.head.pos_ in {"NOUN", "PROPN"} and not _after_colon(noun):
        yield noun.head, noun, 0.9


def _after_colon(noun: Token) -> bool:
    """What follows a colon spells out or heads something: "Residual learning: a building block" says not what it is."""
    return noun.left_edge.i > 0 and noun.doc[noun.left_edge.i - 1].text == ":"


def _is_a(noun: Token, subject: Token, clause: Token, sure: float, arguments: Arguments) -> Iterator[Stated]:
    """X is a Y; X, a Y. Only with an article, or "one of the": "the Y, X" names it instead, and says the same the other way."""
    article = next((child.lower_ for child in noun.children if child.dep_ == "det"), "")
    kinds = [noun]
    if noun.lower_ == "one":
        kinds = [part for prep in noun.children if prep.lower_ == "of" for part in prep.children if part.dep_ == "pobj"]
    elif article not in {"a", "an"} and not (article == "the" and clause is not noun):
        return
    for kind in kinds:
        name = arguments.name_at(kind)
        if name is None:
            continue
        for each in _direct(subject, arguments):
            yield Stated(clause, each.name, "is_a", name, 0.85 * sure * each.sure)


def _named(noun: Token, arguments: Arguments) -> Iterator[Stated]:
    """A novel algorithm, CISPO; a model called M3. With "the" it is another name of the same."""
    kind = arguments.name_at(noun)
    if kind is None or not any(child.dep_ == "det" and child.lower_ in {"a", "an"} for child in noun.children):
        return
    for part in introduced(noun):
        name = arguments.name_at(part)
        if name is not None and name != kind and not _in_brackets(part):
            yield Stated(noun, name, "is_a", kind, 0.8)


def _in_brackets(token: Token) -> bool:
    """What stands in brackets after a name is another form of it: "a region proposal network (RPN)"."""
    return token.left_edge.i > 0 and token.doc[token.left_edge.i - 1].text in {"(", "["}


def _with(noun: Token, subject: Token, clause: Token, sure: float, arguments: Arguments) -> Iterator[Stated]:
    """X is a model with Y."""
    if noun.lemma_.lower() not in _BUILT:
        return
    for preposition in (child for child in noun.children if child.dep_ == "prep" and child.lower_ == "with"):
        for part in (each for each in preposition.children if each.dep_ == "pobj"):
            for tail in arguments.of(part):
                yield from (
                    Stated(clause, head.name, "uses", tail.name, 0.7 * sure * tail.sure) for head in _direct(subject, arguments)
                )


_BUILT = frozenset("model system network architecture method framework algorithm approach".split())
"""What is built from the parts that it is "with"."""


def _direct(token: Token, arguments: Arguments) -> list[Argument]:
    """The names that a word is the head of, or that its generic noun bears; not what only stands in its phrase."""
    return [argument for argument in arguments.of(token) if argument.sure >= _DIRECT]


_DIRECT = 0.95


def _by_frame(noun: Token, subject: Token, clause: Token, sure: float, arguments: Arguments) -> Iterator[Stated]:
    """X is an extension of Y; X, the founder of Y."""
    if arguments.name_at(noun) is not None:
        return
    frame = NOUNS.get(noun.lemma_.lower(), _PLACED)
    for preposition in frame.prepositions:
        for part, near in prepositional(noun, preposition):
            for tail in arguments.of(part):
                for head in _direct(subject, arguments):
                    ends = (tail.name, head.name) if frame.reverse else (head.name, tail.name)
                    yield Stated(clause, ends[0], frame.predicate, ends[1], frame.confidence * sure * near * tail.sure)


_PLACED = NounFrame("located_in", ("in",), 0.8, reverse=False)
"""X is an island in Y: whatever noun it is, when both are places."""


def _possessed(noun: Token, arguments: Arguments) -> Iterator[Stated]:
    """X's wife Y."""
    frame = NOUNS.get(noun.lemma_.lower())
    if frame is None or "of" not in frame.prepositions:
        return
    owners = [argument for child in noun.children if child.dep_ == "poss" for argument in arguments.of(child)]
    named = [child for child in noun.children if child.dep_ == "appos"]
    if noun.dep_ in {"compound", "appos"} and noun.head.pos_ == "PROPN":
        named.append(noun.head)
    for owner in owners:
        for each in (argument for part in named for argument in _direct(part, arguments)):
            ends = (owner.name, each.name) if frame.reverse else (each.name, owner.name)
            yield Stated(noun, ends[0], frame.predicate, ends[1], frame.confidence * 0.9)


def _examples(noun: Token, arguments: Arguments) -> Iterator[Stated]:
    """Ys such as X; Ys including X; X and other Ys."""
    kind = arguments.name_at(noun)
    if kind is None:
        return
    for child in noun.children:
        listed = child.lower_ in {"including", "like"} or (
            child.lower_ == "as" and any(each.lower_ == "such" for each in (*child.children, *noun.children))
        )
        if child.dep_ == "prep" and listed and noun.tag_ in {"NNS", "NNPS"}:
            sure = 0.85 if child.lower_ == "as" else 0.7
            for part in child.children:
                if part.dep_ == "pobj":
                    yield from (Stated(noun, each.name, "is_a", kind, sure * each.sure) for each in _direct(part, arguments))
    others = noun.dep_ == "conj" and any(child.lower_ == "other" for child in noun.children)
    if others:
        for each in conjuncts(first_joined(noun)):
            name = arguments.name_at(each)
            if name is not None and name != kind and each.i < noun.i:
                yield Stated(noun, name, "is_a", kind, 0.85)
