"""Tools for the model whose results can be cited: each is numbered, and kept as it was given."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from pydantic import BaseModel

from paperatlas.core.ports import Tool

__all__ = ["Ledger"]


class Ledger:
    """The results of the tools that a model has called, in order."""

    def __init__(self) -> None:
        self.results: list[str] = []

    def tools(self, offered: Sequence[Tool]) -> tuple[Tool, ...]:
        """The tools, with the number of each result before it: what a model cites it by. What failed is no result."""
        return tuple(replace(tool, run=self._kept(tool.run)) for tool in offered)

    def _kept(self, run: Callable[[BaseModel], Awaitable[str]]) -> Callable[[BaseModel], Awaitable[str]]:
        async def numbered(given: BaseModel) -> str:
            result = await run(given)
            self.results.append(result)
            return f"Result {len(self.results)}: {result}"

        return numbered
