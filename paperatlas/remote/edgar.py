"""Company filings of SEC EDGAR, by ticker or CIK, form and year.

EDGAR asks whoever calls it to say who they are, and takes no more than ten requests a second. A filing's main document is HTML,
whose figures are marked as inline XBRL.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from paperatlas.core.errors import ConfigError, InputError, UnsupportedFile
from paperatlas.remote.fetching import Fetched, Fetcher
from paperatlas.remote.keeping import folder_of, listing_of, write_whole
from paperatlas.remote.pacing import Pace
from paperatlas.remote.replies import json_of

__all__ = ["Edgar", "Wanted", "edgar_filings"]

_SOURCE = re.compile(
    r"edgar:\s*(?P<company>[A-Z0-9.\-]{1,20})(?:/(?P<form>[A-Z0-9][A-Z0-9 .\-]{0,20}(?:/A)?))??(?:/(?P<year>(?:19|20)\d\d))?$",
    re.IGNORECASE,
)
_ANNUAL = ("10-K", "20-F", "40-F")
"""Reports of a year: of companies of the United States, and of others."""
_CIK = re.compile(r"(?:CIK)?0*(\d{1,10})$", re.IGNORECASE)
_MOST = 100
"""Filings of one source: a company's 8-K of a year are some thirty."""
_ENDINGS = {".htm": ".htm", ".html": ".htm", ".txt": ".txt", ".pdf": ".pdf"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a source names."""

    company: str
    form: str = ""
    """Empty for the report of a year, whichever form the company has."""
    year: int | None = None
    """That the report is of; None for the newest."""

    def is_of(self, filing: "_Filing") -> bool:
        forms = (self.form.upper(),) if self.form else _ANNUAL
        return filing.form.upper() in forms and (self.year is None or filing.period.startswith(str(self.year)))


def edgar_filings(source: str) -> Wanted | None:
    """As "edgar:COST", "edgar:COST/10-Q/2024", "edgar:0000909832/10-K/A/2019"; None for anything else.

    Raises:
        InputError: it begins like one.
    """
    if not source.strip().lower().startswith("edgar:"):
        return None
    found = _SOURCE.match(source.strip())
    if found is None:
        raise InputError(f"{source!r} names no filing.", hint="Name ticker or CIK, form and year, as in edgar:COST/10-K/2024.")
    return Wanted(company=found["company"], form=found["form"] or "", year=int(found["year"]) if found["year"] else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Filing:
    accession: str
    form: str
    period: str
    """The day that the report's period ends on, ISO 8601; that of the filing where it has none."""
    document: str
    """The name of its main file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edgar:
    url: str
    data_url: str
    fetcher: Fetcher
    contact: str
    pace: Pace = field(default_factory=lambda: Pace(seconds=0.15))

    def bring(self, wanted: Wanted, into: Path) -> tuple[Path, ...]:
        """The main documents of the filings that are meant, each with a bibliography file.

        Raises:
            ConfigError: nobody is named that EDGAR could write to.
            InputError: there is no such company, or no such filing of it.
        """
        if not self.contact:
            raise ConfigError(
                "SEC EDGAR asks who calls it.", hint="Set PAPERATLAS_CONTACT to your name and e-mail address, and restart."
            )
        cik = self._cik(wanted.company)
        company = self._json(f"{self.data_url.rstrip('/')}/submissions/CIK{cik:010d}.json", "EDGAR_DATA_URL")
        name = str(company.get("name") or wanted.company)
        filings = self._filings(company, wanted)
        if not filings:
            what = " ".join(filter(None, (wanted.form or "yearly report", str(wanted.year or ""))))
            raise InputError(f"{name} has filed no {what}.", hint="The year is that in which the period of the report ends.")
        return tuple(path for filing in filings for path in self._brought(filing, cik, name, into))

    def _cik(self, company: str) -> int:
        if number := _CIK.match(company):
            return int(number[1])
        listed = self._json(f"{self.url.rstrip('/')}/files/company_tickers.json", "EDGAR_URL")
        ticker = company.upper().replace(".", "-")
        for each in listed.values():
            if isinstance(each, dict) and str(each.get("ticker", "")).upper() == ticker and isinstance(each.get("cik_str"), int):
                return int(each["cik_str"])
        raise InputError(f"SEC EDGAR knows no ticker {company!r}.", hint="Name the company's CIK, as in edgar:0000909832/10-K.")

    def _filings(self, company: Mapping[str, Any], wanted: Wanted) -> list[_Filing]:
        """The newest first; only that one where no year is meant."""
        for batch in self._batches(company, wanted):
            found = [filing for filing in _rows(batch) if wanted.is_of(filing)]
            if found:
                return found[:1] if wanted.year is None else found[:_MOST]
        return []

    def _batches(self, company: Mapping[str, Any], wanted: Wanted) -> Iterator[Mapping[str, Any]]:
        """The filings that come with the company, some thousand, and then the files of older ones that may be meant."""
        filings = company.get("filings")
        if not isinstance(filings, dict):
            return
        yield filings.get("recent") or {}
        for older in filings.get("files") or ():
            # Reports are filed in the year that they are of, or in the next two.
            first, last = (str(older.get(name, ""))[:4] for name in ("filingFrom", "filingTo"))
            if wanted.year is None or (first <= str(wanted.year + 2) and str(wanted.year) <= last):
                name = PurePosixPath(str(older.get("name", ""))).name
                yield self._json(f"{self.data_url.rstrip('/')}/submissions/{name}", "EDGAR_DATA_URL")

    def _brought(self, filing: _Filing, cik: int, company: str, into: Path) -> tuple[Path, Path]:
        address = f"{self.url.rstrip('/')}/Archives/edgar/data/{cik}/{filing.accession.replace('-', '')}/{filing.document}"
        fetched = self._get(address)
        ending = _ending(fetched, filing)
        stem = re.sub(r"[^\w.-]+", "_", f"{company}-{filing.form}-{filing.period}").strip("._")
        folder = folder_of(into, f"edgar:{filing.accession}")
        stated = {
            "title": f"{company} {filing.form} {filing.period[:4]}",
            "author": company.replace(" and ", " & "),
            "year": filing.period[:4],
            "file": f"{stem}{ending}",
        }
        listing = listing_of({f"edgar-{filing.accession}": stated})
        return write_whole(fetched.content, folder / f"{stem}{ending}"), write_whole(listing, folder / f"{stem}.bib")

    def _json(self, address: str, setting: str) -> dict[str, Any]:
        return json_of(self._get(address), setting=setting)

    def _get(self, address: str) -> Fetched:
        self.pace.wait()
        return self.fetcher.get(address, headers={"User-Agent": self.contact})


def _rows(batch: Mapping[str, Any]) -> Iterator[_Filing]:
    """EDGAR lists filings by columns."""
    names = ("accessionNumber", "form", "reportDate", "filingDate", "primaryDocument")
    columns = [column if isinstance(column := batch.get(name), list) else [] for name in names]
    for accession, form, report, filed, document in zip(*columns, strict=False):
        # Of the newest filings the viewer's page may be named in place of the file: "xslF345X05/doc.xml".
        if re.fullmatch(r"\d{10}-\d{2}-\d{6}", str(accession)) and re.fullmatch(r"[\w.\-]+", str(document)):
            yield _Filing(accession=accession, form=str(form), period=str(report or filed), document=document)


def _ending(fetched: Fetched, filing: _Filing) -> str:
    ending = _ENDINGS.get(PurePosixPath(filing.document).suffix.lower(), "")
    head = fetched.content[:1024].lstrip().lower()
    sound = {".htm": head.startswith(b"<"), ".pdf": b"%pdf-" in head, ".txt": bool(head)}
    if not sound.get(ending, False):
        raise UnsupportedFile(
            f"The main file of {filing.form} {filing.accession} ({filing.document}) is no document that can be read.",
            hint="Forms such as 10-K, 10-Q, 8-K and 20-F are HTML; others are often bare XML.",
        )
    return ending
