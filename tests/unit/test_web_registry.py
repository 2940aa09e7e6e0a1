"""REST: papers as registries know them, retracted ones marked, and bibliographies of all."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from paperatlas.library import Library
from tests.unit.test_crossref import DOI, RETRACTED, library_at, serving, with_paper
from tests.unit.test_web_papers import API
from tests.unit.test_web_papers import serving as served_web

MOSS = f"{API}/documents/moss.note"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with serving(RETRACTED) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI)
        yield library


@pytest.fixture
def web(library: Library) -> Iterator[TestClient]:
    with served_web(library) as client:
        yield client


def test_a_paper_is_looked_up_and_marked(web: TestClient) -> None:
    assert web.get(f"{MOSS}/metadata").json()["registered"] is None
    done = web.post(f"{MOSS}/enrich").json()
    assert (done["status"], done["standing"], done["filled"]) == ("found", "retracted", ["authors", "year", "venue"])
    now = web.get(f"{MOSS}/metadata").json()
    assert (now["metadata"]["year"], now["stated"]["year"], now["corrected"]) == (2024, None, ["doi"])
    assert now["registered"]["registry"] == "crossref"
    assert [notice["doi"] for notice in now["registered"]["notices"]] == ["10.5555/R"]
    [listed] = web.get(f"{API}/documents").json()["documents"]
    assert (listed["standing"], listed["notices"][0]["kind"]) == ("retracted", "retraction")


def test_nobody_looks_papers_up_where_the_library_is_only_read(library: Library) -> None:
    with served_web(library, read_only=True) as client:
        assert client.post(f"{MOSS}/enrich").status_code in {404, 405}


@pytest.mark.parametrize(("form", "wanted"), [("bibtex", "@misc{"), ("ris", "TY  - GEN"), ("csl-json", '"DOI"')])
def test_all_papers_are_a_bibliography(web: TestClient, form: str, wanted: str) -> None:
    reply = web.get(f"{API}/documents/bibliography", params={"format": form})
    assert reply.status_code == 200
    assert wanted in reply.text
    assert "attachment" in reply.headers["content-disposition"]
    assert web.get(f"{API}/documents/bibliography", params={"collection": "none"}).status_code == 404
