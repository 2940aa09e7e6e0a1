"""Documents of plain text, for tests of what is extracted from them."""

from collections.abc import Mapping, Sequence

from paperatlas.core.ids import chunk_id, document_id
from paperatlas.core.knowledge import Extraction
from paperatlas.core.types import Chunk, ChunkKind, Metadata, Page, ParsedDocument, Reference, Span
from paperatlas.graph.extract.extract import extract


def told(
    *passages: str, metadata: Metadata | None = None, references: Sequence[Reference] = (), section: str = "1 Introduction"
) -> tuple[ParsedDocument, list[Chunk]]:
    """A document of one page with these passages, and its chunks."""
    text = "\n".join(passages)
    document = ParsedDocument(
        name="paper.txt",
        id=document_id(text.encode("utf-8", "surrogatepass")),
        pages=(Page(number=1, text=text),),
        metadata=metadata or Metadata(),
        references=tuple(references),
    )
    chunks, start = [], 0
    for ordinal, passage in enumerate(passages):
        chunks.append(
            Chunk(
                id=chunk_id(document.id, ordinal, passage),
                document=document.id,
                ordinal=ordinal,
                kind=ChunkKind.TEXT,
                text=passage,
                context=f"{document.metadata.title} > {section}",
                section=section,
                spans=(Span(1, start, start + len(passage)),),
            )
        )
        start += len(passage) + 1
    return document, chunks


def extracted(*passages: str, metadata: Metadata | None = None, references: Sequence[Reference] = ()) -> Extraction:
    return extract(*told(*passages, metadata=metadata, references=references))


def kinds(extraction: Extraction) -> Mapping[str, str]:
    """The kind of each entity by its name, without the document's own."""
    return {entity.name: entity.kind for entity in extraction.entities[1:]}
