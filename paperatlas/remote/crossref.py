"""Crossref, and whoever else registers DOIs: what a paper is, and whether it was retracted.

Crossref's own records and those of Retraction Watch come in `updated-by` of a paper; where it has none, Crossref is asked what
updates it. Its polite pool takes some ten requests a second of single works and three of searches, from
those who give an address to write to.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from rapidfuzz import fuzz

from paperatlas.core.errors import InputError
from paperatlas.core.registry import Registered, RegisteredIn
from paperatlas.core.standing import CONCERNS, RETRACTIONS, Notice
from paperatlas.core.text import fold, words
from paperatlas.core.types import Metadata
from paperatlas.remote.fetching import Fetcher
from paperatlas.remote.pacing import Pace
from paperatlas.remote.replies import day_of, json_of, texts, year_of

__all__ = ["Crossref"]

_KINDS = RETRACTIONS | CONCERNS | {"reinstatement"}
_SAID_IN_TITLE = re.compile(
    r"^\W*(?P<said>retracted|withdrawn|removed)(?:\s+(?:article|paper|chapter))?\s*[:\])-]\s*", re.IGNORECASE
)
_TITLE_KINDS = {"retracted": "retraction", "withdrawn": "withdrawal", "removed": "removal"}
_JATS_TITLE = re.compile(r"<jats:title>.*?</jats:title>", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_CSL = "application/vnd.citationstyles.csl+json"
_CANDIDATES = 5
_SAME_TITLE = 95.0
"""Of 100; between two editions of a title there is a hyphen or a plural."""
_SHORT_TITLE = 4
"""Words: a title of fewer is that of many works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossref:
    """`core.registry.Registry`."""

    url: str
    fetcher: Fetcher
    doi_url: str
    doi_fetcher: Fetcher
    """Resolving a DOI leads to wherever its registrar is."""
    contact: str = ""
    """Sent along as an e-mail address, if it holds one."""
    pace: Pace = field(default_factory=lambda: Pace(seconds=0.2))
    search_pace: Pace = field(default_factory=lambda: Pace(seconds=0.5))

    def work(self, doi: str) -> Registered | None:
        try:
            message = self._message(f"/works/{quote(doi, safe='')}", {}, self.pace)
        except InputError:  # it is not one of Crossref's
            return self._elsewhere(doi)
        return self._registered(message, "crossref", doi, self._notices(message, doi))

    def find(self, title: str, authors: Sequence[str], year: int | None) -> Registered | None:
        if len(words(title)) < _SHORT_TITLE:
            return None
        query = {"query.bibliographic": " ".join((title, *authors[:1])), "rows": str(_CANDIDATES)}
        found = [each for each in self._items(query) if _is_it(each, title, authors, year)]
        dois = {doi.casefold() for each in found for doi in texts(each.get("DOI"))}
        if len(dois) != 1:
            return None
        [doi] = dois
        return self._registered(found[0], "crossref", doi, self._notices(found[0], doi))

    def _elsewhere(self, doi: str) -> Registered | None:
        self.pace.wait()
        try:
            fetched = self.doi_fetcher.get(f"{self.doi_url.rstrip('/')}/{quote(doi, safe='/')}", headers={"Accept": _CSL})
        except InputError:
            return None
        return self._registered(json_of(fetched, setting="DOI_URL"), "doi", doi, ())

    def _registered(
        self, message: Mapping[str, Any], registry: RegisteredIn, doi: str, notices: tuple[Notice, ...]
    ) -> Registered:
        title = next(iter(texts(message.get("title"))), "")
        said = _SAID_IN_TITLE.match(_plain(title))
        if said and not notices:
            notices = (Notice(kind=_TITLE_KINDS[said["said"].lower()], source="title"),)
        return Registered(
            registry=registry,
            doi=doi,
            metadata=_metadata(message, doi),
            notices=notices,
            asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _notices(self, message: Mapping[str, Any], doi: str) -> tuple[Notice, ...]:
        """Each once, with the publisher's word before that of others."""
        if "updated-by" in message:
            found = [_notice(each, each.get("DOI")) for each in _objects(message["updated-by"])]
        else:
            query = {"filter": f"updates:{doi}", "rows": str(_CANDIDATES)}
            found = [
                _notice(update, item.get("DOI"))
                for item in self._items(query)
                for update in _objects(item.get("update-to"))
                if str(update.get("DOI", "")).casefold() == doi.casefold()
            ]
        found.sort(key=lambda each: each.source == "publisher")
        kept = {(each.kind, each.doi.casefold()): each for each in found}
        return tuple(sorted((each for each in kept.values() if each.kind in _KINDS), key=lambda each: (each.date, each.kind)))

    def _items(self, query: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
        yield from _objects(self._message("/works", query, self.search_pace).get("items"))

    def _message(self, path: str, query: Mapping[str, str], pace: Pace) -> Mapping[str, Any]:
        pace.wait()
        mail = next((word for word in self.contact.split() if "@" in word), "").strip("<>()")
        fetched = self.fetcher.get(f"{self.url.rstrip('/')}{path}", query={**query, **({"mailto": mail} if mail else {})})
        message = json_of(fetched, setting="CROSSREF_URL").get("message")
        return message if isinstance(message, dict) else {}


def _notice(update: Mapping[str, Any], doi: object) -> Notice:
    return Notice(
        kind=re.sub(r"[\s-]+", "_", str(update.get("type", "")).strip().lower()),
        doi=doi if isinstance(doi, str) else "",
        date=day_of(update.get("updated")),
        source=str(update.get("source") or "publisher"),
    )


def _is_it(item: Mapping[str, Any], title: str, authors: Sequence[str], year: int | None) -> bool:
    """Whether a hit is the paper that is looked for: its title, and an author or, where none is known, its year."""
    stated = _metadata(item, "")
    if fuzz.ratio(" ".join(words(title)).casefold(), " ".join(words(stated.title)).casefold()) < _SAME_TITLE:
        return False
    if authors and stated.authors:
        mine, theirs = ({fold(name).split()[-1] for name in names if fold(name).split()} for names in (authors, stated.authors))
        return bool(mine & theirs)
    return year is not None and year == stated.year


def _metadata(message: Mapping[str, Any], doi: str) -> Metadata:
    dates = (year_of(message.get(name)) for name in ("published", "published-print", "published-online", "issued"))
    return Metadata(
        title=_SAID_IN_TITLE.sub("", _plain(next(iter(texts(message.get("title"))), ""))),
        authors=tuple(filter(None, (_name(each) for each in _objects(message.get("author"))))),
        year=next((year for year in dates if year), None),
        venue=_plain(next(iter(texts(message.get("container-title"))), "")),
        doi=doi,
        abstract=_plain(_JATS_TITLE.sub(" ", next(iter(texts(message.get("abstract"))), ""))),
    )


def _name(author: Mapping[str, Any]) -> str:
    parts = (author.get(name) for name in ("given", "family"))
    spoken = " ".join(part for part in parts if isinstance(part, str) and part)
    return _plain(spoken or str(author.get("name") or author.get("literal") or ""))


def _plain(text: str) -> str:
    """Without markup and entities, on one line."""
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
