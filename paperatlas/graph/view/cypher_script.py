"""The graph as a Cypher script for Neo4j's cypher-shell and for kglite, one statement a line. Run twice, it changes nothing."""

import re
from collections.abc import Iterable, Mapping
from typing import IO

from paperatlas.core.errors import LibraryDamaged
from paperatlas.core.knowledge import Value
from paperatlas.graph.view.spool import Record

__all__ = ["write_cypher"]

ROWS = 200
"""A statement. One row each would be parsed a hundred thousand times; all in one would not fit the parser."""
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ESCAPES = str.maketrans(
    {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def write_cypher(nodes: Iterable[Record], edges: Iterable[Record], file: IO[str]) -> None:
    """Nodes before edges, which find their ends by label and id; the constraints make that an index look-up on Neo4j.

    Raises:
        LibraryDamaged: an edge has an end that is no node; MATCH would leave it out without a word.
    """
    labels: dict[str, str] = {}
    waiting: dict[str, list[str]] = {}
    for record in nodes:
        identity, label = record.fixed
        if label not in labels.values():
            name = _name(label)
            file.write(f"CREATE CONSTRAINT {_name(f'{label}_id')} IF NOT EXISTS FOR (n:{name}) REQUIRE n.id IS UNIQUE;\n")
        labels[identity] = label
        row = f"{{id: {_literal(identity)}, said: {_map(record.properties)}}}"
        _add(waiting, f"MERGE (n:{_name(label)} {{id: row.id}}) SET n += row.said", row, file)
    _flush(waiting, file)
    for record in edges:
        identity, source, kind, target = record.fixed
        for end in (source, target):
            if end not in labels:
                raise LibraryDamaged(f"edge {identity} ends at {end}, which is no node", hint="Run `paperatlas doctor --fix`.")
        ends = f"(a:{_name(labels[source])} {{id: row.a}}), (b:{_name(labels[target])} {{id: row.b}})"
        row = f"{{a: {_literal(source)}, b: {_literal(target)}, id: {_literal(identity)}, said: {_map(record.properties)}}}"
        _add(waiting, f"MATCH {ends} MERGE (a)-[r:{_name(kind)} {{id: row.id}}]->(b) SET r += row.said", row, file)
    _flush(waiting, file)


def _add(waiting: dict[str, list[str]], action: str, row: str, file: IO[str]) -> None:
    """Rows of one action wait for each other, so that they share a statement."""
    rows = waiting.setdefault(action, [])
    rows.append(row)
    if len(rows) == ROWS:
        _write(file, action, waiting.pop(action))


def _flush(waiting: dict[str, list[str]], file: IO[str]) -> None:
    for action in sorted(waiting):
        _write(file, action, waiting[action])
    waiting.clear()


def _write(file: IO[str], action: str, rows: list[str]) -> None:
    file.write(f"UNWIND [{', '.join(rows)}] AS row {action};\n")


def _map(properties: Mapping[str, Value]) -> str:
    """The id stands beside it, since it is what is merged by."""
    said = (
        f"{_name(name)}: {_literal(value)}" for name, value in sorted(properties.items()) if name != "id" and value is not None
    )
    return f"{{{', '.join(said)}}}"


def _literal(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return f"'{value.translate(ESCAPES)}'"
    return f"[{', '.join(map(_literal, value))}]"


def _name(name: str) -> str:
    return name if PLAIN_NAME.fullmatch(name) else "`" + name.replace("`", "``") + "`"
