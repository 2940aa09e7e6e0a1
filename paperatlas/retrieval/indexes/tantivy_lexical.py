"""BM25 on disk with tantivy. Terms come from our own analysis; tantivy splits them at spaces and scores them."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import LibraryDamaged, SchemaMismatch
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk
from paperatlas.retrieval.analysis import ANALYSIS_VERSION, chunk_terms, query_terms
from paperatlas.retrieval.indexes.ranking import DECIMALS, best
from paperatlas.retrieval.indexes.typos import corrected

if TYPE_CHECKING:
    import tantivy

__all__ = ["TantivyLexicalIndex"]

WRITER_BYTES = 64_000_000
"""Memory of the writer before it writes a segment: some 20,000 chunks; a library's usual commit is one segment."""
COST_OF_A_MEMBER = 6
"""Times the cost of looking at a hit (1 microsecond): what each allowed chunk costs a query that names them all. Where they
are many, the best hits of the whole index are sifted instead; benchmarks/retrieval_scale.py measures both."""
SIFTED = 2
"""Times the hits that would do, were the allowed chunks spread evenly."""
SPARE_HITS = 16
"""Fetched beyond the limit, to see whether the last score goes on below it."""
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
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field(TERMS, tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        self._index = self._open()
        self._index.config_reader("manual")  # readers move at `refresh`, not by a watching thread
        self._writer: tantivy.IndexWriter | None = None
        self.refresh()

    def _open(self) -> "tantivy.Index":
        try:
            return self._tantivy.Index(self._schema, path=str(self._folder))
        except ValueError as error:
            if "schema" in str(error).lower():
                raise SchemaMismatch(
                    f"The lexical index {str(self._folder)!r} was written by another version of PaperAtlas.",
                    hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
                ) from error
            raise LibraryDamaged(
                f"The lexical index {str(self._folder)!r} cannot be opened: {error}.",
                hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
            ) from error

    def upsert(self, chunks: Sequence[Chunk], titles: Mapping[DocumentId, str]) -> None:
        writer = self._writing()
        for chunk in chunks:
            writer.delete_documents_by_term("id", chunk.id)
            document = self._tantivy.Document()
            document.add_text("id", chunk.id)
            document.add_text(TERMS, " ".join(chunk_terms(chunk, titles.get(chunk.document, ""))))
            writer.add_document(document)

    def delete(self, ids: Collection[ChunkId]) -> None:
        for chunk in ids:
            self._writing().delete_documents_by_term("id", chunk)

    def commit(self) -> None:
        """Also gives up tantivy's own writer lock, so that another process may write next."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.commit()
            writer.wait_merging_threads()
        self.refresh()

    def refresh(self) -> None:
        self._index.reload()
        self._searcher = self._index.searcher()
        # One query is asked several times: by itself, and of the chunks that other routes found.
        self._meant = lru_cache(maxsize=64)(self._read)

    def search(self, query: str, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        terms = query_terms(query)
        if not terms or limit < 1 or among == frozenset():
            return []
        searcher = self._searcher  # one state of the index throughout, whoever refreshes meanwhile
        wanted = self._any_of(self._meant(searcher, tuple(terms)))
        if among is None:
            return best(((_id(searcher, address), score) for score, address in _hits(searcher, wanted, limit)), limit)
        if len(among) ** 2 * COST_OF_A_MEMBER < limit * searcher.num_docs:
            within = self._within(wanted, among)
            return best(((_id(searcher, address), score) for score, address in _hits(searcher, within, limit)), limit)
        return best(_sifted(searcher, wanted, limit, among), limit)

    def _read(self, searcher: "tantivy.Searcher", terms: tuple[str, ...]) -> list[str]:
        return corrected(terms, partial(_is_known, searcher), partial(searcher.terms_with_prefix, TERMS))

    def _any_of(self, terms: Sequence[str]) -> "tantivy.Query":
        should = self._tantivy.Occur.Should
        query = self._tantivy.Query
        return query.boolean_query([(should, query.term_query(self._schema, TERMS, term, "freq")) for term in terms])

    def _within(self, wanted: "tantivy.Query", among: frozenset[ChunkId]) -> "tantivy.Query":
        must, query = self._tantivy.Occur.Must, self._tantivy.Query
        members = query.term_set_query(self._schema, "id", sorted(among))
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

    def _writing(self) -> "tantivy.IndexWriter":
        if self._writer is None:
            self._writer = self._index.writer(heap_size=WRITER_BYTES, num_threads=1)
        return self._writer


def _is_known(searcher: "tantivy.Searcher", term: str) -> bool:
    return bool(searcher.doc_freq(TERMS, term))


def _hits(searcher: "tantivy.Searcher", query: "tantivy.Query", limit: int) -> list[tuple[float, "tantivy.DocAddress"]]:
    """At least the best `limit`, and with them all that share the last one's score: the ids decide among those."""
    most = max(searcher.num_docs, 1)
    fetch = min(limit + SPARE_HITS, most)
    while True:
        hits: list[tuple[float, tantivy.DocAddress]] = searcher.search(query, fetch, count=False).hits
        if len(hits) < fetch or fetch == most or hits[-1][0] < hits[limit - 1][0] - 10.0**-DECIMALS:
            return hits
        fetch = min(fetch * 4, most)


def _sifted(
    searcher: "tantivy.Searcher", query: "tantivy.Query", limit: int, among: frozenset[ChunkId]
) -> list[tuple[ChunkId, float]]:
    """At least the best `limit` of the chunks in `among`, with all that share the last one's score, out of the best of all."""
    most = max(searcher.num_docs, 1)
    fetch = min(SIFTED * (limit + SPARE_HITS) * most // len(among) + SPARE_HITS, most)
    while True:
        hits = searcher.search(query, fetch, count=False).hits
        kept = [(chunk, score) for score, address in hits if (chunk := _id(searcher, address)) in among]
        if len(hits) < fetch or fetch == most:
            return kept
        if len(kept) > limit and hits[-1][0] < kept[limit - 1][1] - 10.0**-DECIMALS:
            return kept
        fetch = min(fetch * 4, most)


def _id(searcher: "tantivy.Searcher", address: "tantivy.DocAddress") -> ChunkId:
    return ChunkId(searcher.doc(address)["id"][0])
