"""With a language model no kind of question is answered less well than without, and nothing is shown that no quote bears out."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.core.answers import Answer
from paperatlas.library import Library
from paperatlas.settings import Settings
from tests.fakes.writers import SABOTEURS, RuledLLM, oracle

Row = dict[str, Any]
_FEW = 6
"""Questions put to each model in the quick suite: one of each kind that reaches a model."""
_REACH_A_MODEL = ("fact", "relation", "list", "comparison", "near-topic", "false-premise")
_WITHOUT: dict[int, dict[str, Answer]] = {}


@pytest.fixture(scope="module")
def questions(root: Path) -> list[Row]:
    return [json.loads(line) for line in (root / "data" / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def quick(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample papers from their Markdown: read in a second, and the same words."""
    folder = tmp_path_factory.mktemp("writers") / "library"
    with opened(folder) as library:
        library.ingest(sorted((root / "data" / "sources").glob("*.md")), workers=1)
    return folder


@pytest.fixture(scope="module")
def whole(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("writers") / "library"
    with opened(folder) as library:
        library.ingest([root / "data" / "samples"], workers=2)
    return folder


def opened(folder: Path, llm: RuledLLM | None = None) -> Library:
    return open_library(folder, settings=Settings(library=folder, threads=2), llm=llm, graph=None)


def few(questions: Sequence[Row]) -> list[Row]:
    of_kind = ([row for row in questions if row["kind"] == kind] for kind in _REACH_A_MODEL)
    return [row for rows in of_kind for row in rows[:1]]


def ask(library: Library, row: Row, *, use_llm: bool) -> Answer:
    known = {Path(document.name).stem: document.name for document in library.documents()}
    named = [known[Path(row["doc"]).stem]] if row.get("scope_always") else []
    return library.ask(row["question"], documents=named, use_llm=use_llm)


def folded(text: str) -> str:
    return re.sub(r"\s+|(?<=\d),(?=\d{3})", "", unicodedata.normalize("NFKC", text).casefold())


def is_right(row: Row, answer: Answer) -> bool:
    if row.get("unanswerable"):
        return answer.status == "abstained"
    said = folded(" ".join([answer.text, *(each.quote for each in answer.citations)]))
    return answer.status != "abstained" and any(all(folded(key) in said for key in keys) for keys in row["accept"])


def by_kind(rows: Sequence[Row], answers: dict[str, Answer]) -> Counter[str]:
    return Counter(row["kind"] for row in rows if is_right(row, answers[row["id"]]))


def without(folder: Path, rows: Sequence[Row]) -> dict[str, Answer]:
    """Asked once for all models."""
    key = hash((folder, *(row["id"] for row in rows)))
    if key not in _WITHOUT:
        with opened(folder) as library:
            _WITHOUT[key] = {row["id"]: ask(library, row, use_llm=False) for row in rows}
    return _WITHOUT[key]


def check(name: str, folder: Path, rows: Sequence[Row]) -> None:
    accepted = {row["question"]: row.get("accept", ()) for row in rows}
    llm = RuledLLM(oracle(lambda question: accepted.get(question, ())) if name == "oracle" else SABOTEURS[name])
    answers: dict[str, Answer] = {}
    calls: list[int] = []
    with opened(folder, llm) as library:
        for row in rows:
            llm.said.clear()
            before = llm.calls
            answers[row["id"]] = answer = ask(library, row, use_llm=True)
            calls.append(llm.calls - before)
            shown = folded(re.sub(r" \[\d+\]", "", answer.text))
            assert not [text for text in llm.said if folded(text.rstrip(".")) in shown], row["question"]
            for citation in answer.citations:
                if citation.start is not None:
                    page = library.catalog.page(citation.document, citation.page)
                    assert page.text[citation.start : citation.end] == citation.quote
    with_it, alone = by_kind(rows, answers), by_kind(rows, without(folder, rows))
    assert {kind: count for kind, count in alone.items() if with_it[kind] < count} == {}
    assert median(calls) <= 3


@pytest.fixture(params=["oracle", *SABOTEURS])
def model(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_no_kind_of_question_suffers_and_nothing_false_is_shown(model: str, quick: Path, questions: list[Row]) -> None:
    rows = few(questions)
    assert len(rows) == _FEW
    check(model, quick, rows)


@pytest.mark.slow
def test_no_kind_of_question_suffers_over_all_sample_papers(model: str, whole: Path, questions: list[Row]) -> None:
    check(model, whole, questions)
