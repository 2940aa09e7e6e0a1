"""A query rewritten so that each of its rows brings the edges it was made from.

Every relationship of a MATCH gets a name, every WITH passes the names on (gathered where it groups), and RETURN gives the
edges in columns of their own. What cannot be rewritten so (UNION, subqueries, RETURN *) gives None, and the caller falls
back on the edges among what was returned.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["EDGE", "EVIDENCE", "GATHERED", "traced"]

EVIDENCE = "evidence__"
"""Begins the names of the columns that hold edges; no query of a person has such."""
GATHERED = 100
"""Edges kept for one row of a grouped result: enough to check a count of a person's papers, not a dump of the graph."""

EDGE = (
    "{{id: {0}.id, type: type({0}), source: startNode({0}).id, head: coalesce(startNode({0}).name, startNode({0}).title), "
    "tail: coalesce(endNode({0}).name, endNode({0}).title), doc_id: {0}.doc_id, page: {0}.page, quote: {0}.quote, "
    "chunk_id: {0}.chunk_id, standing: {0}.standing, "
    "text: CASE WHEN type({0}) = 'MENTIONS' THEN startNode({0}).text ELSE null END, "
    "forms: CASE WHEN type({0}) = 'MENTIONS' THEN endNode({0}).aliases ELSE null END}}"
)
"""An edge as a map; of a mention the passage's text and the entity's other names too, since it has no quote of its own."""

