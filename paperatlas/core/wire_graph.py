"""The knowledge graph as the JSON that every surface shares."""

from collections.abc import Mapping
from typing import Any, Protocol

from paperatlas.core.graph_answers import EdgeEvidence, EntityCard, GraphAnswer, GraphPath, GraphStats, PathStep
from paperatlas.core.graph_ports import Backend, Stated
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Member
from paperatlas.core.wire import boxes_json

__all__ = ["card_json", "doubt_json", "entity_json", "graph_answer_json", "path_json", "stats_json"]

Names = Mapping[DocumentId, str]


def stats_json(stats: GraphStats, names: Names) -> dict[str, Any]:
    return {
        "backend": stats.backend,
        "entities": stats.entities,
        "relations": stats.relations,
        "entities_by_type": dict(stats.kinds),
        "relations_by_type": dict(stats.predicates),
        "documents": [
            {"doc": names.get(document, document), "doc_id": document, "entities": entities, "relations": relations}
            for document, (entities, relations) in stats.documents.items()
        ],
        "unread": [names.get(document, document) for document in stats.unread],
        "failed": [{"doc": names.get(document, document), "error": why} for document, why in stats.failures.items()],
    }


def graph_answer_json(answer: GraphAnswer, names: Names, backend: Backend) -> dict[str, Any]:
    return {
        **({"question": answer.question} if answer.question else {}),
        "columns": list(answer.columns),
        "rows": [list(row) for row in answer.rows],
        "cypher": answer.cypher,
        "parameters": dict(answer.parameters),
        "evidence": [_edge_json(edge, names) for edge in answer.evidence],
        "evidence_of": answer.evidence_of,
        "backend": backend,
        "how": answer.how,
        "text": answer.text,
        "truncated": answer.truncated,
        "tries": [{"cypher": tried.cypher, "why": tried.why} for tried in answer.tries],
        "warnings": list(answer.warnings),
        "usage": {
            "llm_calls": answer.usage.llm_calls,
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
        },
    }


def _edge_json(edge: EdgeEvidence, names: Names) -> dict[str, Any]:
    return {
        "doc": names.get(edge.document, edge.document),
        "doc_id": edge.document,
        "page": edge.page,
        "quote": edge.quote,
        "head": edge.head,
        "relation": edge.predicate,
        "tail": edge.tail,
        "standing": edge.standing.value,
        "chunk_id": edge.chunk,
        "edge": edge.edge,
    }


def entity_json(entity: Entity) -> dict[str, Any]:
    return {
        "id": entity.id,
        "name": entity.name,
        "type": entity.kind,
        "aliases": list(entity.aliases),
        "mentions": entity.mentions,
        "documents": entity.documents,
        "doc_id": entity.document,
    }


def card_json(card: EntityCard, names: Names) -> dict[str, Any]:
    return {
        **entity_json(card.entity),
        "called": [
            {"doc": names.get(member.document, member.document), "doc_id": member.document, "forms": list(local.forms)}
            for member, local in card.members.items()
        ],
        "merged_because": list(card.merges),
        "relations": [_stated_json(stated, card.names, names) for stated in card.relations],
        "others": [entity_json(other) for other in card.others],
    }


class Doubted(Protocol):
    """Two names that may be one, each as a document has it: `graph.resolve.doubts.Doubt`."""

    @property
    def left(self) -> Member: ...
    @property
    def right(self) -> Member: ...
    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def kinds(self) -> tuple[str, str]: ...
    @property
    def why(self) -> str: ...


def doubt_json(doubt: Doubted, names: Names) -> dict[str, Any]:
    return {
        "names": list(doubt.names),
        "types": list(doubt.kinds),
        "docs": [names.get(each.document, each.document) for each in (doubt.left, doubt.right)],
        "why": doubt.why,
    }


def path_json(path: GraphPath, names: Names) -> dict[str, Any]:
    return {
        "entities": [entity_json(entity) for entity in path.entities],
        "steps": [_step_json(step, names) for step in path.steps],
    }


def _step_json(step: PathStep, names: Names) -> dict[str, Any]:
    called = {step.source.id: step.source.name, step.target.id: step.target.name}
    return {
        "source": step.source.name,
        "target": step.target.name,
        "relations": [_stated_json(stated, called, names) for stated in step.relations],
        "passages": [
            {
                "doc": names.get(chunk.document, chunk.document),
                "doc_id": chunk.document,
                "page": chunk.page,
                "chunk_id": chunk.id,
                "text": chunk.text,
                "bbox": boxes_json(chunk.boxes),
            }
            for chunk in step.passages
        ],
    }


def _stated_json(stated: Stated, called: Mapping[EntityId, str], names: Names) -> dict[str, Any]:
    return {
        "head": called.get(stated.head, stated.head),
        "relation": stated.predicate,
        "tail": called.get(stated.tail, stated.tail),
        "standing": stated.standing.value,
        "doc": names.get(stated.document, stated.document),
        "doc_id": stated.document,
        "page": stated.evidence.page,
        "quote": stated.evidence.quote,
        "confidence": stated.confidence,
        "extractor": stated.extractor,
        **({"metric": stated.metric} if stated.metric else {}),
        **({"value": stated.value} if stated.value else {}),
    }
