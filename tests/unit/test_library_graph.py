"""A library's graph follows its documents: built with them, kept with them, gone with them, and mended by the doctor."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadSetting, CypherRejected, UnknownEntity
from paperatlas.graph.resolve.arbitrate import Verdict, Verdicts
from paperatlas.library import Library
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.libraries import graph_parts, open_test_library

LAMP = "The Amber Lamp shines over Hallow. Hallow has a Harbour."
TIDE = "tides reach Hallow. The Harbour of Tarn is small."
MENTIONED = "MATCH (c:Chunk)-[:MENTIONS]->(e:Entity {name: $name}) RETURN c.doc_id AS doc"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lamp.note").write_text(LAMP, encoding="utf-8")
    (folder / "tide.note").write_text(TIDE, encoding="utf-8")
    return folder


def opened(folder: Path, **overrides: Any) -> Library:
    return open_test_library(folder, graph=graph_parts(folder, **overrides))


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with opened(tmp_path / "library") as library:
        library.ingest(papers)
        yield library


def entities(library: Library) -> set[str]:
    rows = library.graph.query("MATCH (e:Entity) WHERE e.type <> 'work' RETURN e.name AS name").rows
    return {str(row[0]) for row in rows}


def execute(library: Library, statement: str) -> None:
    with closing(sqlite3.connect(library.folder / "catalog.sqlite3")) as connection, connection:
        connection.execute(statement)


def faults(library: Library, *, fix: bool = False) -> list[str]:
    return [fault.code for fault in library.doctor(fix=fix).faults]


def test_an_ingest_builds_the_graph_and_says_how_much_of_it(tmp_path: Path, papers: Path) -> None:
    with opened(tmp_path / "library") as library:
        report = library.ingest(papers)
        assert [(done.entities, done.relations) for done in report.documents] == [(4, 2), (4, 2)]
        assert entities(library) >= {"The Amber Lamp", "Hallow", "Tarn"}
        assert library.doctor().sound


def test_every_mention_is_an_edge_from_its_passage(library: Library) -> None:
    ids = {document.id for document in library.documents()}
    rows = library.graph.query(MENTIONED, {"name": "Hallow"}).rows
    assert {row[0] for row in rows} == ids


def test_a_query_names_the_page_of_every_edge(library: Library) -> None:
    answer = library.graph.query("MATCH (a:Entity)-[r:NEAR]->(b:Entity {name: 'Hallow'}) RETURN a.name AS a")
    assert {(edge.head, edge.predicate, edge.tail, edge.page) for edge in answer.evidence} == {
        ("The Amber Lamp", "NEAR", "Hallow", 1)
    }


def test_a_query_that_could_change_something_is_refused(library: Library) -> None:
    with pytest.raises(CypherRejected):
        library.graph.query("MATCH (n) DETACH DELETE n")
    assert "Hallow" in entities(library)


def test_a_document_takes_what_only_it_says_along(library: Library) -> None:
    library.remove("lamp")
    assert "The Amber Lamp" not in entities(library)
    assert "Hallow" in entities(library)
    assert library.doctor().sound
    library.remove("tide")
    assert library.graph.query("MATCH (n) RETURN count(n) AS n").rows == ((0,),)
    assert library.doctor().sound


def test_a_changed_document_says_what_it_says_now(library: Library, papers: Path) -> None:
    (papers / "lamp.note").write_text(LAMP.replace("Amber Lamp", "Blue Lantern"), encoding="utf-8")
    library.ingest(papers)
    assert "The Blue Lantern" in entities(library)
    assert "The Amber Lamp" not in entities(library)
    assert library.doctor().sound


def test_another_process_sees_what_was_built(library: Library, papers: Path) -> None:
    with opened(library.folder) as other:
        assert "Tarn" in entities(other)
        library.remove("tide")
        assert "Tarn" not in entities(other)


def test_the_entity_s_card_has_its_documents_and_relations(library: Library) -> None:
    card = library.graph.entity("hallow")
    assert card.entity.name == "Hallow"
    assert {member.document for member in card.members} == {document.id for document in library.documents()}
    assert {(card.names[each.head], card.names[each.tail]) for each in card.relations} >= {("The Amber Lamp", "Hallow")}


def test_a_name_that_nobody_has_says_what_is_near(library: Library) -> None:
    with pytest.raises(UnknownEntity) as caught:
        library.graph.entity("Halow")
    assert "Hallow" in caught.value.hint


def test_names_that_were_merged_stay_one_when_documents_are_read_again(library: Library, papers: Path) -> None:
    merged = library.graph.merge("Hallow", "Tarn")
    assert {merged.name, *merged.aliases} == {"Hallow", "Tarn"}
    library.ingest(papers, force=True)
    assert library.graph.entity("Tarn").entity.id == library.graph.entity("Hallow").entity.id
    assert library.doctor().sound
    library.graph.split("Hallow", "Tarn")
    assert library.graph.entity("Tarn").entity.id != library.graph.entity("Hallow").entity.id
    assert library.doctor().sound


def test_a_document_that_cannot_be_extracted_is_in_the_library_all_the_same(tmp_path: Path, papers: Path) -> None:
    (papers / "odd.note").write_text("Odd Words !wrong", encoding="utf-8")
    with opened(tmp_path / "library") as library:
        library.ingest(papers)
        assert len(library.documents()) == 3
        [why] = library.graph.stats().failures.values()
        assert "that cannot be read" in why
        assert faults(library) == ["extraction_failed"]


def test_new_rules_read_every_document_anew(library: Library) -> None:
    with opened(library.folder, rules="2") as newer:
        assert len(newer.graph.stats().unread) == 0
        assert "unread_for_graph" in faults(newer)
        newer.graph.build()
        assert newer.doctor().sound


def test_a_library_without_a_graph_says_how_to_switch_it_on(tmp_path: Path, papers: Path) -> None:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
        assert library.doctor().sound
        with pytest.raises(BadSetting, match="switched off"):
            library.graph.stats()


def test_a_library_from_before_the_graph_gets_one_when_it_is_built(tmp_path: Path, papers: Path) -> None:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
    with opened(tmp_path / "library") as library:
        assert len(library.graph.stats().unread) == 2
        assert library.graph.build().entities > 4
        assert library.doctor().sound


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        ("DELETE FROM extractions", "unread_for_graph"),
        ("UPDATE relations SET evidence = replace(evidence, 'Hallow', 'Hollow')", "wrong_graph_quote"),
        ("INSERT INTO touched_blocks SELECT DISTINCT key FROM entity_blocks", "unresolved"),
        ("INSERT INTO pending_documents SELECT document FROM extractions", "graph_pending"),
        ("UPDATE entities SET name = 'Other' WHERE name = 'Hallow'", "missing_in_graph"),
    ],
)
def test_what_is_damaged_is_found_and_mended(library: Library, damage: str, code: str) -> None:
    execute(library, damage)
    assert code in faults(library)
    faults(library, fix=True)
    assert code not in faults(library)


def test_a_store_that_is_gone_is_made_anew(library: Library, tmp_path: Path) -> None:
    library.close()
    parts = graph_parts(library.folder)
    assert parts.folder is not None
    for file in parts.folder.iterdir():
        file.unlink()
    with opened(library.folder) as again:
        assert "missing_in_graph" in faults(again)
        faults(again, fix=True)
        assert again.doctor().sound
        assert "Hallow" in entities(again)


def test_algorithms_get_it_as_networkx_has_it(library: Library) -> None:
    graph = library.graph.networkx()
    names = {data["name"] for _, data in graph.nodes(data=True) if data["label"] == "Entity"}
    assert {"Hallow", "Tarn"} <= names
    assert {"MENTIONS", "NEAR"} <= {data["type"] for _, _, data in graph.edges(data=True)}


def test_what_a_library_is_about_is_told_in_the_papers_sentences(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(4):
        lamps = "The Amber Lamp of Hallow uses the Tin Mirror. Hallow trusts the Amber Lamp and the Tin Mirror."
        (papers / f"lamp{number}.note").write_text(f"{lamps} Note {number}.", encoding="utf-8")
    with opened(tmp_path / "library") as library:
        library.ingest(papers)
        [topic, *_] = library.graph.communities()
        assert topic.node.documents
        assert topic.sentences
        for sentence in topic.sentences:
            for citation in sentence.citations:
                page = library.parsed(citation.doc).pages[citation.page - 1]
                assert page.text[citation.start : citation.end] == citation.quote


def test_a_model_decides_what_the_rules_leave_open_and_gives_way_to_a_person(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.note").write_text("they studied Harbour Lighting.", encoding="utf-8")
    (papers / "b.note").write_text("they studied Harbour Lights.", encoding="utf-8")
    llm = ScriptedLLM([Verdicts(verdicts=[Verdict(pair=1, same="yes")])])
    folder = tmp_path / "library"
    with open_test_library(folder, graph=graph_parts(folder), llm=llm) as library:
        library.ingest(papers)
        [doubt] = library.graph.doubts()
        assert set(doubt.names) == {"Harbour Lighting", "Harbour Lights"}
        [decision], usage = library.graph.ask_about_doubts()
        assert (decision.verdict, usage.llm_calls) == ("merge", 1)
        assert library.graph.doubts() == ()
        merged = library.graph.entity("Harbour Lights").entity
        assert {merged.name, *merged.aliases} == {"Harbour Lighting", "Harbour Lights"}
        assert library.graph.ask_about_doubts() == ((), Usage())
        library.graph.split("Harbour Lights", "Harbour Lighting")
        assert library.graph.entity("Harbour Lights").entity.id != library.graph.entity("Harbour Lighting").entity.id
        assert library.doctor().sound
