"""What a question to a graph asks for: whose name or which property, how many, in which order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from paperatlas.graph.cypher.foreign.filters import holder
from paperatlas.graph.cypher.foreign.tokens import Token
from paperatlas.graph.cypher.foreign.vocabulary import Property, Relation, Vocabulary
from paperatlas.graph.cypher.templates.numbers import NUMBER_WORDS

__all__ = ["Counted", "Ordered", "Shape", "shape_of"]

_UP = frozenset("oldest earliest lowest smallest least fewest worst first".split())
_DOWN = frozenset("youngest newest latest highest largest most greatest best biggest recent".split())
_AGE = frozenset("oldest youngest newest latest earliest recent".split())
_QUANTITY = frozenset("most least fewest highest lowest largest greatest smallest".split())
_COUNTERS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("more", "than"), ">"),
    (("less", "than"), "<"),
    (("fewer", "than"), "<"),
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("exactly",), "="),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many of the other end there must be: "more than two movies"."""

    operator: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """What the rows are ordered by, and which way."""

    by: Property | Literal["count", "average"]
    descending: bool
    property: Property | None = None
    """Of an average: of what."""


@dataclass(slots=True, kw_only=True)
class Shape:
    """A question's frame, without its relations and conditions."""

    label: str = ""
    """Of what is asked for; empty for whoever does the question's verb."""
    agent: Relation | None = None
    """Where a noun asks for whoever does it: "directors"."""
    head: Property | None = None
    """Where a property is asked for: "the roles of …"."""
    how: Literal["list", "count", "average"] = "list"
    order: Ordered | None = None
    limit: int | None = None
    counted: Counted | None = None
    extras: tuple[Property, ...] = ()
    """Properties that are asked for besides: "and their release years"."""


def shape_of(tokens: Sequence[Token], words: Vocabulary) -> Shape | None:
    """The frame of a question whose conditions have been read; None when it has none that is known."""
    shape = Shape()
    shape.counted = _counted(tokens)
    texts = " ".join(token.text for token in tokens)
    if re.match(r"(?:how many|what is the (?:total )?number of|count)\b", texts):
        shape.how = "count"
    shape.limit = _limit(tokens)
    if not _head(tokens, shape) or not _order(tokens, shape, words) or not _extras(tokens, shape):
        return None
    return shape


def _head(tokens: Sequence[Token], shape: Shape) -> bool:
    """Find what is asked for; whether something was."""
    who = next((token for token in tokens[:4] if token.text in {"who", "whom"}), None)
    for at, token in enumerate(tokens):
        if token.quoted or token.names or (token.read and not token.properties):
            continue
        if token.properties and not token.read and at and not _ordering(tokens, at) and not token.noun:
            return _property_head(tokens, at, shape)
        if token.noun:
            return _noun_head(token, shape)
        if token.verbs and who is not None:
            return True  # whoever does it
        if token.verbs and not (at + 1 < len(tokens) and tokens[at + 1].noun):  # "the most reviewed movies" goes on
            return False
    return False


def _noun_head(token: Token, shape: Shape) -> bool:
    """Nodes of a label, or whoever does something; a word for several is not clear."""
    if not token.label and len(token.agents) != 1:
        return False
    shape.label, shape.agent = token.label, None if token.label else token.agents[0]
    token.read = True
    return True


def _property_head(tokens: Sequence[Token], at: int, shape: Shape) -> bool:
    """What "the … of" asks for: "the titles of the movies" are the movies, "the roles of X" are a property."""
    prop = holder(tokens[at], tokens)
    if prop is None:
        return False
    tokens[at].read = True
    average = [token for token in tokens[max(at - 2, 0) : at] if token.text in {"average", "mean"}]
    if prop.name in {"name", "title"} and not average:
        noun = next((token for token in tokens[at + 1 :] if token.noun), None)
        return noun is not None and _noun_head(noun, shape)
    _read(average)
    shape.head = prop
    shape.how = "average" if average else shape.how
    return True


def _ordering(tokens: Sequence[Token], at: int) -> bool:
    """Whether a property says the order rather than what is asked for: "highest rated movies"."""
    return any(token.text in _UP | _DOWN for token in tokens[max(at - 2, 0) : at])


def _counted(tokens: Sequence[Token]) -> Counted | None:
    for at in range(len(tokens)):
        for words, operator in _COUNTERS:
            ahead = tokens[at : at + len(words) + 2]
            if len(ahead) < len(words) + 2 or [token.text for token in ahead[: len(words)]] != list(words):
                continue
            number, noun = ahead[-2], ahead[-1]
            if (
                number.number is None
                or number.read
                or not (noun.label or noun.agents or noun.verbs or noun.text in {"time", "times"})
            ):
                continue
            for token in ahead:
                token.read = True
            return Counted(operator=operator, number=int(number.number))
    return None


