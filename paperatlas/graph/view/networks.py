"""The graph as networkx has it, for algorithms."""

from collections.abc import Iterable

import networkx as nx

from paperatlas.core.knowledge import GraphEdge, GraphNode

__all__ = ["as_networkx"]


def as_networkx(nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> "nx.MultiDiGraph[str]":
    """Nodes by id with `label` and their properties, edges by id with `type` and theirs."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from((node.id, {"label": node.label, **node.properties}) for node in nodes)
    graph.add_edges_from((edge.source, edge.target, edge.id, {"type": edge.type, **edge.properties}) for edge in edges)
    return graph
