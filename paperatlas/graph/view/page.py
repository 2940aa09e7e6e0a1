"""The graph as one HTML page that needs nothing else: no network, no server, no other file.

What comes from papers goes into the page as JSON only, and the script shows it as text; the page's policy lets run and
style what stands in it by hash, and nothing be fetched.
"""

import base64
import hashlib
import html
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from string import Template
from typing import TypeAlias

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import KINDS, GraphEdge, GraphNode, Standing
from paperatlas.graph.view.layout import Tie, layout
from paperatlas.graph.view.scene import MOST, Drawn, Line, Scene, compose

__all__ = ["MOST", "Place", "graph_data", "graph_page", "places_of", "scene_data", "script", "style"]

Place: TypeAlias = tuple[float, float]
"""Of an entity on the map, in units of the layout."""

SCRIPTS = (
    "translated.js", "words.js", "model.js", "filters.js", "places.js", "palette.js", "camera.js", "labels.js", "painter.js",
    "pointer.js", "elements.js", "search.js", "legend.js", "details.js", "view.js",
)  # fmt: skip
"""In the order in which they build on one another. They are one function's body, so that nothing leaks into a host page."""
BESIDE_ITS_PAPER = 0.5
"""How strongly an entity is drawn to a paper that names it, beside 1 for a relation: unrelated ones gather around it."""


def graph_page(
    nodes: Iterable[GraphNode],
    edges: Iterable[GraphEdge],
    *,
    title: str,
    names: Mapping[DocumentId, str],
    years: Mapping[DocumentId, int] | None = None,
    positions: Mapping[str, Place] | None = None,
    most: int = MOST,
) -> str:
    """The page. `names` are those by which a person knows the documents; `positions` of entities, where known, are kept."""
    data = graph_data(nodes, edges, title=title, names=names, years=years, positions=positions, most=most)
    running = script() + _text("script/start.js")
    page = Template(_text("page.html"))
    return page.substitute(
        title=html.escape(title),
        style=style(),
        script=running,
        style_hash=_hash(style()),
        script_hash=_hash(running),
        data=_inert(json.dumps(data, ensure_ascii=False, separators=(",", ":"))),
    )


def graph_data(
    nodes: Iterable[GraphNode],
    edges: Iterable[GraphEdge],
    *,
    title: str,
    names: Mapping[DocumentId, str],
    years: Mapping[DocumentId, int] | None = None,
    positions: Mapping[str, Place] | None = None,
    most: int = MOST,
) -> dict[str, object]:
    """What `paperatlasGraph.mount(element, data)` of the script takes, for a page that embeds the graph. JSON values."""
    scene = compose(nodes, edges, most=most)
    return scene_data(scene, places_of(scene, positions or {}), title=title, names=names, years=years)


def places_of(scene: Scene, known: Mapping[str, Place]) -> dict[str, Place]:
    """Where each entity of a scene is drawn, by id; those of `known` stay where they are."""
    number = {entity.node.id: at for at, entity in enumerate(scene.entities)}
    places = layout(
        len(scene.entities),
        _ties(scene, number),
        sizes=[radius(entity.degree) for entity in scene.entities],
        known={number[identity]: place for identity, place in known.items() if identity in number},
    )
    return {identity: (round(float(x), 2), round(float(y), 2)) for identity, (x, y) in zip(number, places, strict=True)}


def scene_data(
    scene: Scene,
    places: Mapping[str, Place],
    *,
    title: str,
    names: Mapping[DocumentId, str],
    years: Mapping[DocumentId, int] | None = None,
) -> dict[str, object]:
    """A scene as JSON values for the script, each entity of it at its place."""
    number = {entity.node.id: at for at, entity in enumerate(scene.entities)}
    paper = {document: at for at, document in enumerate(scene.documents)}
    return {
        "title": title,
        "total": {"entities": scene.all_entities, "lines": scene.all_lines},
        "kinds": dict(KINDS),
        "documents": [_paper(document, names, years or {}) for document in scene.documents],
        "entities": [_entity(entity, paper, places[entity.node.id]) for entity in scene.entities],
        "lines": [_line(line, number, paper) for line in scene.lines],
    }


def _paper(document: DocumentId, names: Mapping[DocumentId, str], years: Mapping[DocumentId, int]) -> dict[str, object]:
    shown: dict[str, object] = {"id": document, "name": names.get(document, document)}
    return shown | ({"year": years[document]} if document in years else {})


def radius(degree: int) -> float:
    """Of a node, in units of the layout: its area grows with its degree. The script draws by the same rule."""
    return 0.4 + 0.28 * math.sqrt(degree)


def script() -> str:
    """All of the script, for a page that embeds the graph; it defines `paperatlasGraph`."""
    body = "\n".join(_text(f"script/{name}") for name in SCRIPTS)
    return f'"use strict";\nglobalThis.paperatlasGraph = (() => {{\n{body}\nreturn {{ mount }};\n}})();\n'


def style() -> str:
    return _text("view.css")


def _ties(scene: Scene, number: Mapping[str, int]) -> Iterator[Tie]:
    for line in scene.lines:
        yield number[line.ends[0]], number[line.ends[1]], 1.0 + math.log(len(line.evidence) + line.left_out)
    work = {entity.node.properties.get("doc_id"): number[entity.node.id] for entity in scene.entities}
    for entity in scene.entities:
        for place in entity.appearances:
            if place.document in work:
                yield work[place.document], number[entity.node.id], BESIDE_ITS_PAPER


def _entity(entity: Drawn, paper: Mapping[DocumentId, int], place: Place) -> dict[str, object]:
    said = entity.node.properties
    shown: dict[str, object] = {
        "id": entity.node.id,
        "name": str(said.get("name") or entity.node.id),
        "kind": str(said.get("type") or "concept"),
        "degree": entity.degree,
        "papers": [[paper[each.document], each.count, each.page or 0] for each in entity.appearances],
        "x": place[0],
        "y": place[1],
    }
    aliases = said.get("aliases")
    if isinstance(aliases, tuple | list) and aliases:
        shown["aliases"] = list(aliases)
    if said.get("doc_id") in paper:
        shown["document"] = paper[DocumentId(str(said["doc_id"]))]
    return shown


def _line(line: Line, number: Mapping[str, int], paper: Mapping[DocumentId, int]) -> dict[str, object]:
    first, second = (number[end] for end in line.ends)
    shown: dict[str, object] = {
        "ends": [first, second],
        "evidence": [_evidence(edge, edge.source == line.ends[0], paper) for edge in line.evidence],
    }
    return shown | ({"left_out": line.left_out} if line.left_out else {})


def _evidence(edge: GraphEdge, forward: bool, paper: Mapping[DocumentId, int]) -> dict[str, object]:  # noqa: FBT001 - a direction
    said = edge.properties
    shown: dict[str, object] = {
        "id": edge.id,
        "predicate": edge.type.lower().replace("_", " "),
        "paper": paper[edge.document],
        "page": said.get("page", 0),
        "quote": said.get("quote", ""),
        "confidence": said.get("confidence", 1.0),
    }
    if not forward:
        shown["back"] = True
    if said.get("standing", Standing.ASSERTED.value) != Standing.ASSERTED.value:
        shown["standing"] = said["standing"]
    return shown | {name: said[name] for name in ("extractor", "metric", "value", "start", "end") if name in said}


def _inert(text: str) -> str:
    """JSON that no HTML parser takes for markup, and that means the same: the signs of markup as escapes."""
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text.encode("utf-8", "replace").decode("utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _text(name: str) -> str:
    return (resources.files("paperatlas.graph.view") / name).read_text(encoding="utf-8")
