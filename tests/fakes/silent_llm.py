"""A language model that never answers."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

import anyio
from pydantic import BaseModel

from paperatlas.core.ports import Completion, Message, Tool

__all__ = ["Silent"]

T = TypeVar("T", bound=BaseModel)


class Silent:
    """Implements `LLM`."""

    model = "silent"
    sees = False

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        await anyio.sleep_forever()
        raise AssertionError

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        yield ""
