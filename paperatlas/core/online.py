"""What lies outside the library and is only looked at when a person has switched that on."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

__all__ = ["FoundOnline", "OnlinePapers", "OnlineSearch", "is_address", "is_of_this_machine"]

_ADDRESS = re.compile(r"(?:https?://|arxiv:\s*(?=[\w.-]+/?\d)|zotero:|edgar:)", re.IGNORECASE)


def is_address(source: str) -> bool:
    """Whether a source that was named is a URL, or as "arXiv:1706.03762", "zotero:Moss", "edgar:COST/10-K", and not a path."""
    return _ADDRESS.match(source.strip()) is not None


def is_of_this_machine(source: str) -> bool:
    """Whether an address leads to files of this machine, which an application on it names: those of Zotero."""
    return source.strip().lower().startswith("zotero:")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundOnline:
    """A paper or a page that a search service knows of. Nothing of it is proven: it is not in the library."""

    title: str
    url: str
    snippet: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    source: str = ""
    """What `ingest` takes to bring it in; empty where it may be no paper."""


class OnlineSearch(Protocol):
    """A search service."""

    def search(self, query: str, *, limit: int = 10) -> tuple[FoundOnline, ...]:
        """The best first. Raises ProviderError, RateLimited, TimedOut, BadOutput."""
        ...


class OnlinePapers(Protocol):
    """Brings what an address names to this machine."""

    def bring(self, source: str, into: Path) -> tuple[Path, ...]:
        """The files written below `into`: the paper, and a bibliography file beside it where the service describes it.

        The same source again gives the same paths, with what is there now.

        Raises:
            InputError: it is no address, names a private one, or what is there is no paper or too large.
            ProviderError, RateLimited, TimedOut: the service.
        """
        ...
