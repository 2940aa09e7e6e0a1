"""arXiv: searching it, and the papers it holds. Its own terms ask for one request in three seconds."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from paperatlas.core.errors import BadOutput, InputError
from paperatlas.core.online import FoundOnline
from paperatlas.core.text import words
from paperatlas.remote.fetching import Fetched, Fetcher
from paperatlas.remote.pacing import Pace

__all__ = ["Arxiv", "ArxivPaper", "arxiv_id", "is_arxiv_source"]

_ID = re.compile(
    r"(?:arxiv:\s*|https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|(?P<source>src|e-print))/)"
    r"(?P<id>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)(?:\.pdf)?/?$",
    re.IGNORECASE,
)
_ATOM = {"atom": "http://www.w3.org/2005/Atom"}
_PAUSE = 3.0
_MOST = 50


def arxiv_id(source: str) -> str:
    """The id that a source names ("arXiv:1706.03762v5", "https://arxiv.org/abs/…"), with its version; empty where it has none."""
    found = _ID.match(source.strip())
    return found["id"] if found else ""


def is_arxiv_source(source: str) -> bool:
    """Whether what is named is the source of a paper, as in "https://arxiv.org/src/1706.03762"."""
    found = _ID.match(source.strip())
    return bool(found and found["source"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ArxivPaper:
    """What arXiv says of a paper."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    abstract: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arxiv:
    """`OnlineSearch` over arXiv's API, and its PDF and source files."""

    url: str
    fetcher: Fetcher
    pace: Pace = field(default_factory=lambda: Pace(seconds=_PAUSE))

    def search(self, query: str, *, limit: int = 10) -> tuple[FoundOnline, ...]:
        """The papers that have all the words of a query, the most relevant first."""
        asked = " AND ".join(f"all:{word}" for word in words(query))
        if not asked:
            raise InputError(f"{query!r} holds no word to search for.", hint="Name what the papers should be about.")
        found = self._papers({"search_query": asked, "max_results": str(min(limit, _MOST)), "sortBy": "relevance"})
        return tuple(
            FoundOnline(
                title=paper.title,
                url=f"https://arxiv.org/abs/{paper.id}",
                snippet=paper.abstract,
                authors=paper.authors,
                year=paper.year,
                source=f"arXiv:{paper.id}",
            )
            for paper in found
        )

    def paper(self, id: str) -> ArxivPaper:  # noqa: A002 - what it is called
        """Raises InputError where there is none."""
        found = next(iter(self._papers({"id_list": id, "max_results": "1"})), None)
        if found is None:
            raise InputError(f"arXiv holds no paper {id!r}.", hint="Check the id: it looks like 1706.03762.")
        return found

    def pdf(self, id: str) -> Fetched:  # noqa: A002
        """What arXiv sends as its PDF file."""
        return self._get(f"/pdf/{id}", {})

    def source(self, id: str) -> Fetched:  # noqa: A002
        """What arXiv sends as its source: a gzipped archive, one gzipped file, or a PDF where nothing else was handed in."""
        return self._get(f"/src/{id}", {})

    def _papers(self, query: Mapping[str, str]) -> tuple[ArxivPaper, ...]:
        return tuple(_read(self._get("/api/query", query).content))

    def _get(self, path: str, query: Mapping[str, str]) -> Fetched:
        self.pace.wait()
        return self.fetcher.get(f"{self.url.rstrip('/')}{path}", query=query)


def _read(feed: bytes) -> Iterator[ArxivPaper]:
    try:
        root = etree.fromstring(feed, etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.XMLSyntaxError as error:
        raise BadOutput(
            f"arXiv answered with no feed: {feed[:200]!r}.", hint="Is PAPERATLAS_ARXIV_URL that of its API?"
        ) from error
    for entry in root.iterfind("atom:entry", _ATOM):
        where, title = _text(entry, "atom:id"), _text(entry, "atom:title")
        if "/api/errors" in where:
            raise InputError(f"arXiv refuses the request: {_text(entry, 'atom:summary')}.", hint="Check the id or the query.")
        if named := arxiv_id(where):
            year = _text(entry, "atom:published")[:4]
            yield ArxivPaper(
                id=named,
                title=title,
                authors=tuple(_text(author, "atom:name") for author in entry.iterfind("atom:author", _ATOM)),
                year=int(year) if year.isdecimal() else None,
                abstract=_text(entry, "atom:summary"),
            )


def _text(element: etree._Element, path: str) -> str:
    return " ".join((element.findtext(path, "", _ATOM) or "").split())
