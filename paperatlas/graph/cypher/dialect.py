"""Where engines differ, said in a way in which they do not: all known divergences, each with what was seen.

The embedded engine is kglite 0.21, the other Neo4j; ArcadeDB stands in for it in tests. What can be said otherwise is
rewritten, the rest is refused. Comments, `*..` and paths without a bound are dealt with before (`tokens`, `hops`).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from paperatlas.core.errors import CypherRejected
from paperatlas.graph.cypher.tokens import Kind, Token, closing, written

__all__ = ["portable"]

_ENDS_A_MATCH = frozenset("MATCH OPTIONAL WITH RETURN UNWIND CALL UNION ORDER SKIP LIMIT".split())


def portable(query: list[Token]) -> list[Token]:
    """The query without what engines read differently.

    Raises:
        CypherRejected: it has something that cannot be said alike.
    """
    for rule in _RULES:
        query = rule(query)
    return query


def _arrows_on_both_ends(query: list[Token]) -> list[Token]:
    """`<-->` and `<-[r]->` mean either direction; kglite takes them for an error, and `--` and `-[r]-` for what they mean."""
    dropped: set[int] = set()
    for index in range(len(query) - 2):
        if query[index].text != "<" or query[index + 1].text != "-":
            continue
        is_bare = query[index + 2].text == "-"
        end = index + 2 if is_bare else closing(query, index + 2) + 1
        if (is_bare or query[index + 2].text == "[") and [token.text for token in query[end : end + 2]] == ["-", ">"]:
            dropped |= {index, end + 1}
    return [token for index, token in enumerate(query) if index not in dropped]


def _ids(query: list[Token]) -> list[Token]:
    """`id(n)` is the property in kglite and a number of its own in Neo4j, `elementId(n)` differs too; `n.id` is what is meant."""
    kept: list[Token] = []
    for token in query:
        kept.append(token)
        if [part.text for part in kept[-3:-2] + kept[-1:]] != ["(", ")"] or len(kept) < 4 or not kept[-2].is_name:
            continue
        called, is_property = kept[-4], len(kept) > 4 and kept[-5].text == "."
        if called.keyword in {"ID", "ELEMENTID"} and not is_property:
            kept[-4:] = [Token(kept[-2].kind, kept[-2].text, called.spaced), Token(Kind.SYMBOL, "."), Token(Kind.WORD, "id")]
    return kept


def _type_of_a_relationship(query: list[Token]) -> list[Token]:
    """`r.type` of a relationship is its type in kglite and null in Neo4j; `type(r)` is its type in both."""
    relationships = _relationships(query)
    kept: list[Token] = []
    for index, token in enumerate(query):
        kept.append(token)
        if token.keyword != "TYPE" or len(kept) < 3 or kept[-2].text != "." or kept[-3].text not in relationships:
            continue
        if (index < 3 or query[index - 3].text != ".") and not (index + 1 < len(query) and query[index + 1].text == "("):
            name = kept[-3]
            kept[-3:] = [
                Token(Kind.WORD, "type", name.spaced),
                Token(Kind.SYMBOL, "("),
                Token(name.kind, name.text),
                Token(Kind.SYMBOL, ")"),
            ]
    return kept


def _ends_of_a_relationship(query: list[Token]) -> list[Token]:
    """`startNode(r)` alone is the node's title in kglite and the node in Neo4j; a property of it is the same in both."""
    for index, token in enumerate(query):
        if token.keyword not in {"STARTNODE", "ENDNODE"} or index + 1 >= len(query) or query[index + 1].text != "(":
            continue
        after = closing(query, index + 1) + 1
        if after >= len(query) or query[after].text != ".":
            raise CypherRejected(
                f"{token.text}() by itself is not the same in all graph stores.",
                hint=f"Ask for a property, {token.text}(r).name, or name the nodes in the pattern: (a)-[r]->(b).",
            )
    return query


def _relationships_in_maps(query: list[Token]) -> list[Token]:
    """`MATCH ()-[r]->() MATCH (c {id: r.chunk_id})` finds nothing in kglite and in ArcadeDB; `WHERE c.id = r.chunk_id` does."""
    names = (f"node_{number}" for number in count(1) if all(token.text != f"node_{number}" for token in query))
    while (place := _map_with_a_relationship(query)) is not None:
        query = _moved_to_where(query, place, names)
    return query


_RULES: Sequence[Callable[[list[Token]], list[Token]]] = (
    _arrows_on_both_ends,
    _ids,
    _type_of_a_relationship,
    _ends_of_a_relationship,
    _relationships_in_maps,
)


