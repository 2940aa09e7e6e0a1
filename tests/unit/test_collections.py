"""Documents put together under a name, and the other ways to narrow a search."""

from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.core.errors import UnknownDocument
from paperatlas.core.types import ChunkKind, Metadata
from paperatlas.library import Library
from tests.fakes.libraries import open_test_library

RECORDS = (
    '{"id": "tides", "title": "Tides", "text": "The tide is high."}\n'
    '{"id": "lamps", "title": "Lamps", "text": "The lamp is high."}\n'
)


@pytest.fixture
def library(tmp_path: Path):
    (tmp_path / "two.jsonl").write_text(RECORDS, encoding="utf-8")
    with open_test_library(tmp_path / "library") as opened:
        opened.ingest(tmp_path / "two.jsonl")
        yield opened


def found(library: Library, **within: object) -> set[str]:
    return {library.names()[hit.chunk.document] for hit in library.search("high", **within).hits}  # type: ignore[arg-type]


def test_a_collection_is_made_by_putting_something_in_and_narrows_search_and_answers(library: Library) -> None:
    assert [document.name for document in library.collect("sea", ["tides"])] == ["tides"]
    assert found(library, collections=["sea"]) == {"tides"}
    assert found(library) == {"tides", "lamps"}
    assert {citation.doc for citation in library.ask("What is high?", collections=["sea"]).citations} <= {"tides"}


def test_a_document_that_changes_stays_where_it_was_put_and_one_that_goes_leaves_none(library: Library, tmp_path: Path) -> None:
    library.collect("sea", ["tides"])
    (tmp_path / "two.jsonl").write_text(RECORDS.replace("The tide is high", "The tide is very high"), encoding="utf-8")
    library.ingest(tmp_path / "two.jsonl")
    assert found(library, collections=["sea"]) == {"tides"}
    library.remove("tides")
    with pytest.raises(UnknownDocument, match="no collection 'sea'"):
        library.search("high", collections=["sea"])


def test_what_is_ingested_into_a_collection_is_in_it_also_when_it_was_there_before(library: Library, tmp_path: Path) -> None:
    library.ingest(tmp_path / "two.jsonl", collection="all")
    assert found(library, collections=["all"]) == {"tides", "lamps"}
    assert [document.name for document in library.uncollect("all", ["lamps"])] == ["tides"]
    assert library.uncollect("all") == ()


def test_an_unknown_collection_is_named_with_those_that_there_are(library: Library) -> None:
    library.collect("sea", ["tides"])
    with pytest.raises(UnknownDocument) as refused:
        library.uncollect("see")
    assert "sea" in (refused.value.hint or "")


def test_kinds_of_passages_are_told_apart(library: Library) -> None:
    assert found(library, kinds=[ChunkKind.TABLE]) == set()
    assert found(library, kinds=[ChunkKind.TEXT]) == {"tides", "lamps"}


@pytest.mark.parametrize(
    ("metadata", "url"),
    [
        (Metadata(doi="10.1000/xyz", fields=(("URL", "https://example.org/t"),)), "https://example.org/t"),
        (Metadata(doi="10.1000/xyz", fields=(("url", "javascript:alert(1)"),)), "https://doi.org/10.1000/xyz"),
        (Metadata(arxiv_id="1706.03762"), "https://arxiv.org/abs/1706.03762"),
        (Metadata(), ""),
    ],
)
def test_a_document_tells_where_it_can_be_had(library: Library, metadata: Metadata, url: str) -> None:
    assert replace(library.document("tides"), metadata=metadata).url == url
