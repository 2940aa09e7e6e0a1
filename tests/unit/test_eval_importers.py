"""Readers of published sets: lines in their forms become cases that a right answer passes and a wrong one does not, and what is
not in the form is told with its place.
"""

import json
from pathlib import Path

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting
from paperatlas.eval.cases import Target, read_cases, write_cases
from paperatlas.eval.correctness import answers_right
from paperatlas.eval.importers.imported import Imported
from paperatlas.eval.importers.reading import FORMATS, read_set
from paperatlas.eval.judged import read_judged
from tests.fakes.judged_answers import an_answer

SETS = Path(__file__).parent.parent / "data" / "question_sets"
PLACES = {
    "squad2": "squad2.json",
    "hotpotqa": "hotpotqa.json",
    "2wiki": "2wiki.json",
    "musique": "musique.jsonl",
    "qasper": "qasper.json",
    "litqa2": "litqa2.jsonl",
    "financebench": "financebench.jsonl",
    "mmlongbench": "mmlongbench.json",
    "docbench": "docbench",
    "beir": "beir",
}


def read(name: str) -> Imported:
    return read_set(name, SETS / PLACES[name])


def right(case, text: str) -> bool:
    return answers_right(case, an_answer(text), ())


def test_squad_passages_become_documents_and_impossible_questions_unanswerable() -> None:
    found = read("squad2")
    first, second = found.cases
    assert [text.id for text in found.documents] == ["Moss_lamps-1"]
    assert (first.accept, first.scope_always) == ((("36 hours",), ("for 36 hours",)), True)
    assert (second.unanswerable, second.accept, second.evidence) == (True, (), ())
    assert found.skipped == (
        ("article 1, paragraph 1, question 3", "it has no 'id'"),
        ("article 1, paragraph 1, question 4", "it gives no answer"),
    )


@pytest.mark.parametrize("file", ["hotpotqa.json", "hotpotqa_hub.jsonl", "2wiki.json"])
def test_several_passages_of_one_question_are_its_evidence(file: str) -> None:
    found = read_set("hotpotqa", SETS / file)
    case = found.cases[0]
    assert case.evidence == (Target("Tern", 0), Target("Fernhollow", 0))
    assert found.documents[0].text == "Tern is made by Fernhollow. It is small."
    assert right(case, "It is Ada Obi.")


def test_a_question_of_a_set_for_submissions_has_no_answer_and_is_told() -> None:
    found = read("hotpotqa")
    assert [case.kind for case in found.cases] == ["bridge", "comparison"]
    assert found.skipped == (("entry 3", "it has no 'supporting_facts'"),)


def test_musique_keeps_passages_of_one_title_apart_takes_aliases_and_puts_a_twin_to_its_own_passages() -> None:
    found = read("musique")
    case, twin = found.cases
    assert len(found.documents) == 3
    assert case.docs == ("Tern: Tern is made by Fernhollow.", "Fernhollow: Ada Obi leads Fernhollow.")
    assert right(case, "A. Obi")
    assert (twin.id, twin.twin_of, twin.unanswerable, twin.evidence) == ("2hop__1_2-unanswerable", "2hop__1_2", True, ())
    assert twin.scope_always
    assert "Fernhollow: Ada Obi leads Fernhollow." not in twin.docs
    assert [place for place, _ in found.skipped] == ["line 3", "line 4"]


def test_qasper_spans_are_keys_free_words_only_overlap_and_all_must_find_nothing() -> None:
    found = read("qasper")
    spans, yes_no, free, absent = found.cases
    assert "Data\nOne.\nTwo." in found.documents[0].text
    assert right(spans, "fern and moss")
    assert not right(spans, "only moss")
    assert right(yes_no, "No.")
    assert (free.is_judged, free.references) == (False, ("It dries.",))
    assert absent.unanswerable
    assert found.skipped == (("paper 1234.5678, question 5", "nobody answered it"),)


def test_a_distractor_of_litqa_beside_the_ideal_is_wrong() -> None:
    [case] = read("litqa2").cases
    assert right(case, "GLO1")
    assert not right(case, "GLO1 or GLO2")


