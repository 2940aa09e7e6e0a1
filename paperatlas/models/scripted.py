"""A language model that says what it was given to say: for tests, demonstrations and replays."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TypeVar

from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, PaperAtlasError, ProviderError
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.models.replies import Unusable, read_reply, spoken
from paperatlas.models.tool_calls import Called, Round, ToolCall, retold, run_calls

__all__ = ["ScriptedLLM"]

T = TypeVar("T", bound=BaseModel)


class ScriptedLLM:
    """Implements `LLM` from a script: each entry is a value, a raw reply as a model would write it, a call of a tool, or an
    error to raise. A call is made where tools are given, and the next entry is what the model says to its result.
    """

    model = "scripted"

    def __init__(self, script: Iterable[BaseModel | str | ToolCall | PaperAtlasError], *, sees: bool = False) -> None:
        self.sees = sees
        self._script = iter(script)
        self.asked: list[tuple[Message, ...]] = []
        """The messages of every call, for a look at what was asked."""
        self.called: list[Called] = []
        """The calls of tools, with what they gave."""

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        entry, rounds = self._next(messages), 0
        while isinstance(entry, ToolCall):
            called = await run_calls([entry], tools)
            self.called.extend(called)
            messages = retold(messages, [Round(text="", called=called)])
            entry, rounds = self._next(messages), rounds + 1
        if isinstance(entry, str):
            try:
                value = read_reply(entry, output)
            except Unusable as fault:
                raise BadOutput(f"The script's reply is out of form: {fault}") from fault
        elif isinstance(entry, output):
            value = entry
        else:
            raise BadOutput(f"The script has a {type(entry).__name__} where a {output.__name__} is asked for.")
        return Completion(output=value, usage=Usage(llm_calls=1 + rounds, input_tokens=_tokens(messages)), model=self.model)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        entry = self._next(messages)
        if isinstance(entry, ToolCall):
            raise BadOutput("The script has a call of a tool where a text is asked for.")
        text = entry if isinstance(entry, str) else entry.model_dump_json()
        for word in spoken(text).split(" "):
            yield f"{word} "

    def _next(self, messages: Sequence[Message]) -> BaseModel | str | ToolCall:
        self.asked.append(tuple(messages))
        entry = next(self._script, None)
        if entry is None:
            raise ProviderError("The script has no more replies.", hint="It was written for fewer calls.")
        if isinstance(entry, PaperAtlasError):
            raise entry
        return entry


def _tokens(messages: Sequence[Message]) -> int:
    """Words, as a stand-in for tokens."""
    return sum(len(message.content.split()) for message in messages)
