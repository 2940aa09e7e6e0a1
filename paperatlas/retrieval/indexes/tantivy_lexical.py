"""BM25 on disk with tantivy. Terms come from our own analysis; tantivy splits them at spaces and scores them."""

import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from paperatlas.core.disk import unwritable
from paperatlas.core.errors import LibraryDamaged, SchemaMismatch
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk
from paperatlas.retrieval.analysis import ANALYSIS_VERSION, chunk_terms, query_terms
from paperatlas.retrieval.indexes.ranked_hits import Ranked, Selection, group_of, key_of
from paperatlas.retrieval.indexes.ranking import best
from paperatlas.retrieval.indexes.typos import corrected

if TYPE_CHECKING:
    import tantivy

__all__ = ["TantivyLexicalIndex"]

WRITER_BYTES = 64_000_000
"""Memory of the writer before it writes a segment: some 20,000 chunks; a library's usual commit is one segment."""
REACH = 2000
"""Hits that are looked at for each query, which takes half as long again as the best hundred do: what the words say of a chunk
that another route found is read there, and nowhere else. On the development halves of SciFact and 2Wiki it ranks as the
scores of all hits do; with 1000, SciFact loses .001."""
COST_OF_A_GROUP = 20
"""Times the cost of looking at a hit (.35 microseconds): what each document costs a query that names those it may find.
Where they are many, the best hits of the whole index are sifted instead; benchmarks/retrieval_scale.py measures both."""
SIFTED = 2
"""Times the hits that would do, were the allowed chunks spread evenly."""
USUAL = 100
"""Hits that are asked for. Whoever asks for fewer, or for scores, looks at as many, so that a query is put once."""
SPARE_HITS = 16
"""Fetched beyond the limit, to see whether the last score goes on below it."""
KEPT_RANKINGS = 8
"""One query is asked several times: for its hits, and for its scores of the chunks that other routes found."""
LARGE = 1000
"""Chunks from which a selection is worth remembering."""
TERMS = f"terms_{ANALYSIS_VERSION}"


