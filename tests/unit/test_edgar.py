"""Filings by ticker, form and year, against a server on loopback that lists and gives them out as SEC EDGAR does."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.errors import BadOutput, ConfigError, InputError, RateLimited, UnsupportedFile
from paperatlas.core.online import is_address
from paperatlas.pipeline.readers.bibliographies import BibTexReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.remote.edgar import Wanted, edgar_filings
from tests.fakes.service import Asked, Reply
from tests.unit.test_online import edgar_at, papers_at, site

TICKERS = {
    "0": {"cik_str": 320193, "ticker": "MOSS", "title": "Moss Lanterns Inc."},
    "1": {"cik_str": 12, "ticker": "FERN-B", "title": "Fern & Co"},
}
RECENT = [
    ("0000320193-24-000123", "10-K", "2024-09-28", "2024-11-01", "moss-20240928.htm"),
    ("0000320193-24-000099", "8-K", "2024-08-01", "2024-08-01", "moss-20240801.htm"),
    ("0000320193-24-000081", "10-Q", "2024-06-29", "2024-08-02", "moss-20240629.htm"),
    ("0000320193-24-000069", "10-Q", "2024-03-30", "2024-05-03", "moss-20240330.htm"),
    ("0000320193-24-000010", "4", "2024-01-05", "2024-01-08", "xslF345X05/form4.xml"),
    ("0000320193-23-000106", "10-K", "2023-09-30", "2023-11-03", "moss-20230930.htm"),
    ("0000320193-23-000107", "10-K/A", "2023-09-30", "2023-12-03", "moss-20230930a.htm"),
]
OLDER = [
    ("0000320193-09-000001", "10-K", "2009-09-26", "2009-10-27", "d10k.txt"),
    ("bad", "10-K", "2009-01-01", "", "../../x.htm"),
]
FILING = """<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body>
<p><ix:nonNumeric name="dei:EntityRegistrantName" contextRef="c">Moss Lanterns Inc.</ix:nonNumeric>
<ix:nonNumeric name="dei:DocumentType" contextRef="c">10-K</ix:nonNumeric>
<ix:nonNumeric name="dei:DocumentFiscalYearFocus" contextRef="c">2024</ix:nonNumeric></p>
<p>Net sales were <ix:nonFraction name="us-gaap:Revenues" contextRef="c" unitRef="usd">391</ix:nonFraction> lanterns.</p>
</body></html>"""


def columns(rows: Sequence[tuple[str, ...]]) -> dict[str, list[str]]:
    names = ("accessionNumber", "form", "reportDate", "filingDate", "primaryDocument")
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


COMPANY = {
    "cik": "320193",
    "name": "Moss Lanterns Inc.",
    "tickers": ["MOSS"],
    "filings": {
        "recent": columns(RECENT),
        "files": [
            {"name": "CIK0000320193-submissions-001.json", "filingCount": 2, "filingFrom": "1994-01-26", "filingTo": "2015-03-13"}
        ],
    },
}


def as_edgar(asked: Asked) -> Reply:
    replies: dict[str, Any] = {
        "/files/company_tickers.json": TICKERS,
        "/data/submissions/CIK0000320193.json": COMPANY,
        "/data/submissions/CIK0000320193-submissions-001.json": columns(OLDER),
    }
    if asked.path in replies:
        return Reply(body=replies[asked.path])
    if asked.path.startswith("/Archives/edgar/data/320193/"):
        is_text = asked.path.endswith(".txt")
        return Reply(body=b"ANNUAL REPORT of Moss" if is_text else FILING.encode(), headers={"Content-Type": "text/html"})
    return Reply(status=404)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("edgar:COST", Wanted(company="COST")),
        ("edgar:BRK.B/10-K", Wanted(company="BRK.B", form="10-K")),
        ("EDGAR: 0000909832/10-K/2023", Wanted(company="0000909832", form="10-K", year=2023)),
        ("edgar:cost/10-K/A/2019", Wanted(company="cost", form="10-K/A", year=2019)),
        ("edgar:cost/2019", Wanted(company="cost", year=2019)),
        ("edgar:cost/DEF 14A/2019", Wanted(company="cost", form="DEF 14A", year=2019)),
        ("https://www.sec.gov/edgar", None),
    ],
)
def test_a_source_names_company_form_and_year(source: str, wanted: Wanted | None) -> None:
    assert edgar_filings(source) == wanted
    assert is_address(source)


@pytest.mark.parametrize("source", ["edgar:", "edgar:a/b/c/d", "edgar:../../etc/passwd", "edgar:cost/10-K/999999"])
def test_what_names_no_filing_is_refused_with_how_to(source: str) -> None:
    with pytest.raises(InputError, match="names no filing"):
        edgar_filings(source)


@pytest.mark.parametrize(
    ("source", "files"),
    [
        ("edgar:MOSS", ["Moss_Lanterns_Inc.-10-K-2024-09-28.htm"]),
        ("edgar:moss/10-K/2023", ["Moss_Lanterns_Inc.-10-K-2023-09-30.htm"]),
        ("edgar:320193/10-K/A/2023", ["Moss_Lanterns_Inc.-10-K_A-2023-09-30.htm"]),
        ("edgar:CIK0000320193/10-q/2024", ["Moss_Lanterns_Inc.-10-Q-2024-06-29.htm", "Moss_Lanterns_Inc.-10-Q-2024-03-30.htm"]),
        ("edgar:MOSS/10-K/2009", ["Moss_Lanterns_Inc.-10-K-2009-09-26.txt"]),
    ],
)
def test_filings_are_brought_with_what_they_are(source: str, files: list[str], tmp_path: Path) -> None:
    with site(as_edgar) as served:
        found = papers_at(served.url).bring(source, tmp_path)
    assert [path.name for path in found if path.suffix != ".bib"] == files
    assert len({path.parent for path in found}) == len(files)  # each goes alone when it is removed
    (entry,), _ = BibTexReader().listings(found[1])
    assert [*entry.metadata.authors] == ["Moss Lanterns Inc."]
    assert (str(entry.metadata.year), entry.files) == (files[0][-14:-10], (files[0],))


def test_a_filing_says_itself_what_it_is(tmp_path: Path) -> None:
    with site(as_edgar) as served:
        filing, _ = papers_at(served.url).bring("edgar:MOSS", tmp_path)
    read = HtmlReader().read(filing, name="filing", on_page=lambda _number, _of: None)
    assert (read.metadata.title, read.metadata.year) == ("Moss Lanterns Inc. 10-K 2024", 2024)
    assert "391 lanterns" in read.pages[0].text


def test_nothing_is_asked_of_edgar_without_somebody_to_write_to(tmp_path: Path) -> None:
    with site(as_edgar) as served, pytest.raises(ConfigError) as raised:
        papers_at(served.url, edgar=edgar_at(served.url, contact="")).bring("edgar:MOSS", tmp_path)
    assert "PAPERATLAS_CONTACT" in raised.value.hint
    assert served.asked == []


def test_edgar_is_told_who_asks(tmp_path: Path) -> None:
    with site(as_edgar) as served:
        papers_at(served.url).bring("edgar:MOSS", tmp_path)
    assert {asked.agent for asked in served.asked} == {"Ada Sato ada@example.org"}


@pytest.mark.parametrize(
    ("source", "told"),
    [("edgar:NOBODY", "no ticker"), ("edgar:MOSS/10-K/1980", "has filed no 10-K 1980"), ("edgar:MOSS/20-F", "has filed no 20-F")],
)
def test_what_there_is_not_is_told(source: str, told: str, tmp_path: Path) -> None:
    with site(as_edgar) as served, pytest.raises(InputError, match=told):
        papers_at(served.url).bring(source, tmp_path)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("body", [b"<html>", {"filings": 3}, {"filings": {"recent": {"form": 1}, "files": [{}]}}, []])
def test_lists_with_holes_are_errors_and_never_crashes(body: Any, tmp_path: Path) -> None:
    def broken(asked: Asked) -> Reply:
        return Reply(body=body) if "/submissions/" in asked.path else as_edgar(asked)

    with site(broken) as served, pytest.raises((BadOutput, InputError)):
        papers_at(served.url).bring("edgar:MOSS/10-K/2020", tmp_path)


def test_what_is_sent_in_place_of_a_filing_is_not_kept(tmp_path: Path) -> None:
    def other(asked: Asked) -> Reply:
        return Reply(body=b"\x00\x01") if "/Archives/" in asked.path else as_edgar(asked)

    with site(other) as served, pytest.raises(UnsupportedFile):
        papers_at(served.url).bring("edgar:MOSS", tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_a_refusal_for_too_many_requests_is_told(tmp_path: Path) -> None:
    with site(lambda _: Reply(status=429, headers={"Retry-After": "600"})) as served, pytest.raises(RateLimited) as raised:
        papers_at(served.url).bring("edgar:MOSS", tmp_path)
    assert "600 s" in raised.value.hint
