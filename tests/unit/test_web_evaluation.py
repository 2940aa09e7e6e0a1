"""REST: question sets sent, made and looked through; evaluations begun, stopped and gone on with; runs read and compared."""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from paperatlas.core.verdicts import Judgement
from paperatlas.eval.history import keep, kept
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Failed, Made, Record
from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

HERE = "http://127.0.0.1:8723"
SETS, RUNS = "/api/v1/question-sets", "/api/v1/evaluations"
RIGHT = {"id": "1", "question": "At how many lumens does the Amber Lamp shine?", "doc": "lamp.note", "gold_pages": [1]}
QUESTIONS = (
    {**RIGHT, "kind": "fact", "accept": [["40"]], "quote": "shines at 40 lumens"},
    {"id": "2", "question": "Who won the football cup in 1998?", "kind": "twin", "unanswerable": True},
    {"id": "3", "question": "At how many lumens does the lamp shine?", "doc": "lamp.note", "number": {"value": 41}},
)
MARKUP = "<img src=x onerror=alert(1)>"


class Trusting:
    """Implements `ClaimVerifier`: believes all that it hears."""

    def verify(self, claim: str, text: str, *, about: object = ()) -> Judgement:
        return Judgement(claim=claim, label="supported", score=1.0, evidence=(), why="")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """One for all tests: each has sets and runs of a name of its own."""
    folder = tmp_path_factory.mktemp("evaluated")
    with open_test_library(folder / "library", verifier=Trusting) as library:
        library.ingest(write_notes(folder / "papers", lamp=LAMP, tide=TIDE))
        yield library


def serving(library: Library, **how: Any) -> TestClient:
    desk = Desk(lambda: library)
    return TestClient(web_app(desk, build_server(desk, ALL_TOOLS), pages=False, **how), base_url=HERE)


@pytest.fixture(scope="module")
def web(library: Library) -> Iterator[TestClient]:
    with serving(library) as client:
        yield client


def sent(web: TestClient, *rows: Any, name: str = "") -> Any:
    name = name or os.environ["PYTEST_CURRENT_TEST"].partition("::")[2].partition(" ")[0]
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    return web.post(SETS, files={"file": ("lamps.jsonl", text.encode())}, data={"name": name})


def over(web: TestClient, job: str) -> Any:
    for _ in range(400):
        now = web.get(f"{RUNS}/jobs/{job}").json()
        if now["state"] in {"done", "failed", "cancelled"}:
            return now
        time.sleep(0.05)
    raise AssertionError(now)


def run(web: TestClient, *configurations: str, questions: str = "") -> Any:
    """Evaluate a set to its end; the job."""
    id_ = questions or sent(web, *QUESTIONS).json()["id"]
    begun = web.post(RUNS, json={"question_set": id_, "configurations": configurations or ["default"]})
    assert begun.status_code == 202, begun.text
    assert begun.headers["location"] == f"{RUNS}/jobs/{begun.json()['id']}"
    return over(web, begun.json()["id"])


def test_a_question_file_is_kept_and_given_back_as_it_came(web: TestClient) -> None:
    reply = sent(web, *QUESTIONS, name="lamps")
    kept = reply.json()
    assert (reply.status_code, reply.headers["location"]) == (201, f"{SETS}/{kept['id']}")
    assert (kept["name"], kept["source"], kept["n"], kept["unanswerable"]) == ("lamps", "sent", 3, 1)
    assert kept["id"] in {each["id"] for each in web.get(SETS).json()["question_sets"]}
    lines = web.get(f"{SETS}/{kept['id']}/file", params={"which": "all"}).text.splitlines()
    assert [json.loads(line)["question"] for line in lines] == [each["question"] for each in QUESTIONS]
    assert sent(web, *QUESTIONS, name="lamps").json()["id"] == kept["id"]


