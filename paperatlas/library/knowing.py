"""A knowledge graph that follows the documents: what they say, whom they mean by it, and the store that answers queries.

Three steps, each of which takes up what an interruption left of it: extraction document by document, resolution of what
it touched, and the store's catching up.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from paperatlas.catalog import SqlWriter
from paperatlas.core.errors import ProviderError, StoreError
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction, GraphChange, GraphEdge, GraphNode, Member
from paperatlas.core.reports import Ingested, IngestReport, OnProgress, Progress
from paperatlas.graph.resolve.blocks import block_keys, tied_blocks
from paperatlas.graph.resolve.resolve import RULES, resolve
from paperatlas.graph.shape import document_graph, entity_node
from paperatlas.library.opened import Opened
from paperatlas.library.parts import GraphParts
from paperatlas.pipeline.extracting.extractors import Extractors
from paperatlas.pipeline.extracting.worker import Failed

__all__ = ["change_of", "follow_changes", "know", "know_ingested"]

COMMIT_SECONDS = 10.0
"""Extraction is committed this often, which is what an interruption can cost."""
STORE_BATCH = 200
"""Documents the store is given at once: some hundred thousand edges of long papers, some hundred megabytes."""


def know(opened: Opened, writer: SqlWriter, *, on_progress: OnProgress | None = None) -> None:
    """Bring entities, relations and the graph's store to where the documents are. Nothing where the graph is off.

    Raises:
        StoreError: the store cannot be written; what was extracted is kept.
        ProviderError: its service is down or refuses; what was extracted is kept.
    """
    if opened.parts.graph is None:
        return
    extract_missing(opened, opened.parts.graph, writer, on_progress=on_progress)
    follow_changes(opened, writer)


def know_ingested(
    opened: Opened, writer: SqlWriter, report: IngestReport, *, on_progress: OnProgress | None = None
) -> IngestReport:
    """`know`, and the report with what the graph has of its documents.

    A store that fails is noted, since what was taken is taken.
    """
    notes = report.notes
    try:
        know(opened, writer, on_progress=on_progress)
    except (StoreError, ProviderError) as error:
        notes = (*notes, f"The graph's store did not follow: {error.message} `paperatlas graph build` brings it up to date.")
    counts = opened.knowledge.counts()
    return replace(report, documents=tuple(_counted(done, counts) for done in report.documents), notes=notes)


def _counted(done: Ingested, counts: Mapping[DocumentId, tuple[int, int]]) -> Ingested:
    entities, relations = counts.get(DocumentId(done.doc_id), (0, 0))
    return replace(done, entities=entities, relations=relations)


def follow_changes(opened: Opened, writer: SqlWriter) -> None:
    """Bring the library's entities and the store to where the documents' own entities are. Nothing where the graph is off.

    Raises as `know`.
    """
    if opened.parts.graph is not None:
        resolve_touched(opened, writer)
        catch_up_graph(opened, writer)


def extract_missing(opened: Opened, parts: GraphParts, writer: SqlWriter, *, on_progress: OnProgress | None = None) -> None:
    """Read each document that was not read by the rules of today. One that fails is recorded with the reason."""
    missing = writer.knowledge.unextracted(parts.rules)
    if not missing:
        return
    names = {document.id: document.name for document in opened.catalog.documents()}
    jobs = ((opened.catalog.parsed(document), opened.catalog.chunks_of(document)) for document in missing)
    workers = min(opened.parts.workers, len(missing))
    with Extractors(parts.extract, workers=workers, seconds=parts.seconds) as extractors:
        outcomes = zip(missing, extractors.extract(jobs), strict=True)
        done = 0
        while batch := list(_for_a_while(outcomes)):
            with writer.transaction():
                for document, outcome in batch:
                    _put(writer, parts.rules, document, outcome)
            done += len(batch)
            if on_progress:
                on_progress(Progress(done=done, total=len(missing), source=names[batch[-1][0]]))


def _for_a_while(
    outcomes: Iterator[tuple[DocumentId, Extraction | Failed]],
) -> Iterator[tuple[DocumentId, Extraction | Failed]]:
    began = time.monotonic()
    for outcome in outcomes:
        yield outcome
        if time.monotonic() - began > COMMIT_SECONDS:
            return


def _put(writer: SqlWriter, rules: str, document: DocumentId, outcome: Extraction | Failed) -> None:
    if isinstance(outcome, Failed):
        writer.knowledge.put(Extraction(document=document), (), rules=rules, failure=outcome.why)
    else:
        writer.knowledge.put(outcome, [block_keys(local) for local in outcome.entities], rules=rules)


def resolve_touched(opened: Opened, writer: SqlWriter) -> None:
    """Make entities of the library of what its documents name, where something has changed since that was last done."""
    with writer.transaction():
        if writer.knowledge.resolved_by() != RULES:
            writer.knowledge.touch_all(RULES)
        if not writer.knowledge.is_unresolved():
            return
        decisions = opened.knowledge.decisions()
        members = writer.knowledge.unresolved(tied_blocks(decisions))
        resolution = resolve(members, decisions)
        writer.knowledge.put_entities(resolution.entity_of, _with_documents(resolution.entities, resolution.entity_of))


def _with_documents(entities: Sequence[Entity], entity_of: Mapping[Member, EntityId]) -> Iterator[Entity]:
    """The works among them that are documents of the library say which; of two versions the first by id."""
    works: dict[EntityId, DocumentId] = {}
    for member, entity in sorted(entity_of.items()):
        if member.number == 0:
            works.setdefault(entity, member.document)
    return (replace(entity, document=works.get(entity.id)) for entity in entities)


def catch_up_graph(opened: Opened, writer: SqlWriter) -> None:
    """Bring the store to where the catalog is. Doing it twice is doing it once."""
    entities = writer.knowledge.pending_entities()
    if not entities and not writer.knowledge.pending_documents(1):
        return
    store, after = opened.graph(), ""
    while documents := writer.knowledge.pending_documents(STORE_BATCH, after=after):
        store.apply(change_of(opened, documents))
        after = documents[-1]
    there = opened.knowledge.entities(entities)
    store.apply(
        GraphChange(
            documents=(),
            nodes=tuple(entity_node(entity) for entity in there.values()),
            entities_gone=tuple(entity for entity in entities if entity not in there),
        )
    )
    store.commit()
    with writer.transaction():
        writer.knowledge.settle()


def change_of(opened: Opened, documents: Sequence[DocumentId]) -> GraphChange:
    """These documents as the graph holds them; those that are gone are only named."""
    catalog, knowledge = opened.catalog, opened.knowledge
    there = {document.id: document for document in catalog.documents()}
    nodes: dict[str, GraphNode] = {}
    edges: list[GraphEdge] = []
    for document in documents:
        if document in there:
            members = knowledge.resolved(document)
            entities = knowledge.entities(set(members.values()))
            entity_of = {member: entities[entity] for member, entity in members.items()}
            its_nodes, its_edges = document_graph(
                there[document], catalog.chunks_of(document), knowledge.extraction(document), entity_of
            )
            nodes.update({node.id: node for node in its_nodes})
            edges.extend(its_edges)
    return GraphChange(documents=tuple(documents), nodes=tuple(nodes.values()), edges=tuple(edges))
