"""What every catalog promises its readers."""

from collections.abc import Iterator

import numpy as np
import pytest

from paperatlas.catalog import Database, SqlCatalog, SqlWriter
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import ChunkId, DocumentId, document_id, text_key
from paperatlas.core.ports import Catalog
from paperatlas.core.searching import Scope
from paperatlas.core.types import (
    BlockKind,
    Box,
    Chunk,
    ChunkKind,
    Equation,
    Figure,
    Heading,
    Metadata,
    ParsedDocument,
    ParseWarning,
    Reference,
    Span,
)
from paperatlas.core.writing import Entry, Made, Stamp
from tests.fakes.documents import page, table
from tests.fakes.engines import Place
from tests.fakes.notes import HashEmbedder, chunk_paragraphs

EMBEDDER = HashEmbedder()
MADE = Made(reader="r-1", chunking="c-1")


def parsed(name: str, *, year: int | None = None, fields: tuple[tuple[str, str], ...] = ()) -> ParsedDocument:
    """A paper of two pages with something of every kind."""
    pages = (
        page(
            1, [(BlockKind.TITLE, "", f"On {name}"), (BlockKind.PARAGRAPH, "Methods", f"{name} was measured; Straße and ∆ stay.")]
        ),
        page(
            2,
            [
                (BlockKind.PARAGRAPH, "Methods > Data", f"The data of {name} are 12 rows."),
                (BlockKind.HEADING, "Results", "Results"),
            ],
        ),
    )
    return ParsedDocument(
        name=name,
        id=document_id(name.encode("utf-8", "replace")),
        pages=pages,
        metadata=Metadata(title=f"On {name}", authors=("Ada Berg", "Bo Öst"), year=year, fields=fields),
        headings=(Heading(number="1", text="Results", level=1, page=2, span=Span(2, 30, 37)),),
        tables=(table([["a", "b"], ["1", "2"]], caption="Numbers"),),
        figures=(Figure(label="Figure 1", caption="A line.", page=2, box=Box(2, 1.25, 2, 3, 4)),),
        equations=(Equation(number="(1)", text="a = b", page=1, box=Box(1, 0, 0, 1, 1)),),
        references=(Reference(number=1, text="A. Berg. Old. 1999.", page=2, authors=("A. Berg",), year=1999, title="Old"),),
        warnings=(ParseWarning(code="low_contrast", message="Hard to read.", page=2),),
        words=20,
    )


def stamp(document: ParsedDocument, folder: str = "/papers") -> Stamp:
    return Stamp(source=f"{folder}/{document.name}", folder=folder, base=document.name, content=document.id, size=1, mtime_ns=1)


def entry(document: ParsedDocument, folder: str = "/papers") -> Entry:
    return Entry(stamp=stamp(document, folder), document=document, chunks=chunk_paragraphs(document), made=MADE, original="")


def store(writer: SqlWriter, *documents: ParsedDocument) -> None:
    chunks = [chunk for document in documents for chunk in chunk_paragraphs(document)]
    with writer.transaction():
        writer.set_embedder(EMBEDDER.id, EMBEDDER.dimension)
        for document in documents:
            writer.put(entry(document))
        texts = [chunk.embedded_text for chunk in chunks]
        writer.add_vectors([text_key(text) for text in texts], EMBEDDER.embed(texts, kind="passage"), EMBEDDER.id)


LAMPS = parsed("lamps.pdf", year=2019, fields=(("ticker", "COST"),))
TIDES = parsed("tides.pdf", year=2021)
NOBODY = DocumentId("0" * 32)


@pytest.fixture
def database(place: Place) -> Iterator[Database]:
    database = place.database()
    database.create_or_migrate()
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Iterator[SqlWriter]:
    writer = SqlWriter(database, SqlCatalog(database))
    yield writer
    writer.close()


@pytest.fixture
def catalog(writer: SqlWriter) -> Catalog:
    """Two papers."""
    store(writer, TIDES, LAMPS)
    return writer.catalog


def test_documents_are_listed_by_name_with_their_counts(catalog: Catalog) -> None:
    lamps, tides = catalog.documents()
    assert (lamps.name, tides.name) == ("lamps.pdf", "tides.pdf")
    assert (lamps.pages, lamps.words, lamps.chunks, lamps.tables, lamps.figures, lamps.references) == (2, 20, 2, 1, 1, 1)
    assert lamps.metadata == LAMPS.metadata
    assert lamps.sources == ("/papers/lamps.pdf",)


def test_a_parsed_document_comes_back_as_it_was_given(catalog: Catalog) -> None:
    assert catalog.parsed(LAMPS.id) == LAMPS


def test_a_page_comes_back_alone(catalog: Catalog) -> None:
    assert catalog.page(LAMPS.id, 2) == LAMPS.pages[1]


def test_texts_are_those_of_the_pages(catalog: Catalog) -> None:
    assert dict(catalog.texts(LAMPS.id)) == {each.number: each.text for each in LAMPS.pages}


@pytest.mark.parametrize("call", ["parsed", "texts", "chunks_of"])
def test_a_document_that_is_not_there_is_named_as_unknown(catalog: Catalog, call: str) -> None:
    with pytest.raises(UnknownDocument):
        getattr(catalog, call)(NOBODY)


