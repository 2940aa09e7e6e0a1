"""Identifiers, numbers and formulas: whoever asks for one exactly gets the passage that has it first."""

import json
from collections.abc import Iterator

import pytest

import paperatlas as pa
from paperatlas.library import Library

RECORDS = {
    **{
        f"report-{number}": f"Incident PPR-{number} was closed after the pump of line {number % 7} was replaced."
        for number in range(1044, 1064)
    },
    "wiki2": "Perplexity is reported on WikiText-2, whose articles are short.",
    "wiki103": "Perplexity is reported on WikiText-103, whose articles are whole.",
    "doi": "The protocol was published as 10.1000/xyz123 and never revised.",
    "doi2": "The protocol was published as 10.1000/xyz124 and withdrawn later.",
    "significant": "The difference between both arms was significant (p = 0.047).",
    "percent": "The residue made up 0.047 percent of the sample by weight.",
    "peroxide": "The wound was rinsed with H2O2 before the dressing.",
    "water": "The wound was rinsed with H2O before the dressing.",
    "gpt4": "The judge was GPT-4 with temperature 0.",
    "gpt3": "The judge was GPT-3 with temperature 0.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("identifiers")
    lines = (json.dumps({"id": name, "title": "Notes of the laboratory", "text": text}) for name, text in RECORDS.items())
    (folder / "notes.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pa.open_library(folder / "library") as opened:
        opened.ingest(folder / "notes.jsonl")
        yield opened


@pytest.mark.parametrize(
    ("query", "first"),
    [
        *((f"PPR-{number}", f"report-{number}") for number in (1044, 1050, 1063)),
        ("What happened in incident PPR-1051?", "report-1051"),
        ("ppr 1052", "report-1052"),
        ("perplexity on WikiText-2", "wiki2"),
        ("perplexity on WikiText-103", "wiki103"),
        ("10.1000/xyz124", "doi2"),
        ("p = 0.047", "significant"),
        ("0.047 percent", "percent"),
        ("rinsed with H2O2", "peroxide"),
        ("GPT-3 as judge", "gpt3"),
        ("GPT4 judge", "gpt4"),
    ],
)
def test_what_is_asked_for_exactly_comes_first(library: Library, query: str, first: str) -> None:
    for mode in ("auto", "lexical"):
        best = library.search(query, mode=mode, limit=3).hits[0]
        assert library.names()[best.chunk.document] == first, mode


def test_an_identifier_in_quotes_is_a_condition(library: Library) -> None:
    hits = library.search('"PPR-1049"').hits
    assert [library.names()[hit.chunk.document] for hit in hits] == ["report-1049"]
