"""REST: what programs get of a library."""

import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from tests.fakes.libraries import graph_parts, open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

HERE = "http://127.0.0.1:8723"
API = "/api/v1"
QUESTION = "At how many lumens does the Amber Lamp shine?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library", graph=graph_parts(tmp_path / "library")) as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


def serving(library: Library, **how: Any) -> TestClient:
    desk = Desk(lambda: library)
    return TestClient(web_app(desk, build_server(desk, ALL_TOOLS), pages=False, **how), base_url=HERE)


@pytest.fixture
def web(library: Library) -> Iterator[TestClient]:
    with serving(library) as client:
        yield client


def test_a_question_is_answered_with_its_proof(web: TestClient) -> None:
    answer = web.post(f"{API}/ask", json={"question": QUESTION}).json()
    assert answer["status"] == "answered"
    assert "40" in answer["answer"]
    assert answer["citations"][0]["quote"] == "The Amber Lamp shines at 40 lumens over Hallow."


def test_an_abstention_is_an_answer(web: TestClient) -> None:
    reply = web.post(f"{API}/ask", json={"question": "Who won the football cup in 1998?"})
    assert (reply.status_code, reply.json()["status"]) == (200, "abstained")


def test_a_question_is_refused_below_the_confidence_that_is_asked_for(web: TestClient) -> None:
    body = {"question": QUESTION, "min_confidence": 1.0, "top_k": 3, "seconds": 60}
    answer = web.post(f"{API}/ask", json=body).json()
    assert (answer["status"], answer["reason"], answer["closest"]["doc"]) == ("abstained", "not_in_documents", "lamp.note")


def test_the_sample_papers_can_be_added_where_the_library_may_be_changed(library: Library, web: TestClient) -> None:
    assert web.get(f"{API}/library").json()["has_samples"]
    taken = web.post(f"{API}/samples")
    assert (taken.status_code, taken.json()["files"]) == (202, ["samples"])
    web.delete(taken.headers["location"])
    with serving(library, read_only=True) as reading:
        assert not reading.get(f"{API}/library").json()["has_samples"]
        assert reading.post(f"{API}/samples").status_code in {404, 405}


def test_an_answer_comes_as_events_where_a_stream_is_wanted(web: TestClient) -> None:
    with web.stream("POST", f"{API}/ask", json={"question": QUESTION}, headers={"accept": "text/event-stream"}) as reply:
        events = [line.removeprefix("event: ") for line in reply.iter_lines() if line.startswith("event: ")]
    assert events[0] == "plan"
    assert events[-1] == "answer"
    assert "step" in events


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "/ask", {}),
        ("post", "/ask", {"question": ""}),
        ("post", "/ask", {"question": "x" * 5000}),
        ("post", "/ask", {"question": QUESTION, "model": "other"}),
        ("post", "/ask", {"question": 7}),
        ("post", "/ask", {"question": QUESTION, "top_k": 0}),
        ("post", "/ask", {"question": QUESTION, "top_k": "7"}),
        ("post", "/ask", {"question": QUESTION, "min_confidence": 1.5}),
        ("post", "/ask", {"question": QUESTION, "seconds": 0}),
        ("post", "/graph/query", {"cypher": "MATCH (n) DETACH DELETE n"}),
        ("get", "/search?query=moss&limit=0", None),
        ("get", "/search?query=moss&colour=red", None),
        ("get", "/search", None),
        ("get", "/documents/lamp.note/pages/0", None),
    ],
)
def test_bad_input_is_422_and_says_what_is_wrong(web: TestClient, method: str, path: str, body: Any) -> None:
    reply = web.request(method.upper(), f"{API}{path}", json=body)
    assert reply.status_code == 422, reply.text
    assert reply.headers["content-type"] == "application/problem+json"
    problem = reply.json()
    assert problem["detail"]
    assert problem["code"]


@pytest.mark.parametrize(
    "path",
    [
        "/documents/none",
        "/documents/lamp.note/pages/99",
        "/documents/lamp.note/sections/none",
        "/graph/entities/none",
        "/uploads/none",
        "/threads/none",
        "/nowhere",
    ],
)
def test_what_is_not_there_is_404(web: TestClient, path: str) -> None:
    reply = web.get(f"{API}{path}")
    assert reply.status_code == 404
    assert reply.headers["content-type"] == "application/problem+json"