def test_every_wrong_line_of_a_file_is_told_and_nothing_is_kept(web: TestClient) -> None:
    before = web.get(SETS).json()
    reply = sent(web, QUESTIONS[0], '{"id": ', {"id": "9"}, "", {**QUESTIONS[0], "question": "Again?"})
    assert (reply.status_code, reply.headers["content-type"]) == (422, "application/problem+json")
    problem = reply.json()
    assert problem["code"] == "bad_questions"
    assert [each["where"] for each in problem["errors"]] == ["2", "3", "5"]
    assert "'question'" in problem["errors"][1]["what"]
    assert web.get(SETS).json() == before
    assert web.post(SETS, files={"file": ("x", b"\xff\xfe")}).status_code == 422
    assert web.post(SETS, files={"file": ("x", b"\n")}).status_code == 422


def test_questions_are_made_of_the_papers(web: TestClient) -> None:
    made = web.post(f"{SETS}/made", json={"documents": ["lamp.note"], "each": 3})
    assert made.status_code == 201
    assert (made.json()["source"], made.json()["n"] > 0) == ("made", True)
    assert web.post(f"{SETS}/made", json={"documents": ["nothing.note"]}).status_code == 404
    assert web.post(f"{SETS}/made", json={"seed": False}).status_code == 422


def test_what_is_decided_of_a_question_holds_until_it_is_decided_anew(web: TestClient, library: Library) -> None:
    path = f"{SETS}/{sent(web, *QUESTIONS).json()['id']}"

    def decide(question: str, verdict: str, /, **more: Any) -> Any:
        return web.post(f"{path}/decisions", json={"question_id": question, "verdict": verdict, **more})

    decide("1", "accepted")
    decide("2", "rejected")
    mended = decide("3", "mended", question="How bright is the lamp?", accept=[["forty"], ["40", "lumens"]]).json()
    assert mended["review"] == {"open": 0, "accepted": 1, "mended": 1, "rejected": 1}
    assert mended["question"]["expected"] == ["forty", "40; lumens"]
    assert mended["question"]["as_it_came"]["question"] == QUESTIONS[2]["question"]
    with serving(library) as again:
        assert again.get(path).json()["review"] == mended["review"]
        lines = again.get(f"{path}/file", params={"which": "reviewed"}).text.splitlines()
    assert [json.loads(line)["question"] for line in lines] == [QUESTIONS[0]["question"], "How bright is the lamp?"]
    assert decide("3", "open").json()["question"]["question"] == QUESTIONS[2]["question"]
    assert len(web.get(f"{path}/file").text.splitlines()) == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"question_id": "9", "verdict": "accepted"}, 404),
        ({"question_id": "1", "verdict": "perhaps"}, 422),
        ({"question_id": "1", "verdict": "mended", "accept": []}, 422),
        ({"question_id": "1", "verdict": "mended", "accept": [[]]}, 422),
        ({"question_id": "1", "verdict": "mended", "question": "  "}, 422),
        ({"question_id": "1", "verdict": "accepted", "colour": "red"}, 422),
    ],
)
def test_a_decision_that_cannot_be_is_refused_and_changes_nothing(web: TestClient, body: Any, status: int) -> None:
    path = f"{SETS}/{sent(web, *QUESTIONS).json()['id']}"
    assert web.post(f"{path}/decisions", json=body).status_code == status
    assert web.get(path).json()["review"]["open"] == 3


def test_the_page_of_an_answer_is_given_with_its_words_marked(web: TestClient) -> None:
    path = f"{SETS}/{sent(web, *QUESTIONS, {'id': '4', 'question': 'Where?', 'doc': 'gone.pdf'}).json()['id']}"
    place = web.get(f"{path}/place", params={"question": "1"}).json()
    assert (place["doc"], place["page"], place["quote"]) == ("lamp.note", 1, "shines at 40 lumens")
    assert web.get(f"{path}/place", params={"question": "2"}).json()["doc_id"] == ""
    assert web.get(f"{path}/place", params={"question": "4"}).json()["doc_id"] == ""


