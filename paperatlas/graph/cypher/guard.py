"""What may be asked of a graph: a proof from the text alone that a query only reads, before any engine sees it.

It fails closed. A query passes when each of its words is a keyword that reads, a function that computes, or a name in a
place where only a name can stand; so a clause that this module has never heard of is refused like one that writes. It has
to be so: `LOAD CSV` is executed by engines that were opened read-only, and some ignore the read mode of a transaction.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from paperatlas.core.errors import CypherRejected
from paperatlas.graph.cypher.dialect import portable
from paperatlas.graph.cypher.hops import bounded
from paperatlas.graph.cypher.tokens import Kind, Token, closing, rendered, tokens
from paperatlas.graph.cypher.vocabulary import FUNCTIONS, KEYWORDS, OPENING, PROCEDURES, WRITING

__all__ = ["MAX_HOPS", "MAX_LENGTH", "ReadOnly", "assert_read_only"]

MAX_LENGTH = 8_000
"""Characters: ten times the longest query that a person or a model writes; beyond it engines have been seen to recurse."""
MAX_HOPS = 10
"""Where the embedded engine stops an unbounded path of itself; the other one would go on."""
_KEPT = 512
"""Queries of which the verdict is remembered: templates ask the same text with other parameters, and an answer from the
embedded engine takes less time than judging a query anew."""
_ONLY_AFTER_A_NAME = frozenset(") ] , . : = < > | }".split())
"""No clause of any dialect goes on with one of these, so that a word before one of them is a name: `start` in `(start)`."""
_ENDS_A_LABEL = frozenset(") ] | & : *".split())
_BEFORE_A_LABEL = frozenset(": | & !".split())
_PATTERN_SUBQUERIES = frozenset({"EXISTS", "COUNT"})
_ENDING = frozenset("NULL TRUE FALSE END ASC ASCENDING DESC DESCENDING".split())
"""Keywords after which an expression is complete."""
_HINT = "Graph queries may use MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND, RETURN, ORDER BY, SKIP, LIMIT and UNION."


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A query that reads and does nothing else, as engines are given it."""

    text: str
    """The same query without comments, its paths bounded, and with what engines read differently put in a way that all share."""
    warnings: tuple[str, ...] = ()
    """What was changed about its meaning."""


@lru_cache(maxsize=_KEPT)
def assert_read_only(cypher: str, *, max_hops: int = MAX_HOPS) -> ReadOnly:
    """The query as it may be run. What it gives passes again, unchanged.

    Raises:
        CypherRejected: it may do more than read, or asks for longer paths than `max_hops`.
    """
    if len(cypher) > MAX_LENGTH:
        raise CypherRejected(
            f"The graph query has {len(cypher):,} characters; {MAX_LENGTH:,} are allowed.",
            hint="Pass long lists and texts as parameters.",
        )
    query = tokens(cypher)
    while query and query[-1].text == ";":
        query.pop()
    _check_frame(query)
    for index in range(len(query)):
        _check_word(query, index)
        _check_beginning(query, index)
        _check_neighbours(query, index)
        _check_dot(query, index)
        _check_group(query, index)
        _check_arrow(query, index)
    short, warnings = bounded(query, max_hops)
    return ReadOnly(rendered(portable(short)), tuple(warnings))


def _check_frame(query: list[Token]) -> None:
    if not query:
        raise CypherRejected("The graph query is empty.", hint=_HINT)
    if any(token.text == ";" for token in query):
        raise CypherRejected("The graph query has more than one statement.", hint="Run one statement at a time.")
    if (first := query[0].keyword) not in OPENING:
        if first in WRITING:
            raise _writes(first)
        raise CypherRejected(f"A graph query cannot begin with {query[0].text!r}.", hint=f"It begins with {', '.join(OPENING)}.")


def _check_word(query: list[Token], index: int) -> None:
    """A word that is a clause elsewhere must be a name here, and one that is called must be known."""
    token, following = query[index], _text(query, index + 1)
    if token.keyword == "CALL" and following not in _ONLY_AFTER_A_NAME and _text(query, index - 1) != ".":
        _check_call(query, index)
    elif token.keyword in WRITING and not _is_name(query, index):
        raise _writes(token.keyword)
    elif following == "(" and token.is_name:
        _check_function(query, index)


def _check_beginning(query: list[Token], index: int) -> None:
    """What follows UNION, and what stands first in a subquery, is a clause that reads, or in EXISTS and COUNT a pattern."""
    keyword = query[index].keyword
    if keyword == "UNION" and not _is_name(query, index):
        first = index + 2 if _keyword(query, index + 1) in {"ALL", "DISTINCT"} else index + 1
    elif _text(query, index) == "{" and _opens_a_subquery(query, index):
        first = index + 1
        if query[index - 1].keyword in _PATTERN_SUBQUERIES and (_text(query, first) == "(" or _text(query, first + 1) == "="):
            return
    else:
        return
    if _keyword(query, first) not in OPENING:
        raise (
            _writes(_keyword(query, first))
            if _keyword(query, first) in WRITING
            else CypherRejected(f"A part of a graph query cannot begin with {_text(query, first)!r}.", hint=_HINT)
        )


def _opens_a_subquery(query: list[Token], brace: int) -> bool:
    """Whether a brace follows CALL, with or without names in brackets, or EXISTS, COUNT or COLLECT."""
    before = brace - 1
    if _text(query, before) == ")":
        while before >= 0 and query[before].text != "(":  # names alone, so there are no brackets in them
            before -= 1
        return _keyword(query, before - 1) == "CALL"
    return _keyword(query, before) in {"CALL", "COLLECT", *_PATTERN_SUBQUERIES} and _text(query, before - 1) != "."


