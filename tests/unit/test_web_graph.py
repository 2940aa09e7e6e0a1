"""REST: the map of the graph, the page behind a relation, and what a person decides about names."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from tests.fakes.libraries import graph_parts, open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

GRAPH = "/api/v1/graph"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library", graph=graph_parts(tmp_path / "library")) as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


@pytest.fixture(params=[False])
def web(library: Library, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    desk = Desk(lambda: library)
    app = web_app(desk, build_server(desk, ALL_TOOLS), pages=False, read_only=request.param)
    with TestClient(app, base_url="http://127.0.0.1:8723") as client:
        yield client


def names(data: dict[str, list[dict[str, str]]]) -> set[str]:
    return {each["name"] for each in data["entities"]}


def test_the_map_is_the_same_at_each_visit_and_kept_beside_the_library(web: TestClient, library: Library) -> None:
    first = web.get(f"{GRAPH}/map").json()

    assert "Hallow" in names(first)
    assert first == web.get(f"{GRAPH}/map").json()
    assert (library.folder / "graph-map.json").is_file()
    assert library.doctor().sound


def test_a_map_file_that_is_no_map_is_made_anew(web: TestClient, library: Library) -> None:
    (library.folder / "graph-map.json").write_text("[1, 2", encoding="utf-8")

    assert "Hallow" in names(web.get(f"{GRAPH}/map").json())


def test_an_entity_comes_with_those_beside_it(web: TestClient) -> None:
    around = web.get(f"{GRAPH}/map/around/Hallow").json()

    places = {each["id"]: (each["x"], each["y"]) for each in web.get(f"{GRAPH}/map").json()["entities"]}
    assert {"Hallow", "The Amber Lamp"} <= names(around)
    assert all(places[each["id"]] == (each["x"], each["y"]) for each in around["entities"])
    assert around["lines"]


def test_entities_are_had_by_name_and_those_that_there_are_not_are_left_out(web: TestClient) -> None:
    assert names(web.get(f"{GRAPH}/map/entities?entity=Hallow&entity=Nowhere").json()) == {"Hallow"}
    assert web.get(f"{GRAPH}/map/entities?entity=Nowhere").json()["code"] == "unknown_entity"


def test_the_words_of_a_relation_have_their_place_on_the_page(web: TestClient) -> None:
    line = web.get(f"{GRAPH}/map/around/Hallow").json()["lines"][0]["evidence"][0]

    place = web.get(f"{GRAPH}/place", params={"doc": "lamp.note", "page": 1, "quote": line["quote"]}).json()

    assert (place["doc"], place["page"], place["quote"]) == ("lamp.note", 1, line["quote"])
    assert web.get(f"{GRAPH}/place", params={"doc": "lamp.note", "page": 1, "quote": "not there"}).json()["bbox"] == []


def test_a_person_makes_names_one_and_parts_them(web: TestClient) -> None:
    def decide(verdict: str) -> int:
        reply = web.post(f"{GRAPH}/decisions", json={"verdict": verdict, "names": ["Hallow", "The Amber Lamp"]})
        return len({each["id"] for each in reply.json()["entities"]})

    assert decide("same") == 1
    assert web.get(f"{GRAPH}/entities/Hallow").json()["id"] == web.get(f"{GRAPH}/entities/The Amber Lamp").json()["id"]
    assert decide("different") == 2


def test_one_name_is_not_made_the_same_as_nothing(web: TestClient) -> None:
    assert web.post(f"{GRAPH}/decisions", json={"verdict": "same", "names": ["Hallow"]}).status_code == 422


@pytest.mark.parametrize("web", [True], indirect=True)
def test_where_a_library_is_only_read_nothing_is_decided(web: TestClient) -> None:
    assert web.post(f"{GRAPH}/decisions", json={"verdict": "same", "names": ["Hallow", "Tarn"]}).status_code in {404, 405}
    assert web.get(f"{GRAPH}/doubts").json() == {"doubts": [], "total": 0}
