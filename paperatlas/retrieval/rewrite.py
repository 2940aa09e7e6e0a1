"""Other wordings of a query and a hypothetical answer to it, from a language model.

The hypothetical answer is HyDE: Gao et al., Precise zero-shot dense retrieval without relevance labels (2022).
"""

from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources

from anyio.from_thread import start_blocking_portal
from pydantic import BaseModel, Field

from paperatlas.core.answers import Usage
from paperatlas.core.ports import LLM, Completion, Message, Rewritten

__all__ = ["ModelRewriter"]

_MOST = 3
"""Other wordings that are searched for; more find the same."""
_KEPT = 256
"""Rewritten queries kept: agents ask the same query in several modes."""


class _Reply(BaseModel):
    """What the model is asked for."""

    queries: list[str] = Field(default_factory=list, description="Other wordings of the query.")
    passage: str = Field("", description="A passage that might answer it; empty where none can be imagined.")


class ModelRewriter:
    """Implements `Rewriter`. A query is put to the model once."""

    def __init__(self, llm: LLM) -> None:
        self.id = f"rewritten by {llm.model}"
        self._llm = llm
        self._once = lru_cache(maxsize=_KEPT)(self._ask)
        self._spent: dict[str, Usage] = {}
        """By queries whose cost has not been told yet."""

    def rewrite(self, query: str) -> Rewritten:
        text = " ".join(query.split())
        said = self._once(text)
        return replace(said, usage=self._spent.pop(text, Usage()))

    def _ask(self, query: str) -> Rewritten:
        messages = (Message(role="system", content=_prompt()), Message(role="user", content=f"Query: {query}"))

        async def call() -> Completion[_Reply]:
            return await self._llm.complete(messages, output=_Reply)

        # Searches run in threads of their own, also where the caller has an event loop.
        with start_blocking_portal() as portal:
            completion = portal.call(call)
        reply, self._spent[query] = completion.output, completion.usage
        wordings = dict.fromkeys(text for text in (" ".join(said.split()) for said in reply.queries) if text and text != query)
        return Rewritten(queries=tuple(wordings)[:_MOST], passage=" ".join(reply.passage.split()))


@cache
def _prompt() -> str:
    return (resources.files("paperatlas.retrieval") / "prompts" / "rewrite.md").read_text(encoding="utf-8")
