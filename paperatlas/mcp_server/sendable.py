"""Texts as they can be sent: half characters, which damaged PDFs have, cannot be written as UTF-8 and would end a transport."""

from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError

__all__ = ["sendable", "sending"]


def sendable(text: str) -> str:
    """The same with U+FFFD for each half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


async def sending(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: every result and every error of a request can be sent."""
    try:
        result: HandlerResult = _clean(await call_next(ctx))
    except MCPError as error:
        raise MCPError(code=error.code, message=sendable(error.message), data=_clean(error.data)) from error
    return result


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return sendable(value)
    if isinstance(value, dict):
        return {_clean(name): _clean(inner) for name, inner in value.items()}
    return [_clean(inner) for inner in value] if isinstance(value, list) else value
