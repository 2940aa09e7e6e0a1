"""Answers and matrices as files for other programs."""

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from bibtexparser import parse_string
from openpyxl import load_workbook
from starlette.testclient import TestClient

from paperatlas.core.answers import Answer, Citation, Claim, Route
from paperatlas.core.conversation import Turn, TurnRecord
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Document, Metadata
from paperatlas.library import Library
from paperatlas.library.bibliography.csl import csl_item
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from paperatlas.web.exports import export
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

HERE = "http://127.0.0.1:8723"
API = "/api/v1"
MARKUP = "<img src=x onerror=alert(1)> costs $3000 *now*"


def document(id_: str, **said: Any) -> Document:
    return Document(
        id=DocumentId(id_),
        name=f"{id_}.pdf",
        metadata=Metadata(**said),
        pages=1,
        words=1,
        chunks=1,
        tables=0,
        figures=0,
        references=0,
        status="ready",
        added_at="2026-01-01T00:00:00+00:00",
    )


def turn(*cited: Document, quote: str = "It shines.", text: str = "It shines [1].") -> TurnRecord:
    citations = tuple(
        Citation(n=n, document=each.id, doc=each.name, title=each.title, page=2, section="Light", quote=quote, boxes=())
        for n, each in enumerate(cited, start=1)
    )
    answer = Answer(
        question="How bright?",
        status="answered",
        text=text,
        confidence=0.9,
        route=Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0),
        citations=citations,
        claims=(Claim(text="It shines.", label="supported", citations=(1,)),),
    )
    return TurnRecord(number=1, at="2026-01-01T00:00:00+00:00", turn=Turn(question="How bright?", answer=answer))


def test_markdown_has_the_answer_and_every_quote() -> None:
    lamp = document("d1", title="The Amber Lamp")
    written = export([turn(lamp)], [lamp], "markdown")
    assert written == "## How bright?\n\nIt shines [1].\n\n1. *The Amber Lamp*, p. 2, Light: “It shines.”\n"


def test_markup_in_a_paper_is_text_in_markdown() -> None:
    lamp = document("d1", title="The Amber Lamp")
    written = export([turn(lamp, quote=MARKUP)], [lamp], "markdown")
    assert r"\<img src=x onerror=alert(1)\> costs $3000 \*now\*" in written


def test_bibtex_keys_of_one_author_and_year_differ() -> None:
    papers = [document(f"d{n}", title="Lamps of amber", authors=("Ada Sato",), year=2024) for n in range(3)]
    entries = parse_string(export([turn(*papers)], papers, "bibtex")).entries
    assert [entry.key for entry in entries] == ["sato2024lamps", "sato2024lampsb", "sato2024lampsc"]


def test_a_document_that_is_cited_often_is_one_entry_and_one_that_is_gone_is_none() -> None:
    lamp, gone = document("d1", title="Lamps"), document("d2", title="Gone")
    items = json.loads(export([turn(lamp, gone), turn(lamp)], [lamp], "csl-json"))
    assert [item["title"] for item in items] == ["Lamps"]


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("Ada Sato", {"family": "Sato", "given": "Ada"}),
        ("Sato, Ada B.", {"family": "Sato", "given": "Ada B."}),
        ("Ludwig van Beethoven", {"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"}),
        ("Li Le", {"family": "Le", "given": "Li"}),
        ("李雷", {"literal": "李雷"}),
        ("OpenAI", {"literal": "OpenAI"}),
    ],
)
def test_names_are_parted_as_bibliographies_sort_them(author: str, name: dict[str, str]) -> None:
    assert csl_item(document("d1", authors=(author,)))["author"] == [name]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"venue": "Proceedings of the Lamp Conference"}, "paper-conference"),
        ({"venue": "Journal of Lamps"}, "article-journal"),
        ({"arxiv_id": "2401.00001"}, "article"),
        ({}, "document"),
    ],
)
def test_an_item_has_the_type_that_its_venue_tells(said: dict[str, str], kind: str) -> None:
    assert csl_item(document("d1", **said))["type"] == kind


def test_an_item_says_only_what_the_document_says() -> None:
    item = csl_item(document("d1", title="Lamps", year=2024, doi="10.1/lamp"))
    assert item == {
        "id": "d1",
        "type": "document",
        "title": "Lamps",
        "issued": {"date-parts": [[2024]]},
        "DOI": "10.1/lamp",
        "URL": "https://doi.org/10.1/lamp",
    }


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


