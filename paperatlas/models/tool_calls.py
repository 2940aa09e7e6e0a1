"""What a model calls while it answers: its calls are run at once, and whatever is wrong with one is told to the model."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import anyio
from pydantic import BaseModel, ValidationError

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import Message, Tool

__all__ = ["Called", "Round", "ToolCall", "call_id", "calls_in", "result_of", "retold", "run_calls"]

_MOST_SHOWN = 8_000
"""Characters of a result that a model is shown: a long table. More would push the passages out of a short context."""
_MOST_FAULTS = 4
"""Of arguments, named back to a model."""
_WRITTEN = re.compile(r"<tool_call>\s*(?=\{)")
"""How many open models write a call where the server does not take it out of the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model wrote it: neither the name nor the arguments need be any good."""

    id: str
    name: str
    arguments: str
    """JSON, if the model kept to it."""
    extra: str = "{}"
    """JSON of what else the endpoint put into the call and wants to see again, such as Gemini's signatures of thoughts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call and what the model is shown of it."""

    call: ToolCall
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One reply that called tools."""

    text: str
    called: tuple[Called, ...]


async def run_calls(calls: Sequence[ToolCall], tools: Sequence[Tool]) -> tuple[Called, ...]:
    """All at once; in the order of the calls."""
    results: dict[int, str] = {}

    async def run(index: int, call: ToolCall) -> None:
        results[index] = await _answer(call, tools)

    async with anyio.create_task_group() as group:
        for index, call in enumerate(calls):
            group.start_soon(run, index, call)
    return tuple(Called(call=call, result=results[index]) for index, call in enumerate(calls))


async def result_of(tool: Tool, arguments: BaseModel) -> str:
    """What the model is shown: the result, cut to a length, or why there is none."""
    try:
        result = await tool.run(arguments)
    except PaperAtlasError as error:
        return f"It failed: {error.message} {error.hint}".rstrip()
    if len(result) <= _MOST_SHOWN:
        return result
    return f"{result[:_MOST_SHOWN]}\n(The rest, {len(result) - _MOST_SHOWN:,} characters, is not shown: ask for less.)"


def retold(messages: Sequence[Message], rounds: Sequence[Round]) -> list[Message]:
    """The conversation with its calls told in words, for a last reply without tools.

    An endpoint that is shown calls wants the tools as well, and one that is shown tools may call again without end.
    """
    if not rounds:
        return list(messages)
    found = "\n\n".join(
        f"{each.call.name}({each.call.arguments}) gave:\n{each.result}" for round_ in rounds for each in round_.called
    )
    told = f"You called tools, and this is what they gave:\n\n{found}\n\nAnswer now, without further calls."
    *earlier, last = messages
    if last.role != "user":
        return [*messages, Message(role="user", content=told)]
    # One turn, not two: some templates take only turns that alternate.
    return [*earlier, Message(role="user", content=f"{last.content}\n\n{told}", images=last.images)]


def calls_in(text: str) -> Iterator[ToolCall]:
    """The calls that a model wrote into its text."""
    for number, found in enumerate(_WRITTEN.finditer(text)):
        try:
            value, _ = json.JSONDecoder(strict=False).raw_decode(text, found.end())
        except (json.JSONDecodeError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(name := value.get("name"), str):
            arguments = value.get("arguments", {})
            yield ToolCall(
                id=call_id(number), name=name, arguments=arguments if isinstance(arguments, str) else json.dumps(arguments)
            )


def call_id(number: int) -> str:
    """For a call that came without one: nine letters and digits, which is all that Mistral takes."""
    return f"call{number:05d}"


async def _answer(call: ToolCall, tools: Sequence[Tool]) -> str:
    tool = next((tool for tool in tools if tool.name == call.name), None)
    if tool is None:
        return f"There is no tool {call.name!r}. There are: {', '.join(tool.name for tool in tools)}."
    try:
        arguments = tool.arguments.model_validate_json(call.arguments.strip() or "{}")
    except ValidationError as error:
        faults = (f"{'.'.join(str(part) for part in fault['loc']) or 'arguments'}: {fault['msg']}" for fault in error.errors())
        return f"The arguments do not fit: {'; '.join([*faults][:_MOST_FAULTS])}. Call it again with arguments that do."
    return await result_of(tool, arguments)
