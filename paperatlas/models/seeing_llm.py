"""Two language models as one: what comes with pictures goes to the one that sees."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from pydantic import BaseModel

from paperatlas.core.ports import LLM, Completion, Message, Tool

__all__ = ["SeeingLLM"]

T = TypeVar("T", bound=BaseModel)


class SeeingLLM:
    """An `LLM` of one that reads, whose name it has, and one that sees, whose name the completions of pictures have."""

    def __init__(self, reads: LLM, sees: LLM) -> None:
        self.model = reads.model
        self._reads = reads
        self._sees = sees

    @property
    def sees(self) -> bool:
        return self._sees.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        return await self._for(messages).complete(messages, output=output, tools=tools)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        return self._for(messages).stream(messages)

    def _for(self, messages: Sequence[Message]) -> LLM:
        return self._sees if any(message.images for message in messages) else self._reads
