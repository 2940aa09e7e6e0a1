"""The router: what kind of question it is, what it needs, which documents it names, and whether it is several at once."""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.forms.parts import split
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.prototypes import Prototypes, fitted
from paperatlas.agents.route_rules import UNSURE, decide
from paperatlas.agents.scope import named, pinned
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind, Route
from paperatlas.core.ports import Embedder
from paperatlas.core.searching import Scope
from paperatlas.core.types import Document
from paperatlas.retrieval.breadth import read_breadth

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
_CLEAR = 0.45
"""Probability from which likeness decides: of 170 unseen questions it mended 18 that the rules missed and broke one."""
_OF_DOCUMENTS = frozenset({"metadata", "summary", "position"})
"""Kinds that ask about a document as such, so that naming a paper's own model names the paper."""


def route(
    question: Question, documents: Sequence[Document], *, embedder: Embedder | None = None, prototypes: Prototypes | None = None
) -> Route:
    """How a question is to be answered.

    By rules, in under a millisecond; what no rule fits is compared with labelled questions when an embedder is given whose
    vectors the prototypes (by default those of the package) were fitted on.
    """
    text = plain(question.text)
    kind, confidence = decide(text, question.history)
    decided_by = "rules"
    parts = split(text) if kind not in ("off_topic", "follow_up") else ()
    if parts:
        kinds = [decide(part, question.history) for part in parts]
        kind, confidence = kinds[0][0], min(sure for _, sure in kinds)
    elif (
        confidence <= UNSURE
        and embedder is not None
        and (likely := _likeliest(text, documents, embedder, prototypes or fitted()))
    ):
        kind, confidence = likely
        decided_by = "prototypes"
    return Route(
        kind=kind,
        tools=_TOOLS[kind],
        hops=2 if kind == "relation" or (kind == "comparison" and len(documents) != 1) else 1,
        decided_by=decided_by,
        confidence=confidence,
        scope=_scope(question, kind, documents),
        parts=parts,
    )


def _likeliest(text: str, documents: Sequence[Document], embedder: Embedder, prototypes: Prototypes) -> tuple[Kind, float] | None:
    """The kind of the labelled questions most like this one, when it is clear.

    With a library at hand nothing is called off topic by likeness: there the search sees what the papers speak of, and a
    question about a king may be put to papers on history.
    """
    if embedder.id != prototypes.embedder:
        return None
    kind, chance = prototypes.likeliest(embedder.embed([text], kind="query")[0])
    return None if chance < _CLEAR or (kind == "off_topic" and documents) else (kind, chance)


def _scope(question: Question, kind: Kind, documents: Sequence[Document]) -> Scope:
    """The part of the library asked, narrowed to the documents that the question names."""
    asked = question.scope.documents
    open_to = [document for document in documents if not asked or document.id in asked]
    if len(open_to) < 2 or kind in ("list", "off_topic"):
        return question.scope
    of_one = kind in _OF_DOCUMENTS and read_breadth(question.text).reach != "library"
    means = named if of_one else pinned
    found = means(question.text, open_to)
    return replace(question.scope, documents=found) if found else question.scope
