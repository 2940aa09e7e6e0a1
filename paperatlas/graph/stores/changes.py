"""What every store makes of a change before it writes."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TypeVar

from paperatlas.core.errors import StoreError
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, Value
from paperatlas.graph.shape import edge_ends

__all__ = ["batches", "by_label", "by_type", "check", "ends_elsewhere", "properties_of", "refuse_missing"]

_TYPE = re.compile(r"[A-Z][A-Z0-9_]*")
_MANDATORY = frozenset({"id", "name", "title", "type"})
_T = TypeVar("_T")


def check(change: GraphChange) -> None:
    """Refuses what would not be the same when it is applied again, or not be a name in every engine.

    Raises:
        ValueError: the change was made wrongly.
    """
    replaced = set(change.documents)
    for edge in change.edges:
        if edge.document not in replaced:
            raise ValueError(f"edge {edge.id!r} is of document {edge.document!r}, which the change does not replace")
        if (edge.properties.get("id"), edge.properties.get("doc_id")) != (edge.id, edge.document):
            raise ValueError(f"edge {edge.id!r} does not have its id and its document among its properties")
    for kind in {edge.type for edge in change.edges}:
        if not _TYPE.fullmatch(kind):
            raise ValueError(f"{kind!r} is no type of an edge: upper case and underscores")
    for node in change.nodes:
        if missing := _MANDATORY - node.properties.keys():
            raise ValueError(f"node {node.id!r} lacks {', '.join(sorted(missing))}, which some engines would make up")


def properties_of(thing: GraphNode | GraphEdge) -> dict[str, Value | list[str]]:
    """What is stored of a node or an edge: engines know lists, and an absent property where ours is None."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in thing.properties.items() if value is not None
    }


def by_label(nodes: Iterable[GraphNode]) -> Iterator[tuple[str, list[GraphNode]]]:
    """The nodes of each label; of one id the last."""
    last = {(node.label, node.id): node for node in nodes}
    for label, group in groupby(sorted(last.values(), key=lambda node: node.label), key=lambda node: node.label):
        yield label, list(group)


def by_type(edges: Iterable[GraphEdge]) -> Iterator[tuple[str, tuple[str, str], list[GraphEdge]]]:
    """The edges of each type, with the labels of their ends; of one id the last."""
    last = {edge.id: edge for edge in edges}
    for kind, group in groupby(sorted(last.values(), key=lambda edge: edge.type), key=lambda edge: edge.type):
        yield kind, edge_ends(kind), list(group)


def batches(rows: Sequence[_T], size: int) -> Iterator[list[_T]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, size)):
        yield batch


def ends_elsewhere(change: GraphChange) -> dict[str, set[str]]:
    """By label, the nodes at which edges of the change end and which it does not bring itself: they must be in the graph."""
    brought = {(node.label, node.id) for node in change.nodes}
    needed: dict[str, set[str]] = {}
    for edge in change.edges:
        for label, end in zip(edge_ends(edge.type), (edge.source, edge.target), strict=True):
            if (label, end) not in brought:
                needed.setdefault(label, set()).add(end)
    return needed


def refuse_missing(missing: Collection[str]) -> None:
    """Engines leave out an edge without an end and say nothing.

    Raises:
        StoreError: there are such nodes.
    """
    if missing:
        raise StoreError(
            f"Edges end at {len(missing)} nodes that the graph does not have: {', '.join(sorted(missing)[:3])}…",
            hint="`paperatlas doctor --fix` writes the graph anew from the catalog.",
        )
