"""What tools gave, written down beside an answer: an answer that was kept holds only while they give the same."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError

from paperatlas.core.ports import Tool
from paperatlas.models.tool_calls import result_of

__all__ = ["Ran", "run_again", "traced"]


class Ran(BaseModel):
    """A call that was made, and what it gave."""

    tool: str
    arguments: dict[str, Any]
    result: str


def traced(tools: Sequence[Tool], into: list[Ran]) -> tuple[Tool, ...]:
    """The same tools; each call of theirs is added to the list."""
    return tuple(replace(tool, run=partial(_run, tool, into)) for tool in tools)


async def run_again(ran: Sequence[Ran], tools: Sequence[Tool]) -> bool:
    """Whether all of them gave what they gave before. They are run in any case: a tool may do more than answer, such as note
    where its result stands.
    """
    by_name = {tool.name: tool for tool in tools}
    same = True
    for each in ran:
        tool = by_name.get(each.tool)
        try:
            same &= tool is not None and await result_of(tool, tool.arguments.model_validate(each.arguments)) == each.result
        except ValidationError:
            same = False
    return same


async def _run(tool: Tool, into: list[Ran], arguments: BaseModel) -> str:
    result = await result_of(tool, arguments)
    into.append(Ran(tool=tool.name, arguments=arguments.model_dump(mode="json"), result=result))
    return result
