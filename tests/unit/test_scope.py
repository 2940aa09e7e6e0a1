"""Which papers a question means: narrowed only when it is sure."""

import json
from pathlib import Path

import pytest

from paperatlas.agents.route import route
from paperatlas.agents.scope import named, pinned
from paperatlas.agents.state import Question
from paperatlas.core.ids import document_id
from paperatlas.core.searching import Scope
from paperatlas.core.types import Document, Metadata


def doc(name: str, title: str, *authors: str, year: int | None = None, abstract: str = "") -> Document:
    return Document(
        id=document_id(name.encode()),
        name=name,
        metadata=Metadata(title=title, authors=authors, year=year, abstract=abstract),
        pages=8,
        words=100,
        chunks=1,
        tables=0,
        figures=0,
        references=0,
        status="ready",
        added_at="2026-01-01T00:00:00Z",
    )


LANTERN = doc("lantern.pdf", "LANTERN: Light Attention for Night Reading", "Mira Aalto", "Jo Brandt", year=2021)
HARBOUR = doc(
    "h-17.pdf", "Counting Ships in the Harbour", "Odd Brandt", year=2019, abstract="We introduce the Quay, a corpus of ships."
)
GATES = doc("gates.pdf", "A Survey of Gates", "Jo Li", year=2019)
LIBRARY = (LANTERN, HARBOUR, GATES)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What is the main result in h-17.pdf?", [HARBOUR]),
        ("What does “Counting Ships in the Harbour” conclude?", [HARBOUR]),
        ("Who reads in Light Attention for Night Reading?", [LANTERN]),
        ("How many layers does the LANTERN paper use?", [LANTERN]),
        ("What corpus does the Quay paper introduce?", [HARBOUR]),
        ("What does the paper on ships measure?", [HARBOUR]),
        ("What do Aalto et al. propose?", [LANTERN]),
        ("What did Brandt (2019) count?", [HARBOUR]),
        ("How do the LANTERN and gates papers differ?", [LANTERN, GATES]),
        ("Wer hat das LANTERN Paper geschrieben?", [LANTERN]),
    ],
)
def test_a_paper_is_known_by_file_title_own_name_subject_or_author(question: str, meant: list[Document]) -> None:
    assert pinned(question, LIBRARY) == tuple(document.id for document in meant)


@pytest.mark.parametrize(
    "question",
    [
        "What is LANTERN?",
        "How many ships were counted?",
        "What is the first sentence of the paper?",
        "Which papers discuss gates?",
        "What does the Foobar paper say?",
        "What happened in 2019?",
        "What do Li and others think of the harbour?",
    ],
)
def test_a_question_that_names_no_paper_for_sure_is_put_to_all(question: str) -> None:
    assert pinned(question, LIBRARY) == ()


def test_naming_its_own_thing_names_the_paper_where_papers_are_asked_about() -> None:
    assert named("Who are the authors of LANTERN?", LIBRARY) == (LANTERN.id,)
    assert route(Question(text="Who are the authors of LANTERN?"), LIBRARY).scope.documents == (LANTERN.id,)
    assert route(Question(text="What is LANTERN?"), LIBRARY).scope.is_whole


def test_a_scope_given_by_the_user_is_narrowed_and_never_widened() -> None:
    given = Scope(documents=(LANTERN.id, GATES.id), years=(2019, 2021))
    within = route(Question(text="What does the LANTERN paper say?", scope=given), LIBRARY).scope
    assert within == Scope(documents=(LANTERN.id,), years=(2019, 2021))
    outside = route(Question(text="What does h-17.pdf say?", scope=given), LIBRARY).scope
    assert outside == given


LEAST_RIGHT = 0.95
"""Share of the labelled questions for which just the papers meant are chosen; a third of the questions mean none."""


def test_the_papers_meant_are_chosen_and_no_others(root: Path) -> None:
    data = root / "tests" / "data"
    described = json.loads((data / "scope_documents.json").read_text(encoding="utf-8"))
    papers = [
        doc(each["name"], each["title"], *each["authors"], year=each["year"], abstract=each["abstract"]) for each in described
    ]
    names = {paper.id: paper.name for paper in papers}
    rows = [json.loads(line) for line in (data / "scope_questions.jsonl").read_text(encoding="utf-8").splitlines()]
    wrong = []
    for row in rows:
        chosen = route(Question(text=row["question"]), papers).scope.documents
        if sorted(names[each] for each in chosen) != sorted(row["means"]):
            wrong.append(row["question"])
    assert len(rows) >= 80
    assert 1 - len(wrong) / len(rows) >= LEAST_RIGHT, wrong


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What do Aalto and Brandt propose?", [LANTERN]),
        ("Summarise Li's survey.", [GATES]),
        ("How long is the 2021 paper?", [LANTERN]),
        ("How long is the 2019 paper?", []),
        ("How long is the 2019 paper by Li?", [GATES]),
        ("What does Brandt (1875) count?", []),
        ("What do Brandt and Nobody count?", []),
    ],
)
def test_authors_and_years_name_a_paper_when_just_one_fits(question: str, meant: list[Document]) -> None:
    assert list(pinned(question, LIBRARY)) == [document.id for document in LIBRARY if document in meant]
