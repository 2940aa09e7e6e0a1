"""The router: what kind of question it is, what it needs, which documents it names, and whether it is several at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.forms.parts import split
from paperatlas.agents.forms.talk import needs_history
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.language import DEFAULT, language_of
from paperatlas.agents.prototypes import Prototypes, fitted
from paperatlas.agents.route_rules import UNSURE, decide
from paperatlas.agents.scope import named, pinned
from paperatlas.agents.state import Question
from paperatlas.agents.traits import Turn, traits
from paperatlas.core.answers import Kind, Route
from paperatlas.core.ports import Embedder
from paperatlas.core.searching import Scope
from paperatlas.core.text import both_ends
from paperatlas.core.types import Document
from paperatlas.retrieval.breadth import read_breadth

__all__ = ["TOOLS", "hops_of", "route"]

TOOLS: dict[Kind, tuple[str, ...]] = {
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
_OVERRULES, _OVERRULES_ALONE = 0.7, 0.85
"""Probability from which likeness overrules a rule that fits, with a vector and by wording alone: on the questions held apart
for choosing it, between .6 and .8 no other value routes more of them right.
"""
_PLAIN = 0.97
"""Probability by wording alone from which no vector is asked for: of 900 such questions none was routed otherwise by it."""
_OF_DOCUMENTS = frozenset({"metadata", "summary", "position"})
"""Kinds that ask about a document as such, so that naming a paper's own model names the paper."""


@dataclass(frozen=True, slots=True)
class _Decision:
    kind: Kind
    confidence: float
    by: str


def route(
    question: Question, documents: Sequence[Document], *, embedder: Embedder | None = None, prototypes: Prototypes | None = None
) -> Route:
    """How a question is to be answered.

    By rules and by likeness to labelled questions: of the wording in any case, of the vector when an embedder is given whose
    vectors the prototypes (by default those of the package) were fitted on. A few milliseconds, most of them the embedder's.
    """
    text = plain(question.text)
    judge = _Judge(documents, embedder, prototypes or fitted())
    language = language_of(question.text)
    parts = split(text if language == DEFAULT else both_ends(question.text), language)
    decision = judge.decide(question.text, text, question.history)
    if decision.kind == "off_topic" or (decision.kind == "follow_up" and question.history):
        parts = ()
    if parts:
        each = [judge.decide(part, plain(part), question.history) for part in parts]
        decision = replace(each[0], confidence=min(one.confidence for one in each))
    return Route(
        kind=decision.kind,
        tools=TOOLS[decision.kind],
        hops=hops_of(decision.kind, documents),
        decided_by=decision.by,
        confidence=decision.confidence,
        scope=_scope(question, decision.kind, documents),
        parts=parts,
        language=language,
    )


def hops_of(kind: Kind, documents: Sequence[Document]) -> int:
    """How many steps lead to an answer: a relation, or a comparison that may span papers, takes two."""
    return 2 if kind == "relation" or (kind == "comparison" and len(documents) != 1) else 1


@dataclass(frozen=True, slots=True)
class _Judge:
    """Decides kinds by rule and by likeness."""

    documents: Sequence[Document]
    embedder: Embedder | None
    prototypes: Prototypes

    def decide(self, asked: str, text: str, history: Sequence[str]) -> _Decision:
        """The kind of a question as asked, whose plain text is `text`."""
        said, confidence = decide(text, tuple(history))
        leans = needs_history(text, history)
        turn = Turn(text=asked, plain=text, history=history, said=said, confidence=confidence, leans=leans)
        chances = self._chances(turn)
        likely = max(chances, key=lambda kind: chances[kind])
        if likely == said:
            return _Decision(said, chances[said], "rules")
        overrules = _OVERRULES if self._embeds() else _OVERRULES_ALONE
        if confidence > UNSURE and chances[likely] < overrules:
            return _Decision(said, min(confidence, 1 - chances[likely]), "rules")
        return _Decision(likely, chances[likely], "prototypes")

    def _embeds(self) -> bool:
        return self.embedder is not None and self.embedder.id == self.prototypes.embedder

    def _chances(self, turn: Turn) -> dict[Kind, float]:
        """How likely each kind is.

        With a library at hand nothing is called off topic by likeness: there the search sees what the papers speak of, and a
        question about a king may be put to papers on history.
        """
        wording = traits(turn)
        chances = self.prototypes.chances(wording)
        if chances.max() < _PLAIN and self.embedder is not None and self._embeds():
            chances = self.prototypes.chances(wording, self.embedder.embed([turn.plain], kind="query")[0])
        named_chances = {kind: float(chance) for kind, chance in zip(self.prototypes.kinds, chances, strict=True)}
        if self.documents and turn.said != "off_topic":
            named_chances["off_topic"] = 0.0
        return named_chances


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
