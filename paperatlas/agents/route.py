"""The router: what kind of question it is, what it needs, which documents it names, and whether it is several at once."""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.forms.parts import split
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.route_rules import decide
from paperatlas.agents.scope import named, pinned
from paperatlas.agents.state import Question
from paperatlas.core.types import Document, Kind, Route, Scope

__all__ = ["route"]

_TOOLS: dict[Kind, tuple[str, ...]] = {
    "fact": ("vector", "lexical"),
    "relation": ("graph", "vector", "lexical"),
    "summary": ("summary", "vector"),
    "comparison": ("vector", "lexical", "graph"),
    "table": ("tables", "lexical", "vector"),
    "count": ("counts",),
    "metadata": ("metadata",),
    "position": ("positions",),
    "list": ("lists", "metadata", "lexical"),
    "follow_up": ("vector", "lexical"),
    "off_topic": (),
}
_OF_DOCUMENTS = frozenset({"metadata", "summary", "position"})
"""Kinds that ask about a document as such, so that naming a paper's own model names the paper."""


def route(question: Question, documents: Sequence[Document]) -> Route:
    """How a question is to be answered. Pure, by rules alone, in under a millisecond without documents."""
    text = plain(question.text)
    kind, confidence = decide(text, question.history)
    parts = split(text) if kind != "off_topic" else ()
    if parts and kind != "follow_up":
        kinds = [decide(part, question.history) for part in parts]
        kind, confidence = kinds[0][0], min(sure for _, sure in kinds)
    return Route(
        kind=kind,
        tools=_TOOLS[kind],
        hops=2 if kind == "relation" or (kind == "comparison" and len(documents) != 1) else 1,
        decided_by="rules",
        confidence=confidence,
        scope=_scope(question, kind, documents),
        parts=parts,
    )


def _scope(question: Question, kind: Kind, documents: Sequence[Document]) -> Scope:
    """The part of the library asked, narrowed to the documents that the question names."""
    asked = question.scope.documents
    open_to = [document for document in documents if not asked or document.id in asked]
    if len(open_to) < 2 or kind in ("list", "off_topic"):
        return question.scope
    means = named if kind in _OF_DOCUMENTS else pinned
    found = means(question.text, open_to)
    return replace(question.scope, documents=found) if found else question.scope
