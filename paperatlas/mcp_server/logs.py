"""What the server says besides results: all of it on stderr, what concerns a call to its client too."""

import logging
from typing import Any, get_args

from mcp.server.connection import allowed_log_levels
from mcp.server.context import ServerRequestContext
from mcp_types import (
    EmptyResult,
    LoggingLevel,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    SetLevelRequestParams,
)

from paperatlas.core.errors import PaperAtlasError
from paperatlas.mcp_server.failure import InternalError
from paperatlas.mcp_server.sendable import sendable

__all__ = ["Log"]

_LEVELS: tuple[LoggingLevel, ...] = get_args(LoggingLevel)
"""The least severe first."""
_stderr = logging.getLogger("paperatlas.mcp")


class Log:
    """One for a server."""

    def __init__(self) -> None:
        self._least: LoggingLevel = "info"

    async def set_level(self, _context: ServerRequestContext[Any, Any], params: SetLevelRequestParams) -> EmptyResult:
        self._least = params.level
        return EmptyResult()

    async def failure(
        self, context: ServerRequestContext[Any, Any], tool: str, error: PaperAtlasError, cause: BaseException
    ) -> None:
        """A call that failed; a fault of ours with its traceback, on stderr only."""
        ours = isinstance(error, InternalError)
        _stderr.log(
            logging.ERROR if ours else logging.INFO,
            "%s: %s %s",
            tool,
            error.code,
            error.message,
            exc_info=cause if ours else None,
        )
        await self.say(context, "error" if ours else "info", f"{tool}: {error.message} {error.hint}".strip())

    async def say(self, context: ServerRequestContext[Any, Any], level: LoggingLevel, text: str) -> None:
        """To the client of a call, if it wants to hear of that level."""
        wanted = allowed_log_levels(context.protocol_version, context.meta)
        if level not in wanted or _LEVELS.index(level) < _LEVELS.index(self._least):
            return
        params = LoggingMessageNotificationParams(level=level, data=sendable(text), logger="paperatlas")
        await context.session.send_notification(LoggingMessageNotification(params=params), related_request_id=context.request_id)
