"""A graph as a Cypher script makes it, to ask questions of; nothing of it is kept."""

import re
from collections.abc import Iterator

from paperatlas.core.errors import InputError
from paperatlas.graph.stores.kglite_engine import Snapshot

__all__ = ["scripted_graph"]

_PIECE = re.compile(
    r"""'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `[^`]*` | //[^\n]* | /\*.*?\*/ | ; | [^'"`/;]+ | .""", re.VERBOSE | re.DOTALL
)
"""Texts, quoted names and comments, in which a semicolon ends nothing."""
_OF_A_SERVER = re.compile(r"(?:CREATE|DROP) (?:CONSTRAINT|INDEX|\w+ INDEX)\b|:", re.IGNORECASE)
"""Statements that a server's console needs, and that change no result."""


def scripted_graph(script: str) -> Snapshot:
    """The graph that the statements of a script make, which can only be read from then on.

    Raises:
        InputError: the embedded engine cannot run one of them.
    """
    import kglite  # noqa: PLC0415 - only commands that use the graph load it

    kglite.set_query_warning_policy("silent")
    graph = kglite.KnowledgeGraph()
    for number, statement in enumerate(_statements(script), 1):
        if _OF_A_SERVER.match(statement):
            continue
        try:
            graph.cypher(statement)
        except (kglite.KgError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise InputError(
                f"Statement {number} of the script cannot be run: {error}.", hint="It must create nodes and relationships."
            ) from error
    return Snapshot(graph)


def _statements(script: str) -> Iterator[str]:
    statement: list[str] = []
    for piece in (*_PIECE.findall(script), ";"):
        if piece == ";":
            if text := "".join(statement).strip():
                yield text
            statement = []
        elif not piece.startswith(("//", "/*")):
            statement.append(piece)
