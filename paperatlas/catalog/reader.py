"""The catalog's read side."""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from paperatlas.catalog.by_source import CORRECTIONS, REGISTERED
from paperatlas.catalog.database import Database
from paperatlas.catalog.packing import from_json
from paperatlas.catalog.rows import CHUNK_COLUMNS, PART_KINDS, chunk_of, document_of, page_of
from paperatlas.catalog.stated import stated_of
from paperatlas.core.corrections import Correction
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import ChunkPlace, Float32
from paperatlas.core.registry import Registered
from paperatlas.core.searching import Scope
from paperatlas.core.standing import Notice
from paperatlas.core.summaries import SummaryNode, WrittenSentence
from paperatlas.core.text import fold
from paperatlas.core.types import Chunk, Document, Metadata, Page, ParsedDocument

__all__ = ["SqlCatalog"]

KEPT_DOCUMENTS = 16
"""Parsed documents, and documents' chunks, kept in memory: a question asks for the same few several times, and each takes some
30 ms and 3 MB."""
KEPT_SCOPES = 16
"""Selections kept in memory: one conversation stays in one scope, and the same set given again spares the indexes work."""
_DOCUMENTS = """
SELECT id, name, metadata, pages, words, chunks, tables, figures, reference_count, skipped_pages, added_at, report, source
FROM documents ORDER BY name, id
"""
_LABELS = "SELECT document, number, label FROM pages WHERE label NOT IN ('', CAST(number AS TEXT)) ORDER BY document, number"
_PAGE_COLUMNS = "number, label, width, height, text, blocks, pieces, turn, source"
_SELECT = """
SELECT c.id FROM chunks c JOIN documents d ON d.id = c.document
WHERE (:documents = '[]' OR c.document IN (SELECT value FROM json_each(:documents)))
  AND (:page IS NULL OR :page BETWEEN c.first_page AND c.last_page)
  AND (:section = '' OR instr(c.section_key, :section) > 0)
  AND (:first IS NULL OR d.year BETWEEN :first AND :last)
  AND (:kinds = '[]' OR c.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:author = '' OR EXISTS (
    SELECT 1 FROM fields f WHERE f.document = d.id AND f.name = 'author' AND instr(f.value, :author) > 0))
  AND (:collections = '[]' OR EXISTS (
    SELECT 1 FROM sources s JOIN collections n ON n.source = s.source
    WHERE s.document = d.id AND n.name IN (SELECT value FROM json_each(:collections))))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(:where) wanted WHERE NOT EXISTS (
      SELECT 1 FROM fields f WHERE f.document = d.id
        AND f.name = json_extract(wanted.value, '$[0]') AND f.value = json_extract(wanted.value, '$[1]')))
"""
_BESIDE = """
SELECT DISTINCT n.id FROM chunks c JOIN chunks n ON n.document = c.document AND n.ordinal IN (c.ordinal - 1, c.ordinal + 1)
WHERE c.id IN (SELECT value FROM json_each(?)) AND c.kind = 'text' AND n.kind = 'text' AND n.section = c.section ORDER BY n.id
"""
_VECTORS = """
SELECT c.id, e.vector FROM chunks c JOIN embeddings e ON e.text_key = c.text_key
WHERE c.id IN (SELECT value FROM json_each(?)) AND e.embedder = ?
"""


