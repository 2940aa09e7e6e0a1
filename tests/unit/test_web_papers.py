"""REST: what a person does with papers: correct, read again, look for words, take a marked copy along."""

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
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

HERE = "http://127.0.0.1:8723"
API = "/api/v1"
LAMP_PATH = f"{API}/documents/lamp.note"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


def serving(library: Library, **how: Any) -> TestClient:
    desk = Desk(lambda: library)
    return TestClient(web_app(desk, build_server(desk, ALL_TOOLS), pages=False, **how), base_url=HERE)


@pytest.fixture
def web(library: Library) -> Iterator[TestClient]:
    with serving(library) as client:
        yield client


def over(web: TestClient, upload: str) -> Any:
    for _ in range(400):
        now = web.get(f"{API}/uploads/{upload}").json()
        if now["state"] in {"done", "failed", "cancelled"}:
            return now
        time.sleep(0.05)
    raise AssertionError(now)


def test_metadata_is_corrected_field_by_field_and_given_back(web: TestClient) -> None:
    now = web.patch(LAMP_PATH, json={"title": "Another", "year": 1999}).json()
    assert (now["metadata"]["title"], now["stated"]["title"], now["corrected"]) == (
        "Another",
        "The Amber Lamp",
        ["title", "year"],
    )
    now = web.patch(LAMP_PATH, json={"title": None}).json()
    assert (now["metadata"]["title"], now["metadata"]["year"], now["corrected"]) == ("The Amber Lamp", 1999, ["year"])
    assert web.get(f"{LAMP_PATH}/metadata").json() == now


@pytest.mark.parametrize("body", [{"year": 99999}, {"doi": "none"}, {"colour": "red"}, {"authors": "Ada"}])
def test_what_cannot_be_a_value_is_422(web: TestClient, body: Any) -> None:
    assert web.patch(LAMP_PATH, json=body).status_code == 422
    assert web.get(f"{LAMP_PATH}/metadata").json()["corrected"] == []


def test_a_paper_is_read_again_as_an_upload_is(web: TestClient, library: Library) -> None:
    Path(library.document("lamp.note").sources[0]).unlink()
    reply = web.post(f"{LAMP_PATH}/read-again")
    assert reply.status_code == 202
    ended = over(web, reply.json()["id"])
    assert (ended["state"], ended["result"]["documents"][0]["status"]) == ("done", "updated")


def test_a_folder_of_the_servers_machine_is_taken_in(web: TestClient, library: Library, tmp_path: Path) -> None:
    folder = write_notes(tmp_path / "more", moss="# Moss\nMoss glows green.")
    ended = over(web, web.post(f"{API}/folders", json={"path": str(folder), "collection": "moss"}).json()["id"])
    assert ended["state"] == "done"
    assert library.document("moss.note").collections == ("moss",)
    assert web.post(f"{API}/folders", json={"path": "more"}).status_code == 422


@pytest.mark.parametrize("how", [{"hosts": ["papers.example"]}, {"read_only": True}])
def test_no_folder_is_taken_from_those_who_do_not_sit_at_the_machine(library: Library, how: Any, tmp_path: Path) -> None:
    with serving(library, **how) as web:
        assert web.get(f"{API}/library").json()["takes_folders"] is False
        assert web.post(f"{API}/folders", json={"path": str(tmp_path)}).status_code == 404


def test_where_the_library_is_only_read_nothing_is_corrected(library: Library) -> None:
    with serving(library, read_only=True) as web:
        assert web.patch(LAMP_PATH, json={"year": 1999}).status_code == 405
        assert web.post(f"{LAMP_PATH}/read-again").status_code in {404, 405}
        assert web.get(f"{LAMP_PATH}/report").status_code == 200


def test_how_a_paper_was_read(web: TestClient) -> None:
    report = web.get(f"{LAMP_PATH}/report").json()
    assert report["words"] > 10
    assert report["pages"][0]["number"] == 1


def test_words_are_found_in_a_paper(web: TestClient) -> None:
    found = web.get(f"{LAMP_PATH}/find", params={"query": "LUMENS"}).json()
    assert found["total"] == 1
    assert found["places"][0]["text"] == "lumens"
    assert web.get(f"{LAMP_PATH}/find", params={"query": ""}).status_code == 422


def test_the_list_is_ordered_as_asked(web: TestClient) -> None:
    web.patch(LAMP_PATH, json={"year": 1999})

    def names(**how: Any) -> list[str]:
        return [each["doc"] for each in web.get(f"{API}/documents", params=how).json()["documents"]]

    assert names(sort="year") == ["tide.note", "lamp.note"]
    assert names(sort="title", descending=True) == names(sort="title")[::-1]
    assert web.get(f"{API}/documents", params={"sort": "colour"}).status_code == 422


def test_the_library_says_what_room_it_takes(web: TestClient) -> None:
    library = web.get(f"{API}/library").json()
    assert library["papers"] == 2
    assert library["storage"]["originals"] == len(LAMP.encode()) + len(TIDE.encode())
    assert library["storage"]["total"] >= library["storage"]["catalog"] > 0
    assert library["takes_folders"] is True


def test_versions_of_one_work_are_said(web: TestClient) -> None:
    web.patch(LAMP_PATH, json={"doi": "10.1000/same"})
    web.patch(f"{API}/documents/tide.note", json={"doi": "10.1000/same"})
    [work] = web.get(f"{API}/works").json()["works"]
    assert {each["doc"] for each in work["documents"]} == {"lamp.note", "tide.note"}
    assert work["reason"] == "same DOI"


def test_a_marked_copy_is_of_papers_with_pages(web: TestClient) -> None:
    refused = web.post(f"{LAMP_PATH}/annotated", json={"marks": [{"bbox": [[1, 1, 1, 9, 9]], "text": "x"}]})
    assert refused.status_code == 415
