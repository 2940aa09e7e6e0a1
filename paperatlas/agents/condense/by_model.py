"""A follow-up in words that stand by themselves, by one call of the language model."""

from collections.abc import Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, Field

from paperatlas.core.answers import Usage
from paperatlas.core.conversation import Turn
from paperatlas.core.ports import LLM, Message
from paperatlas.core.sealing import sealed

__all__ = ["Standalone", "by_model"]

_TURNS = 6
"""Earlier turns that are shown: what people refer to lies in the last few, and a small model loses the thread in more."""
_ANSWER = 400
"""Characters of each answer that are shown: enough for what "it" may mean."""
_QUESTION = 600
"""Characters of a question that is no longer one: a model that answers instead writes more."""


class Standalone(BaseModel):
    """What the model is asked for."""

    question: str = Field(description="The follow-up question in words that stand by themselves.")


async def by_model(text: str, turns: Sequence[Turn], llm: LLM) -> tuple[str, Usage]:
    """The question as the model puts it, empty when it gave none that can be used; and what that cost.

    Raises:
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    completion = await llm.complete(_messages(text, turns), output=Standalone)
    question = " ".join(completion.output.question.split())
    return question if len(question) <= max(_QUESTION, 2 * len(text)) else "", completion.usage


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.agents") / "prompts" / "condense.md").read_text(encoding="utf-8")


def _messages(text: str, turns: Sequence[Turn]) -> list[Message]:
    told = "\n\n".join(_told(turn) for turn in turns[-_TURNS:])
    return [
        Message(role="system", content=_instructions()),
        Message(role="user", content=f"{sealed('conversation', told)}\n\nFollow-up question: {text}"),
    ]


def _told(turn: Turn) -> str:
    if turn.answer is None:
        return f"Question: {turn.standing}"
    answer = turn.answer.text
    shown = answer if len(answer) <= _ANSWER else f"{answer[:_ANSWER].rsplit(' ', 1)[0]} …"
    cited = "".join(f"\n[{citation.n}] {citation.title}" for citation in turn.answer.citations[:10])
    return f"Question: {turn.standing}\nAnswer: {shown}{cited}"
