"""Tells clients when the library changed, by whichever process."""

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp_types import EmptyResult, NotificationParams, SubscribeRequestParams, UnsubscribeRequestParams

from paperatlas.mcp_server.desk import Desk

if TYPE_CHECKING:
    from mcp.server.session import ServerSession

__all__ = ["Changes"]

INTERVAL = 2.0
"""Seconds between two looks, each of which reads one number."""
_MOST = 256
"""Clients of the older revisions that are told; the newer ones ask for it by themselves."""


class Changes:
    """Of the list of resources, which are the papers, and of what stands in them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._sessions: deque[ServerSession] = deque(maxlen=_MOST)
        self._watched: dict[str, deque[ServerSession]] = {}
        self._seen: int | None = None

    async def greet(self, context: ServerRequestContext[Any, Any], _params: NotificationParams | None) -> None:
        """A client of an older revision is ready to be told."""
        self._sessions.append(context.session)

    async def subscribe(self, context: ServerRequestContext[Any, Any], params: SubscribeRequestParams) -> EmptyResult:
        """A client of an older revision wants to hear when one resource may have changed."""
        if params.uri in self._watched or len(self._watched) < _MOST:
            self._watched.setdefault(params.uri, deque(maxlen=_MOST)).append(context.session)
        return EmptyResult()

    async def unsubscribe(self, context: ServerRequestContext[Any, Any], params: UnsubscribeRequestParams) -> EmptyResult:
        """Sessions are made for each request, so all that watch an address from one client's connection are let go."""
        kept = [each for each in self._watched.get(params.uri, ()) if each.client_params is not context.session.client_params]
        self._watched[params.uri] = deque(kept, maxlen=_MOST)
        if not kept:
            del self._watched[params.uri]
        return EmptyResult()

    async def watch(self) -> None:
        """Until cancelled."""
        while True:
            await anyio.sleep(INTERVAL)
            await self.look()

    async def look(self) -> None:
        """Tell of a change if there was one since the last look."""
        generation = await to_thread.run_sync(self._generation)
        before, self._seen = self._seen, generation
        if generation is None or before is None or generation == before:
            return
        await self._bus.publish(ResourcesListChanged())
        for session in tuple(self._sessions):
            await self._tell(session, self._sessions, session.send_resource_list_changed)
        for uri, sessions in tuple(self._watched.items()):
            await self._bus.publish(ResourceUpdated(uri=uri))
            for session in tuple(sessions):
                await self._tell(session, sessions, partial(session.send_resource_updated, uri))

    async def _tell(
        self, session: "ServerSession", among: "deque[ServerSession]", telling: Callable[[], Awaitable[None]]
    ) -> None:
        try:
            await telling()
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            among.remove(session)  # its client is gone

    def _generation(self) -> int | None:
        """None while the library is not open, or cannot be read just now: the next call says why."""
        library = self._desk.opened
        if library is None:
            return self._seen
        with suppress(Exception):
            return library.catalog.generation()
        return self._seen