class TantivyLexicalIndex:
    """Implements `LexicalIndex` in a folder that exists."""

    def __init__(self, folder: Path) -> None:
        """Opens the index in `folder`, or makes an empty one.

        Raises:
            SchemaMismatch: it was written under another analysis.
            LibraryDamaged: its files cannot be read.
        """
        import tantivy  # noqa: PLC0415 - only commands that search load it

        self._tantivy = tantivy
        self._folder = folder
        # It makes a lock even to read: on a disk that may only be read, it reads a copy, which is small.
        self._copy = None if os.access(folder, os.W_OK) else _copied(folder)
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field("group", tokenizer_name="raw", index_option="basic")
        builder.add_unsigned_field("key", fast=True)
        builder.add_text_field(TERMS, tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        self._index = self._open()
        self._index.config_reader("manual")  # readers move at `refresh`, not by a watching thread
        self._writer: tantivy.IndexWriter | None = None
        self._before: tantivy.Searcher
        """What there was when the writer began."""
        self._added: set[ChunkId]
        """What it has written since."""
        self._selected: tuple[frozenset[ChunkId], Selection] | None = None
        self.refresh()

    def _open(self) -> "tantivy.Index":
        try:
            return self._tantivy.Index(self._schema, path=self._copy.name if self._copy else str(self._folder))
        except ValueError as error:
            if "schema" in str(error).lower():
                raise SchemaMismatch(
                    f"The lexical index {str(self._folder)!r} was written by another version of PaperAtlas.",
                    hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
                ) from error
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> LibraryDamaged:
        return LibraryDamaged(
            f"The lexical index {str(self._folder)!r} cannot be opened: {error}.",
            hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
        )

    def upsert(self, chunks: Sequence[Chunk], titles: Mapping[DocumentId, str]) -> None:
        with self._errors():
            self._put(chunks, titles)

    def _put(self, chunks: Sequence[Chunk], titles: Mapping[DocumentId, str]) -> None:
        writer = self._writing()
        for chunk in chunks:
            # A deletion that meets nothing takes the writer's memory all the same, and makes for more and smaller segments.
            if chunk.id in self._added or self._before.doc_freq("id", chunk.id):
                writer.delete_documents_by_term("id", chunk.id)
            self._added.add(chunk.id)
            document = self._tantivy.Document()
            document.add_text("id", chunk.id)
            document.add_text("group", group_of(chunk.id))
            document.add_unsigned("key", key_of(chunk.id))
            document.add_text(TERMS, " ".join(chunk_terms(chunk, titles.get(chunk.document, ""))))
            writer.add_document(document)

    def delete(self, ids: Collection[ChunkId]) -> None:
        with self._errors():
            for chunk in ids:
                self._writing().delete_documents_by_term("id", chunk)

    def commit(self) -> None:
        """Also gives up tantivy's own writer lock, so that another process may write next."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with self._errors():
                writer.commit()
                writer.wait_merging_threads()
        self.refresh()

    @contextmanager
    def _errors(self) -> "Iterator[None]":
        """What tantivy cannot write. What it was given since its last commit is lost, and is still pending in the catalog."""
        try:
            yield
        except (ValueError, OSError) as error:
            self._writer = None
            raise unwritable("The lexical index", self._folder, str(error)) from error

    def refresh(self) -> None:
        """Raises LibraryDamaged: a file of the newest commit cannot be read."""
        try:
            self._index.reload()
        except (ValueError, OSError) as error:
            raise self._damaged(error) from error
        self._searcher = self._index.searcher()
        self._meant = lru_cache(maxsize=64)(self._read)
        self._ranked = lru_cache(maxsize=KEPT_RANKINGS)(self._rank)

    def search(self, query: str, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        terms = query_terms(query)
        if not terms or limit < 1 or among == frozenset():
            return []
        searcher = self._searcher  # one state of the index throughout, whoever refreshes meanwhile
        selection = self._selection(among)
        groups, depth = _plan(searcher.num_docs, limit, selection)
        while (hits := self._ranked(searcher, tuple(terms), groups, depth).first(limit, selection)) is None:
            depth = min(4 * depth, searcher.num_docs + 1)
        return best(((_id(searcher, address), score) for address, score in hits), limit)

    def scores(self, query: str, chunks: Collection[ChunkId], *, among: frozenset[ChunkId] | None = None) -> dict[ChunkId, float]:
        terms = query_terms(query)
        if not terms or not chunks:
            return dict.fromkeys(chunks, 0.0)
        searcher = self._searcher
        groups, depth = _plan(searcher.num_docs, USUAL, self._selection(among))
        return self._ranked(searcher, tuple(terms), groups, depth).scores_of(chunks)

    def _selection(self, among: frozenset[ChunkId] | None) -> Selection | None:
        """The last large one is kept: a conversation stays in one scope. It is known by identity, for to compare takes long."""
        if among is None:
            return None
        if (kept := self._selected) is not None and kept[0] is among:
            return kept[1]
        selection = Selection.of(among)
        if len(among) >= LARGE:
            self._selected = (among, selection)
        return selection

    def _rank(self, searcher: "tantivy.Searcher", terms: tuple[str, ...], groups: frozenset[str] | None, depth: int) -> Ranked:
        query = self._any_of(self._meant(searcher, terms))
        if groups is not None:
            query = self._within(query, groups)
        hits = searcher.search(query, depth, count=False).hits
        addresses = [address for _, address in hits]
        return Ranked(
            scores=np.array([score for score, _ in hits], dtype=np.float64),
            keys=np.array(searcher.fast_field_values("key", addresses), dtype=np.uint64),
            addresses=addresses,
            is_whole=len(hits) < depth,
        )

    def _read(self, searcher: "tantivy.Searcher", terms: tuple[str, ...]) -> list[str]:
        return corrected(terms, partial(_is_known, searcher), partial(searcher.terms_with_prefix, TERMS))

    def _any_of(self, terms: Sequence[str]) -> "tantivy.Query":
        should = self._tantivy.Occur.Should
        query = self._tantivy.Query
        return query.boolean_query([(should, query.term_query(self._schema, TERMS, term, "freq")) for term in terms])

    def _within(self, wanted: "tantivy.Query", groups: frozenset[str]) -> "tantivy.Query":
        must, query = self._tantivy.Occur.Must, self._tantivy.Query
        members = query.term_set_query(self._schema, "group", sorted(groups))
        return query.boolean_query([(must, wanted), (must, query.const_score_query(members, 0.0))])

    def ids(self) -> frozenset[ChunkId]:
        searcher = self._searcher
        everything = searcher.search(self._tantivy.Query.all_query(), max(searcher.num_docs, 1), count=False)
        return frozenset(_id(searcher, address) for _, address in everything.hits)

    def close(self) -> None:
        """Drops what was not committed."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.rollback()
            writer.wait_merging_threads()
        if self._copy is not None:
            self._copy.cleanup()

    def _writing(self) -> "tantivy.IndexWriter":
        if self._writer is None:
            self._writer = self._index.writer(heap_size=WRITER_BYTES, num_threads=1)
            self._index.reload()
            self._before, self._added = self._index.searcher(), set[ChunkId]()
        return self._writer


def _copied(folder: Path) -> "TemporaryDirectory[str]":
    copy = TemporaryDirectory(prefix="paperatlas-words-")
    shutil.copytree(folder, copy.name, dirs_exist_ok=True)
    return copy


def _is_known(searcher: "tantivy.Searcher", term: str) -> bool:
    return bool(searcher.doc_freq(TERMS, term))


def _plan(size: int, limit: int, selection: Selection | None) -> tuple[frozenset[str] | None, int]:
    """The documents to name in a query, if any, and how many hits to look at first."""
    wanted = max(limit, USUAL) + SPARE_HITS
    if selection is None:
        return None, max(wanted, REACH)
    sifted = SIFTED * wanted * size // len(selection.keys)
    if len(selection.groups) * COST_OF_A_GROUP < sifted:
        return selection.groups, max(SIFTED * wanted, REACH)
    return None, max(sifted, REACH)


def _id(searcher: "tantivy.Searcher", address: "tantivy.DocAddress") -> ChunkId:
    return ChunkId(searcher.doc(address)["id"][0])
