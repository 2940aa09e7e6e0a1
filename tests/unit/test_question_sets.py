"""Question sets and their review: what came never changes, every decision is kept, and a line that was cut off harms no other."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.errors import BadSetting
from paperatlas.core.types import BlockKind
from paperatlas.eval.cases import Fault, case_row, known_answers, read_lines, write_cases
from paperatlas.eval.configuration import Configuration
from paperatlas.eval.journal import add_line, lines
from paperatlas.eval.makers.draft import Paper
from paperatlas.eval.makers.facts import definition_questions
from paperatlas.eval.makers.tables import table_questions
from paperatlas.eval.question_sets import QuestionSets, UnknownQuestion, UnknownQuestionSet
from paperatlas.eval.review import Decision, decision_of, decision_row
from paperatlas.library.case_place import case_place
from tests.fakes.documents import document, page, table
from tests.fakes.judged_answers import a_case

CASES = [a_case(id=str(number), question=f"How long is {number}?") for number in range(4)]
ROWS = st.dictionaries(st.text(max_size=5), st.text(max_size=20) | st.integers() | st.none(), max_size=4)


@given(rows=st.lists(ROWS, max_size=5), cut=st.text(alphabet='{"a: ', min_size=1, max_size=9))
def test_a_journal_gives_back_what_was_put_in_also_behind_a_line_that_was_cut_off(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, object]], cut: str
) -> None:
    file = tmp_path_factory.mktemp("journal") / "j.jsonl"
    for row in rows:
        add_line(file, row)
    with file.open("a", encoding="utf-8") as broken:
        broken.write('{"id": ' + cut)
    add_line(file, {"last": 1})
    assert list(lines(file)) == [*rows, {"last": 1}]


def test_what_is_not_there_has_no_lines(tmp_path: Path) -> None:
    assert list(lines(tmp_path / "none")) == []


def test_every_wrong_line_is_told_by_its_number_and_the_others_are_read() -> None:
    text = (
        "\ufeff" + write_cases(CASES[:1]) + "\n[]\n" + json.dumps({"id": "7"}) + "\n" + json.dumps(case_row(CASES[0])) + "\nnope"
    )
    cases, faults = read_lines(text)
    assert cases == CASES[:1]
    assert [fault.line for fault in faults] == [3, 4, 5, 6]
    assert faults[1:3] == [Fault(4, "it has no 'question'"), Fault(5, "the id '0' is taken by another question")]


def test_a_sign_that_ends_lines_elsewhere_ends_none_within_a_question() -> None:
    odd = replace(CASES[0], question="What is\u2028this\x85here?")
    assert read_lines(write_cases([odd])) == ([odd], [])


def test_the_last_decision_of_a_question_holds_and_what_came_stays(tmp_path: Path) -> None:
    sets = QuestionSets(tmp_path)
    kept = sets.add("winter", CASES, source="made")
    mended = replace(CASES[1], question="How long?")
    for decision in (
        Decision(id="0", verdict="accepted"),
        Decision(id="1", verdict="rejected"),
        Decision(id="1", verdict="mended", mended=mended),
        Decision(id="2", verdict="rejected"),
    ):
        now = sets.decide(kept.id, decision)
    assert now.reviewed.counts() == {"open": 1, "accepted": 1, "mended": 1, "rejected": 1}
    assert now.reviewed.standing() == (CASES[0], mended, CASES[3])
    assert now.reviewed.standing("accepted", "mended") == (CASES[0], mended)
    assert now.reviewed.cases == tuple(CASES)
    assert sets.add("winter", CASES, source="made") == now
    assert sets.add("summer", CASES, source="made").id != now.id


def test_what_there_is_not_cannot_be_decided_of_and_a_path_is_no_set(tmp_path: Path) -> None:
    sets = QuestionSets(tmp_path / "library")
    kept = sets.add("winter", CASES, source="sent")
    (tmp_path / "set.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UnknownQuestion):
        sets.decide(kept.id, Decision(id="9", verdict="accepted"))
    for name in ("../..", "0123456789abcdef", kept.id.upper(), ""):
        with pytest.raises(UnknownQuestionSet):
            sets.remove(name)
    sets.remove(kept.id)
    assert sets.all() == ()


@pytest.mark.parametrize("decision", [Decision(id="1", verdict="open"), Decision(id="1", verdict="mended", mended=CASES[1])])
def test_a_decision_is_written_and_read_alike(decision: Decision) -> None:
    assert decision_of(json.loads(json.dumps(decision_row(decision)))) == decision


def test_only_what_is_mended_has_another_form() -> None:
    with pytest.raises(ValueError, match="mended"):
        Decision(id="1", verdict="mended")
    with pytest.raises(ValueError, match="mended"):
        Decision(id="1", verdict="accepted", mended=CASES[0])


def test_a_configuration_says_what_is_left_out() -> None:
    both = Configuration.named("no-llm+no-bm25+no-rerank")
    assert (both.use_llm, both.stages.off) == (False, {"bm25", "rerank"})
    assert Configuration.named("default") == Configuration(name="default")
    with pytest.raises(BadSetting, match="'no-moss'"):
        Configuration.named("no-llm+no-moss")


PAPER = document(
    page(1, [(BlockKind.PARAGRAPH, "1 Start", "A Moss Reading Unit (MRU) reads moss for 36 hours.")]),
    page(2, [(BlockKind.PARAGRAPH, "2 End", "It took 36 hours at North.")]),
    tables=[table([["Lamp", "Range"], ["North", "36"], ["South", "988"], ["East", "12"]])],
)


def test_made_questions_quote_words_that_are_printed() -> None:
    paper = Paper.of(PAPER)
    [defined] = definition_questions(paper)
    assert defined.quote == "Moss Reading Unit (MRU)"
    assert {case.quote for case in table_questions(paper) if case.kind == "superlative"} == {"South | 988", "East | 12"}


def test_the_place_of_an_answer_is_its_quote_or_else_what_it_says() -> None:
    shown, boxes = case_place(PAPER, 1, "Moss Reading Unit (MRU)", ["36 hours"])
    assert (shown, {box.page for box in boxes}) == (1, {1})
    assert case_place(PAPER, 2, "words that are not printed", ["36 hours"])[1][0].page == 2
    assert case_place(PAPER, 0, "", ["at North"])[0] == 2
    assert case_place(PAPER, 0, "", ["nowhere"]) == (1, ())


def test_known_answers_are_said_as_a_person_would() -> None:
    [case], _ = read_lines(json.dumps({"question": "q", "number": {"value": 2.5, "unit": "s"}, "accept": [["a", "b"]]}))
    assert known_answers(case) == ["a; b", "2.5 s"]
