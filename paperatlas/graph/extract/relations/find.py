"""All relations between the names of a passage."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Span, Token

from paperatlas.core.knowledge import Standing
from paperatlas.graph.extract.found import Found, FoundRelation, Passage
from paperatlas.graph.extract.relations.adjacent import adjacent
from paperatlas.graph.extract.relations.arguments import Argument, Arguments, conjuncts, first_joined
from paperatlas.graph.extract.relations.clauses import agents, is_passive, meant, objects_of, prepositional, themes
from paperatlas.graph.extract.relations.frames import ADJECTIVES, VERBS, Frame, fits
from paperatlas.graph.extract.relations.nominal import Stated, nominal
from paperatlas.graph.extract.relations.standing import standing_of

__all__ = ["find_relations"]


def find_relations(
    passage: Passage, names: Sequence[Found], *, self_name: int | None = None, work: int | None = None
) -> list[FoundRelation]:
    """The relations that the sentences of a passage state between its names, in order of place.

    `self_name` is the index of what the document proposes, which "our model" stands for, and `work` that of the document
    itself, which "we" and "this paper" stand for; either may be a name of no length, as it need not be printed here.
    Without them such sentences state nothing. A passage without syntax, as one in another language, has no relations.
    """
    if not passage.syntax.has_annotation("DEP"):
        return []
    arguments = Arguments(passage.syntax, names, self_name=self_name, work=work)
    best: dict[tuple[int, str, int, int], FoundRelation] = {}
    for sentence in passage.syntax.sents:
        for stated in _stated(sentence, arguments):
            relation = _relation(stated, sentence, passage.chunk.text, names)
            if relation is None:
                continue
            key = (relation.head, relation.predicate, relation.tail, relation.start)
            if key not in best or best[key].confidence < relation.confidence:
                best[key] = relation
    return sorted(best.values(), key=lambda each: (each.start, each.head, each.tail, each.predicate))


def _stated(sentence: Span, arguments: Arguments) -> Iterator[Stated]:
    for word in sentence:
        if word.pos_ in {"VERB", "AUX"} or word.tag_.startswith("VB"):
            for frame in VERBS.get(word.lemma_.lower(), ()):
                yield from _by_verb(word, frame, arguments)
        elif word.pos_ == "ADJ" and first_joined(word).dep_ == "acomp":
            for frame in ADJECTIVES.get(word.lower_, ()):
                yield from _by_adjective(word, frame, arguments)
        elif word.tag_ == "JJR" and word.dep_ == "amod":
            yield from _by_comparative(word, arguments)
        yield from nominal(word, arguments)
    yield from adjacent(sentence, arguments)


class _Filled(NamedTuple):
    argument: Argument
    sure: float


def _by_verb(verb: Token, frame: Frame, arguments: Arguments) -> Iterator[Stated]:
    if frame.head == ("in",) and not is_passive(verb):
        return  # "X is used in Y"; of "we use X in Y", Y may be part of the name
    heads = _fill(verb, frame.head, arguments)
    tails = _fill(verb, frame.tail, arguments)
    yield from _pairs(verb, frame, heads, tails)
    if frame.predicate == "compared_with" and not tails:
        joined = [argument for theme in themes(verb) for argument in arguments.of(theme)]
        yield from (
            Stated(verb, first.name, frame.predicate, other.name, 0.75 * first.sure * other.sure)
            for number, first in enumerate(joined)
            for other in joined[number + 1 :]
        )


def _fill(verb: Token, roles: Sequence[str], arguments: Arguments) -> list[_Filled]:
    """The names in the first of some roles that holds any."""
    for role in roles:
        if role == "agent" and len(roles) > 1 and objects_of(verb) and verb.lemma_ not in _OF_WHOM:
            continue
        found = [filled for token, sure in _role(verb, role) for filled in _named(token, sure, arguments)]
        if found:
            return found
    return []


_OF_WHOM = frozenset("evaluate test validate experiment".split())
"""Verbs with which "we" may stand for what is ours: "we evaluate the quality on X"."""


def _named(token: Token, sure: float, arguments: Arguments) -> list[_Filled]:
    """The names that a word stands for: those of what it is said of first, "a model" of "X is a model that …"."""
    for each in meant(token):
        found = [_Filled(argument, 0.95 * sure) for argument in arguments.of(each)]
        if found:
            return found
    return [_Filled(argument, sure) for argument in arguments.of(token)]


def _role(verb: Token, role: str) -> Iterator[tuple[Token, float]]:
    if role in {"agent", "theme"}:
        yield from ((token, 1.0) for token in (agents(verb) if role == "agent" else themes(verb)))
    elif not (role == "by" and is_passive(verb)):
        yield from prepositional(verb, role)


def _by_adjective(adjective: Token, frame: Frame, arguments: Arguments) -> Iterator[Stated]:
    """X is better than Y; X is comparable or superior to Y."""
    first = first_joined(adjective)
    heads = [_Filled(argument, 1.0) for token in agents(first.head) for argument in arguments.of(token)]
    said = [(token, sure) for each in conjuncts(adjective) for role in frame.tail for token, sure in prepositional(each, role)]
    tails = [_Filled(argument, sure) for token, sure in said for argument in arguments.of(token)]
    yield from _pairs(adjective, frame, heads, tails)


_BETTER = Frame("outperforms", ("agent",), ("than",), 0.85)
_GETS = frozenset("achieve obtain attain reach get have yield give show provide deliver".split())
_UPWARDS = frozenset("better higher stronger superior".split())


def _by_comparative(adjective: Token, arguments: Arguments) -> Iterator[Stated]:
    """X achieves better results than Y."""
    result, verb = adjective.head, adjective.head.head
    if adjective.lower_ not in _UPWARDS or verb.lemma_ not in _GETS or _LOWER_IS_BETTER.search(result.text):
        return
    heads = _fill(verb, _BETTER.head, arguments)
    after = [part for word in (result, adjective, verb) for part in prepositional(word, "than")]
    tails = [filled for token, sure in after for filled in _named(token, sure, arguments)]
    yield from _pairs(verb, _BETTER, heads, tails)


_LOWER_IS_BETTER = re.compile(r"error|perplexit|loss|latency|cost|time|rate", re.IGNORECASE)


def _pairs(word: Token, frame: Frame, heads: Sequence[_Filled], tails: Sequence[_Filled]) -> Iterator[Stated]:
    for head in heads:
        for tail in tails:
            if frame.predicate in _OF_ITSELF and min(head.argument.sure, tail.argument.sure) < _ITSELF:
                continue
            sure = frame.confidence * head.sure * tail.sure * head.argument.sure * tail.argument.sure
            negated = head.argument.negated or tail.argument.negated
            yield Stated(word, head.argument.name, frame.predicate, tail.argument.name, sure, negated)


_OF_ITSELF = frozenset({"proposes", "extends", "outperforms"})
_ITSELF = 0.85
"""Who proposes "a new RL algorithm" does not propose RL: a name that only stands in the phrase is not enough."""


def _relation(stated: Stated, sentence: Span, printed: str, names: Sequence[Found]) -> FoundRelation | None:
    head, tail = names[stated.head], names[stated.tail]
    if stated.head == stated.tail or head.text == tail.text or not fits(stated.predicate, head.kind, tail.kind):
        return None
    text = printed[sentence.start_char : sentence.end_char]
    start = sentence.start_char + len(text) - len(text.lstrip())
    return FoundRelation(
        head=stated.head,
        predicate=stated.predicate,
        tail=stated.tail,
        start=start,
        end=start + len(text.strip()),
        extractor="syntax",
        confidence=round(stated.confidence, 2),
        standing=Standing.NEGATED if stated.negated else standing_of(stated.word, sentence, printed),
    )
