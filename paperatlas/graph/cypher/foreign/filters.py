"""Conditions on properties: "released after 2000", "with a tagline containing 'limits'", "born in the 1960s"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperatlas.graph.cypher.foreign.tokens import Token
from paperatlas.graph.cypher.foreign.vocabulary import Property

__all__ = ["Condition", "conditions", "holder"]

_DECADE = 10
_FILLERS = frozenset(
    "of the a an is are was were be that which word words text phrase value year with it has have in on being stating "
    "says say named between from by number at".split()
)
"""Words between a property and what it is compared with."""
_COMPARATORS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("greater", "than", "or", "equal", "to"), ">="),
    (("less", "than", "or", "equal", "to"), "<="),
    (("greater", "than"), ">"),
    (("higher", "than"), ">"),
    (("more", "than"), ">"),
    (("later", "than"), ">"),
    (("longer", "than"), "longer"),
    (("shorter", "than"), "shorter"),
    (("less", "than"), "<"),
    (("lower", "than"), "<"),
    (("fewer", "than"), "<"),
    (("earlier", "than"), "<"),
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("divisible", "by"), "%"),
    (("starting", "with"), "STARTS WITH"),
    (("starts", "with"), "STARTS WITH"),
    (("start", "with"), "STARTS WITH"),
    (("beginning", "with"), "STARTS WITH"),
    (("begins", "with"), "STARTS WITH"),
    (("begin", "with"), "STARTS WITH"),
    (("ending", "with"), "ENDS WITH"),
    (("ends", "with"), "ENDS WITH"),
    (("end", "with"), "ENDS WITH"),
    (("above",), ">"),
    (("over",), ">"),
    (("after",), ">"),
    (("since",), ">="),
    (("exceeding",), ">"),
    (("below",), "<"),
    (("under",), "<"),
    (("before",), "<"),
    (("exactly",), "="),
    (("containing",), "CONTAINS"),
    (("contains",), "CONTAINS"),
    (("contain",), "CONTAINS"),
    (("including",), "CONTAINS"),
    (("includes",), "CONTAINS"),
    (("include",), "CONTAINS"),
    (("mentioning",), "CONTAINS"),
    (("mentions",), "CONTAINS"),
    (("mention",), "CONTAINS"),
)


class Condition(NamedTuple):
    """A property compared with a value."""

    property: Property
    operator: str
    value: object

    def cypher(self, variable: str, parameter: str) -> str:
        """With the value as a parameter."""
        field = f"{variable}.`{self.property.name}`"
        if self.operator == "%":
            return f"{field} % {parameter} = 0"
        if self.operator in {"longer", "shorter"}:
            return f"size({field}) {'>' if self.operator == 'longer' else '<'} {parameter}"
        return f"{field} {self.operator} {parameter}"


@dataclass(slots=True)
class _Scan:
    """Tokens from a place on."""

    tokens: Sequence[Token]
    at: int

    def words(self, words: Sequence[str]) -> bool:
        """Take these words if they come next."""
        ahead = self.tokens[self.at : self.at + len(words)]
        if [token.text for token in ahead] != list(words) or any(token.quoted for token in ahead):
            return False
        self._take(len(words))
        return True

    def value(self) -> object:
        """Take a number, a quoted text or a name; None when none comes next."""
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        if token.number is not None and not token.decade:
            self._take(1)
            return int(token.number) if token.number.is_integer() else token.number
        if token.quoted or token.names:
            self._take(1)
            return token.text
        return None

    def decade(self) -> int | None:
        if self.at < len(self.tokens) and self.tokens[self.at].decade:
            number = self.tokens[self.at].number
            self._take(1)
            return int(number) if number is not None else None
        return None

    def skip(self, words: frozenset[str]) -> list[str]:
        """Take fillers."""
        skipped = []
        while self.at < len(self.tokens) and self.tokens[self.at].text in words and not self.tokens[self.at].quoted:
            skipped.append(self.tokens[self.at].text)
            self._take(1)
        return skipped

    def back_to(self, at: int, read: Sequence[bool]) -> None:
        """Give back what was taken since; `read` is what had been read before."""
        self.at = at
        for token, was in zip(self.tokens, read, strict=True):
            token.read = was

    def _take(self, number: int) -> None:
        for token in self.tokens[self.at : self.at + number]:
            token.read = True
        self.at += number


def holder(token: Token, tokens: Sequence[Token]) -> Property | None:
    """Of the properties that a word may mean, the one whose owner is named last before it, or first after it."""
    if len(token.properties) < 2:
        return token.properties[0] if token.properties else None
    at = next(number for number, one in enumerate(tokens) if one is token)
    for one in (*reversed(tokens[:at]), *tokens[at + 1 :]):
        owners = {one.label, *(relation.type for relation in one.verbs), *(relation.source for relation in one.agents)} - {""}
        if owned := [prop for prop in token.properties if prop.owner in owners]:
            return owned[0] if len(owned) == 1 else None
    return None


def conditions(tokens: Sequence[Token]) -> list[Condition]:
    """All conditions of a question, its tokens marked as read."""
    found: list[Condition] = []
    for at, token in enumerate(tokens):
        if not token.properties or token.read:
            continue
        prop = holder(token, tokens)
        if prop is None:
            continue
        own = list(_before(tokens, at, prop)) or list(_after(_Scan(tokens, at + 1), prop))
        if own:
            token.read = True
            found += own
    return found


def _before(tokens: Sequence[Token], at: int, prop: Property) -> Iterator[Condition]:
    """A 'Pretty funny' review summary."""
    for back in (1, 2):
        if at - back >= 0 and tokens[at - back].quoted and (back == 1 or tokens[at - 1].verbs):
            tokens[at - back].read = True
            yield Condition(prop, "=", tokens[at - back].text)
            return


def _after(scan: _Scan, prop: Property) -> Iterator[Condition]:
    if scan.at < len(scan.tokens) and scan.tokens[scan.at].text == "year" and not scan.tokens[scan.at].quoted:
        scan.tokens[scan.at].read = True
    while True:
        start, read = scan.at, [token.read for token in scan.tokens]
        found = list(_one(scan, prop))
        if not found:
            scan.back_to(start, read)
            return
        yield from found
        scan.skip(frozenset({"and", "but"}))
        if not any(scan.tokens[scan.at : scan.at + len(words)] and _ahead(scan, words) for words, _ in _COMPARATORS):
            return


def _ahead(scan: _Scan, words: Sequence[str]) -> bool:
    return [token.text for token in scan.tokens[scan.at : scan.at + len(words)]] == list(words)


def _one(scan: _Scan, prop: Property) -> Iterator[Condition]:
    skipped = scan.skip(_FILLERS - {"at"})
    operator = next((operator for words, operator in _COMPARATORS if scan.words(words)), "")
    scan.skip(_FILLERS)
    if (decade := scan.decade()) is not None:
        yield Condition(prop, ">=", decade)
        yield Condition(prop, "<", decade + _DECADE)
        return
    value = scan.value()
    if value is None or (isinstance(value, str) != prop.text and operator not in {"longer", "shorter"}):
        return
    if operator:
        if operator in {"longer", "shorter"}:
            scan.words(["characters"])
        yield Condition(prop, operator, value)
    elif {"between", "from"} & set(skipped):
        if (scan.words(["and"]) or scan.words(["to"])) and (last := scan.value()) is not None:
            yield Condition(prop, ">=", value)
            yield Condition(prop, "<=", last)
    else:
        yield Condition(prop, "=", value)
