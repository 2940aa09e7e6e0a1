"""Summaries of real PDFs, through the door that people use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import paperatlas as pa
from paperatlas.library import Library

PAPERS = ("lindqvist2023-glownet.pdf", "rivera2022-mossbank.pdf")


@pytest.fixture(scope="module")
def library(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with pa.open_library(tmp_path_factory.mktemp("samples") / "library") as library:
        library.ingest([root / "data" / "samples" / name for name in PAPERS])
        yield library


def test_every_sentence_of_every_node_stands_on_its_page(library: Library) -> None:
    for name in PAPERS:
        pages = {page.number: page.text for page in library.parsed(name).pages}
        nodes = library.outline(name)
        assert sum(bool(summary.sentences) for summary in nodes) > 3
        for citation in (c for summary in nodes for sentence in summary.sentences for c in sentence.citations):
            assert pages[citation.page][citation.start : citation.end] == citation.quote
            assert citation.boxes


def test_a_paper_is_led_by_its_contribution_and_keeps_its_result(library: Library) -> None:
    said = [sentence.text for sentence in library.summary("lindqvist2023-glownet").sentences]
    assert said[0].startswith("We present GlowNet")
    assert any("0.41 ppm" in text for text in said)


def test_a_section_by_number_is_answered_from_that_section(library: Library) -> None:
    answer = library.ask("Summarise section 3.", documents=["lindqvist2023-glownet.pdf"], use_llm=False)
    assert answer.status == "answered"
    assert all(citation.section.startswith("3 ") for citation in answer.citations)


def test_papers_that_speak_of_a_subject_are_told_apart(library: Library) -> None:
    answer = library.ask("What do these papers say about MossBank?", use_llm=False)
    assert {citation.doc for citation in answer.citations} == set(PAPERS)
    assert "Rivera and Okafor (2022): " in answer.text


def test_a_search_by_summaries_comes_down_to_passages_of_each_paper(library: Library) -> None:
    hits = library.search("What are the main themes of these papers?", mode="summary", limit=4).hits
    assert {library.names()[hit.chunk.document] for hit in hits[:2]} == set(PAPERS)
    assert [hit.routes["summary"] for hit in hits] == [1, 2, 3, 4]


def test_the_library_is_sound(library: Library) -> None:
    assert library.doctor().sound