@pytest.mark.parametrize(("document", "number"), [(NOBODY, 1), (LAMPS.id, 3), (LAMPS.id, 0)])
def test_a_page_that_is_not_there_is_unknown_too(catalog: Catalog, document: DocumentId, number: int) -> None:
    with pytest.raises(UnknownDocument):
        catalog.page(document, number)


def test_chunks_come_in_the_order_asked_for_and_unknown_ones_are_left_out(catalog: Catalog) -> None:
    first, second = chunk_paragraphs(LAMPS)
    found = catalog.chunks([second.id, ChunkId("nobody"), first.id])
    assert list(found.values()) == [second, first]


def test_chunks_of_a_document_are_in_reading_order(catalog: Catalog) -> None:
    assert tuple(catalog.chunks_of(TIDES.id)) == chunk_paragraphs(TIDES)


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(documents=(LAMPS.id,)), {"lamps.pdf 1", "lamps.pdf 2"}),
        (Scope(documents=(NOBODY,)), set()),
        (Scope(page=2), {"lamps.pdf 2", "tides.pdf 2"}),
        (Scope(section="methods > DATA"), {"lamps.pdf 2", "tides.pdf 2"}),
        (Scope(section="methods"), {"lamps.pdf 1", "lamps.pdf 2", "tides.pdf 1", "tides.pdf 2"}),
        (Scope(years=(2020, 2021)), {"tides.pdf 1", "tides.pdf 2"}),
        (Scope(years=(1900, 1950)), set()),
        (Scope(where=(("Ticker", "cost"),)), {"lamps.pdf 1", "lamps.pdf 2"}),
        (Scope(where=(("author", "bo öst"), ("year", "2021"))), {"tides.pdf 1", "tides.pdf 2"}),
        (Scope(where=(("ticker", "cost"), ("year", "2021"))), set()),
        (Scope(documents=(LAMPS.id, TIDES.id), page=1, years=(2019, 2019)), {"lamps.pdf 1"}),
    ],
)
def test_a_scope_selects_the_chunks_that_meet_all_of_it(catalog: Catalog, scope: Scope, expected: set[str]) -> None:
    names = {c.id: f"{d.name} {c.page}" for d in (LAMPS, TIDES) for c in chunk_paragraphs(d)}
    selected = catalog.select(scope)
    assert selected is not None
    assert {names[chunk] for chunk in selected} == expected


def test_an_author_is_found_by_part_of_a_name_without_accents(catalog: Catalog) -> None:
    everything = catalog.select(Scope(author="bo öst"))
    assert everything
    assert catalog.select(Scope(author="OST")) == everything
    assert catalog.select(Scope(author="nobody")) == frozenset()
    assert catalog.select(Scope(kinds=(ChunkKind.ROW,))) == frozenset()


def test_the_empty_scope_is_the_whole_library(catalog: Catalog) -> None:
    assert catalog.select(Scope()) is None


def test_a_chunk_that_runs_over_a_page_end_is_on_both_pages(writer: SqlWriter) -> None:
    spans = (Span(1, 0, 2), Span(2, 0, 2))
    text = "\n".join(each.text[:2] for each in LAMPS.pages)
    chunk = Chunk(
        id=ChunkId("x"), document=LAMPS.id, ordinal=0, kind=ChunkKind.TEXT, text=text, context="", section="", spans=spans
    )
    with writer.transaction():
        writer.put(Entry(stamp=stamp(LAMPS), document=LAMPS, chunks=(chunk,), made=MADE, original=""))
    assert writer.catalog.select(Scope(page=1)) == writer.catalog.select(Scope(page=2)) == {chunk.id}


def test_vectors_are_in_the_order_asked_for_and_zero_where_unknown(catalog: Catalog) -> None:
    first, second = chunk_paragraphs(LAMPS)
    vectors = catalog.vectors([second.id, ChunkId("nobody"), first.id])
    expected = EMBEDDER.embed([second.embedded_text, first.embedded_text], kind="passage")
    assert vectors.dtype == np.float32
    np.testing.assert_array_equal(vectors, [expected[0], np.zeros(EMBEDDER.dimension), expected[1]])


def test_the_generation_grows_with_a_change_and_not_without(writer: SqlWriter, catalog: Catalog) -> None:
    before = catalog.generation()
    with writer.transaction():
        pass
    assert catalog.generation() == before
    with writer.transaction():
        writer.forget(LAMPS.id)
    assert catalog.generation() > before


def test_a_snapshot_sees_one_state_whatever_is_committed_meanwhile(writer: SqlWriter, catalog: Catalog) -> None:
    with catalog.snapshot():
        before = catalog.documents()
        with writer.transaction():
            writer.forget(LAMPS.id)
        assert catalog.documents() == before
        assert catalog.parsed(LAMPS.id) == LAMPS
        with catalog.snapshot():
            assert catalog.documents() == before
    assert [each.name for each in catalog.documents()] == ["tides.pdf"]


def test_an_empty_catalog_answers_everything(writer: SqlWriter) -> None:
    catalog: Catalog = writer.catalog
    assert list(catalog.documents()) == []
    assert dict(catalog.chunks([ChunkId("x")])) == {}
    assert catalog.select(Scope(page=1)) == frozenset()
    assert catalog.vectors([]).shape[0] == 0
