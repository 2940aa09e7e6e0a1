"""A question to a graph, understood: every word of it is accounted for by the graph's schema, or nothing is made of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.graph.cypher.foreign.filters import Condition, conditions
from paperatlas.graph.cypher.foreign.shape import Shape, shape_of
from paperatlas.graph.cypher.foreign.tokens import Token, tokens_of
from paperatlas.graph.cypher.foreign.vocabulary import Named, Property, Relation, Vocabulary
from paperatlas.graph.cypher.lexicon import reserved_words

__all__ = ["NEGATION", "Question", "understand"]

_OWN = frozenset(
    "who what which list show find name names give get retrieve all every any are is was were in of the to that have has had "
    "been be database graph dataset data someone anyone somebody whose where also each s limited year years people person "
    "persons different distinct number title titles titled did do does ever play played relationship relationships there exist "
    "same both it they them their not never no without involved available among gave given received receive".split()
)
"""Words of a question that stand for nothing in a query, or are looked at by pattern."""
_ORDERING = frozenset("most least best worst".split())
NEGATION = frozenset("not never no without".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What was understood."""

    tokens: tuple[Token, ...]
    shape: Shape
    conditions: tuple[Condition, ...]
    named: tuple[Named, ...]
    """Nodes that it names."""
    relations: tuple[Relation, ...]
    """That it speaks of, each once, in order."""

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(token.text for token in self.tokens)

    def has(self, pattern: str) -> bool:
        return re.search(pattern, self.text) is not None


def understand(question: str, words: Vocabulary) -> Question | None:
    """The parts of a question; None when a word is left over, or what it means is not clear."""
    tokens = tokens_of(question, words)
    filters = conditions(tokens)
    shape = shape_of(tokens, words)
    if shape is None or re.search(r"\bwho are they\b", question):
        return None
    named, relations = _named(tokens), _relations(tokens, shape, filters, words)
    if named is None or relations is None or not _all_read(tokens):
        return None
    return Question(tokens=tuple(tokens), shape=shape, conditions=tuple(filters), named=tuple(named), relations=tuple(relations))


def _named(tokens: Sequence[Token]) -> list[Named] | None:
    """Nodes that are named; None when something is quoted that is none, or is the name of several."""
    named = []
    for token in tokens:
        if token.read or not (token.names or token.quoted):
            continue
        if len(token.names) != 1:
            return None
        named.append(token.names[0])
        token.read = True
    return named


def _relations(tokens: Sequence[Token], shape: Shape, filters: Sequence[Condition], words: Vocabulary) -> list[Relation] | None:
    """None when a word may mean several."""
    found: list[Relation] = [shape.agent] if shape.agent else []
    for token in tokens:
        for candidates in (token.verbs, token.agents):
            if len(candidates) > 1:
                return None
            found += candidates
            token.read = token.read or bool(candidates)
    for prop in _properties(shape, filters):
        if prop.of_relation:
            found += [relation for relation in words.relations if relation.type == prop.owner]
    return list(dict.fromkeys(found))


def _properties(shape: Shape, filters: Sequence[Condition]) -> Iterator[Property]:
    yield from (condition.property for condition in filters)
    yield from shape.extras
    if shape.head:
        yield shape.head
    if shape.order and isinstance(shape.order.by, Property):
        yield shape.order.by
    if shape.order and shape.order.property:
        yield shape.order.property


def _all_read(tokens: Sequence[Token]) -> bool:
    """Whether nothing of the question is left over."""
    known = _OWN | (reserved_words() - _ORDERING)
    return all(token.read or token.label or (token.text in known and not token.quoted) for token in tokens)
