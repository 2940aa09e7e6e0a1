"""A library's entities made by hand, in memory: passages as lists of names, relations as triples."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from paperatlas.core.graph_ports import Incidence, Stated
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Evidence, Extraction, Standing
from paperatlas.core.naming import name_key

SUBJECT = 5.0


class SmallKnowledge:
    """Implements `Knowledge`. The first name of a passage is its subject; an entity's id is its name."""

    def __init__(
        self,
        passages: Mapping[ChunkId, Sequence[str]],
        relations: Sequence[tuple[str, str, str]] = (),
        *,
        aliases: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._passages = passages
        names = sorted({name for named in passages.values() for name in named} | {end for h, _, t in relations for end in (h, t)})
        self._entities = {
            EntityId(name): Entity(
                id=EntityId(name),
                name=name,
                kind="concept",
                aliases=tuple((aliases or {}).get(name, ())),
                mentions=sum(name in named for named in passages.values()),
                documents=1,
            )
            for name in names
        }
        self._relations = relations

    def extraction(self, document: DocumentId) -> Extraction:
        return Extraction(document=document)

    def entities(self, ids: Collection[EntityId]) -> Mapping[EntityId, Entity]:
        return {one: self._entities[one] for one in ids if one in self._entities}

    def named(self, keys: Collection[str]) -> Mapping[str, tuple[EntityId, ...]]:
        found: dict[str, list[EntityId]] = {}
        for entity in sorted(self._entities.values(), key=lambda each: (-each.mentions, each.id)):
            for key in {name_key(form) for form in (entity.name, *entity.aliases)} & set(keys):
                found.setdefault(key, []).append(entity.id)
        return {key: tuple(entities) for key, entities in found.items()}

    def all_entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        return sorted(self._entities.values(), key=lambda each: (-each.mentions, each.name))

    def relations(self, *, entities: Collection[EntityId] | None = None, document: DocumentId | None = None) -> Sequence[Stated]:
        return [
            Stated(
                head=EntityId(head),
                predicate=predicate,
                tail=EntityId(tail),
                document=DocumentId("d"),
                evidence=Evidence(page=1, quote=f"{head} {predicate} {tail}"),
                standing=Standing.ASSERTED,
                extractor="syntax",
                confidence=0.8,
            )
            for head, predicate, tail in self._relations
            if entities is None or {head, tail} & set(entities)
        ]

    def incidence(self) -> Incidence:
        chunks, entities = sorted(self._passages), sorted(self._entities)
        cells = [
            (row, entities.index(entity), weight)
            for row, chunk in enumerate(chunks)
            for entity, weight in self._weights(chunk).items()
        ]
        return Incidence(
            chunks=chunks,
            entities=entities,
            rows=np.array([row for row, _, _ in cells], dtype=np.int32),
            columns=np.array([column for _, column, _ in cells], dtype=np.int32),
            weights=np.array([weight for _, _, weight in cells], dtype=np.float32),
        )

    def _weights(self, chunk: ChunkId) -> Mapping[EntityId, float]:
        return {EntityId(name): SUBJECT if at == 0 else 1.0 for at, name in enumerate(self._passages[chunk])}
