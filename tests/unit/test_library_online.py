"""A library that may go online, and one that may not."""

import io
import json
from pathlib import Path

import pytest

from paperatlas.choose_online import chosen_online
from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting, ConfigError, InputError
from paperatlas.library.parts import OnlineParts
from paperatlas.settings import Settings
from tests.fakes.libraries import open_test_library
from tests.fakes.service import Reply
from tests.unit.test_crossref import crossref_at
from tests.unit.test_online import arxiv_at, site

NOTE = b"# Lantern moss\n\nLantern moss glows brighter in dry air than in wet air.\n"


class Notes:
    """Implements `OnlinePapers`: every address but one is a note."""

    def bring(self, source: str, into: Path) -> tuple[Path, ...]:
        if source.endswith("gone"):
            raise InputError(f"There is nothing at {source}.", hint="Check the address.")
        into.joinpath("1").mkdir(parents=True)
        file = into / "1" / "moss.note"
        file.write_bytes(NOTE)
        return (file,)


PARTS = OnlineParts(papers=Notes(), arxiv=arxiv_at("http://127.0.0.1:9"), registry=crossref_at("http://127.0.0.1:9"))


def test_a_paper_is_ingested_by_its_address_and_its_file_goes_with_it(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "lib", online=PARTS) as library:
        report = library.ingest("https://papers.example/moss")
        assert [(each.doc, each.status) for each in report.documents] == [("moss.note", "added")]
        assert library.search("dry air").hits
        fetched = list((tmp_path / "lib" / "fetched").rglob("*.note"))
        assert len(fetched) == 1
        library.remove("moss.note")
        assert list((tmp_path / "lib" / "fetched").iterdir()) == []


def test_removing_a_paper_leaves_a_persons_own_files_alone(tmp_path: Path) -> None:
    own = tmp_path / "papers" / "moss.note"
    own.parent.mkdir()
    own.write_bytes(NOTE)
    with open_test_library(tmp_path / "lib") as library:
        library.ingest(own)
        library.remove("moss.note")
    assert own.exists()


def test_an_address_that_cannot_be_had_stops_nothing(tmp_path: Path) -> None:
    own = tmp_path / "moss.note"
    own.write_bytes(NOTE)
    with open_test_library(tmp_path / "lib", online=PARTS) as library:
        report = library.ingest(["https://papers.example/gone", own])
    assert {each.doc: each.status for each in report.documents} == {"gone": "failed", "moss.note": "added"}


def test_a_library_that_may_not_go_online_says_which_setting_lets_it(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "lib") as library:
        with pytest.raises(ConfigError) as raised:
            library.search_online("moss")
        failed = library.ingest("arXiv:1706.03762").documents[0]
    assert "PAPERATLAS_ONLINE" in raised.value.hint
    assert failed.error is not None
    assert "PAPERATLAS_ONLINE" in failed.error.hint


def test_a_library_without_a_web_search_says_which_setting_gives_it_one(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "lib", online=PARTS) as library, pytest.raises(ConfigError) as raised:
        library.search_online("moss", place="web")
    assert "PAPERATLAS_WEB_SEARCH" in raised.value.hint


@pytest.mark.parametrize(
    ("settings", "setting"),
    [({"web_search": "searxng"}, "WEB_SEARCH_URL"), ({"web_search": "brave"}, "WEB_SEARCH_KEY")],
)
def test_half_a_setting_is_refused_by_name(settings: dict[str, str], setting: str) -> None:
    with pytest.raises(BadSetting) as raised:
        chosen_online(Settings(online="on", **settings))
    assert setting in raised.value.hint


def test_nothing_is_chosen_where_nothing_may_go_online() -> None:
    assert chosen_online(Settings(web_search="searxng")) is None


def test_the_command_searches_where_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"title": "Moss", "url": "https://a.example/1", "content": "glows"}
    with site(lambda _: Reply(body={"results": [row]})) as served:
        monkeypatch.setenv("PAPERATLAS_ONLINE", "on")
        monkeypatch.setenv("PAPERATLAS_WEB_SEARCH", "searxng")
        monkeypatch.setenv("PAPERATLAS_WEB_SEARCH_URL", served.url)
        out = io.StringIO()
        assert run(["--library", str(tmp_path / "lib"), "online", "moss", "--in", "web", "--json"], stdout=Output(out)) == 0
    (found,) = json.loads(out.getvalue())["results"]
    assert (found["title"], found["source"]) == ("Moss", "https://a.example/1")
