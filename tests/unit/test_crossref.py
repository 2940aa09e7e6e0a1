"""Papers as registries know them, against servers on loopback that answer in the forms of Crossref and of doi.org."""

import io
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.answers import Citation
from paperatlas.core.errors import BadOutput, ConfigError, PaperAtlasError, RateLimited, TimedOut
from paperatlas.core.ids import DocumentId
from paperatlas.core.standing import Notice, standing_of
from paperatlas.core.wire import citation_json
from paperatlas.core.wire_events import read_citation
from paperatlas.library import Library
from paperatlas.library.parts import OnlineParts
from paperatlas.remote.crossref import Crossref
from paperatlas.remote.pacing import Pace
from tests.fakes.libraries import open_test_library
from tests.fakes.service import Asked, Reply, Service
from tests.unit.test_online import arxiv_at, fetcher, papers_at, site, unhurried

DOI = "10.5555/moss.2024.7"
WORK: dict[str, Any] = {
    "DOI": DOI,
    "type": "journal-article",
    "title": ["Lantern <i>moss</i> glows in dry air &amp; in wet air"],
    "author": [
        {"given": "Ada", "family": "Sato", "sequence": "first", "affiliation": []},
        {"name": "The Moss Consortium", "sequence": "additional", "affiliation": []},
    ],
    "published-online": {"date-parts": [[2024, 3, 5]]},
    "issued": {"date-parts": [[None]]},
    "container-title": ["Journal of Bryology"],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>It glows.</jats:p>",
    "relation": {},
}
RETRACTED = {
    **WORK,
    "updated-by": [
        {
            "DOI": "10.5555/c",
            "type": "correction",
            "label": "Correction",
            "source": "publisher",
            "updated": {"date-parts": [[2024, 5]]},
        },
        {
            "DOI": "10.5555/r",
            "type": "retraction",
            "label": "Retraction",
            "source": "retraction-watch",
            "updated": {"date-parts": [[2025, 2, 6]], "date-time": "2025-02-06T00:00:00Z", "timestamp": 1738800000000},
            "record-id": "61234",
        },
        {
            "DOI": "10.5555/R",
            "type": "retraction",
            "label": "Retraction",
            "source": "publisher",
            "updated": {"date-parts": [[2025, 2, 6]]},
        },
    ],
}
TITLE = "Lantern moss glows in dry air & in wet air"
PAPER = f"# {TITLE}\n\nLantern moss glows brighter in dry air than in wet air.\n"


def message(value: Any) -> Reply:
    return Reply(body={"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": value})


def listing(*items: Any) -> Reply:
    return message({"total-results": len(items), "items": [*items], "items-per-page": 5})


def crossref_at(url: str, **how: Any) -> Crossref:
    return Crossref(
        url=url, fetcher=fetcher(**how), doi_url=f"{url}/doi", doi_fetcher=fetcher(), pace=unhurried(), search_pace=unhurried()
    )


def serving(work: Any = None, *items: Any) -> AbstractContextManager[Service]:
    """A server with one work, and what it answers to searches."""

    def answer(asked: Asked) -> Reply:
        path = urlsplit(asked.path).path
        if path == "/works":
            return listing(*items)
        if work is not None and unquote(path) == f"/works/{DOI}":
            return message(work)
        return Reply(status=404, body=b"Resource not found.")

    return site(answer)


def test_a_work_is_read_without_its_markup() -> None:
    with serving(WORK) as served:
        found = crossref_at(served.url).work(DOI)
    assert found is not None
    assert (found.registry, found.doi, found.notices) == ("crossref", DOI, ())
    assert found.metadata.title == TITLE
    assert found.metadata.authors == ("Ada Sato", "The Moss Consortium")
    assert (found.metadata.year, found.metadata.venue, found.metadata.abstract) == (2024, "Journal of Bryology", "It glows.")