def _check_neighbours(query: list[Token], index: int) -> None:
    """Between two values there must be an operator or a keyword; what stands there else is a clause that nobody knows."""
    if index == 0 or not _begins_a_value(query[index]) or not _ends_a_value(query, index - 1):
        return
    before, here = query[index - 1], query[index]
    if culprit := next((word for word in (here.keyword, before.keyword) if word in WRITING), ""):
        raise _writes(culprit)
    raise CypherRejected(f"The graph query cannot be read at {f'{before.text} {here.text}'!r}.", hint=_HINT)


def _check_dot(query: list[Token], index: int) -> None:
    """A dot is followed by the name of a property; after a number some take it for the number's."""
    if query[index].text != ".":
        return
    after = query[index + 1] if index + 1 < len(query) else None
    before = query[index - 1] if index else None
    is_fraction = after is not None and after.kind is Kind.NUMBER and not after.spaced
    is_property = after is not None and (after.is_name or after.text == "*")
    if (before is not None and before.kind is Kind.NUMBER) or not (is_fraction or is_property):
        raise CypherRejected(
            "The graph query has a dot that belongs to no property and no number.", hint='Write numbers as "1.0" and "0.5".'
        )


def _check_group(query: list[Token], index: int) -> None:
    """A path pattern in brackets may be repeated without a bound that could be seen, and the embedded engine has none."""
    if query[index].text != "(":
        return
    end = closing(query, index)
    after = _text(query, end + 1)
    if after == "(" or (after == "{" and query[index - 1].keyword != "CALL"):
        raise _repeated()
    is_called = index > 0 and query[index - 1].is_name and query[index - 1].keyword not in KEYWORDS
    if after in {"+", "*"} and not is_called and _has_arrow(query[index + 1 : end]):
        raise _repeated()


def _check_arrow(query: list[Token], index: int) -> None:
    """The same for a relationship: `-[:USES]->+`, `--{1,9}`."""
    if query[index].text not in {"{", "+", "*"}:
        return
    before = (_text(query, index - 2), _text(query, index - 1))
    if before in {("-", ">"), ("]", "-"), ("-", "-")}:
        raise _repeated()


def _check_call(query: list[Token], index: int) -> None:
    """A subquery, whose clauses are checked like all others, or a procedure that lists what is in the graph."""
    if _text(query, index + 1) in {"{", "("}:
        return
    name, at = "", index + 1
    while at < len(query) and query[at].kind is Kind.WORD:
        name += query[at].text
        if _text(query, at + 1) != ".":
            break
        name, at = f"{name}.", at + 2
    if name.lower() not in PROCEDURES:
        called = name or _text(query, index + 1)
        raise CypherRejected(
            f"CALL {called} is not allowed in a graph query: a procedure may do more than read.",
            hint=f"Allowed are {', '.join(sorted(PROCEDURES.values()))} and subqueries.",
        )


def _check_function(query: list[Token], index: int) -> None:
    token = query[index]
    if token.keyword in KEYWORDS and _text(query, index - 1) != ".":
        return
    name, at = token.text, index
    while at >= 2 and query[at - 1].text == "." and query[at - 2].is_name:
        name, at = f"{query[at - 2].text}.{name}", at - 2
    is_plain = all(part.kind is not Kind.QUOTED for part in query[at : index + 1])
    if is_plain and name.lower() in FUNCTIONS | PROCEDURES.keys():
        return
    if token.keyword in WRITING:
        raise _writes(token.keyword)
    raise CypherRejected(
        f"The function {name} is not allowed in a graph query.",
        hint="Those of Cypher itself are, such as count, collect, coalesce, toLower, size, nodes and relationships.",
    )


def _is_name(query: list[Token], index: int) -> bool:
    before, after = _text(query, index - 1), _text(query, index + 1)
    return (
        before == "."
        or after in _ONLY_AFTER_A_NAME
        or (before in _BEFORE_A_LABEL and after in _ENDS_A_LABEL)
        or index == len(query) - 1
    )


def _begins_a_value(token: Token) -> bool:
    if token.kind is Kind.WORD:
        return token.keyword not in KEYWORDS
    return token.kind is not Kind.SYMBOL


def _ends_a_value(query: list[Token], index: int) -> bool:
    token = query[index]
    if token.kind is Kind.WORD:
        return token.keyword not in KEYWORDS - _ENDING or _text(query, index - 1) == "."
    if token.text == "*" and token.kind is Kind.SYMBOL:  # all names, or all rows: no factor
        return _keyword(query, index - 1) in {"WITH", "RETURN", "DISTINCT"} or _text(query, index - 1) == "("
    return token.text in {")", "]", "}"} if token.kind is Kind.SYMBOL else True


def _has_arrow(inside: list[Token]) -> bool:
    texts = [token.text for token in inside]
    return any(pair in {("-", "["), ("-", "-"), ("-", ">"), ("<", "-")} for pair in pairwise(texts))


def _text(query: list[Token], index: int) -> str:
    """Of the symbol or word at a place; empty beyond the ends and for strings, which may hold anything."""
    if not 0 <= index < len(query) or query[index].kind in (Kind.STRING, Kind.QUOTED):
        return ""
    return query[index].text


def _keyword(query: list[Token], index: int) -> str:
    return query[index].keyword if 0 <= index < len(query) else ""


def _writes(keyword: str) -> CypherRejected:
    return CypherRejected(f"{keyword} is not allowed in a graph query: {WRITING[keyword]}.", hint=_HINT)


def _repeated() -> CypherRejected:
    return CypherRejected(
        "A graph query may not repeat a path pattern in brackets.", hint="Write -[:TYPE*1..3]- for a path of one to three edges."
    )
