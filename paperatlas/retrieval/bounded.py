"""Routes that are asked side by side, each waited for only so long."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeVar

from paperatlas.core.errors import TimedOut
from paperatlas.core.ids import ChunkId
from paperatlas.retrieval.errands import Errand, Errands
from paperatlas.retrieval.fuse import Scored
from paperatlas.retrieval.routes import Query, Route

__all__ = ["Bounded", "BoundedRoute"]

T = TypeVar("T")


class Bounded:
    """Has work done, and waits for it only so long.

    What was late once is left alone until it has come back: a server that hangs costs its deadline once, not at each
    question, and no thread more than one. What is local, and so cannot hang, is done by the caller's own thread: on a busy
    machine it takes longer to hand it over than to do it.
    """

    def __init__(self, name: str, errands: Errands, *, seconds: float, local: bool = False) -> None:
        """`name` begins the messages: "The route vector"."""
        self._name = name
        self._errands = errands
        self._seconds = seconds
        self._local = local
        self._late: Errand[object] | None = None

    def begin(self, work: Callable[[], T], *, aside: bool = False) -> Errand[T]:
        """Have it done. What is local is done at the end, unless the caller has other things to do meanwhile: then `aside`.

        Raises:
            TimedOut: an earlier errand has not come back yet.
        """
        if self._local and not aside:
            return Errand(work)
        if self._late is not None:
            if not self._late.is_over:
                raise TimedOut(
                    f"{self._name} has not come back yet from an earlier search.",
                    hint="Look at the service behind it, or raise PAPERATLAS_ROUTE_SECONDS.",
                )
            self._late = None
        return self._errands.begin(work)

    def end(self, errand: Errand[T]) -> T:
        """Raises TimedOut, and what the work raises."""
        if not errand.is_begun:
            errand.run()
        try:
            return errand.result(self._name, within=self._seconds)
        except TimedOut:
            if not errand.is_over:
                self._late = errand  # type: ignore[assignment] # only asked whether it is over
            raise

    def do(self, work: Callable[[], T]) -> T:
        return self.end(self.begin(work))


class BoundedRoute:
    """A route, bounded."""

    def __init__(self, route: Route, errands: Errands, *, seconds: float, local: bool) -> None:
        self.name = route.name
        self._route = route
        self._bounded = Bounded(f"The route {route.name}", errands, seconds=seconds, local=local)

    def begin(self, query: Query, *, aside: bool = False) -> Errand[Scored]:
        return self._bounded.begin(partial(self._route.search, query), aside=aside)

    def end(self, errand: Errand[Scored]) -> Scored:
        return self._bounded.end(errand)

    def search(self, query: Query) -> Scored:
        return self.end(self.begin(query))

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        return self._bounded.do(partial(self._route.scores, query, chunks))