def test_pages_of_financebench_count_from_one_and_amounts_are_read() -> None:
    found = read("financebench")
    amount, told = found.cases
    assert amount.evidence == (Target("FERN_2025_10K.pdf", 60),)
    assert right(amount, "It was $1,577.")
    assert right(amount, "1,577 million dollars")
    assert not right(amount, "$1,578")
    assert (told.is_judged, told.evidence) == (False, (Target("FERN_2025_10K.pdf", 1),))
    assert [place for place, _ in found.skipped] == ["line 3"]


def test_mmlongbench_lists_need_every_item_and_an_empty_one_accepts_nothing() -> None:
    found = read("mmlongbench")
    number, listed, empty, single, share, absent = found.cases
    assert number.evidence == (Target("moss.pdf", 3), Target("moss.pdf", 5))
    assert right(number, "4 of them")
    assert not right(number, "14 of them")
    assert not right(listed, "red")
    assert right(listed, "blue, red")
    assert not right(empty, "anything at all")
    assert right(single, "0.66 m")
    assert right(share, "18.3 %")
    assert absent.unanswerable
    assert found.skipped == (("entry 7", "it has no 'answer'"),)


def test_docbench_goes_through_its_folders() -> None:
    found = read("docbench")
    counted, shown, absent = found.cases
    assert counted.docs == ("moss.pdf",)
    assert right(counted, "1204")
    assert (shown.is_judged, shown.references) == (False, ("A lamp of moss.",))
    assert absent.unanswerable
    assert [place for place, _ in found.skipped] == ["moss.pdf, line 4"]


def test_beir_becomes_judgements_of_whole_documents_that_the_grid_reads(tmp_path: Path) -> None:
    found = read("beir")
    assert [case.id for case in found.cases] == ["1"]
    assert [text.id for text in found.documents] == ["d7", "d8"]
    assert [place for place, _ in found.skipped] == ["qrels, line 4", "queries.jsonl, line 3", "corpus.jsonl, line 3"]
    file = tmp_path / "q.jsonl"
    file.write_text(write_cases(found.cases), encoding="utf-8")
    assert read_judged(file)[0].gold == {"d7": 1}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_is_in_another_form_is_refused_with_the_file_and_the_form(tmp_path: Path, name: str) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text('{"nothing": [1]}', encoding="utf-8")
    with pytest.raises(BadSetting, match="wrong"):
        read_set(name, wrong)
    with pytest.raises(BadSetting):
        read_set(name, tmp_path / "missing")


def test_a_set_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="no question set 'trivia'"):
        read_set("trivia", tmp_path)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_is_written_is_read_back_alike(tmp_path: Path, name: str) -> None:
    found = read(name)
    file = tmp_path / "again.jsonl"
    file.write_text(write_cases(found.cases), encoding="utf-8")
    assert tuple(read_cases(file)) == found.cases


def test_a_line_with_a_sign_that_looks_like_a_line_end_is_one_line(tmp_path: Path) -> None:
    row = {"id": "a", "question": "Which\u2028gene?", "ideal": "GLO1", "distractors": [], "sources": []}
    file = tmp_path / "litqa.jsonl"
    file.write_text("\ufeff" + json.dumps(row, ensure_ascii=False) + "\r\n", encoding="utf-8")
    found = read_set("litqa2", file)
    assert ([case.question for case in found.cases], found.skipped) == (["Which\u2028gene?"], ())


def test_the_command_counts_what_it_skips_shows_where_and_says_so_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    words = ["eval", "import", "musique", str(SETS / "musique.jsonl"), "--out", str(tmp_path / "q.jsonl")]
    assert run(words, stdout=Output(sys.stdout)) == 1
    said = capsys.readouterr().out
    assert "2 questions, 1 of them unanswerable" in said
    assert "2 parts of the set could not be read" in said
    assert "- line 3: it is not JSON" in said
    assert run([*words, "--json"], stdout=Output(sys.stdout)) == 1
    assert [each["place"] for each in json.loads(capsys.readouterr().out)["skipped"]] == ["line 3", "line 4"]
    assert (
        run(["eval", "import", "2wiki", str(SETS / "2wiki.json"), "--out", str(tmp_path / "q.jsonl")], stdout=Output(sys.stdout))
        == 0
    )
