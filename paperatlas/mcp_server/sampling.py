"""The client's own model as the language model, where the client offers it and no endpoint is set."""

import json
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from anyio import to_thread
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput
from paperatlas.mcp_server.jobs import Work
from paperatlas.models.replies import Unusable, read_reply, spoken

if TYPE_CHECKING:
    from paperatlas.core.ports import Completion, Message, Tool

__all__ = ["SamplingLLM"]

T = TypeVar("T", bound=BaseModel)

_MOST_TOKENS = 4_000
"""Of a reply: several times what an answer with its quotes takes."""
_SECONDS = 120.0
"""For one reply; the client may ask its person first."""
_TRIES = 2


class SamplingLLM:
    """Implements `LLM`: each reply is one that the work of a tool asks the client for."""

    model = "the client's model"
    sees = False

    def __init__(self, work: Work) -> None:
        self._work = work

    async def complete(
        self,
        messages: "Sequence[Message]",
        *,
        output: type[T],
        tools: "Sequence[Tool]" = (),  # noqa: ARG002 - the client's model is asked without
    ) -> "Completion[T]":
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
        asking = partial(self._work.ask, _request(messages), seconds=_SECONDS)
        result = await to_thread.run_sync(asking, abandon_on_cancel=True)
        if not isinstance(result, CreateMessageResult):
            raise BadOutput("The client replied with something else than its model's message.", hint="Ask with use_llm false.")
        content = result.content
        return (content.text if isinstance(content, TextContent) else ""), result.model


def _request(messages: "Sequence[Message]") -> CreateMessageRequest:
    system = "\n\n".join(message.content for message in messages if message.role == "system")
    turns = [
        SamplingMessage(role=message.role, content=TextContent(text=message.content))
        for message in messages
        if message.role != "system"
    ]
    return CreateMessageRequest(
        params=CreateMessageRequestParams(messages=turns, system_prompt=system or None, max_tokens=_MOST_TOKENS, temperature=0.0)
    )


def _form(output: type[BaseModel]) -> str:
    return f"Reply with one JSON object of this form and nothing else:\n{json.dumps(output.model_json_schema())}"