def _limit(tokens: Sequence[Token]) -> int | None:
    """How many rows are wanted: "the first three", "top 5", "3 movies"."""
    for at, token in enumerate(tokens):
        if token.number is None or token.read or token.decade:
            continue
        before = tokens[at - 1].text if at else ""
        after = tokens[at + 1 : at + 3]
        if (
            before in {"first", "top", "to"}
            or any(one.noun for one in after[:1])
            or (token.text in NUMBER_WORDS and any(one.noun for one in after))
        ):
            token.read = True
            return int(token.number)
        if after and any(one.noun for one in after) and after[0].text in _AGE | _QUANTITY | {"names"}:
            token.read = True
            return int(token.number)
    return None


def _order(tokens: Sequence[Token], shape: Shape, words: Vocabulary) -> bool:
    """The order of the rows; False when a superlative is not understood."""
    for at, token in enumerate(tokens):
        if token.quoted or token.read or token.text not in _AGE | _QUANTITY:
            continue
        found = _by_age(tokens, at, shape, words) if _of_age(tokens, at) else _by_quantity(tokens, at)
        if found is None:
            return False
        shape.order = found
    if shape.order:
        return True
    texts = [token.text for token in tokens]
    if re.search(r"\bby average\b", " ".join(texts)):
        shape.order = _by_average(tokens, texts.index("average"))
        return shape.order is not None
    if re.search(r"\bby (?:the )?(?:number|count) of\b|\bin terms of\b", " ".join(texts)):
        _read([one for one in tokens if one.text in {"number", "terms", "count"} or one.noun])
        shape.order = Ordered(by="count", descending=True)
    return True


def _of_age(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].text in _AGE or (tokens[at].text == "most" and [one.text for one in tokens[at + 1 : at + 2]] == ["recent"])


def _by_age(tokens: Sequence[Token], at: int, shape: Shape, words: Vocabulary) -> Ordered | None:
    """The oldest, the most recent: by the one property that is a year."""
    owner = shape.label or (shape.agent.source if shape.agent else "")
    years = {one for found in words.properties.values() for one in found if one.owner == owner and one.year}
    if len(years) != 1:
        return None
    _read(tokens[at : at + 1 + (tokens[at].text == "most")])
    return Ordered(by=years.pop(), descending=tokens[at].text in _DOWN)


def _by_quantity(tokens: Sequence[Token], at: int) -> Ordered | None:
    """The most movies, the highest rating, the highest average rating."""
    token, descending = tokens[at], tokens[at].text in _DOWN
    following = [one for one in tokens[at + 1 : at + 5] if one.text != "average"]
    if counting := _counts(following):
        _read([token, *following[:counting]])
        return Ordered(by="count", descending=descending)
    place = next((number for number, one in enumerate(following[:2]) if one.properties and not one.noun), None)
    if place is None or any(not one.verbs for one in following[:place]):
        return None
    prop = holder(following[place], tokens)
    if prop is None or prop.listed or prop.text:
        return None
    _read([token, *following[: place + 1], *(one for one in tokens if one.text == "average")])
    # A thing that is rated highest is so by all who rated it; "the highest ratings" are single ones.
    if following[place].text.endswith("ed") or any(one.text == "average" for one in tokens):
        return Ordered(by="average", descending=descending, property=prop)
    return Ordered(by=prop, descending=descending)


def _by_average(tokens: Sequence[Token], at: int) -> Ordered | None:
    """Of "by average rating given"."""
    prop = next((found for one in tokens[at + 1 : at + 4] if one.properties and (found := holder(one, tokens))), None)
    if prop is None:
        return None
    _read(tokens[at : at + 4])
    return Ordered(by="average", descending=True, property=prop)


def _counts(following: Sequence[Token]) -> int:
    """How many words after a superlative say that something is counted: "most (different) actors", "most reviewed movies",
    "highest number of reviews"; 0 when they do not.
    """
    for at, token in enumerate(following):
        if token.text in {"number", "of", "different", "distinct", "the"}:
            continue
        thing = token.noun or (
            bool(token.verbs) and not any(one.properties and not one.noun for one in following[at + 1 : at + 2])
        )
        return at + 1 if thing and (not token.properties or token.noun) else 0
    return 0


def _extras(tokens: Sequence[Token], shape: Shape) -> bool:
    """Properties named after "and": shown too. False when a property is left whose part is not clear."""
    extras = []
    for at, token in enumerate(tokens):
        if not token.properties or token.read or at == 0 or token.noun:
            continue
        prop = holder(token, tokens)
        before = [one.text for one in tokens[max(at - 6, 0) : at]]
        if prop is None or not ({"and", "their"} & set(before)):
            return False
        token.read = True
        for one in tokens[max(at - 2, 0) : at]:
            one.read = one.read or bool(one.verbs)
        if prop.name not in {"name", "title"} and prop not in extras and prop != shape.head:
            extras.append(prop)
    shape.extras = tuple(extras)
    return True


def _read(tokens: Sequence[Token]) -> None:
    for token in tokens:
        token.read = True
