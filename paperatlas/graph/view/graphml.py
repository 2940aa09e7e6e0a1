"""The graph as GraphML, for Gephi, yEd, igraph, networkx and Neo4j's apoc.import.graphml."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from paperatlas.core.knowledge import Value
from paperatlas.graph.view.spool import Record, spooled

__all__ = ["write_graphml"]

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">\n'
)
TYPES = {bool: "boolean", int: "long", float: "double"}
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even escaped."""
NODE_KEYS, EDGE_KEYS = {"labels": "string"}, {"label": "string"}
"""Named as Neo4j's own export names them."""


def write_graphml(nodes: Iterable[Record], edges: Iterable[Record], file: IO[str]) -> None:
    """A list is written as JSON, since GraphML has none."""
    with spooled(nodes) as node_spool, spooled(edges) as edge_spool:
        file.write(HEAD)
        node_types, edge_types = NODE_KEYS | _types(node_spool.columns), EDGE_KEYS | _types(edge_spool.columns)
        for kind, types in (("node", node_types), ("edge", edge_types)):
            for name, written in types.items():
                key = quoteattr(f"{kind}_{name}")
                file.write(f'<key id={key} for="{kind}" attr.name={quoteattr(name)} attr.type="{written}"/>\n')
        file.write('<graph id="library" edgedefault="directed">\n')
        for record in node_spool:
            identity, label = record.fixed
            file.write(f"<node id={_attribute(identity)} labels={_attribute(f':{label}')}>")
            _write_data(file, "node", {"labels": f":{label}", **record.properties}, node_types)
            file.write("</node>\n")
        for record in edge_spool:
            identity, source, kind, target = map(_attribute, record.fixed)
            file.write(f"<edge id={identity} source={source} target={target} label={kind}>")
            _write_data(file, "edge", {"label": record.fixed[2], **record.properties}, edge_types)
            file.write("</edge>\n")
        file.write("</graph>\n</graphml>\n")


def _types(columns: dict[str, set[type]]) -> dict[str, str]:
    """The narrowest type that holds all values of a property."""
    return {name: _common(columns[name]) for name in sorted(columns)}


def _common(types: set[type]) -> str:
    if types == {int, float}:
        return "double"
    return TYPES.get(next(iter(types)), "string") if len(types) == 1 else "string"


def _write_data(file: IO[str], kind: str, properties: Mapping[str, Value], types: dict[str, str]) -> None:
    for name in types:
        value = properties.get(name)
        if value is not None:
            file.write(f"<data key={quoteattr(f'{kind}_{name}')}>{_text(value)}</data>")


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # A carriage return that is not escaped is read back as a line feed.
    return escape(_holdable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)), {"\r": "&#13;"})


def _attribute(text: str) -> str:
    return quoteattr(_holdable(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _holdable(text: str) -> str:
    return NO_XML.sub("\ufffd", text)
