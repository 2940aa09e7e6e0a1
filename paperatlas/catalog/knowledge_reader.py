"""What the catalog knows of entities and relations."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from paperatlas.catalog.database import Database
from paperatlas.catalog.knowledge_rows import (
    ENTITY_COLUMNS,
    RELATION_COLUMNS,
    entity_of,
    local_of,
    relation_of,
    unpack_mentions,
)
from paperatlas.catalog.packing import from_json
from paperatlas.catalog.reach import reached
from paperatlas.core.deciding import Decision
from paperatlas.core.graph_ports import Incidence, Stated
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Evidence, Extraction, LocalEntity, Member, Standing

__all__ = ["SqlKnowledge"]

_NAMED = """
SELECT DISTINCT n.key, l.entity, e.mentions FROM entity_names n
JOIN local_entities l ON l.document = n.document AND l.number = n.number
JOIN entities e ON e.id = l.entity
WHERE n.key IN (SELECT value FROM json_each(?)) ORDER BY n.key, e.mentions DESC, l.entity
"""
_STATED = """
SELECT h.entity, r.predicate, t.entity, r.document, r.evidence, r.standing, r.extractor, r.confidence, r.metric, r.value
FROM relations r
JOIN local_entities h ON h.document = r.document AND h.number = r.head
JOIN local_entities t ON t.document = r.document AND t.number = r.tail
WHERE h.entity != '' AND t.entity != ''
"""
_OF_ENTITIES = """
  AND (r.document, r.ordinal) IN (
    SELECT r.document, r.ordinal FROM local_entities l JOIN relations r ON r.document = l.document AND r.head = l.number
    WHERE l.entity IN (SELECT value FROM json_each(:entities))
    UNION
    SELECT r.document, r.ordinal FROM local_entities l JOIN relations r ON r.document = l.document AND r.tail = l.number
    WHERE l.entity IN (SELECT value FROM json_each(:entities)))
