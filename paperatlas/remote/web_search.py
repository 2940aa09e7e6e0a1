"""Searching the web through a service that the settings name: one's own SearXNG, Brave or Tavily."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from paperatlas.core.online import FoundOnline
from paperatlas.remote.fetching import Fetcher
from paperatlas.remote.replies import json_of

__all__ = ["ADDRESSES", "Provider", "WebSearch"]

Provider: TypeAlias = Literal["searxng", "brave", "tavily"]
ADDRESSES: Mapping[Provider, str] = {"brave": "https://api.search.brave.com", "tavily": "https://api.tavily.com"}
"""Where a provider is to be found that has one place; SearXNG has as many as people run it."""
_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSearch:
    """`OnlineSearch` over a provider. The key is sent to `url` and nowhere else."""

    provider: Provider
    url: str
    key: str = ""
    fetcher: Fetcher

    def search(self, query: str, *, limit: int = 10) -> tuple[FoundOnline, ...]:
        most = min(limit, _MOST)
        rows = _rows(self._ask(query, most), self.provider)
        found = (_found(row) for row in rows)
        return tuple(each for each in found if each is not None)[:most]

    def _ask(self, query: str, most: int) -> dict[str, Any]:
        base = self.url.rstrip("/")
        match self.provider:
            case "searxng":
                reply = self.fetcher.get(f"{base}/search", query={"q": query, "format": "json"})
            case "brave":
                reply = self.fetcher.get(
                    f"{base}/res/v1/web/search",
                    query={"q": query, "count": str(most)},
                    headers={"X-Subscription-Token": self.key, "Accept": "application/json"},
                )
            case "tavily":
                reply = self.fetcher.get(
                    f"{base}/search", headers={"Authorization": f"Bearer {self.key}"}, body={"query": query, "max_results": most}
                )
        return json_of(reply, setting="WEB_SEARCH_URL")


def _rows(value: Mapping[str, Any], provider: Provider) -> Iterable[Any]:
    within = value.get("web") if provider == "brave" else value
    rows = within.get("results") if isinstance(within, Mapping) else None
    return rows if isinstance(rows, list) else ()


def _found(row: Any) -> FoundOnline | None:
    """A hit that can be opened; services also list what has no address."""
    if not isinstance(row, Mapping) or not isinstance(url := row.get("url"), str) or not url.startswith(("https://", "http://")):
        return None
    snippet = row.get("content") or row.get("description") or ""
    return FoundOnline(title=str(row.get("title") or url), url=url, snippet=str(snippet), source=url)
