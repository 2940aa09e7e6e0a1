"""A searcher with some stages off, for those who search without saying how."""

from dataclasses import replace

from paperatlas.core.ports import Searcher
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, SearchResult, Stages

__all__ = ["Staged"]


class Staged:
    """Implements `Searcher`. A search by a route that is off finds nothing, and is no error: the caller did not choose it."""

    def __init__(self, inner: Searcher, stages: Stages) -> None:
        self._inner = inner
        self._stages = stages

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        off = options.stages.off | self._stages.off
        if mode in {"vector", "graph", "summary"} & off or (mode == "lexical" and "bm25" in off):
            return SearchResult(query=query, mode=mode, hits=(), seconds=0.0, explain=(f"{mode} is switched off",))
        return self._inner.search(query, mode=mode, limit=limit, scope=scope, options=replace(options, stages=Stages(off=off)))