def test_a_path_in_a_name_reads_nothing(web: TestClient) -> None:
    for name in ("..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "....//etc/passwd"):
        assert web.get(f"{API}/documents/{name}/original").status_code == 404
        assert web.get(f"{API}/uploads/{name}").status_code == 404


def test_documents_are_listed_in_parts_and_found_by_their_words(web: TestClient) -> None:
    first = web.get(f"{API}/documents", params={"limit": 1}).json()
    second = web.get(f"{API}/documents", params={"limit": 1, "after": first["next"]}).json()
    assert [each["doc"] for each in (*first["documents"], *second["documents"])] == ["lamp.note", "tide.note"]
    assert (first["total"], second["next"]) == (2, "")
    assert web.get(f"{API}/documents", params={"query": "TIDE"}).json()["total"] == 1


def test_a_document_is_read_in_all_its_parts(web: TestClient) -> None:
    document = web.get(f"{API}/documents/lamp.note").json()
    assert document["title"] == "The Amber Lamp"
    assert web.get(f"{API}/documents/lamp.note/pages/1").json()["text"] == LAMP
    assert "bright" in web.get(f"{API}/documents/lamp.note/sections/discussion").json()["text"]
    assert web.get(f"{API}/documents/lamp.note/summary").json()["sentences"]
    assert web.get(f"{API}/documents/lamp.note/references").json() == {"references": []}
    assert web.get(f"{API}/documents/lamp.note/bibtex").text.startswith("@")
    assert web.get(f"{API}/documents/lamp.note/original").text == LAMP


def test_the_graph_is_asked(web: TestClient) -> None:
    assert web.get(f"{API}/graph").json()["entities"] > 0
    entities = web.get(f"{API}/graph/entities", params={"query": "hallow"}).json()["entities"]
    assert [each["name"] for each in entities] == ["Hallow"]
    assert web.get(f"{API}/graph/entities/Hallow").json()["name"] == "Hallow"
    rows = web.post(f"{API}/graph/query", json={"cypher": "MATCH (e:Entity) RETURN count(e)"}).json()["rows"]
    assert rows[0][0] > 0
    assert "paths" in web.get(f"{API}/graph/paths", params={"source": "Hallow", "target": "Harbour"}).json()


def test_claims_searches_and_matrices(web: TestClient) -> None:
    assert web.get(f"{API}/search", params={"query": "lumens"}).json()["hits"][0]["doc"] == "lamp.note"
    rows = web.post(f"{API}/matrix", json={"questions": [QUESTION], "documents": ["lamp.note"]}).json()["rows"]
    assert "40" in rows[0]["cells"][0]["text"]


def test_documents_come_into_collections_and_out_of_them(web: TestClient) -> None:
    web.put(f"{API}/collections/light", json={"documents": ["lamp.note", "tide.note"]})
    assert web.get(f"{API}/collections").json() == {"collections": {"light": 2}}
    left = web.delete(f"{API}/collections/light/tide.note").json()
    assert [each["doc"] for each in left["documents"]] == ["lamp.note"]
    web.delete(f"{API}/collections/light")
    assert web.get(f"{API}/collections").json() == {"collections": {}}


def test_a_document_is_removed(web: TestClient, library: Library) -> None:
    assert web.delete(f"{API}/documents/lamp.note").status_code == 200
    assert [each.name for each in library.documents()] == ["tide.note"]


def test_where_the_library_is_only_read_nothing_changes_it(library: Library) -> None:
    with serving(library, read_only=True) as web:
        assert web.delete(f"{API}/documents/lamp.note").status_code == 405
        assert web.put(f"{API}/collections/light", json={"documents": ["lamp.note"]}).status_code in {404, 405}
        assert web.post(f"{API}/uploads", files={"files": ("a.note", b"x")}).status_code == 404
    assert len(library.documents()) == 2


def sent(web: TestClient, *files: tuple[str, bytes], **how: Any) -> Any:
    return web.post(f"{API}/uploads", files=[("files", (name, io.BytesIO(content))) for name, content in files], **how)


def over(web: TestClient, upload: str) -> Any:
    for _ in range(400):
        now = web.get(f"{API}/uploads/{upload}").json()
        if now["state"] in {"done", "failed", "cancelled"}:
            return now
        time.sleep(0.05)
    raise AssertionError(now)


def test_papers_are_sent_and_read(web: TestClient, library: Library) -> None:
    reply = sent(web, ("moss.note", b"# Moss\nMoss glows green in wet air."), data={"collection": "moss"})
    assert reply.status_code == 202
    assert reply.headers["location"] == f"{API}/uploads/{reply.json()['id']}"
    ended = over(web, reply.json()["id"])
    assert (ended["state"], ended["result"]["documents"][0]["status"]) == ("done", "added")
    assert library.document("moss.note").collections == ("moss",)
    assert web.get(f"{API}/uploads").json()["uploads"][0]["id"] == ended["id"]


def test_the_same_key_again_is_the_same_upload(web: TestClient) -> None:
    headers = {"idempotency-key": "once"}
    first, second = (sent(web, ("moss.note", b"# Moss\nMoss glows."), headers=headers).json()["id"] for _ in range(2))
    assert first == second
    assert over(web, first)["state"] == "done"
    assert len(web.get(f"{API}/uploads").json()["uploads"]) == 1


@pytest.mark.parametrize("name", ["../../evil.note", "..\\evil.note", "/etc/evil.note", "a/b/evil.note"])
def test_a_path_in_the_name_of_a_file_is_left_out(web: TestClient, library: Library, name: str) -> None:
    ended = over(web, sent(web, (name, b"# Evil\nIt is only a name.")).json()["id"])
    assert ended["files"] == ["evil.note"]
    assert library.document("evil.note")


@pytest.mark.parametrize(("name", "content"), [("empty.note", b""), ("noending", b"x"), ("...", b"x"), ("big.note", b"x" * 3000)])
def test_what_cannot_be_a_paper_is_refused_and_leaves_nothing(library: Library, name: str, content: bytes) -> None:
    with serving(library, most_bytes=2000) as web:
        assert sent(web, (name, content)).status_code == 422
        assert web.get(f"{API}/uploads").json() == {"uploads": []}


def test_one_bad_file_stops_nothing(web: TestClient) -> None:
    ended = over(web, sent(web, ("good.note", b"# Good\nAll is well."), ("bad.xyz", b"?")).json()["id"])
    assert {each["doc"]: each["status"] for each in ended["result"]["documents"]} == {"good.note": "added", "bad.xyz": "failed"}


def test_an_upload_that_a_restart_cut_short_is_finished(library: Library) -> None:
    with serving(library) as web:
        upload = over(web, sent(web, ("moss.note", b"# Moss\nMoss glows green.")).json()["id"])
    record = library.folder / "uploads" / upload["id"] / "job.json"
    record.write_text(json.dumps({**json.loads(record.read_text()), "state": "running", "result": {}}))
    library.remove("moss.note")
    with serving(library) as again:
        assert over(again, upload["id"])["state"] == "done"
    assert library.document("moss.note")


def test_the_description_names_every_route(web: TestClient) -> None:
    paths = web.get(f"{API}/openapi.json").json()["paths"]
    for path in (
        "/ask",
        "/search",
        "/verify",
        "/matrix",
        "/documents",
        "/documents/{doc}/pages/{number}/image",
        "/graph/query",
        "/uploads",
    ):
        assert f"{API}{path}" in paths


def test_the_models_are_warm_before_anybody_asks_and_that_is_no_question(tmp_path: Path) -> None:
    library = open_test_library(tmp_path / "library", runs=5)
    library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
    desk = Desk(lambda: library)
    app = web_app(desk, build_server(desk, ALL_TOOLS), pages=False, warm=True)
    with TestClient(app, base_url=HERE) as client:
        deadline = time.monotonic() + 60
        while (ready := client.get("/readyz").json())["models"] == "cold" and time.monotonic() < deadline:
            time.sleep(0.05)
        assert ready == {"status": "ready", "papers": 2, "models": "warm"}
        assert library.runs() == ()
    library.close()
