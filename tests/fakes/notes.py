"""Readers and an embedder for tests of the library: quick, plain, and willing to crash or hang where a file says so."""

import hashlib
import json
import os
import signal
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paperatlas.core.errors import InputError, UnreadableFile
from paperatlas.core.ids import chunk_id, document_id
from paperatlas.core.ports import BadRecord, DocumentReader, Float32, OnPage, Record, RecordReader
from paperatlas.core.types import (
    Block,
    BlockKind,
    Box,
    Chunk,
    ChunkKind,
    Heading,
    Metadata,
    Page,
    ParsedDocument,
    ParseWarning,
    Span,
)
from paperatlas.pipeline.ingest.recipe import Recipe

PAGE_BREAK = "\f"


class HashEmbedder:
    """Implements `Embedder`: each word has a random direction of its own, a text is the sum of its words'."""

    def __init__(self, dimension: int = 32, name: str = "hash") -> None:
        self.dimension = dimension
        self.id = f"{name}/{dimension}"
        self.embedded = 0

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        self.embedded += len(texts)
        return np.array([self._row(text) for text in texts], dtype=np.float32).reshape(-1, self.dimension)

    def _row(self, text: str) -> Float32:
        row = np.zeros(self.dimension, dtype=np.float32)
        for word in text.lower().split():
            digest = hashlib.shake_128(word.encode("utf-8", "replace")).digest(self.dimension)
            row += np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - 127.5
        length = float(np.linalg.norm(row))
        return row / length if length else row


class NoteReader:
    """Implements `DocumentReader`: pages parted by form feeds, `# ` headings, and lines that make the reading process misbehave.

    `!die`, `!hang`, `!raise`, `!print` on a page do that when it is read; `!refuse` anywhere refuses the file.
    """

    suffixes: ClassVar = frozenset({".note", ".txt"})

    def __init__(self, version: str = "note-1") -> None:
        self.version = version

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        content = path.read_bytes()
        if b"!refuse" in content:
            raise UnreadableFile(f"{name!r} is not a note.", hint="Write a note.")
        sheets = content.decode("utf-8", "surrogateescape").split(PAGE_BREAK)
        pages, headings, warnings = [], [], []
        for number, sheet in enumerate(sheets, start=1):
            on_page(number, len(sheets))
            if number in skip:
                warnings.append(ParseWarning(code="page_skipped", message="Left out.", page=number))
            text = "" if number in skip else sheet
            _misbehave(text)
            page = _page(number, text)
            pages.append(page)
            headings += [
                Heading(number="", text=block.text, level=1, page=number, span=block.span)
                for block in page.blocks
                if block.kind is BlockKind.HEADING
            ]
        return ParsedDocument(
            name=name,
            id=document_id(content),
            pages=tuple(pages),
            metadata=Metadata(title=headings[0].text if headings else ""),
            headings=tuple(headings),
            warnings=tuple(warnings),
            words=len(content.split()),
        )


def _misbehave(text: str) -> None:
    if "!die" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "!hang" in text:
        time.sleep(3600)
    if "!print" in text:
        os.write(1, b"noise from a reader\n")
    if "!raise" in text:
        raise RuntimeError("the reader has a fault")


def _page(number: int, text: str) -> Page:
    blocks, section, offset = [], "", 0
    for line in text.splitlines(keepends=True):
        body = line.strip()
        if body:
            start = offset + line.index(body)
            heading = body.startswith("# ")
            if heading:
                body, start = body[2:], start + 2
                section = body
            blocks.append(
                Block(
                    kind=BlockKind.HEADING if heading else BlockKind.PARAGRAPH,
                    text=body,
                    box=Box(number, 0, 0, 0, 0),
                    section=section,
                    span=Span(number, start, start + len(body)),
                )
            )
        offset += len(line)
    return Page(number=number, text=text, blocks=tuple(blocks))


class RecordsReader:
    """Implements `RecordReader` for `{"id", "text"}`."""

    suffixes: ClassVar = frozenset({".jsonl"})
    version: ClassVar = "records-1"

    def records(self, path: Path) -> Iterator[Record | BadRecord]:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    fields = json.loads(line)
                    content = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
                    yield Record(line=number, name=fields["id"], content=content)
                except (ValueError, KeyError):
                    yield BadRecord(line=number, name="", error=InputError(f"Line {number} is no record.", hint="Mend it."))

    def parse(self, record: Record) -> ParsedDocument:
        text = json.loads(record.content)["text"]
        return ParsedDocument(name=record.name, id=document_id(record.content), pages=(_page(1, text),), words=len(text.split()))


def chunk_paragraphs(document: ParsedDocument) -> tuple[Chunk, ...]:
    """A chunk for each paragraph."""
    return _chunks(document, [(block.span,) for block in _paragraphs(document) if block.span])


def chunk_sections(document: ParsedDocument) -> tuple[Chunk, ...]:
    """A chunk for each page and section."""
    groups: dict[tuple[int, str], list[Span]] = {}
    for block in _paragraphs(document):
        if block.span:
            groups.setdefault((block.span.page, block.section), []).append(block.span)
    return _chunks(document, [tuple(spans) for spans in groups.values()])


def _paragraphs(document: ParsedDocument) -> list[Block]:
    return [block for page in document.pages for block in page.blocks if block.kind is BlockKind.PARAGRAPH]


def _chunks(document: ParsedDocument, spans: Sequence[tuple[Span, ...]]) -> tuple[Chunk, ...]:
    texts = {page.number: page.text for page in document.pages}
    sections = {block.span: block.section for block in _paragraphs(document)}
    made = []
    for ordinal, parts in enumerate(spans):
        text = Chunk.SPAN_JOIN.join(texts[span.page][span.start : span.end] for span in parts)
        made.append(
            Chunk(
                id=chunk_id(document.id, ordinal, text),
                document=document.id,
                ordinal=ordinal,
                kind=ChunkKind.TEXT,
                text=text,
                context=document.metadata.title or document.name,
                section=sections[parts[0]],
                spans=parts,
                page=parts[0].page,
            )
        )
    return tuple(made)


def note_readers() -> list[DocumentReader]:
    return [NoteReader()]


def newer_note_readers() -> list[DocumentReader]:
    return [NoteReader("note-2")]


def record_readers() -> list[RecordReader]:
    return [RecordsReader()]


RECIPE = Recipe(readers=note_readers, record_readers=record_readers, chunk=chunk_paragraphs, chunking="paragraphs")