def test_who_asks_is_told_where_a_contact_is_set() -> None:
    with serving(WORK) as served:
        crossref = crossref_at(served.url)
        Crossref(
            **{**{name: getattr(crossref, name) for name in crossref.__slots__}, "contact": "Ada Sato <ada@example.org>"}
        ).work(DOI)
        crossref.work(DOI)
    told = [parse_qs(urlsplit(asked.path).query).get("mailto") for asked in served.asked]
    assert told == [["ada@example.org"], ["ada@example.org"], None, None]


def test_a_retraction_is_told_once_in_the_publishers_words() -> None:
    with serving(RETRACTED) as served:
        found = crossref_at(served.url).work(DOI)
    assert found is not None
    assert found.notices == (Notice(kind="retraction", doi="10.5555/R", date="2025-02-06", source="publisher"),)
    assert standing_of(found.notices) == "retracted"


def test_a_notice_that_only_names_the_paper_is_found_too() -> None:
    notice = {
        "DOI": "10.5555/eoc",
        "update-to": [{"DOI": DOI.upper(), "type": "expression_of_concern", "updated": {"date-parts": [[2025]]}}],
    }
    other = {"DOI": "10.5555/x", "update-to": [{"DOI": "10.5555/another", "type": "retraction"}]}
    with serving(WORK, notice, other) as served:
        found = crossref_at(served.url).work(DOI)
    assert found is not None
    assert found.notices == (Notice(kind="expression_of_concern", doi="10.5555/eoc", date="2025", source="publisher"),)
    assert parse_qs(urlsplit(served.asked[-1].path).query)["filter"] == [f"updates:{DOI}"]


def test_a_title_that_says_so_is_taken_at_its_word() -> None:
    with serving({**WORK, "title": ["RETRACTED ARTICLE: Lantern moss glows"]}) as served:
        found = crossref_at(served.url).work(DOI)
    assert found is not None
    assert (found.metadata.title, found.notices) == ("Lantern moss glows", (Notice(kind="retraction", source="title"),))


@pytest.mark.parametrize(
    ("kinds", "standing"),
    [
        ([], ""),
        ([("correction", "2024")], ""),
        ([("partial_retraction", "2024")], "concern"),
        ([("expression_of_concern", "2023"), ("withdrawal", "2024")], "retracted"),
        ([("retraction", "2023"), ("reinstatement", "2024-01")], ""),
        ([("reinstatement", "2023"), ("retraction", "2024")], "retracted"),
    ],
)
def test_the_gravest_notice_holds_until_a_paper_is_reinstated(kinds: list[tuple[str, str]], standing: str) -> None:
    assert standing_of([Notice(kind=kind, date=date) for kind, date in kinds]) == standing


def test_a_doi_of_another_registrar_is_asked_of_the_resolver() -> None:
    csl = {
        "type": "article",
        "title": "Moss nets",
        "author": [{"literal": "Moss Group"}],
        "issued": {"date-parts": [["2023", 1]]},
    }

    def answer(asked: Asked) -> Reply:
        return Reply(body=csl) if asked.path == "/doi/10.48550/arXiv.2401.01234" else Reply(status=404)

    with site(answer) as served:
        found = crossref_at(served.url).work("10.48550/arXiv.2401.01234")
        missing = crossref_at(served.url).work("10.48550/gone")
    assert found is not None
    assert (found.registry, found.metadata.title, found.metadata.authors, found.metadata.year) == (
        "doi",
        "Moss nets",
        ("Moss Group",),
        2023,
    )
    assert missing is None


@pytest.mark.parametrize(
    ("title", "authors", "year", "is_found"),
    [
        ("Lantern moss glows in dry air & in wet air", ("A. Sato",), None, True),
        ("Lantern moss glows in dry air & in wet air", ("Ben Ito",), 2024, False),
        ("Lantern moss glows in dry air & in wet air", (), 2024, True),
        ("Lantern moss glows in dry air & in wet air", (), None, False),
        ("Lantern moss fades in salt water for years", ("Ada Sato",), 2024, False),
        ("Lantern moss", ("Ada Sato",), 2024, False),
    ],
)
def test_a_paper_is_known_by_its_title_only_beyond_doubt(
    title: str, authors: tuple[str, ...], year: int | None, is_found: bool
) -> None:
    with serving(None, WORK, {**WORK, "DOI": "10.5555/other", "title": ["Ferns of the coast and their spores"]}) as served:
        assert (crossref_at(served.url).find(title, authors, year) is not None) == is_found


