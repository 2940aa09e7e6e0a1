"""The client's own model as the language model, where the client offers it and no endpoint is set.

Clients up to revision 2025-11-25 can be asked while a call is under way. In the newest revision a server asks by ending the call
and being called again, which a question of several steps cannot; there answers stay extractive.
"""

import json
from collections.abc import AsyncIterator, Sequence
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import from_thread, to_thread
from anyio.lowlevel import EventLoopToken, current_token
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    SamplingCapability,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError
from paperatlas.models.replies import Unusable, read_reply, spoken

if TYPE_CHECKING:
    from paperatlas.core.ports import Completion, Message

__all__ = ["SAMPLING", "SamplingLLM", "offer"]

T = TypeVar("T", bound=BaseModel)

_MOST_TOKENS = 4_000
"""Of a reply: several times what an answer with its quotes takes."""
_SECONDS = 120.0
"""For one reply; the client may ask its person first."""
_TRIES = 2

SAMPLING: ContextVar["SamplingLLM | None"] = ContextVar("SAMPLING", default=None)
"""The model of the client whose call is being worked on."""


def offer(context: ServerRequestContext[Any, Any]) -> None:
    """To what is called from here on: the client's model, if it has one for us."""
    session = context.session
    offered = session.check_client_capability(ClientCapabilities(sampling=SamplingCapability())) and session.can_send_request
    SAMPLING.set(SamplingLLM(context, current_token()) if offered else None)


class SamplingLLM:
    """Implements `LLM`. It is asked from the event loop of a job, and asks the client in the one of the server."""

    model = "the client's model"

    def __init__(self, context: ServerRequestContext[Any, Any], loop: EventLoopToken) -> None:
        self._context = context
        self._loop = loop

    async def complete(self, messages: "Sequence[Message]", *, output: type[T]) -> "Completion[T]":
        from paperatlas.core.ports import Completion, Message  # noqa: PLC0415 - numpy, and only when it is asked

        asked = [*messages, Message(role="user", content=_form(output))]
        fault = ""
        for tried in range(1, _TRIES + 1):
            text, model = await self._reply(asked)
            try:
                # What it costs is the client's affair, and not said.
                return Completion(output=read_reply(text, output), usage=Usage(llm_calls=tried), model=model)
            except Unusable as error:
                fault = str(error)
                again = Message(role="user", content=f"{error} Reply again with the JSON object alone.")
                asked = [*asked, Message(role="assistant", content=text or "(nothing)"), again]
        raise BadOutput(f"The client's model did not answer in the form asked for: {fault}", hint="Ask with use_llm false.")

    async def stream(self, messages: "Sequence[Message]") -> AsyncIterator[str]:
        """In one piece: the protocol has no other."""
        text, _ = await self._reply(messages)
        yield spoken(text)

    async def _reply(self, messages: "Sequence[Message]") -> tuple[str, str]:
        """Text, and the name of the model."""
        return await to_thread.run_sync(partial(from_thread.run, self._ask, messages, token=self._loop), abandon_on_cancel=True)

    async def _ask(self, messages: "Sequence[Message]") -> tuple[str, str]:
        system = "\n\n".join(message.content for message in messages if message.role == "system")
        turns = [
            SamplingMessage(role=message.role, content=TextContent(text=message.content))
            for message in messages
            if message.role != "system"
        ]
        request = CreateMessageRequest(
            params=CreateMessageRequestParams(
                messages=turns, system_prompt=system or None, max_tokens=_MOST_TOKENS, temperature=0.0
            )
        )
        try:
            result = await self._context.session.send_request(
                request,
                CreateMessageResult,
                request_read_timeout_seconds=_SECONDS,
                metadata=ServerMessageMetadata(related_request_id=self._context.request_id),
            )
        except MCPError as error:
            raise ProviderError(
                f"The client did not let its model answer: {error.message}.", hint="Allow it, or ask with use_llm false."
            ) from error
        content = result.content
        return (content.text if isinstance(content, TextContent) else ""), result.model


def _form(output: type[BaseModel]) -> str:
    return f"Reply with one JSON object of this form and nothing else:\n{json.dumps(output.model_json_schema())}"
