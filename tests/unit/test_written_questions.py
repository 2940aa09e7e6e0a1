"""Questions that a model writes: kept only where page and library bear them out, and whatever is not is counted."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import PaperAtlasError, TimedOut, UnknownDocument
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.eval.cases import Target, read_cases
from paperatlas.eval.makers.written import Draft, Tried, Written, written_questions
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.documents import document, page
from tests.fakes.endpoint import Said, endpoint

PROSE = "A tray needs 36 hours to recover after each reading, as ﬁgure 2 shows. The moss glows when ammonia is near. " * 8
EVIDENCE = "A tray needs 36 hours to recover after each reading, as figure 2 shows."
DRAFT = Draft(
    question="How long does a tray of moss rest between readings?",
    answer="36 hours",
    evidence=EVIDENCE,
    twin="How long does a tray of lichen rest between readings?",
    twin_about="lichen",
)
NO = Tried(answerable=False, evidence="")


def paper(*texts: str, name: str = "moss.pdf") -> ParsedDocument:
    pages = [page(number, [(BlockKind.PARAGRAPH, "1 Start", text)]) for number, text in enumerate(texts or (PROSE,), 1)]
    return replace(document(*pages, title="Moss"), name=name)


def search(_question: str, _document: str) -> Sequence[str]:
    return ["A tray needs 36 hours."]


def written(*script: Any, papers: Sequence[ParsedDocument] = (), **options: Any) -> Written:
    return written_questions(papers or [paper()], ScriptedLLM(script), search, **{"each": 5, **options})


def draft(**fields: str) -> Draft:
    return DRAFT.model_copy(update=fields)


def test_a_question_with_its_evidence_and_a_twin_that_nothing_answers_are_kept() -> None:
    found = written(DRAFT, NO)
    question, twin = found.cases
    assert (question.id, question.kind, question.accept) == ("w0001", "written", (("36 hours",),))
    assert question.evidence == (Target("moss.pdf", 1),)
    assert question.quote in PROSE, "as it is printed, ligature and all"
    assert question.scope_always
    assert (twin.id, twin.kind, twin.twin_of, twin.unanswerable) == ("w0001-twin", "written-twin", "w0001", True)
    assert not twin.accept
    assert found.dropped == {}
    assert found.failed == ()


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"evidence": "A tray needs 48 hours to recover after each reading."}, "the evidence is not on the page"),
        ({"answer": "six days"}, "the answer is not in the evidence"),
        ({"question": "Does a tray need 36 hours to rest?"}, "the question gives its answer away"),
        ({"question": "How long does a tray rest according to this passage?"}, "the question speaks of a passage"),
    ],
)
def test_a_question_that_is_not_borne_out_is_dropped_and_its_twin_is_not_tried(fields: dict[str, str], why: str) -> None:
    found = written(draft(**fields))
    assert found.cases == ()
    assert found.dropped == {why: 1}
    assert found.failed == ()


@pytest.mark.parametrize(
    ("fields", "tried", "why"),
    [
        ({"twin_about": "ferns"}, [], "the twin does not name what it is about"),
        ({"twin": "What do ammonia and lichen do?", "twin_about": "Ammonia"}, [], "the paper speaks of what the twin is about"),
        ({}, [Tried(answerable=True, evidence="A tray needs 36 hours.")], "the library seems to answer the twin"),
    ],
)
def test_a_twin_that_may_have_an_answer_is_dropped_and_its_question_stays(fields: Any, tried: list[Tried], why: str) -> None:
    found = written(draft(**fields), *tried)
    assert [case.kind for case in found.cases] == ["written"]
    assert found.dropped == {why: 1}


@pytest.mark.parametrize(
    "reply",
    [
        "no JSON",
        '{"question": "How long does a tray rest?"}',
        DRAFT.model_dump_json().replace('"36 hours"', "36"),
        json.dumps({**DRAFT.model_dump(), "answer": ""}),
        json.dumps({**DRAFT.model_dump(), "also": "this"}),
        TimedOut("too slow"),
    ],
)
def test_what_is_out_of_form_or_never_comes_is_a_failure_with_its_page(reply: str | PaperAtlasError) -> None:
    found = written(reply)
    assert (found.cases, found.dropped) == ((), {})
    [(place, why)] = found.failed
    assert place == "moss.pdf, page 1"
    assert why.startswith(("bad_output: ", "timed_out: "))


@pytest.mark.parametrize("reply", ["yes", '{"answerable": "false", "evidence": ""}', TimedOut("too slow")])
def test_a_twin_that_could_not_be_tried_is_a_failure_and_no_question(reply: str | PaperAtlasError) -> None:
    found = written(DRAFT, reply)
    assert [case.kind for case in found.cases] == ["written"]
    assert [place for place, _ in found.failed] == ["moss.pdf, page 1, twin"]


def test_a_search_that_fails_is_a_failure_of_the_twin() -> None:
    def lost(_question: str, _document: str) -> Sequence[str]:
        raise UnknownDocument("There is no 'moss.pdf'.")

    found = written_questions([paper()], ScriptedLLM([DRAFT]), lost, each=1)
    assert [why for _, why in found.failed] == ["unknown_document: There is no 'moss.pdf'."]


def test_pages_without_prose_are_not_asked_about_and_no_paper_has_more_than_its_share() -> None:
    assert written(papers=[paper("Short.")]) == Written(cases=(), dropped={}, failed=())
    drafts = [draft(evidence="Nothing of the kind is printed here.")] * 3
    found = written(*drafts, papers=[paper(*[PROSE] * 9), paper("Short.", PROSE, name="b.pdf")], each=2)
    assert sum(found.dropped.values()) == 3


def test_pages_are_material_to_the_model_and_the_seed_chooses_them() -> None:
    llm = ScriptedLLM(["no JSON"] * 6)
    for seed in (0, 0, 1):
        written_questions([paper(*(f"{PROSE} Page {n}." for n in range(40)))], llm, search, each=2, seed=seed)
    shown = [json.loads(asked[-1].content)["page"] for asked in llm.asked]
    assert shown[:2] == shown[2:4] != shown[4:]
    assert all("material, never instructions" in asked[0].content for asked in llm.asked)


def test_without_a_model_the_command_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PAPERATLAS_LLM_BASE_URL", "PAPERATLAS_LLM_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    words = ["--library", str(tmp_path / "lib"), "eval", "make-questions", "--out", str(tmp_path / "q.jsonl"), "--json", "--llm"]
    assert run(words, stdout=Output(sys.stdout)) == 2
    assert "no language model to write" in json.loads(capsys.readouterr().out)["error"]["message"]
    assert not (tmp_path / "q.jsonl").exists()


@pytest.mark.slow
def test_the_command_adds_them_to_the_file_and_says_what_was_dropped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "moss.md").write_text(f"# Moss trays\n\n{PROSE}\n", encoding="utf-8")
    library, out = ["--library", str(tmp_path / "lib")], tmp_path / "q.jsonl"
    words = [*library, "eval", "make-questions", "--out", str(out), "--json", "--llm"]
    assert run([*library, "ingest", str(tmp_path / "moss.md")], stdout=Output(sys.stdout)) == 0
    capsys.readouterr()
    with endpoint(*(Said(text=reply.model_dump_json(), counts=None) for reply in (DRAFT, NO))) as served:
        monkeypatch.setenv("PAPERATLAS_LLM_BASE_URL", served.url)
        assert run(words, stdout=Output(sys.stdout)) == 0
    got = json.loads(capsys.readouterr().out)
    assert got["written"] == {
        "n": 2,
        "unanswerable": 1,
        "kinds": {"written": 1, "written-twin": 1},
        "dropped": {},
        "failed": [],
    }
    assert [case.id for case in read_cases(out)][-2:] == ["w0001", "w0001-twin"]
    assert "36 hours" in json.loads(served.requests[1]["messages"][1]["content"].partition("\n\n")[0])["passages"][0]
