"""The catalog's write side. Only the process that holds the library's lock has one."""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

import numpy as np

from paperatlas.catalog.by_source import CORRECTIONS, REGISTERED
from paperatlas.catalog.connection import Rows, upsert
from paperatlas.catalog.database import Database
from paperatlas.catalog.knowledge_writer import KnowledgeWriter
from paperatlas.catalog.naming import distinct_names
from paperatlas.catalog.packing import to_json
from paperatlas.catalog.reader import SqlCatalog
from paperatlas.catalog.rows import CHUNK_COLUMNS, chunk_row, fields_of, page_row, parts_of
from paperatlas.catalog.stated import stated_of
from paperatlas.core.corrections import Correction
from paperatlas.core.errors import UnknownDocument, UnreadableFile
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.reading import ReportSummary
from paperatlas.core.registry import Registered
from paperatlas.core.reports import Failure
from paperatlas.core.summaries import SummaryNode, WrittenSentence
from paperatlas.core.types import Metadata
from paperatlas.core.writing import Entry, Known, Made, Recorded, Stamp

__all__ = ["SqlWriter"]

_STAMP = ("folder", "base", "document", "content", "size", "mtime_ns", "code", "message", "hint")
_PUT_SOURCE = upsert("sources", ("source",), _STAMP)
_PUT_WRITTEN = upsert("written_summaries", ("document", "key"), ("sentences",))
_PUT_VECTOR = upsert("embeddings", ("text_key", "embedder"), ("vector",))
_PUT_META = upsert("meta", ("name",), ("value",))


