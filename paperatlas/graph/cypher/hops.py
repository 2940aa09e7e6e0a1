"""How long the paths of a query may be."""

from dataclasses import dataclass, replace

from paperatlas.core.errors import CypherRejected
from paperatlas.graph.cypher.tokens import Kind, Token, written

__all__ = ["bounded"]

_IN_LABELS = frozenset(": | & ! % ( )".split())


@dataclass(frozen=True, slots=True)
class _Hops:
    """`*low..high` in a pattern. Without dots `*3` is exactly three."""

    start: int
    """Index of the star."""
    end: int
    """Index after the last token of the range."""
    low: int | None
    high: int | None


def bounded(query: list[Token], most: int) -> tuple[list[Token], list[str]]:
    """The query with an upper bound on each of its paths, and a warning for each bound that it did not have itself.

    A path without an upper bound gets `most`, since engines stop somewhere too and do not say where. One that asks for more
    is refused: to answer with fewer would be to answer something else.

    Raises:
        CypherRejected: a path is asked to be longer.
    """
    kept, warnings, position = [], [], 0
    for index, token in enumerate(query):
        if index < position or token.text != "[" or index == 0 or query[index - 1].text != "-":
            continue
        hops = _hops(query, index + 1)
        if hops is None:
            continue
        if max(hops.low or 0, hops.high or 0) > most:
            raise CypherRejected(
                f"The graph query asks for paths of {max(hops.low or 0, hops.high or 0)} edges; {most} are allowed.",
                hint=f"Write *1..{most} or less, or ask for more hops where the command or the setting allows it.",
            )
        if hops.end < len(query) and query[hops.end].kind is Kind.PARAMETER:
            raise CypherRejected(
                "The length of a path cannot be a parameter.", hint=f"Write the number into the query: *1..{most} or less."
            )
        if hops.high is None:
            warnings.append(f"A path without an upper bound was followed over {most} edges and no further.")
        low = 1 if hops.low is None else hops.low
        high = most if hops.high is None else hops.high
        range_ = written(f"*{low}..{high}")
        kept += [*query[position : hops.start], replace(range_[0], spaced=query[hops.start].spaced), *range_[1:]]
        position = hops.end
    return [*kept, *query[position:]], list(dict.fromkeys(warnings))


def _hops(query: list[Token], index: int) -> _Hops | None:
    """The range in the brackets of a relationship that begin before `index`: after its name and its types."""
    if index < len(query) and query[index].is_name:
        index += 1
    if index < len(query) and query[index].text == ":":
        while index < len(query) and (
            query[index].text in _IN_LABELS or query[index].is_name or query[index].kind is Kind.PARAMETER
        ):
            index += 1
    if index >= len(query) or query[index].text != "*":
        return None
    start, index = index, index + 1
    low, index = _number(query, index)
    if index >= len(query) or query[index].text != "..":
        return _Hops(start, index, low, low)
    high, index = _number(query, index + 1)
    return _Hops(start, index, low, high)


def _number(query: list[Token], index: int) -> tuple[int | None, int]:
    if index < len(query) and query[index].kind is Kind.NUMBER and query[index].text.isdigit():
        return int(query[index].text), index + 1
    return None, index
