"""Tells clients when the library changed, by whichever process."""

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourcesListChanged
from mcp_types import NotificationParams

from paperatlas.mcp_server.desk import Desk

if TYPE_CHECKING:
    from mcp.server.session import ServerSession

__all__ = ["Changes"]

INTERVAL = 2.0
"""Seconds between two looks, each of which reads one number."""
_MOST = 256
"""Clients of the older revisions that are told; the newer ones ask for it by themselves."""


class Changes:
    """Of the list of resources: the papers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus)
        self._sessions: deque[ServerSession] = deque(maxlen=_MOST)
        self._seen: int | None = None

    async def greet(self, context: ServerRequestContext[Any, Any], _params: NotificationParams | None) -> None:
        """A client of an older revision is ready to be told."""
        self._sessions.append(context.session)

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
            try:
                await session.send_resource_list_changed()
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._sessions.remove(session)  # its client is gone

    def _generation(self) -> int | None:
        """None while the library is not open, or cannot be read just now: the next call says why."""
        library = self._desk.opened
        if library is None:
            return self._seen
        with suppress(Exception):
            return library.catalog.generation()
        return self._seen
