"""Ids are hashes of content, so that doing a thing twice is doing it once."""

import hashlib
from typing import NewType

__all__ = ["ChunkId", "DocumentId", "chunk_id", "document_id", "text_key"]

DocumentId = NewType("DocumentId", str)
"""First 32 hex digits of the SHA-256 of a source's bytes (of a JSONL record: of its canonical JSON)."""

ChunkId = NewType("ChunkId", str)
"""`<first 16 digits of the document id>-<ordinal>-<8 digits of the text's hash>`."""


def document_id(content: bytes) -> DocumentId:
    """The id of a source with these bytes."""
    return DocumentId(hashlib.sha256(content).hexdigest()[:32])


def chunk_id(document: DocumentId, ordinal: int, text: str) -> ChunkId:
    """The id of the `ordinal`-th (0-based) chunk of a document."""
    return ChunkId(f"{document[:16]}-{ordinal:05d}-{text_key(text)[:8]}")


def text_key(text: str) -> str:
    """SHA-256 of a text in hex: the key under which anything computed from that text alone is cached."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
