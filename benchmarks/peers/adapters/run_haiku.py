"""haiku.rag by its client: hybrid search in LanceDB, and its agent, which searches, cites and answers by calling tools.

Its reader of papers is Docling, whose models come from Hugging Face only, so it cannot read a PDF on a machine without that.
Here it is given the text of the pages by pdfium instead, in pieces as long as its own chunks, each with its page: search,
agent and citations are its own, what Docling makes of a layout is not measured.
"""

import asyncio
from pathlib import Path

import pypdfium2
from docling_core.types.doc.base import BoundingBox
from docling_core.types.doc.document import DoclingDocument, ProvenanceItem
from docling_core.types.doc.labels import DocItemLabel
from haiku.rag.client import HaikuRAG
from haiku.rag.config.models import (
    AppConfig,
    EmbeddingModelConfig,
    EmbeddingsConfig,
    ModelConfig,
    QAConfig,
)
from haiku.rag.store.models.chunk import Chunk
from protocol import CHAT_MODEL, DIMENSION, EMBEDDING_MODEL, QUERY_PREFIX, Cited, Given, Piece, Reply, Retrieved, given, html_text

CHUNK = 1000
"""Characters: its default of 256 tokens."""
SPLIT = "\ufffe"
"""What pdfium gives for the hyphen of a word that goes on in the next line."""
REFUSAL = "does not contain"
"""Of the knowledge base, as its instructions tell the model to say."""


def config(given_: Given) -> AppConfig:
    served = {"provider": "openai", "base_url": f"{given_.url}/v1", "api_key": "none"}
    embedding = EmbeddingModelConfig(name=EMBEDDING_MODEL, vector_dim=DIMENSION, query_prefix=QUERY_PREFIX, **served)
    return AppConfig(
        embeddings=EmbeddingsConfig(model=embedding, batch_size=64),
        qa=QAConfig(model=ModelConfig(name=CHAT_MODEL, **served)),
    )


def pages(file: Path) -> list[str]:
    if file.suffix == ".html":
        return [html_text(file)]
    texts = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))
    return [text.replace("\r\n", "\n").replace(SPLIT, "") for text in texts]


def document(file: Path) -> tuple[DoclingDocument, list[Chunk]]:
    made, chunks = DoclingDocument(name=file.stem), []
    for number, text in enumerate(pages(file), 1):
        for start in range(0, len(text), CHUNK):
            piece = text[start : start + CHUNK]
            if not piece.strip():
                continue
            where = ProvenanceItem(page_no=number, bbox=BoundingBox(l=0, t=0, r=1, b=1), charspan=(0, len(piece)))
            item = made.add_text(DocItemLabel.TEXT, piece, prov=where)
            metadata = {"doc_item_refs": [item.self_ref], "labels": ["text"], "page_numbers": [number]}
            chunks.append(Chunk(content=piece, metadata=metadata, order=len(chunks)))
    return made, chunks


async def ingest(given_: Given) -> None:
    given_.store.mkdir(parents=True, exist_ok=True)
    async with opened(given_, create=True) as client:
        for file in given_.files():
            made, chunks = document(file)
            await client.import_document(made, chunks, uri=file.name, title=file.name)


def opened(given_: Given, *, create: bool = False) -> HaikuRAG:
    return HaikuRAG(given_.store / "haiku.lancedb", config(given_), create=create)


async def search(given_: Given) -> None:
    async with opened(given_) as client:

        async def find(question: str) -> Retrieved:
            found = await client.expand_context(await client.search(question))
            return Retrieved(retrieved=[Piece(doc=hit.document_uri or "", text=hit.content) for hit in found])

        await given_.each_async(find)


async def ask(given_: Given) -> None:
    async with opened(given_) as client:

        async def answer(question: str) -> Reply:
            said, citations = await client.ask(question)
            return Reply(
                answer=said,
                refused=REFUSAL in said,
                citations=[
                    Cited(doc=cited.document_uri, page=page) for cited in citations for page in cited.page_numbers or [None]
                ],
            )

        await given_.each_async(answer)


if __name__ == "__main__":
    asyncio.run({"ingest": ingest, "ask": ask, "search": search}[given().command](given()))
