"""From a turn of a conversation to a question that stands by itself.

The rest of the agents never see a conversation: they get one question, and the part of the library it is about. So whatever
they do well for a question asked alone they do for a follow-up too.
"""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.condense.by_model import by_model
from paperatlas.agents.condense.condensed import Condensed
from paperatlas.agents.condense.references import Pointed, resolve_references
from paperatlas.agents.condense.rules import by_rules, keeps
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.scope import pinned
from paperatlas.core.conversation import Turn
from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import LLM
from paperatlas.core.types import Document

__all__ = ["condense"]


async def condense(question: str, turns: Sequence[Turn], documents: Sequence[Document], llm: LLM | None = None) -> Condensed:
    """The question as it is where nothing was said before or it stands by itself; else by the model, where there is one, or
    by rules. A model that fails, or loses a word of weight, is done without.
    """
    if not turns:
        return Condensed(question=question)
    text = plain(question)
    pointed = resolve_references(text, turns, documents)
    ruled = by_rules(text, pointed, turns)
    if not ruled.by:
        return Condensed(question=question)
    if not pointed.documents and {*pinned(ruled.question, documents)} - {*ruled.documents}:
        ruled = replace(ruled, documents=())  # it names a paper beyond those that were talked about
    return ruled if llm is None else await _retold(text, pointed, turns, llm, ruled)


async def _retold(asked: str, pointed: Pointed, turns: Sequence[Turn], llm: LLM, ruled: Condensed) -> Condensed:
    try:
        told, usage = await by_model(pointed.text, turns, llm)
    except ProviderError as error:
        return replace(ruled, failure=error.message)
    if not told or not keeps(asked, told):
        return replace(ruled, usage=usage, failure="the model left out what was asked")
    return replace(ruled, question=told, by="model", usage=usage)