@pytest.fixture
def web(library: Library) -> Iterator[TestClient]:
    desk = Desk(lambda: library)
    with TestClient(web_app(desk, build_server(desk, ALL_TOOLS), pages=False), base_url=HERE) as client:
        yield client


def test_a_conversation_or_one_turn_of_it_is_a_file(web: TestClient) -> None:
    for question in ("At how many lumens does the Amber Lamp shine?", "Who won the football cup in 1998?"):
        web.post(f"{API}/ask", json={"question": question, "thread": "lamps"})
    whole = web.get(f"{API}/threads/lamps/export?format=evidence")
    assert [each["question"] for each in whole.json()["turns"]][1] == "Who won the football cup in 1998?"
    assert whole.headers["content-disposition"] == 'attachment; filename="paperatlas.evidence.json"'
    one = web.get(f"{API}/threads/lamps/export?format=markdown&turn=1").text
    assert "40 lumens" in one
    assert "football" not in one
    assert [each["number"] for each in web.get(f"{API}/threads/lamps?after=1").json()["turns"]] == [2]


@pytest.mark.parametrize(
    ("path", "status"), [("nothing/export", 404), ("lamps/export?turn=9", 422), ("lamps/export?format=doc", 422)]
)
def test_what_is_not_there_is_no_file(web: TestClient, path: str, status: int) -> None:
    web.post(f"{API}/ask", json={"question": "At how many lumens does the Amber Lamp shine?", "thread": "lamps"})
    assert web.get(f"{API}/threads/{path}").status_code == status


def test_a_matrix_becomes_a_file_without_being_asked_for_again(web: TestClient) -> None:
    made = web.post(f"{API}/matrix", json={"questions": ["method", "How bright is the lamp?"], "documents": ["lamp.note"]}).json()
    rows = list(csv.reader(StringIO(web.post(f"{API}/matrix/export?format=csv", json=made).content.decode("utf-8-sig"))))
    assert rows[0] == ["paper", "authors", "year", "Method", "How bright is the lamp?"]
    book = load_workbook(BytesIO(web.post(f"{API}/matrix/export?format=xlsx", json=made).content))
    assert book.sheetnames == ["Matrix", "Evidence"]
    assert web.post(f"{API}/matrix/export?format=md", json=made).text.startswith("| Paper | Method |")


@pytest.mark.parametrize(
    "made",
    [
        {"columns": ["Method"], "rows": [{"doc_id": "gone", "cells": [{"text": "", "citations": []}]}]},
        {"columns": ["Method"], "rows": [{"cells": []}]},
        {"columns": ["Method"], "rows": [{"doc_id": "LAMP", "cells": []}]},
        {"columns": ["Method"], "rows": [{"doc_id": "LAMP", "cells": [{"text": "x", "citations": [{"n": 1}]}]}]},
    ],
)
def test_what_is_no_matrix_of_the_library_is_refused(web: TestClient, library: Library, made: dict[str, Any]) -> None:
    lamp = library.document("lamp.note").id
    body = json.loads(json.dumps(made).replace("LAMP", lamp))
    assert web.post(f"{API}/matrix/export", json=body).status_code == 422


@pytest.mark.parametrize("tex", ["e=mc^2", r"\frac{a}{b}", r"\sum_{i=1}^n x_i"])
def test_formulas_become_trees(web: TestClient, tex: str) -> None:
    [tree] = web.post(f"{API}/formulas", json={"formulas": [{"tex": tex}]}).json()["formulas"]
    assert tree[0] == "math"


@pytest.mark.parametrize("tex", ["", r"\foo{x", "{" * 1500, r"\left( x", "x_", r"\begin{foo}x", "x^1^2"])
def test_what_cannot_be_set_is_left_as_it_was_written(web: TestClient, tex: str) -> None:
    assert web.post(f"{API}/formulas", json={"formulas": [{"tex": tex}]}).json()["formulas"] == [None]


def test_no_address_class_or_style_comes_out_of_a_formula(web: TestClient) -> None:
    tex = r"\href{javascript:alert(1)}{x}\class{a}{y}\style{color:red}{z}\text{<img src=x onerror=alert(1)>}"
    [tree] = web.post(f"{API}/formulas", json={"formulas": [{"tex": tex}]}).json()["formulas"]
    told = json.dumps(tree)
    assert not any(word in told for word in ("javascript", '"class"', '"style"', '"href"'))
    assert "<img" in told  # as the text that it is