"""
_INCIDENCE = """
SELECT c.chunk, l.entity, sum(c.weight) FROM chunk_entities c
JOIN local_entities l ON l.document = c.document AND l.number = c.number
WHERE l.entity != '' GROUP BY c.chunk, l.entity ORDER BY c.chunk, l.entity
"""


class SqlKnowledge:
    """Implements the port `Knowledge`. Safe to use from many threads; within a catalog's snapshot it reads that state."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def extraction(self, document: DocumentId) -> Extraction:
        with self._database.snapshot():
            found = self._rows("SELECT mentions FROM extractions WHERE document = ?", (document,))
            if not found:
                return Extraction(document=document)
            relations = self._rows(
                f"SELECT {RELATION_COLUMNS} FROM relations WHERE document = ? ORDER BY ordinal",  # noqa: S608 - a constant
                (document,),
            )
            return Extraction(
                document=document,
                entities=tuple(local for _, local in self._locals(document)),
                mentions=unpack_mentions(found[0][0]),
                relations=tuple(relation_of(row) for row in relations),
            )

    def _locals(self, document: DocumentId) -> Iterator[tuple[int, LocalEntity]]:
        for number, body in self._rows("SELECT number, body FROM local_entities WHERE document = ? ORDER BY number", (document,)):
            yield number, local_of(body)

    def resolved(self, document: DocumentId) -> Mapping[Member, EntityId]:
        """The library's entity of each entity of a document."""
        rows = self._rows(
            "SELECT number, entity FROM local_entities WHERE document = ? AND entity != '' ORDER BY number", (document,)
        )
        return {Member(document, number): entity for number, entity in rows}

    def members(self, entity: EntityId) -> Mapping[Member, LocalEntity]:
        """What documents call an entity."""
        rows = self._rows(
            "SELECT document, number, body FROM local_entities WHERE entity = ? ORDER BY document, number", (entity,)
        )
        return {Member(document, number): local_of(body) for document, number, body in rows}

    def all_members(self) -> Mapping[Member, LocalEntity]:
        """What every document names."""
        rows = self._rows("SELECT document, number, body FROM local_entities ORDER BY document, number")
        return {Member(document, number): local_of(body) for document, number, body in rows}

    def reached(self, keys: Collection[str], ties: Sequence[frozenset[str]] = ()) -> Mapping[Member, LocalEntity]:
        """All members that have a bearing on how those under these block keys are resolved."""
        with self._database.snapshot():
            return reached(lambda statement, seed: self._rows(statement, (seed,)), keys, ties)

    def entities(self, ids: Collection[EntityId]) -> Mapping[EntityId, Entity]:
        rows = self._rows(
            f"SELECT {ENTITY_COLUMNS} FROM entities WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",  # noqa: S608 - a constant
            (json.dumps(sorted(ids)),),
        )
        return {row[0]: entity_of(row) for row in rows}

    def named(self, keys: Collection[str]) -> Mapping[str, tuple[EntityId, ...]]:
        found: dict[str, list[EntityId]] = defaultdict(list)
        for key, entity, _ in self._rows(_NAMED, (json.dumps(sorted(keys)),)):
            found[key].append(entity)
        return {key: tuple(entities) for key, entities in found.items()}

    def all_entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        rows = self._rows(
            f"SELECT {ENTITY_COLUMNS} FROM entities WHERE (?1 = '' OR kind = ?1)"  # noqa: S608 - a constant
            " AND (?2 IS NULL OR id IN (SELECT entity FROM local_entities WHERE document = ?2))"
            " ORDER BY mentions DESC, name, id",
            (kind, document),
        )
        return tuple(entity_of(row) for row in rows)

    def relations(self, *, entities: Collection[EntityId] | None = None, document: DocumentId | None = None) -> Sequence[Stated]:
        statement = _STATED
        if entities is not None:
            statement += _OF_ENTITIES
        if document is not None:
            statement += "  AND r.document = :document\n"
        rows = self._rows(
            f"{statement} ORDER BY r.document, r.ordinal",
            {"entities": json.dumps(sorted(entities or ())), "document": document},
        )
        return tuple(_stated(row) for row in rows)

    def incidence(self) -> Incidence:
        rows = self._rows(_INCIDENCE)
        chunks = {chunk: at for at, chunk in enumerate(dict.fromkeys(row[0] for row in rows))}
        entities = {entity: at for at, entity in enumerate(sorted({row[1] for row in rows}))}
        return Incidence(
            chunks=tuple(chunks),
            entities=tuple(entities),
            rows=np.fromiter((chunks[row[0]] for row in rows), dtype=np.int32, count=len(rows)),
            columns=np.fromiter((entities[row[1]] for row in rows), dtype=np.int32, count=len(rows)),
            weights=np.fromiter((row[2] for row in rows), dtype=np.float32, count=len(rows)),
        )

    def decisions(self) -> tuple[Decision, ...]:
        """What was decided about names, in the order in which it was."""
        return tuple(from_json(row[0], Decision) for row in self._rows("SELECT body FROM entity_decisions ORDER BY ordinal"))

    def failures(self) -> Mapping[DocumentId, str]:
        """Documents of which nothing could be extracted, and why."""
        return dict(self._rows("SELECT document, failure FROM extractions WHERE failure != '' ORDER BY document"))

    def predicates(self) -> Mapping[str, int]:
        """How many relations of each kind there are, most first."""
        rows = self._rows("SELECT predicate, count(*) AS n FROM relations GROUP BY predicate ORDER BY n DESC, predicate")
        return dict(rows)

    def kinds(self) -> Mapping[str, int]:
        """How many entities of each kind there are, most first."""
        return dict(self._rows("SELECT kind, count(*) AS n FROM entities GROUP BY kind ORDER BY n DESC, kind"))

    def counts(self) -> Mapping[DocumentId, tuple[int, int]]:
        """How many entities and relations each document has."""
        rows = self._rows(
            "SELECT document, (SELECT count(*) FROM local_entities l WHERE l.document = e.document),"
            " (SELECT count(*) FROM relations r WHERE r.document = e.document) FROM extractions e ORDER BY document"
        )
        return {document: (entities, relations) for document, entities, relations in rows}

    def _rows(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self._database.reading() as connection:
            return connection.execute(statement, values).fetchall()


def _stated(row: tuple[Any, ...]) -> Stated:
    head, predicate, tail, document, evidence, standing, extractor, confidence, metric, value = row
    return Stated(
        head=head,
        predicate=predicate,
        tail=tail,
        document=document,
        evidence=from_json(evidence, Evidence),
        standing=Standing(standing),
        extractor=extractor,
        confidence=confidence,
        metric=metric,
        value=value,
    )
