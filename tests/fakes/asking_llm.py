"""A language model over an endpoint, asked once."""

from collections.abc import Sequence
from typing import Any

import anyio
from pydantic import BaseModel

from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.models.openai_compat import OpenAICompatible

SECONDS = 10
"""No reply of the fakes takes any time: what takes longer than that hangs."""


class City(BaseModel):
    name: str
    people: int


GOOD = '{"name": "Turku", "people": 195000}'
TURKU = City(name="Turku", people=195_000)
ASKED = (Message(role="system", content="Be brief."), Message(role="user", content="Which city?"))


def ask(
    url: str,
    messages: Sequence[Message] = ASKED,
    *,
    output: type[BaseModel] = City,
    tools: Sequence[Tool] = (),
    times: int = 1,
    **options: Any,
) -> Completion[Any]:
    """The last of as many completions as it is asked for."""

    async def run() -> Completion[Any]:
        model = OpenAICompatible(**{"model": "small", "base_url": url, "seconds": SECONDS, **options})
        for _ in range(times - 1):
            await model.complete(messages, output=output, tools=tools)
        return await model.complete(messages, output=output, tools=tools)

    return anyio.run(run)


def hear(url: str, messages: Sequence[Message] = ASKED, *, heard: list[str] | None = None, **options: Any) -> str:
    """What is streamed; `heard` gets the pieces, also those before an error."""
    pieces = [] if heard is None else heard

    async def run() -> None:
        model = OpenAICompatible(**{"model": "small", "base_url": url, "seconds": SECONDS, **options})
        async for piece in model.stream(messages):
            pieces.append(piece)

    anyio.run(run)
    return "".join(pieces)
