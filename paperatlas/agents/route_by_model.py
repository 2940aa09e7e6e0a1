"""The kind of a question as a language model sees it, asked only where rules and likeness leave it open."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from pydantic import BaseModel, Field

from paperatlas.agents.route import TOOLS, hops_of
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind, Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import LLM, Message
from paperatlas.core.types import Document

__all__ = ["Sorted", "sure_of"]

_UNSURE = 0.5
"""Confidence below which the model is asked: of the questions held apart one in sixteen, a quarter of them routed wrongly."""
_CONVINCED = 0.5
"""A model that is less sure than this of what it says knows no better."""
_EARLIER = 3
"""Questions before this one that are shown."""


class Sorted(BaseModel):
    """What the model is asked for."""

    kind: Kind = Field(description="What the last question asks for.")
    confidence: float = Field(ge=0, le=1, description="How sure that is.")


async def sure_of(plan: Route, question: Question, documents: Sequence[Document], llm: LLM | None) -> Route:
    """The route as planned where it is sure, or where no model says better; else with the kind that the model gives it."""
    if llm is None or plan.confidence >= _UNSURE or plan.parts:
        return plan
    try:
        found = (await llm.complete(_messages(question), output=Sorted)).output
    except ProviderError:
        # What the rules said is good enough to go on with, and a model that is down is told of by whoever cannot do without.
        return plan
    if found.confidence < _CONVINCED:
        return plan
    return replace(
        plan,
        kind=found.kind,
        tools=TOOLS[found.kind],
        hops=hops_of(found.kind, documents),
        decided_by="model",
        confidence=found.confidence,
    )


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.agents") / "prompts" / "route.md").read_text(encoding="utf-8")


def _messages(question: Question) -> list[Message]:
    earlier = "".join(f"Earlier question: {text}\n" for text in question.history[-_EARLIER:])
    return [
        Message(role="system", content=_instructions()),
        Message(role="user", content=f"{earlier}Question: {question.text}"),
    ]
