"""Extractions as rows of the catalog, and back."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from paperatlas.catalog.packing import from_json, to_json
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Entity, Evidence, LocalEntity, Mention, Relation, Standing

__all__ = [
    "ENTITY_COLUMNS",
    "RELATION_COLUMNS",
    "chunk_rows",
    "entity_of",
    "local_of",
    "pack_mentions",
    "relation_of",
    "relation_row",
    "unpack_mentions",
]

ENTITY_COLUMNS = "id, name, kind, aliases, mentions, documents, document"
RELATION_COLUMNS = "head, predicate, tail, evidence, standing, extractor, confidence, metric, value"
_LEVEL = 6
"""zlib's own balance of size and time."""


def pack_mentions(mentions: tuple[Mention, ...]) -> bytes:
    """All of a document: they are read together or not at all."""
    return zlib.compress(to_json(mentions, tuple[Mention, ...]).encode(), _LEVEL)


def unpack_mentions(packed: bytes) -> tuple[Mention, ...]:
    mentions: tuple[Mention, ...] = from_json(zlib.decompress(packed), tuple[Mention, ...])
    return mentions


def chunk_rows(document: DocumentId, mentions: Sequence[Mention]) -> Iterator[tuple[ChunkId, DocumentId, int, int, float]]:
    """(chunk, document, number of the entity, mentions, their weights' sum) of each entity in each passage."""
    counts: Counter[tuple[ChunkId, int]] = Counter()
    weights: dict[tuple[ChunkId, int], float] = defaultdict(float)
    for mention in mentions:
        if mention.evidence.chunk is not None:
            place = (mention.evidence.chunk, mention.entity)
            counts[place] += 1
            weights[place] += mention.weight
    for (chunk, number), count in counts.items():
        yield chunk, document, number, count, weights[chunk, number]


def relation_row(relation: Relation) -> tuple[Any, ...]:
    """In the order of RELATION_COLUMNS."""
    return (
        relation.head,
        relation.predicate,
        relation.tail,
        to_json(relation.evidence, Evidence),
        relation.standing.value,
        relation.extractor,
        relation.confidence,
        relation.metric,
        relation.value,
    )


def relation_of(row: tuple[Any, ...]) -> Relation:
    head, predicate, tail, evidence, standing, extractor, confidence, metric, value = row
    return Relation(
        head=head,
        predicate=predicate,
        tail=tail,
        evidence=from_json(evidence, Evidence),
        standing=Standing(standing),
        extractor=extractor,
        confidence=confidence,
        metric=metric,
        value=value,
    )


def entity_of(row: tuple[Any, ...]) -> Entity:
    """From a row in the order of ENTITY_COLUMNS."""
    id_, name, kind, aliases, mentions, documents, document = row
    return Entity(
        id=id_,
        name=name,
        kind=kind,
        aliases=from_json(aliases, tuple[str, ...]),
        mentions=mentions,
        documents=documents,
        document=document,
    )


def local_of(body: str) -> LocalEntity:
    local: LocalEntity = from_json(body, LocalEntity)
    return local
