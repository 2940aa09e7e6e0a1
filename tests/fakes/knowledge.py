"""Extractions made by hand."""

from collections.abc import Sequence

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Evidence, Extraction, LocalEntity, Mention, Relation, Standing


def local(name: str, kind: str = "method", *forms: str) -> LocalEntity:
    return LocalEntity(name=name, kind=kind, forms=tuple(sorted({name, *forms})))


def extraction(
    document: DocumentId,
    names: Sequence[LocalEntity],
    *,
    mentions: Sequence[tuple[int, ChunkId]] = (),
    relations: Sequence[tuple[int, str, int, ChunkId]] = (),
    title: str = "A paper",
) -> Extraction:
    """What a document says. Its own work comes first; the numbers of names begin at 1."""
    entities = (local(title, "work"), *names)
    return Extraction(
        document=document,
        entities=entities,
        mentions=tuple(
            Mention(
                entity=number,
                text=entities[number].name,
                evidence=Evidence(page=1, quote=entities[number].name, chunk=chunk),
                extractor="ner",
                confidence=0.9,
            )
            for number, chunk in mentions
        ),
        relations=tuple(
            Relation(
                head=head,
                predicate=predicate,
                tail=tail,
                evidence=Evidence(page=1, quote=f"{entities[head].name} {predicate} {entities[tail].name}", chunk=chunk),
                extractor="syntax",
                confidence=0.8,
                standing=Standing.ASSERTED,
            )
            for head, predicate, tail, chunk in relations
        ),
    )
