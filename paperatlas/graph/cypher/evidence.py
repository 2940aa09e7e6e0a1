"""Running a query, with the edges that its rows were made from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paperatlas.core.errors import InputError
from paperatlas.core.graph_answers import EdgeEvidence
from paperatlas.core.graph_ports import GraphReader
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import GraphRows, Standing
from paperatlas.core.text import fold, sentences
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.cypher.traced import EDGE, EVIDENCE, GATHERED, traced

__all__ = ["Proven", "run"]

_PROOF = 1000
"""Edges that a query for them gives at most."""
_AMONG = 200
"""Edges among the entities returned, where a query could not be traced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """Rows and the edges behind them."""

    rows: GraphRows
    evidence: tuple[EdgeEvidence, ...]
    evidence_of: Literal["rows", "returned", "none"]


def run(
    store: GraphReader, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float, proof: str = ""
) -> Proven:
    """The rows of a query, at most `limit`, and their evidence: the edges that `proof` gives, or those of the query itself.

    Raises:
        InputError: the guard or the engine refuses the query.
        TimedOut: it took longer than `seconds`.
        ProviderError: the service is down or refuses.
    """
    checked = assert_read_only(cypher)
    found = store.query(checked.text, parameters, limit=limit, seconds=seconds)
    plain = replace(found, warnings=(*checked.warnings, *found.warnings))
    if not plain.rows:
        return Proven(rows=plain, evidence=(), evidence_of="none")
    if proof:
        edges = store.query(assert_read_only(proof).text, parameters, limit=_PROOF, seconds=seconds).rows
        return Proven(rows=plain, evidence=_evidence(row[0] for row in edges), evidence_of="rows")
    if with_edges := _traced_rows(store, checked.text, parameters, plain, limit=limit, seconds=seconds):
        cut = any(isinstance(value, list | tuple) and len(value) == GATHERED for value in with_edges)
        told = (f"Of the evidence of a row {GATHERED} places are shown.",) if cut else ()
        shown = replace(plain, warnings=(*plain.warnings, *told))
        return Proven(rows=shown, evidence=_evidence(with_edges), evidence_of="rows")
    among = _edges_among(store, plain, seconds=seconds)
    return Proven(rows=plain, evidence=_evidence(among), evidence_of="returned" if among else "none")


def _traced_rows(
    store: GraphReader, cypher: str, parameters: Mapping[str, object], plain: GraphRows, *, limit: int, seconds: float
) -> list[object]:
    """The edges of the rows; nothing where the query has none, or gives other rows once it is rewritten."""
    rewritten = traced(cypher)
    if rewritten is None:
        return []
    try:
        found = store.query(assert_read_only(rewritten).text, parameters, limit=limit, seconds=seconds)
    except InputError:  # an engine that does not take the longer form
        return []
    own = [at for at, column in enumerate(found.columns) if not column.startswith(EVIDENCE)]
    if sorted(repr([row[at] for at in own]) for row in found.rows) != sorted(repr(list(row)) for row in plain.rows):
        return []
    return [value for row in found.rows for at, value in enumerate(row) if at not in own]


def _edges_among(store: GraphReader, rows: GraphRows, *, seconds: float) -> list[object]:
    names = sorted({name for row in rows.rows for value in row for name in _names(value)})
    if len(names) < 2:
        return []
    cypher = f"MATCH (a:Entity)-[r]->(b:Entity) WHERE a.name IN $names AND b.name IN $names RETURN {EDGE.format('r')} AS edge"
    found = store.query(cypher, {"names": names}, limit=_AMONG, seconds=seconds)
    return [row[0] for row in found.rows]


def _names(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        if isinstance(name := value.get("name"), str):
            yield name
    elif isinstance(value, Sequence):
        for one in value:
            yield from _names(one)


def _evidence(values: Iterable[object]) -> tuple[EdgeEvidence, ...]:
    found = (evidence for value in values for edge in _edges(value) if (evidence := _stated(edge)))
    return tuple({one.edge: one for one in found}.values())


def _edges(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _edges(one)


def _stated(edge: Mapping[str, object]) -> EdgeEvidence | None:
    """None for an edge that no place of a document states, as that from a document to its passages."""
    identity, page, document = edge.get("id"), edge.get("page"), edge.get("doc_id")
    if not isinstance(identity, str) or not isinstance(page, int) or not isinstance(document, str):
        return None
    mention = edge.get("type") == "MENTIONS"
    chunk = edge.get("source") if mention else edge.get("chunk_id")
    tail = str(edge.get("tail") or "")
    return EdgeEvidence(
        edge=identity,
        head=str(edge.get("head") or ""),
        predicate=str(edge.get("type") or ""),
        tail=tail,
        document=DocumentId(document),
        page=page,
        quote=_naming(str(edge.get("text") or ""), [tail, *_names(edge.get("forms"))])
        if mention
        else str(edge.get("quote") or ""),
        chunk=ChunkId(chunk) if isinstance(chunk, str) else None,
        standing=Standing(standing) if isinstance(standing := edge.get("standing"), str) else Standing.ASSERTED,
    )


def _naming(text: str, names: Sequence[str]) -> str:
    """The sentence of a passage that names an entity, by the first of its names that is there; empty where none is."""
    said = [text[start:end] for start, end in sentences(text)]
    folded = [fold(sentence) for sentence in said]
    found = (
        sentence
        for wanted in filter(None, map(fold, names))
        for sentence, plain in zip(said, folded, strict=True)
        if wanted in plain
    )
    return next(found, "")