def _relationships(query: list[Token]) -> frozenset[str]:
    """The names that relationships have in the patterns of a query; a path of several is a list and not among them."""
    return frozenset(
        query[index + 2].text
        for index in range(len(query) - 3)
        if query[index].text == "-" and query[index + 1].text == "[" and query[index + 2].is_name
        if "*" not in {token.text for token in query[index + 2 : closing(query, index + 1)]}
    )


def _map_with_a_relationship(query: list[Token]) -> int | None:
    """The index of the brace of a pattern's map that has a property of a relationship as a value."""
    relationships = _relationships(query)
    for index, token in enumerate(query):
        if token.text == "{" and _pattern_start(query, index) is not None:
            inside = query[index + 1 : closing(query, index)]
            if any(part.text in relationships and _follows(inside, at, ".") for at, part in enumerate(inside)):
                return index
    return None


def _pattern_start(query: Sequence[Token], brace: int) -> int | None:
    """The index of the bracket of the node or relationship that the map at `brace` belongs to; None where it is another map."""
    index = brace - 1
    while index >= 0 and (query[index].is_name or query[index].text in {":", "|", "&", "!"}):
        index -= 1
    if index < 0 or query[index].text not in {"(", "["}:
        return None
    before = query[index - 1] if index else None
    if query[index].text == "[":
        return index if before is not None and before.text == "-" else None
    is_called = before is not None and before.is_name and before.keyword not in {"MATCH", "WHERE", "NOT", "AND", "OR", "XOR"}
    return None if is_called else index


def _moved_to_where(query: list[Token], brace: int, names: Iterator[str]) -> list[Token]:
    """The query with the map at `brace` as conditions of its MATCH."""
    start, close = _pattern_start(query, brace), closing(query, brace)
    clause = _clause_of(query, brace)
    assert start is not None
    if clause is None:
        raise CypherRejected(
            "A pattern outside of MATCH compares a property with one of a relationship, which graph stores do not do alike.",
            hint="Put the comparison into WHERE: MATCH (c) WHERE c.id = r.chunk_id.",
        )
    has_name = query[start + 1].is_name
    name = query[start + 1].text if has_name else next(names)
    conditions = [f"{name}.{key} = " for key, _ in _entries(query[brace + 1 : close])]
    values = [value for _, value in _entries(query[brace + 1 : close])]
    where: list[Token] = []
    for condition, value in zip(conditions, values, strict=True):
        where += [*(written("AND") if where else []), *written(condition), *value]
    named = query[start : start + 1] if has_name else [query[start], Token(Kind.WORD, name)]
    head = [*query[:start], *named, *query[start + 1 : brace]]
    end = _clause_end(query, clause)
    old = next((at for at in range(close, end) if query[at].keyword == "WHERE" and _depth(query, clause, at) == 0), None)
    if old is None:
        return [*head, *query[close + 1 : end], *written("WHERE"), *where, *_apart(query[end:])]
    before, after = query[close + 1 : old + 1], query[old + 1 : end]
    return [*head, *before, *where, *written("AND ("), *after, Token(Kind.SYMBOL, ")"), *_apart(query[end:])]


def _clause_of(query: Sequence[Token], index: int) -> int | None:
    """The index of the MATCH in whose pattern, not in whose WHERE, a place lies."""
    for at in range(index, -1, -1):
        if query[at].keyword in _ENDS_A_MATCH | {"WHERE"} and _depth(query, at, index) == 1:
            return at if query[at].keyword == "MATCH" else None
    return None


def _clause_end(query: Sequence[Token], clause: int) -> int:
    """The index after the last token of the MATCH at `clause`, its WHERE included."""
    for at in range(clause + 1, len(query)):
        depth = _depth(query, clause, at)
        if depth < 0 or (depth == 0 and query[at].keyword in _ENDS_A_MATCH):
            return at
    return len(query)


def _depth(query: Sequence[Token], start: int, end: int) -> int:
    """Brackets opened and not closed between two places, that at `end` included where it closes one."""
    opened = sum(token.text in {"(", "[", "{"} for token in query[start:end])
    return opened - sum(token.text in {")", "]", "}"} for token in query[start : end + 1])


def _entries(inside: Sequence[Token]) -> Iterator[tuple[str, list[Token]]]:
    """Keys and values of a map."""
    start, depth = 0, 0
    for at in range(len(inside) + 1):
        depth += at < len(inside) and inside[at].text in {"(", "[", "{"}
        depth -= at < len(inside) and inside[at].text in {")", "]", "}"}
        if at == len(inside) or (depth == 0 and inside[at].text == ","):
            entry = list(inside[start:at])
            yield entry[0].text, entry[2:]
            start = at + 1


def _follows(inside: Sequence[Token], at: int, text: str) -> bool:
    return at + 1 < len(inside) and inside[at + 1].text == text


def _apart(rest: Sequence[Token]) -> list[Token]:
    return [token.apart() if at == 0 else token for at, token in enumerate(rest)]
