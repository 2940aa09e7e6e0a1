"""The graph as a file for other tools. Streamed, and the same graph gives the same bytes."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from paperatlas.core.errors import InputError
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphEdge, GraphNode, Value
from paperatlas.graph.view.cypher_script import write_cypher
from paperatlas.graph.view.graphml import write_graphml
from paperatlas.graph.view.page import graph_page
from paperatlas.graph.view.spool import Record
from paperatlas.graph.view.tables import replaced, write_tables, write_zip

__all__ = ["FORMATS", "export"]

EDGE_NAMES = ("key", "source", "type", "target")
"""Of what is fixed of an edge; "key" is what tells parallel edges apart in networkx."""

FORMATS: Mapping[str, str] = {
    ".html": "a page to look at",
    ".graphml": "for Gephi, yEd, igraph and networkx",
    ".json": "nodes and edges as networkx reads them",
    ".cypher": "a script that fills Neo4j",
    ".csv": "two tables, …-nodes.csv and …-edges.csv",
    ".zip": "nodes.csv and edges.csv in one file",
}


def export(
    nodes: Iterable[GraphNode],
    edges: Iterable[GraphEdge],
    path: Path,
    *,
    title: str = "Library",
    names: Mapping[DocumentId, str] | None = None,
) -> tuple[Path, ...]:
    """Write the graph in the format that the path's suffix names; a folder gets nodes.csv and edges.csv.

    Both should come ordered by id, as a store gives them. `title` and `names` (of documents) are for the page.

    Returns:
        The files written.

    Raises:
        InputError: there is no format of that name, or the file cannot be written.
    """
    try:
        return _export(nodes, edges, path, title=title, names=names or {})
    except OSError as error:
        raise InputError(
            f"{str(path)!r} cannot be written: {error.strerror or error}",
            hint="Name a file in a folder that exists and is yours.",
        ) from error


def _export(
    nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], path: Path, *, title: str, names: Mapping[DocumentId, str]
) -> tuple[Path, ...]:
    suffix = path.suffix.lower()
    if path.is_dir():
        return _tables(nodes, edges, path / "nodes.csv", path / "edges.csv")
    if suffix == ".csv":
        return _tables(nodes, edges, path.with_name(f"{path.stem}-nodes.csv"), path.with_name(f"{path.stem}-edges.csv"))
    if suffix == ".zip":
        write_zip(_node_records(nodes), _edge_records(edges), path)
    elif suffix == ".html":
        page = graph_page(nodes, edges, title=title, names=names)
        _write(path, lambda file: file.write(page))
    elif suffix in _STREAMED:
        _write(path, lambda file: _STREAMED[suffix](_node_records(nodes), _edge_records(edges), file))
    else:
        known = ", ".join(f"{name} ({what})" for name, what in FORMATS.items())
        raise InputError(
            f"a graph cannot be written as {path.suffix or path.name!r}",
            hint=f"The file's name says the format: {known}, or a folder that exists for the two tables.",
        )
    return (path,)


def _tables(nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], node_file: Path, edge_file: Path) -> tuple[Path, ...]:
    write_tables(_node_records(nodes), _edge_records(edges), node_file, edge_file)
    return node_file, edge_file


def _write(path: Path, write: Callable[[IO[str]], object]) -> None:
    with replaced(path) as aside, aside.open("w", encoding="utf-8", newline="\n") as file:
        write(file)


def _write_json(nodes: Iterable[Record], edges: Iterable[Record], file: IO[str]) -> None:
    """Node-link data, one node or edge a line."""
    file.write('{"directed": true, "multigraph": true, "graph": {}, "nodes": [')
    _write_items(file, ({**node.properties, "id": node.fixed[0], "label": node.fixed[1]} for node in nodes))
    file.write('], "edges": [')
    _write_items(file, ({**edge.properties, **dict(zip(EDGE_NAMES, edge.fixed, strict=True))} for edge in edges))
    file.write("]}\n")


def _write_items(file: IO[str], items: Iterable[Mapping[str, Value]]) -> None:
    for number, item in enumerate(items):
        file.write((",\n" if number else "\n") + json.dumps(item, ensure_ascii=False, sort_keys=True))


_STREAMED: Mapping[str, Callable[[Iterable[Record], Iterable[Record], IO[str]], None]] = {
    ".graphml": write_graphml,
    ".json": _write_json,
    ".cypher": write_cypher,
}


def _node_records(nodes: Iterable[GraphNode]) -> Iterator[Record]:
    for node in nodes:
        yield Record(fixed=(_sound(node.id), node.label), properties=_sound_properties(node.properties))


def _edge_records(edges: Iterable[GraphEdge]) -> Iterator[Record]:
    for edge in edges:
        fixed = (_sound(edge.id), _sound(edge.source), edge.type, _sound(edge.target))
        yield Record(fixed=fixed, properties=_sound_properties(edge.properties))


def _sound_properties(properties: Mapping[str, Value]) -> dict[str, Value]:
    return {name: _sound_value(properties[name]) for name in sorted(properties) if properties[name] is not None}


def _sound_value(value: Value) -> Value:
    if isinstance(value, tuple | list):
        return tuple(map(_sound, value))
    return _sound(value) if isinstance(value, str) else value


def _sound(text: str) -> str:
    """Without halves of surrogate pairs, which no encoding takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
