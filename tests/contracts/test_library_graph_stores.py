"""A library and its graph in every store that answers queries: two papers that share an entity come and go, and leave nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.core.errors import ProviderError
from paperatlas.graph.stores.neo4j import Neo4jStore
from paperatlas.library import Library
from tests.fakes.graph_stores import EVERY_STORE, opened
from tests.fakes.libraries import graph_parts, open_test_library

LAMP = "The Amber Lamp shines over Hallow."
TIDE = "tides reach Hallow and Tarn."


@pytest.fixture(params=[kind for kind in EVERY_STORE if kind != "memory"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Library]:
    home = tmp_path / "graph"
    home.mkdir()
    store = opened(request.param, home, request)
    folder, papers = tmp_path / "library", tmp_path / "papers"
    papers.mkdir()
    (papers / "lamp.note").write_text(LAMP, encoding="utf-8")
    (papers / "tide.note").write_text(TIDE, encoding="utf-8")
    with open_test_library(folder, graph=replace(graph_parts(folder), open_store=lambda: store)) as library:
        library.ingest(papers)
        yield library


def names(library: Library) -> set[object]:
    rows = library.graph.query("MATCH (e:Entity) WHERE e.type = 'concept' RETURN e.name AS name").rows
    return {row[0] for row in rows}


def size(library: Library) -> tuple[object, ...]:
    return library.graph.query("MATCH (n) RETURN count(n) AS nodes").rows[0]


def test_an_entity_goes_with_the_last_paper_that_names_it(library: Library) -> None:
    assert names(library) == {"The Amber Lamp", "Hallow", "Tarn"}
    assert library.doctor().sound
    library.remove("lamp")
    assert names(library) == {"Hallow", "Tarn"}
    assert library.doctor().sound
    library.remove("tide")
    assert size(library) == (0,)
    assert library.doctor().sound


def test_the_same_query_gives_the_same_rows_and_evidence(library: Library) -> None:
    answer = library.graph.query("MATCH (a:Entity)-[r:NEAR]->(b:Entity) RETURN a.name AS a, b.name AS b ORDER BY a, b")
    assert answer.rows == (("Hallow", "Tarn"), ("The Amber Lamp", "Hallow"))
    assert {(edge.head, edge.tail, edge.page) for edge in answer.evidence} == {
        ("Hallow", "Tarn", 1),
        ("The Amber Lamp", "Hallow", 1),
    }


def test_a_server_that_is_lost_costs_an_ingest_nothing_but_the_store(tmp_path: Path) -> None:
    """Nothing listens at that address; the papers are taken, and the graph follows when a store is there."""
    folder, papers = tmp_path / "library", tmp_path / "papers"
    papers.mkdir()
    (papers / "lamp.note").write_text(LAMP, encoding="utf-8")
    lost = Neo4jStore("bolt://127.0.0.1:9", "neo4j", "none", "neo4j", "library-of-the-tests")
    with open_test_library(folder, graph=replace(graph_parts(folder), open_store=lambda: lost, folder=None)) as library:
        report = library.ingest(papers)
        assert [done.status for done in report.documents] == ["added"]
        assert report.documents[0].entities > 0
        assert any("paperatlas graph build" in note for note in report.notes)
        assert library.search("amber lamp").hits
        with pytest.raises(ProviderError):
            library.graph.query("MATCH (n) RETURN n")
    with open_test_library(folder, graph=graph_parts(folder)) as library:
        library.graph.build()
        assert "The Amber Lamp" in names(library)
        assert library.doctor().sound