def test_a_set_is_put_to_the_library_and_its_run_says_what_was_right_and_what_was_expected(web: TestClient) -> None:
    ended = run(web, "no-llm")
    assert (ended["state"], ended["total"]) == ("done", 3.0)
    [name] = ended["result"]["runs"]
    found = web.get(f"{RUNS}/{name}").json()
    assert (found["n"], found["scored"], found["failed"]) == (3, 3, 0)
    assert {item["id"]: item["ok"] for item in found["items"]} == {"1": True, "2": True, "3": False}
    assert found["items"][0]["expected"] == ["40"]
    assert found["items"][0]["evidence"] == [{"doc": "lamp.note", "page": 1}]
    [listed] = [each for each in web.get(RUNS).json()["evaluations"] if each["id"] == name]
    assert (listed["id"], listed["made"]["config"], "items" in listed) == (name, "no-llm", False)
    html = web.get(f"{RUNS}/{name}/report")
    assert "attachment" in html.headers["content-disposition"]
    assert "3 questions, 3 scored, 0 failed" in html.text
    assert web.get(f"{RUNS}/{name}/report", params={"format": "markdown"}).text.startswith("## test_a_set_is_put")


def test_rejected_questions_are_not_asked(web: TestClient) -> None:
    id_ = sent(web, *QUESTIONS).json()["id"]
    for question in ("2", "3"):
        web.post(f"{SETS}/{id_}/decisions", json={"question_id": question, "verdict": "rejected"})
    [name] = run(web, questions=id_)["result"]["runs"]
    assert [item["id"] for item in web.get(f"{RUNS}/{name}").json()["items"]] == ["1"]
    web.post(f"{SETS}/{id_}/decisions", json={"question_id": "1", "verdict": "rejected"})
    assert web.post(RUNS, json={"question_set": id_}).status_code == 422


def test_two_configurations_are_two_runs_that_can_be_compared(web: TestClient, library: Library) -> None:
    a, b = run(web, "default", "no-llm")["result"]["runs"]
    compared = web.get(f"{RUNS}/compare", params={"a": a, "b": b}).json()
    assert (compared["shared"], compared["questions"]) == (3, [])
    assert {each["name"] for each in compared["differences"]} >= {"right", "accuracy"}
    record = {path.stem: record for path, record in kept(library.evaluations)}[a]
    first, *others = record.scored
    worse = replace(first, ok=False, answer="41", scores={**first.scores, "right": Part(0.0, 1.0)})
    made = replace(record.made, config="worse")
    c = keep(library.evaluations, Record(made=made, items=(worse, *others))).stem
    compared = web.get(f"{RUNS}/compare", params={"a": a, "b": c}).json()
    assert [(each["id"], each["right_in"], each["b"]) for each in compared["questions"]] == [("1", "A", "41")]


@pytest.mark.parametrize(
    "body",
    [
        {"configurations": ["default"]},
        {"question_set": "x", "configurations": ["other.toml"]},
        {"question_set": "x", "configurations": ["no-such-stage"]},
        {"question_set": "x", "configurations": []},
        {"question_set": "x", "judge": True},
    ],
)
def test_what_cannot_be_evaluated_is_422(web: TestClient, body: Any) -> None:
    assert web.post(RUNS, json=body).status_code == 422


@pytest.mark.parametrize(
    "path", [f"{RUNS}/x", f"{RUNS}/x/report", f"{RUNS}/jobs/x", f"{SETS}/x", f"{SETS}/x/file", f"{SETS}/..%2f"]
)
def test_what_there_is_not_is_404(web: TestClient, path: str) -> None:
    assert web.get(path).status_code == 404


def test_a_run_that_a_restart_cut_short_asks_only_what_is_left(web: TestClient, library: Library) -> None:
    ended = run(web)
    folder = library.folder / "evaluation-jobs" / ended["id"]
    record = json.loads((folder / "job.json").read_text())
    (folder / "job.json").write_text(json.dumps({**record, "at": "2026-01-01T00:00:00+00:00", "state": "running", "result": {}}))
    first, *_ = (folder / "0.jsonl").read_text().splitlines()
    marked = {**json.loads(first), "answer": "kept from before"}
    (folder / "0.jsonl").write_text(json.dumps(marked) + "\n" + '{"id": "2", "cut sh')
    with serving(library) as again:
        [name] = over(again, ended["id"])["result"]["runs"]
        items = again.get(f"{RUNS}/{name}").json()["items"]
    assert [item["id"] for item in items] == ["1", "2", "3"]
    assert items[0]["answer"] == "kept from before"
    assert len((folder / "0.jsonl").read_text().splitlines()) == 4