def test_two_works_of_one_title_are_neither() -> None:
    with serving(None, WORK, {**WORK, "DOI": "10.5555/twin"}) as served:
        assert crossref_at(served.url).find(TITLE, ("Ada Sato",), 2024) is None


@pytest.mark.parametrize("body", [b"<html>busy", b"[1, 2]", b""])
def test_a_reply_that_is_none_is_an_error_that_names_the_setting(body: bytes) -> None:
    with site(lambda _: Reply(body=body)) as served, pytest.raises(BadOutput) as raised:
        crossref_at(served.url).work(DOI)
    assert "PAPERATLAS_CROSSREF_URL" in raised.value.hint


@pytest.mark.parametrize(
    "work",
    [
        {}, {"title": None, "author": "x", "issued": 7},
        {"title": [3], "author": [None, {"family": 5}], "updated-by": {"type": 1}},
        {"issued": {"date-parts": []}, "updated-by": [None, {"type": None, "updated": {"date-parts": [["x"]]}}]},
    ],
)  # fmt: skip
def test_records_with_holes_are_read_as_far_as_they_go(work: dict[str, Any]) -> None:
    with serving(work) as served:
        found = crossref_at(served.url).work(DOI)
    assert found is not None
    assert standing_of(found.notices) == ""


def test_a_registry_is_asked_again_when_it_says() -> None:
    replies = iter([Reply(status=429, headers={"Retry-After": "3"}), message(RETRACTED)])
    waited: list[float] = []
    with site(lambda _: next(replies)) as served:
        assert crossref_at(served.url, sleep=waited.append).work(DOI) is not None
    assert waited == [3.0]


def test_requests_are_spread_over_time() -> None:
    waited: list[float] = []
    pace = Pace(seconds=5, sleep=waited.append)
    pace.wait()
    pace.wait()
    assert waited[0] == 0
    assert 4 < waited[1] <= 5


# In a library


def library_at(folder: Path, url: str, **how: Any) -> Library:
    online = OnlineParts(papers=papers_at(url), arxiv=arxiv_at(url), registry=crossref_at(url, **how))
    return open_test_library(folder / "lib", online=online)


def with_paper(library: Library, folder: Path, text: str = PAPER) -> None:
    paper = folder / "moss.note"
    paper.write_text(text, encoding="utf-8")
    library.ingest(paper)


def test_what_a_paper_does_not_say_is_filled_in_and_what_a_person_said_stays(tmp_path: Path) -> None:
    with serving(WORK) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI, venue="My shelf")
        [done] = library.enrich().documents
        held = library.document("moss.note").metadata
        assert (done.status, done.filled) == ("found", ("authors", "year"))
        assert (held.authors, held.year, held.venue) == (("Ada Sato", "The Moss Consortium"), 2024, "My shelf")
        assert library.stated("moss.note").authors == ()
        library.correct("moss.note", year=2020)
        assert library.document("moss.note").metadata.year == 2020
        library.correct("moss.note", year=None)
        assert library.document("moss.note").metadata.year == 2024


def test_it_stays_when_the_paper_is_read_anew_and_when_its_file_changes(tmp_path: Path) -> None:
    with serving(RETRACTED) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI)
        library.enrich()
        library.read_again("moss.note")
        assert library.document("moss.note").standing == "retracted"
        with_paper(library, tmp_path, PAPER + "\nIt fades at noon.\n")
        changed = library.document("moss.note")
        assert (changed.standing, changed.metadata.year) == ("retracted", 2024)
        assert library.doctor().faults == ()


