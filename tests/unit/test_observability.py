"""What who runs PaperAtlas sees of it: a report to attach, a line a request, a dashboard. None tells secrets or papers."""

import io
import json
import logging
import re
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from paperatlas.cli.bug_report import _sizes
from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.masking import masked_address
from paperatlas.web.metrics import Metrics
from paperatlas.web.request_log import LOGGER, log_requests
from tests.fakes.mcp_servers import LAMP, note_library, write_notes
from tests.unit.test_web_api import API, serving

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana" / "paperatlas.json"
SECRET = "canary-of-a-person-0123456789"


def test_every_metric_that_the_dashboard_names_exists() -> None:
    metrics = Metrics()
    metrics.requests.labels("GET", "/", 200).inc()
    metrics.seconds.labels("/").observe(1)
    served = {
        line.split("{")[0].split(" ")[0] for line in generate_latest(metrics.registry).decode().splitlines() if line[:1] != "#"
    }
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    named = {name for panel in panels for target in panel["targets"] for name in re.findall(r"\bpaperatlas_\w+", target["expr"])}
    assert named
    assert named <= served


def test_panels_of_the_dashboard_do_not_lie_over_each_other() -> None:
    cells = [
        (x, y)
        for panel in json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(cells) == len(set(cells))


def report_of(folder: Path, *words: str) -> tuple[dict, int]:
    out = io.StringIO()
    code = run(["--library", str(folder), "bug-report", "--json", *words], stdout=Output(out))
    return json.loads(out.getvalue()), code


def test_a_bug_report_says_how_it_is_set_up_and_nothing_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERATLAS_LLM_API_KEY", SECRET)
    monkeypatch.setenv("PAPERATLAS_LLM_BASE_URL", f"http://me:{SECRET}@127.0.0.1:9/v1?api_key={SECRET}")
    monkeypatch.setenv("PAPERATLAS_WEB_TOKEN", SECRET)
    report, code = report_of(tmp_path / "library")
    assert code == 0
    assert SECRET not in json.dumps(report)
    assert report["system"]["paperatlas"]
    assert report["packages"]["pymupdf"]
    assert report["settings"]["llm_api_key"]["value"] == "********"
    assert report["library"] == {"exists": False}


def test_a_bug_report_is_written_where_the_settings_are_wrong_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERATLAS_WORKERS", f"no number but {SECRET}")
    report, code = report_of(tmp_path / "library")
    assert code == 0
    assert report["settings"]["error"]["code"] == "bad_setting"
    assert SECRET not in json.dumps(report)


def test_a_bug_report_holds_sizes_and_no_name_or_word_of_a_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "library"
    with note_library(folder) as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        names = [name for document in library.documents() for name in (document.name, document.title)]
        sizes = _sizes(library)
    assert sizes["documents"] == 1
    assert sizes["bytes"]["catalog"] > 0
    assert not [name for name in names if name and name in json.dumps(sizes)]


def test_of_a_library_that_cannot_be_opened_it_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "catalog.sqlite3").write_bytes(b"no database at all" * 100)
    monkeypatch.chdir(tmp_path)
    report, code = report_of(folder)
    assert code == 0
    assert report["library"]["error"]["code"] == "library_damaged"
    assert report["system"]["python"]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("bolt://neo4j:pass@host:7687", "bolt://********@host:7687"),
        ("http://host/v1?api-version=3&api_key=abc&x=1", "http://host/v1?api-version=3&api_key=********&x=1"),
        ("http://host/v1", "http://host/v1"),
        ("a text with me@example.org", "a text with me@example.org"),
    ],
)
def test_addresses_are_shown_without_what_opens_them(address: str, shown: str) -> None:
    assert masked_address(address) == shown


def test_a_request_is_one_line_without_what_was_asked(tmp_path: Path) -> None:
    stream = io.StringIO()
    log_requests(stream)
    try:
        with note_library(tmp_path / "library") as library, serving(library) as web:
            answer = web.get(f"{API}/search", params={"q": "a private question"})
    finally:
        logging.getLogger(LOGGER).handlers.clear()
        logging.getLogger(LOGGER).setLevel(logging.WARNING)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    line = next(line for line in lines if line["id"] == answer.headers["x-request-id"])
    assert (line["method"], line["route"], line["status"]) == ("GET", "/search", answer.status_code)
    assert "private" not in stream.getvalue()