def test_a_run_that_was_stopped_goes_on_where_it_was(web: TestClient, library: Library) -> None:
    ended = run(web)
    file = library.folder / "evaluation-jobs" / ended["id"] / "job.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "state": "cancelled", "result": {}}))
    assert over(web, ended["id"])["state"] == "cancelled"
    assert web.post(f"{RUNS}/jobs/{ended['id']}/go-on").status_code == 202
    assert over(web, ended["id"])["state"] == "done"


def test_runs_over_other_questions_are_not_compared_even_where_their_ids_are_the_same(web: TestClient) -> None:
    other = sent(web, {**QUESTIONS[0], "question": "How bright is it?"}, name="other").json()["id"]
    [a], [b] = (run(web, questions=each)["result"]["runs"] for each in ("", other))
    refused = web.get(f"{RUNS}/compare", params={"a": a, "b": b})
    assert (refused.status_code, "no question in common" in refused.json()["detail"]) == (422, True)


def test_the_same_key_again_is_the_same_evaluation(web: TestClient) -> None:
    body = {"question_set": sent(web, *QUESTIONS).json()["id"]}
    first, second = (web.post(RUNS, json=body, headers={"idempotency-key": "once"}).json()["id"] for _ in range(2))
    assert first == second
    assert over(web, first)["state"] == "done"
    assert [each["id"] for each in web.get(f"{RUNS}/jobs").json()["jobs"]].count(first) == 1


def test_markup_of_a_run_is_text_in_its_report(web: TestClient, library: Library) -> None:
    made = Made(questions=MARKUP, config="default", scope="scoped", started="2026-01-01T00:00:00+00:00")
    failed = Failed(id=MARKUP, kind=MARKUP, question=MARKUP, code="upstream", message=MARKUP)
    name = keep(library.evaluations, Record(made=made, items=(failed,))).stem
    assert MARKUP not in web.get(f"{RUNS}/{name}/report").text


def test_runs_of_long_names_are_kept_apart(web: TestClient) -> None:
    id_ = sent(web, QUESTIONS[0], name="苔" * 200).json()["id"]
    runs = run(web, "default", "no-rerank", questions=id_)["result"]["runs"]
    assert [web.get(f"{RUNS}/{name}").json()["made"]["config"] for name in runs] == ["default", "no-rerank"]


def test_where_the_library_is_only_read_nothing_is_begun_or_decided(library: Library) -> None:
    with serving(library) as web:
        id_ = sent(web, *QUESTIONS).json()["id"]
    with serving(library, read_only=True) as web:
        assert web.get(f"{SETS}/{id_}").status_code == 200
        assert sent(web, *QUESTIONS).status_code == 405
        assert web.post(RUNS, json={"question_set": id_}).status_code == 405
        assert web.post(f"{SETS}/{id_}/decisions", json={"question_id": "1", "verdict": "accepted"}).status_code == 404


def test_a_route_of_its_own_name_allows_what_it_does_itself(web: TestClient) -> None:
    assert web.options(f"{SETS}/made").headers["allow"] == "POST"
    assert web.options(f"{SETS}/0123456789abcdef").headers["allow"] == "DELETE, GET"


def test_a_set_is_removed_and_its_runs_stay(web: TestClient) -> None:
    id_ = sent(web, *QUESTIONS).json()["id"]
    [name] = run(web, questions=id_)["result"]["runs"]
    assert web.delete(f"{SETS}/{id_}").json() == {"removed": id_}
    assert web.get(f"{SETS}/{id_}").status_code == 404
    assert web.get(f"{RUNS}/{name}").status_code == 200