class SqlWriter:
    """Implements `CatalogWriter` with one connection of its own. Used by one thread."""

    def __init__(self, database: Database, catalog: SqlCatalog) -> None:
        self._database = database
        self._unstorable: tuple[type[Exception], ...] = (ValueError, *database.engine.refused)
        self._connection = database.connect()
        self._catalog = catalog
        self.knowledge = KnowledgeWriter(self._connection)
        self._loose: set[str] = set()
        """Text keys that may have lost their last chunk in this transaction."""
        self._orphans: set[str] = set()

    @property
    def catalog(self) -> SqlCatalog:
        return self._catalog

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._database.errors():
            self._database.engine.begin_writing(self._connection)
            try:
                before = self._connection.total_changes
                self._loose.clear()
                yield
                self._sweep()
                if self._connection.total_changes != before:
                    self._run("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE name = 'generation'")
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # the engine itself has rolled back when, say, the disk is full
                    self._connection.execute("ROLLBACK")
                raise

    # What is known

    def recorded(self, sources: Sequence[str]) -> Mapping[str, Recorded]:
        rows = self._run(
            "SELECT source, content, document, code FROM sources WHERE source IN (SELECT value FROM json_each(?))",
            json.dumps(sources),
        )
        return {
            source: Recorded(content=content, document=document, failed=bool(code)) for source, content, document, code in rows
        }

    def recorded_under(self, folder: str) -> Sequence[tuple[str, str, str]]:
        below = folder.rstrip(os.sep) + os.sep
        rows = self._run(
            "SELECT source, folder, base FROM sources WHERE document IS NOT NULL"
            " AND (folder = ?1 OR substr(folder, 1, length(?2)) = ?2) ORDER BY source",
            folder,
            below,
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def known(self, document: DocumentId) -> Known | None:
        row = self._run("SELECT reader, chunking, original FROM documents WHERE id = ?", document).fetchone()
        return Known(made=Made(reader=row[0], chunking=row[1]), original=row[2]) if row else None

    def stamp(self, document: DocumentId) -> Stamp:
        columns = "s.source, s.folder, s.base, s.content, s.size, s.mtime_ns"
        row = self._run(
            f"SELECT {columns} FROM documents d JOIN sources s ON s.source = d.source WHERE d.id = ?",  # noqa: S608 - constants
            document,
        ).fetchone()
        if row is None:
            raise _unknown(document)
        source, folder, base, content, size, mtime_ns = row
        return Stamp(source=source, folder=folder, base=base, content=content, size=size, mtime_ns=mtime_ns)

    def stated(self, document: DocumentId) -> Metadata:
        if (stated := stated_of(self._connection, document)) is None:
            raise _unknown(document)
        return stated

    def correction(self, document: DocumentId, source: str) -> Correction:
        return CORRECTIONS.of(self._connection, document, source)

    def correct(self, document: DocumentId, correction: Correction) -> None:
        CORRECTIONS.put(self._connection, document, correction)

    def registered(self, document: DocumentId, source: str) -> Registered:
        return REGISTERED.of(self._connection, document, source)

    def register(self, document: DocumentId, registered: Registered) -> None:
        REGISTERED.put(self._connection, document, registered)

    def embedder(self) -> tuple[str, int] | None:
        """Id and dimension of the library's vectors; None before the first."""
        named = dict(self._run("SELECT name, value FROM meta WHERE name IN ('embedder', 'dimension')"))
        return (named["embedder"], int(named["dimension"])) if len(named) == 2 else None

    # Documents and sources

    def put(self, entry: Entry) -> None:
        # A document that cannot be stored (text that is no Unicode, say) must not take its whole group with it.
        self._run("SAVEPOINT entry")
        try:
            self._replace(entry)
            self.point(entry.stamp, entry.document.id)
        except self._unstorable as error:
            self._run("ROLLBACK TO entry")
            self._run("RELEASE entry")
            raise UnreadableFile(
                f"What was read from {entry.stamp.base!r} cannot be stored: {error}.",
                hint="Please report it with the file, if it may be shared.",
            ) from error
        self._run("RELEASE entry")

    def _replace(self, entry: Entry) -> None:
        document = entry.document.id
        row = self._run("SELECT added_at, source, base, folder FROM documents WHERE id = ?", document).fetchone()
        stamp = entry.stamp
        place = row or (datetime.now(UTC).isoformat(timespec="seconds"), stamp.source, stamp.base, stamp.folder)
        self._drop(document)
        self._insert_document(entry, place)
        self._insert_contents(entry)
        self.mark(chunk.id for chunk in entry.chunks)
        self._rename(place[2])

    def _insert_document(self, entry: Entry, place: tuple[str, str, str, str]) -> None:
        document, (added_at, source, base, folder) = entry.document, place
        row = (
            document.id,
            base,
            base,
            folder,
            source,
            to_json(document.metadata, Metadata),
            document.metadata.year,
            len(document.pages),
            document.words,
            len(entry.chunks),
            len(document.tables),
            len(document.figures),
            len(document.references),
            sum(warning.code == "page_skipped" for warning in document.warnings),
            entry.original,
            entry.made.reader,
            entry.made.chunking,
            added_at,
            to_json(entry.report, ReportSummary) if entry.report else "",
            to_json(entry.stated, Metadata) if entry.stated else "",
        )
        self._run("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)

    def _insert_contents(self, entry: Entry) -> None:
        document, many = entry.document, self._connection.executemany
        many("INSERT INTO fields VALUES (?, ?, ?)", [(document.id, *pair) for pair in fields_of(document.metadata)])
        many(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [(document.id, *page_row(page)) for page in document.pages]
        )
        many("INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?)", [(document.id, *part) for part in parts_of(document)])
        many(
            f"INSERT INTO chunks ({CHUNK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - a constant
            [chunk_row(chunk) for chunk in entry.chunks],
        )

    def point(self, stamp: Stamp, document: DocumentId) -> None:
        row = self._run("SELECT document FROM sources WHERE source = ?", stamp.source).fetchone()
        self._record(stamp, document, None)
        CORRECTIONS.share(self._connection, document, stamp.source)
        REGISTERED.share(self._connection, document, stamp.source)
        if row and row[0] and row[0] != document:
            self._release(row[0], stamp.source)

    def fail(self, stamp: Stamp, failure: Failure) -> None:
        row = self._run("SELECT document FROM sources WHERE source = ?", stamp.source).fetchone()
        self._record(stamp, row[0] if row else None, failure)

    def _record(self, stamp: Stamp, document: DocumentId | None, failure: Failure | None) -> None:
        why = (failure.code, failure.message, failure.hint) if failure else ("", "", "")
        self._run(
            _PUT_SOURCE,
            stamp.source, stamp.folder, stamp.base, document, stamp.content, stamp.size, stamp.mtime_ns, *why,
        )  # fmt: skip

    def _release(self, document: DocumentId, source: str) -> None:
        """A document lost one of its sources: the last one takes it along, the one it was named after passes the name on."""
        row = self._run(
            "SELECT source, base, folder FROM sources WHERE document = ? ORDER BY source LIMIT 1", document
        ).fetchone()
        if row is None:
            self.forget(document)
            return
        read_from, base = self._run("SELECT source, base FROM documents WHERE id = ?", document).fetchone()
        if read_from == source:
            self._run("UPDATE documents SET source = ?, base = ?, folder = ? WHERE id = ?", *row, document)
            self._rename(base)
            self._rename(row[1])

    def forget(self, document: DocumentId) -> None:
        row = self._run("SELECT base FROM documents WHERE id = ?", document).fetchone()
        self._run("DELETE FROM collections WHERE source IN (SELECT source FROM sources WHERE document = ?)", document)
        CORRECTIONS.drop(self._connection, document)
        REGISTERED.drop(self._connection, document)
        self._run("DELETE FROM sources WHERE document = ?", document)
        self._drop(document)
        if row:
            self._rename(row[0])

    def _drop(self, document: DocumentId) -> None:
        """Remove a document with its contents, and the vectors that no other chunk shares."""
        self._orphans.update(row[0] for row in self._run("SELECT original FROM documents WHERE id = ?", document))
        gone = self._run("SELECT id, text_key FROM chunks WHERE document = ?", document).fetchall()
        self.mark(row[0] for row in gone)
        self.knowledge.drop(document)
        self._run("DELETE FROM documents WHERE id = ?", document)
        self._loose.update(row[1] for row in gone)

    def orphaned_originals(self) -> Sequence[str]:
        asked, self._orphans = json.dumps(sorted(self._orphans - {""})), set()
        rows = self._run("SELECT value FROM json_each(?) WHERE value NOT IN (SELECT original FROM documents)", asked)
        return [row[0] for row in rows]

    def _rename(self, base: str) -> None:
        folders = dict(self._run("SELECT id, folder FROM documents WHERE base = ?", base))
        names = distinct_names(base, folders) if folders else {}
        self._connection.executemany(
            "UPDATE documents SET name = ? WHERE id = ? AND name != ?", [(n, d, n) for d, n in names.items()]
        )

    # Summaries

    def unsummarised(self, rules: str, limit: int, *, after: str = "") -> Sequence[DocumentId]:
        """Documents of several chunks without a summary by those rules, in order of id; one of a single chunk is summed up when
        asked for. Who takes them in turn says after which: looking at all that are done takes longer than doing the next.
        """
        rows = self._run(
            "SELECT id FROM documents d WHERE id > ? AND chunks > 1"
            " AND NOT EXISTS (SELECT 1 FROM summaries WHERE document = d.id AND rules = ?) ORDER BY id LIMIT ?",
            after,
            rules,
            limit,
        )
        return [row[0] for row in rows]

    def put_summary(self, document: DocumentId, rules: str, nodes: Sequence[SummaryNode]) -> None:
        """In place of the one it had."""
        self.drop_summary(document)
        self._connection.executemany(
            "INSERT INTO summaries VALUES (?, ?, ?, ?)",
            [(document, ordinal, rules, to_json(node, SummaryNode)) for ordinal, node in enumerate(nodes)],
        )

    def drop_summary(self, document: DocumentId) -> None:
        """What was extracted and what was written."""
        self._run("DELETE FROM summaries WHERE document = ?", document)
        self._run("DELETE FROM written_summaries WHERE document = ?", document)

    def put_written_summary(self, document: DocumentId, key: str, sentences: Sequence[WrittenSentence]) -> None:
        body = to_json(tuple(sentences), tuple[WrittenSentence, ...])
        self._run(_PUT_WRITTEN, document, key, body)

    # Collections

    def collect(self, name: str, documents: Iterable[DocumentId]) -> None:
        """Put all sources of these documents into a collection."""
        self._connection.executemany(
            "INSERT INTO collections SELECT ?, source FROM sources WHERE document = ? ON CONFLICT DO NOTHING",
            [(name, document) for document in documents],
        )

    def uncollect(self, name: str, documents: Iterable[DocumentId]) -> None:
        """Take them out again; a collection without sources is none."""
        self._connection.executemany(
            "DELETE FROM collections WHERE name = ? AND source IN (SELECT source FROM sources WHERE document = ?)",
            [(name, document) for document in documents],
        )

    # Vectors

    def missing_vectors(self, keys: Collection[str], embedder: str) -> frozenset[str]:
        rows = self._run(
            "SELECT text_key FROM embeddings WHERE embedder = ? AND text_key IN (SELECT value FROM json_each(?))",
            embedder,
            json.dumps(sorted(keys)),
        )
        return frozenset(keys) - {row[0] for row in rows}

    def add_vectors(self, keys: Sequence[str], vectors: Float32, embedder: str) -> None:
        rows = [(key, embedder, np.asarray(vector, dtype="<f4").tobytes()) for key, vector in zip(keys, vectors, strict=True)]
        self._connection.executemany(_PUT_VECTOR, rows)
        self._loose.update(keys)

    def note(self, name: str, value: str) -> None:
        """Keep something about the library as a whole."""
        self._run(_PUT_META, name, value)

    def set_embedder(self, embedder: str, dimension: int) -> None:
        """The model whose vectors the library holds from now on; those of any other are dropped."""
        self._connection.executemany(_PUT_META, [("embedder", embedder), ("dimension", str(dimension))])
        self._run("DELETE FROM embeddings WHERE embedder != ?", embedder)

    def drop_other_vectors(self) -> None:
        """Remove those of an embedder that the library is not of: a change to it was begun and given up."""
        self._run("DELETE FROM embeddings WHERE embedder != (SELECT value FROM meta WHERE name = 'embedder')")

    def drop_unused_vectors(self, keys: Collection[str]) -> None:
        """Of these vectors, remove those that no chunk uses."""
        self._loose.update(keys)

    def _sweep(self) -> None:
        """Remove the vectors that no chunk uses any more: nothing of a removed text stays behind."""
        self._connection.executemany(
            "DELETE FROM embeddings WHERE text_key = ?1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE text_key = ?1)",
            [(key,) for key in sorted(self._loose)],
        )

    # Indexes

    def mark(self, chunks: Iterable[ChunkId]) -> None:
        """The indexes may differ from the catalog in these chunks."""
        self._connection.executemany("INSERT INTO pending VALUES (?) ON CONFLICT DO NOTHING", ((chunk,) for chunk in chunks))

    def titles(self, documents: Collection[DocumentId]) -> Mapping[DocumentId, str]:
        rows = self._run(
            "SELECT id, coalesce(nullif(json_extract(metadata, '$.title'), ''), name) FROM documents"
            " WHERE id IN (SELECT value FROM json_each(?))", json.dumps(sorted(documents)),
        )  # fmt: skip
        return dict(rows)

    def pending(self, limit: int) -> Sequence[ChunkId]:
        return [row[0] for row in self._run("SELECT chunk FROM pending ORDER BY chunk LIMIT ?", limit)]

    def settle(self, chunks: Collection[ChunkId]) -> None:
        self._connection.executemany("DELETE FROM pending WHERE chunk = ?", [(chunk,) for chunk in chunks])

    def _run(self, statement: str, *values: object) -> Rows:
        return self._connection.execute(statement, values)


def _unknown(document: DocumentId) -> UnknownDocument:
    return UnknownDocument(f"The library has no document {document!r}.", hint="`paperatlas documents` lists what it has.")
