"""A question in the language of the papers, so that it finds what they say: by one call of the language model."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from pydantic import BaseModel, Field

from paperatlas.agents.language import DEFAULT
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind, Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import LLM, Message
from paperatlas.core.types import Document

__all__ = ["Translated", "in_papers_language"]

_AS_ASKED: frozenset[Kind] = frozenset({"count", "metadata", "position", "off_topic"})
"""Kinds that operators read in any of their languages, and whose terms stand in the papers as they are asked for."""
_NAMES = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "zh": "Chinese",
}  # fmt: skip
_LONGEST = 3
"""Times as long as the question: a model that answers or explains instead writes more."""
_SLACK = 80
"""Characters that a translation of a short question may have beyond that."""


class Translated(BaseModel):
    """What the model is asked for."""

    question: str = Field(description="The question in the other language.")


async def in_papers_language(question: Question, plan: Route, documents: Sequence[Document], llm: LLM | None) -> Question:
    """The question as the papers would put it; as it was asked where it is in their language, no model is there, or it fails."""
    target = _language_of([d for d in documents if not plan.scope.documents or d.id in plan.scope.documents])
    if llm is None or target == plan.language or plan.kind in _AS_ASKED:
        return question
    messages = [
        Message(role="system", content=_instructions().format(language=_NAMES.get(target, target))),
        Message(role="user", content=f"Question: {question.text}"),
    ]
    try:
        text = " ".join((await llm.complete(messages, output=Translated)).output.question.split())
    except ProviderError:
        return question
    fits = 0 < len(text) <= _LONGEST * len(question.text) + _SLACK
    return replace(question, text=text, original=question.text) if fits else question


def _language_of(documents: Sequence[Document]) -> str:
    """What most of the papers are written in."""
    known = Counter(document.metadata.language or DEFAULT for document in documents)
    return known.most_common(1)[0][0] if known else DEFAULT


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.agents") / "prompts" / "translate.md").read_text(encoding="utf-8")