class SqlCatalog:
    """Implements the ports `Catalog` and `SummaryStore`. Safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listed: tuple[int, tuple[Document, ...]] = (-1, ())
        self._lock = threading.Lock()
        self._selected = lru_cache(maxsize=KEPT_SCOPES)(self._select)
        self._parsed = lru_cache(maxsize=KEPT_DOCUMENTS)(self._read_parsed)
        self._chunks = lru_cache(maxsize=KEPT_DOCUMENTS)(self._read_chunks)

    def snapshot(self) -> AbstractContextManager[None]:
        return self._database.snapshot()

    def generation(self) -> int:
        return int(self.meta("generation"))

    def meta(self, name: str) -> str:
        """A fact about the library itself: generation, embedder, dimension; empty when it is not known yet."""
        rows = self._rows("SELECT value FROM meta WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    def documents(self) -> Sequence[Document]:
        # Asked for several times a question, and the same until the next commit: kept with its generation.
        with self._database.snapshot():
            generation = self.generation()
            with self._lock:
                if self._listed[0] == generation:
                    return self._listed[1]
            listed = tuple(self._documents())
        with self._lock:
            self._listed = (generation, listed)
        return listed

    def _documents(self) -> Iterator[Document]:
        sources: dict[str, list[str]] = {}
        outdated = set()
        for source, document, content in self._rows(
            "SELECT source, document, content FROM sources WHERE document IS NOT NULL ORDER BY source"
        ):
            sources.setdefault(document, []).append(source)
            if content != document:
                outdated.add(document)
        collections: dict[str, set[str]] = {}
        for source, name in self._rows("SELECT source, name FROM collections"):
            collections.setdefault(source, set()).add(name)
        notices = self._notices()
        labels: dict[str, dict[int, str]] = {}
        for document_id, number, label in self._rows(_LABELS):
            labels.setdefault(document_id, {})[number] = label
        for *row, read_from in self._rows(_DOCUMENTS):
            held = sources.get(row[0], [])
            ordered = sorted(held, key=lambda source: (source != read_from, source))
            put_into = sorted({name for source in held for name in collections.get(source, ())})
            document = document_of(tuple(row), tuple(ordered), tuple(put_into), outdated=row[0] in outdated)
            told = next((notices[source] for source in ordered if source in notices), ())
            document = replace(document, notices=told) if told else document
            yield replace(document, page_labels=labels[row[0]]) if row[0] in labels else document

    def _notices(self) -> dict[str, tuple[Notice, ...]]:
        """By source, of those few that have any."""
        rows = self._rows("SELECT source, body FROM registered WHERE json_array_length(body, '$.notices') > 0")
        return {source: from_json(body, Registered).notices for source, body in rows}

    def parsed(self, document: DocumentId) -> ParsedDocument:
        with self._database.snapshot():
            return self._parsed(document, self.generation())

    def _read_parsed(self, document: DocumentId, generation: int) -> ParsedDocument:
        """`generation` is that of the state read: what is kept for one is not given out in another."""
        del generation
        with self._database.snapshot():
            name, metadata, words = self._document(document, "name, metadata, words")
            pages = self._rows(f"SELECT {_PAGE_COLUMNS} FROM pages WHERE document = ? ORDER BY number", (document,))  # noqa: S608 - a constant
            parts = self._parts(document)
        return ParsedDocument(
            name=name,
            id=document,
            pages=tuple(page_of(row) for row in pages),
            metadata=from_json(metadata, Metadata),
            headings=parts["heading"],
            tables=parts["table"],
            figures=parts["figure"],
            equations=parts["equation"],
            references=parts["reference"],
            warnings=parts["warning"],
            words=words,
        )

    def _parts(self, document: DocumentId) -> dict[str, tuple[Any, ...]]:
        bodies: dict[str, list[str]] = {kind: [] for kind in PART_KINDS}
        for kind, body in self._rows("SELECT kind, body FROM parts WHERE document = ? ORDER BY kind, ordinal", (document,)):
            bodies[kind].append(body)
        return {kind: tuple(from_json(body, PART_KINDS[kind]) for body in found) for kind, found in bodies.items()}

    def page(self, document: DocumentId, number: int) -> Page:
        rows = self._rows(f"SELECT {_PAGE_COLUMNS} FROM pages WHERE document = ? AND number = ?", (document, number))  # noqa: S608 - a constant
        if rows:
            return page_of(rows[0])
        name, pages = self._document(document, "name, pages")
        raise UnknownDocument(f"{name!r} has no page {number}.", hint=f"It has {pages} pages, counted from 1.")

    def texts(self, document: DocumentId) -> Mapping[int, str]:
        rows = self._rows("SELECT number, text FROM pages WHERE document = ? ORDER BY number", (document,))
        if not rows:
            self._document(document, "id")
        return dict(rows)

    def original(self, document: DocumentId) -> str:
        """File name of the kept original, empty for a record. Raises UnknownDocument."""
        return str(self._document(document, "original")[0])

    def stated(self, document: DocumentId) -> Metadata:
        """What a document says of itself, whatever was corrected. Raises UnknownDocument."""
        with self._database.reading() as connection:
            stated = stated_of(connection, document)
        if stated is None:
            self._document(document, "id")
        return stated or Metadata()

    def correction(self, document: DocumentId) -> Correction:
        """What a person corrected."""
        with self._database.reading() as connection:
            return CORRECTIONS.of(connection, document)

    def registered(self, document: DocumentId) -> Registered:
        """What a registry says of it."""
        with self._database.reading() as connection:
            return REGISTERED.of(connection, document)

    def chunks(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        rows = self._rows(
            f"SELECT {CHUNK_COLUMNS} FROM chunks WHERE id IN (SELECT value FROM json_each(?))",  # noqa: S608 - a constant
            (json.dumps(ids),),
        )
        found = {row[0]: chunk_of(row) for row in rows}
        return {id_: found[id_] for id_ in ids if id_ in found}

    def chunks_of(self, document: DocumentId) -> Sequence[Chunk]:
        with self._database.snapshot():
            return self._chunks(document, self.generation())

    def _read_chunks(self, document: DocumentId, generation: int) -> Sequence[Chunk]:
        """As `_read_parsed`."""
        del generation
        rows = self._rows(f"SELECT {CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY ordinal", (document,))  # noqa: S608 - a constant
        if not rows:
            self._document(document, "id")
        return tuple(chunk_of(row) for row in rows)

    def summary(self, document: DocumentId, rules: str) -> tuple[SummaryNode, ...]:
        rows = self._rows(
            "SELECT node FROM summaries WHERE document = ? AND rules = ? ORDER BY ordinal",
            (document, rules),
        )
        return tuple(from_json(row[0], SummaryNode) for row in rows)

    def written_summary(self, document: DocumentId, key: str) -> tuple[WrittenSentence, ...]:
        rows = self._rows("SELECT sentences FROM written_summaries WHERE document = ? AND key = ?", (document, key))
        found: tuple[WrittenSentence, ...] = from_json(rows[0][0], tuple[WrittenSentence, ...]) if rows else ()
        return found

    def chunk_ids(self) -> frozenset[ChunkId]:
        """Every chunk of the library."""
        return frozenset(row[0] for row in self._rows("SELECT id FROM chunks"))

    def passages(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, str]:
        return dict(self._rows("SELECT id, text FROM chunks WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(ids),)))

    def places(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, ChunkPlace]:
        rows = self._rows(
            "SELECT id, document, table_index FROM chunks WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(ids),)
        )
        return {id_: ChunkPlace(document, table) for id_, document, table in rows}

    def beside(self, ids: Sequence[ChunkId]) -> Sequence[ChunkId]:
        return tuple(row[0] for row in self._rows(_BESIDE, (json.dumps(ids),)))

    def select(self, scope: Scope) -> frozenset[ChunkId] | None:
        if scope.is_whole:
            return None
        with self._database.snapshot():
            return self._selected(scope, self.generation())

    def _select(self, scope: Scope, generation: int) -> frozenset[ChunkId]:
        """`generation` is that of the state read: what is kept for one is not given out in another."""
        del generation
        first, last = scope.years or (None, None)
        wanted = [(name.casefold(), value.strip().casefold()) for name, value in scope.where]
        return frozenset(
            row[0]
            for row in self._rows(
                _SELECT,
                {
                    "documents": json.dumps(scope.documents),
                    "page": scope.page,
                    "section": scope.section.casefold(),
                    "first": first,
                    "last": last,
                    "where": json.dumps(wanted),
                    "kinds": json.dumps(scope.kinds),
                    "author": fold(scope.author),
                    "collections": json.dumps(scope.collections),
                },
            )
        )

    def vectors(self, ids: Sequence[ChunkId]) -> Float32:
        with self._database.snapshot():
            return self.vectors_of(ids, self.meta("embedder"), int(self.meta("dimension") or 0))

    def vectors_of(self, ids: Sequence[ChunkId], embedder: str, dimension: int) -> Float32:
        """As `vectors`, of an embedder that the library need not be of yet."""
        found = dict(self._rows(_VECTORS, (json.dumps(ids), embedder)))
        rows = np.zeros((len(ids), dimension), dtype=np.float32)
        for at, id_ in enumerate(ids):
            if id_ in found:
                rows[at] = np.frombuffer(found[id_], dtype="<f4")
        return rows

    def close(self) -> None:
        self._database.close()

    def _document(self, document: DocumentId, columns: str) -> tuple[Any, ...]:
        rows = self._rows(f"SELECT {columns} FROM documents WHERE id = ?", (document,))  # noqa: S608 - columns are constants of ours
        if not rows:
            raise UnknownDocument(f"The library has no document {document!r}.", hint="`paperatlas documents` lists what it has.")
        return rows[0]

    def _rows(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        with self._database.reading() as connection:
            return connection.execute(statement, values).fetchall()