def test_a_retracted_paper_is_marked_wherever_it_is_cited(tmp_path: Path) -> None:
    with serving(RETRACTED) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI)
        library.enrich()
        answer = library.ask("Where does lantern moss glow brighter?", min_confidence=0)
        assert answer.citations
        assert all("retracted" in citation.flags for citation in answer.citations)
        assert all("retracted" in each.flags for each in library.summary("moss.note").sentences[0].citations)


@pytest.mark.parametrize("standing", ["", "retracted", "concern"])
def test_a_citation_keeps_its_mark_on_the_wire(standing: Any) -> None:
    citation = Citation(
        n=1, document=DocumentId("d"), doc="a", title="A", page=1, section="", quote="It glows.", boxes=(), standing=standing
    )
    assert read_citation(json.loads(json.dumps(citation_json(citation)))) == citation


def test_a_paper_is_asked_about_once_a_month(tmp_path: Path) -> None:
    with serving(WORK) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI)
        assert [library.enrich(again=again).documents[0].status for again in (False, False, True)] == [
            "found",
            "skipped",
            "found",
        ]


def test_a_paper_that_no_registry_has_is_left_as_it_is(tmp_path: Path) -> None:
    with serving(None) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        before = library.document("moss.note")
        [done] = library.enrich().documents
        assert (done.status, done.filled) == ("unknown", ())
        assert library.document("moss.note") == before


def test_a_registry_that_loses_a_record_lifts_no_retraction(tmp_path: Path) -> None:
    with serving(RETRACTED) as served, library_at(tmp_path, served.url) as library:
        with_paper(library, tmp_path)
        library.correct("moss.note", doi=DOI)
        library.enrich()
        served.answer = lambda _: Reply(status=404)
        [done] = library.enrich(again=True).documents
        assert done.standing == "retracted"
        library.correct("moss.note", doi="10.5555/another")
        assert [library.enrich().documents[0].status for _ in range(2)] == ["unknown", "skipped"]
        assert library.document("moss.note").standing == ""


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda _: Reply(status=429), RateLimited),
        (lambda _: Reply(body=b"<html>"), BadOutput),
        (None, TimedOut),
    ],
)
def test_a_registry_that_fails_is_told_of_the_paper_and_changes_nothing(
    answer: Callable[[Asked], Reply] | None, error: type[PaperAtlasError], tmp_path: Path
) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent, site(answer or (lambda _: Reply())) as served:
        url = served.url if answer else f"http://127.0.0.1:{silent.getsockname()[1]}"
        with library_at(tmp_path, url, seconds=0.3) as library:
            with_paper(library, tmp_path)
            library.correct("moss.note", doi=DOI)
            before = library.document("moss.note")
            [done] = library.enrich().documents
            assert done.error is not None
            assert (done.status, done.error.code) == ("failed", error.code)
            assert library.document("moss.note") == before


def test_nothing_is_asked_where_nothing_may_go_online(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "lib") as library, pytest.raises(ConfigError, match="online"):
        library.enrich()


def test_the_command_tells_what_was_filled_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = tmp_path / "moss.md"
    paper.write_text(
        f"---\ntitle: {TITLE}\nauthor: Ada Sato\n---\n\n# Results\n\nLantern moss glows in dry air.\n", encoding="utf-8"
    )
    monkeypatch.setenv("PAPERATLAS_ONLINE", "on")
    monkeypatch.setenv("PAPERATLAS_GRAPH", "off")
    with serving(None, RETRACTED) as served:
        monkeypatch.setenv("PAPERATLAS_CROSSREF_URL", served.url)
        library = ["--library", str(tmp_path / "lib")]
        assert run([*library, "ingest", str(paper)], stdout=Output(io.StringIO())) == 0
        out = io.StringIO()
        assert run([*library, "enrich", "--json"], stdout=Output(out)) == 0
    [done] = json.loads(out.getvalue())["documents"]
    assert (done["status"], done["standing"]) == ("found", "retracted")
    assert {"year", "venue", "doi"} <= {*done["filled"]}
    out = io.StringIO()
    assert run([*library, "documents"], stdout=Output(out)) == 0
    assert "[RETRACTED]" in out.getvalue()