_TOKEN = re.compile(
    r"""(?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:``|[^`])*`)|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"|(?P<word>[^\W\d]\w*)|(?P<number>\d[\w]*(?:\.\d+)?)|(?P<sign>\S)",
    re.DOTALL,
)
_CLAUSES = frozenset({"MATCH", "OPTIONAL", "WITH", "RETURN", "UNWIND", "CALL", "UNION"})
_TAIL = frozenset({"ORDER", "SKIP", "LIMIT", "WHERE"})
_AGGREGATES = frozenset({"count", "sum", "avg", "min", "max", "collect", "stdev", "stdevp", "percentilecont", "percentiledisc"})
_SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")


class _Token(NamedTuple):
    text: str
    start: int
    end: int
    word: bool
    depth: int
    """Brackets around it; an opening bracket stands outside itself."""


class _Carried(NamedTuple):
    """A name that holds edges, and how many lists they lie in."""

    name: str
    lists: int


@dataclass(slots=True)
class _Rewriting:
    """The pieces to put into the text, by place, and the names that hold edges so far."""

    insertions: list[tuple[int, str]]
    carried: list[_Carried]
    named: int = 0

    def fresh(self) -> str:
        self.named += 1
        return f"edge__{self.named}"

    def insert(self, at: int, text: str) -> None:
        self.insertions.append((at, text))


def traced(cypher: str) -> str | None:
    """The query with its edges in columns named EVIDENCE and a number; None when it has no edges or cannot be rewritten."""
    tokens = _tokens(cypher)
    rewriting = _Rewriting([], [])
    for clause in _clauses(tokens):
        keyword = clause[0].text.upper()
        if keyword in {"UNION", "CALL"}:
            return None
        if keyword in {"MATCH", "OPTIONAL"}:
            _name_edges(clause, rewriting)
        elif keyword in {"WITH", "RETURN"} and not _pass_on(clause, rewriting, last=keyword == "RETURN"):
            return None
    return _woven(cypher, rewriting.insertions) if rewriting.carried else None


def _tokens(cypher: str) -> list[_Token]:
    tokens, depth = [], 0
    for match in _TOKEN.finditer(cypher.rstrip().rstrip(";")):
        if match.lastgroup == "comment":
            continue
        text = match.group()
        depth -= match.lastgroup == "sign" and text in _CLOSING
        tokens.append(_Token(text, match.start(), match.end(), match.lastgroup == "word", depth))
        depth += match.lastgroup == "sign" and text in _OPENING
    return tokens


def _clauses(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """The clauses in order, each with its keyword first; "OPTIONAL MATCH" is one, "STARTS WITH" none."""
    clause: list[_Token] = []
    for number, token in enumerate(tokens):
        previous = tokens[number - 1].text.upper() if number else ""
        begins = (
            token.word
            and token.depth == 0
            and token.text.upper() in _CLAUSES
            and previous not in {".", ":", "STARTS", "ENDS", "OPTIONAL"}
        )
        if begins and clause:
            yield clause
            clause = []
        clause.append(token)
    if clause:
        yield clause


def _name_edges(clause: Sequence[_Token], rewriting: _Rewriting) -> None:
    """Give each relationship of the pattern a name and carry it."""
    where = next(
        (at for at, token in enumerate(clause) if token.word and token.depth == 0 and token.text.upper() == "WHERE"), None
    )
    pattern = clause[:where]
    skipped_to = 0
    for at, token in enumerate(pattern):
        if at < skipped_to:
            continue
        if token.word and token.text.lower() in {"shortestpath", "allshortestpaths"}:
            skipped_to = _close(pattern, at + 1)
            _name_path(pattern, at, rewriting)
        elif token.text == "[" and pattern[at - 1].text == "-":
            _name_relationship(pattern[at : _close(pattern, at)], rewriting)
        elif token.text == "-" and pattern[at - 1].text == "-" and pattern[at - 1].end == token.start:
            name = rewriting.fresh()
            rewriting.insert(token.start, f"[{name}]")
            rewriting.carried.append(_Carried(name, 0))


def _name_path(pattern: Sequence[_Token], at: int, rewriting: _Rewriting) -> None:
    if at >= 2 and pattern[at - 1].text == "=":
        path = pattern[at - 2].text
    else:
        path = rewriting.fresh()
        rewriting.insert(pattern[at].start, f"{path} = ")
    rewriting.carried.append(_Carried(f"relationships({path})", 1))


def _name_relationship(inside: Sequence[_Token], rewriting: _Rewriting) -> None:
    """From "[" to "]"."""
    own = inside[1:-1]
    top = own[0].depth if own else 0
    lists = int(any(token.text == "*" and token.depth == top for token in own))
    if own and (own[0].word or own[0].text.startswith("`")):
        rewriting.carried.append(_Carried(own[0].text, lists))
        return
    name = rewriting.fresh()
    rewriting.insert(inside[0].end, name)
    rewriting.carried.append(_Carried(name, lists))


def _close(tokens: Sequence[_Token], opening: int) -> int:
    """Just after the bracket that closes the one at `opening`."""
    depth = tokens[opening].depth
    return next(
        (at + 1 for at in range(opening + 1, len(tokens)) if tokens[at].depth == depth and tokens[at].text in _CLOSING),
        len(tokens),
    )


def _pass_on(clause: Sequence[_Token], rewriting: _Rewriting, *, last: bool) -> bool:
    """Let a WITH or RETURN hand on the edges; False when it cannot."""
    end = next(
        (at for at, token in enumerate(clause) if at and token.word and token.depth == 0 and token.text.upper() in _TAIL),
        len(clause),
    )
    items = clause[1:end]
    if not items:
        return False
    everything = any(token.text == "*" and token.depth == 0 and at < 2 for at, token in enumerate(items))
    grouped = _groups(items)
    if everything:
        return not last and not grouped
    handed: list[_Carried] = []
    pieces = []
    for number, held in enumerate(dict.fromkeys(rewriting.carried)):
        lists = held.lists + grouped
        if last:
            mapped = _mapped(held.name, held.lists)
            pieces.append(f"{f'collect({mapped})[..{GATHERED}]' if grouped else mapped} AS {EVIDENCE}{number}")
        else:
            name = rewriting.fresh()
            pieces.append(f"{f'collect({held.name})' if grouped else held.name} AS {name}")
            handed.append(_Carried(name, lists))
    rewriting.insert(items[-1].end, "".join(f", {piece}" for piece in pieces))
    if not last:
        rewriting.carried = handed
    return True


def _groups(items: Sequence[_Token]) -> bool:
    """Whether rows are brought together: DISTINCT, or a function over many rows outside of any subquery."""
    if items[0].word and items[0].text.upper() == "DISTINCT":
        return True
    subqueries: list[int] = []
    for at, token in enumerate(items):
        if token.text == "{" and at and items[at - 1].text.upper() in _SUBQUERIES:
            subqueries.append(token.depth)
        elif token.text == "}" and subqueries and subqueries[-1] == token.depth:
            subqueries.pop()
        following = items[at + 1].text if at + 1 < len(items) else ""
        if token.word and following == "(" and token.text.lower() in _AGGREGATES and not subqueries:
            return True
    return False


def _mapped(name: str, lists: int, level: int = 0) -> str:
    if not lists:
        return EDGE.format(name)
    item = f"item__{level}"
    return f"[{item} IN {name} | {_mapped(item, lists - 1, level + 1)}]"


def _woven(cypher: str, insertions: Sequence[tuple[int, str]]) -> str:
    parts, at = [], 0
    for place, text in sorted(insertions, key=lambda one: one[0]):
        parts += [cypher[at:place], text]
        at = place
    return "".join([*parts, cypher[at:]])
