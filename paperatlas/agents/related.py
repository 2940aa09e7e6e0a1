"""Answers from the knowledge graph: which papers cite X, what X outperforms, what is evaluated on X, as the papers state it.

The graph speaks where it has just what is asked, and understood all of the question: a relation between named things, each
edge with a quote that stands on its page. Where it has doubts or nothing, the passages answer.
"""

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import anyio
import anyio.to_thread

from paperatlas.agents.desk import Desk, off_loop
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.quoting import proof_at
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Draft, Proof, Question, Statement
from paperatlas.core.answers import Route
from paperatlas.core.errors import PaperAtlasError, TimedOut
from paperatlas.core.events import Event, Retrieved
from paperatlas.core.graph_answers import EdgeEvidence, GraphAnswer, GraphAsker
from paperatlas.core.grid import printed_row
from paperatlas.core.knowledge import Standing
from paperatlas.core.searching import Scope
from paperatlas.core.text import find_quote, match_key
from paperatlas.graph.cypher.lexicon import is_kind_noun
from paperatlas.graph.cypher.say import say_edge

__all__ = ["asks_for_citing", "asks_for_relation", "related"]

_CONFIDENT = 0.85
"""Of ten relations that the graph has, eight to nine are as their sentence says (docs/explanation/graph.md)."""
_SECONDS = 10.0
"""Longest wait for the graph: a query of a million edges takes one."""
_MOST = 12
"""Lines of an answer."""
_QUOTES = 2
"""Quotes that prove one line; a paper often says the same several times."""
_TEMPLATES = frozenset({"template:related", "template:related_to_all", "template:citing_its_paper"})
"""Those whose rows are the names asked for, each stated by an edge. What is said of two things, or of one in general, the
passages say better than a list of edges."""
_ASKED = re.compile(r"^\W*(?:(?:in|on|with|from|to|by)\s+)?(?:which|what|who|whom|list|name|give|show)\b", re.IGNORECASE)
_CITING = re.compile(r"\bcit(?:e|es|ed|ing)\b|\breferences?\s+(?:to\b|the\b)", re.IGNORECASE)
_RELATING = re.compile(
    r"\b(?:outperform|beat|surpass|exceed|extend|improv\w* (?:up)?on|buil[dt]\w* (?:up)?on|based on|derived from|propos|introduc"
    r"|evaluated|benchmarked|tested on|(?:pre-?|fine-?)?(?:trained|tuned) on|compared (?:with|to|against)|us(?:e|es|ed|ing)\b)",
    re.IGNORECASE,
)
_OF_NAMES = frozenset({"relation", "list", "fact", "table"})
"""Kinds of questions whose answer may be names."""
_OF_SEVERAL = frozenset({"fact", "table"})
"""Those of them that the passages and tables answer better where only one name is wanted."""


def asks_for_citing(question: Question, plan: Route) -> bool:
    """Whether a question asks who cites what: the reference lists know, and words beside a name do not."""
    return plan.kind in _OF_NAMES and _ASKED.match(question.text) is not None and _CITING.search(question.text) is not None


def asks_for_relation(question: Question, plan: Route) -> bool:
    """Whether the names that stand in a relation may be what is asked for."""
    return plan.kind in _OF_NAMES and _ASKED.match(question.text) is not None and _RELATING.search(question.text) is not None


async def related(question: Question, plan: Route, desk: Desk) -> AsyncIterator[Event | Draft]:
    """What the graph was asked and found, and a draft where it answers."""
    # The paper that is cited is named; those that cite it are others.
    is_named = plan.scope.documents and not _CITING.search(question.text)
    scope = plan.scope if is_named else question.scope
    if desk.deps.graph is None or not _is_of_documents(scope):
        return
    began = desk.journal.seconds
    try:
        answer = await _asked(question.text, desk.deps.graph)
    except PaperAtlasError as fault:
        failure = f"{fault.message} {fault.hint}".strip()
        yield Retrieved(route="graph", passages=0, seconds=desk.journal.seconds - began, failure=failure)
        return
    edges = _edges(answer, scope)
    if not edges or (plan.kind in _OF_SEVERAL and len(answer.rows) == 1 and not _CITING.search(question.text)):
        return
    draft = await off_loop(partial(_draft, edges, answer.named, desk.source))
    if draft is not None:
        yield Retrieved(route="graph", passages=len(edges), seconds=desk.journal.seconds - began)
        yield desk.journal.note("ask the graph", answer.how)
        yield draft


async def _asked(question: str, graph: GraphAsker) -> GraphAnswer:
    """Raises as the graph does, and TimedOut."""
    with anyio.move_on_after(_SECONDS):
        # What is late goes on behind: a driver that waits for its server cannot be stopped.
        return await anyio.to_thread.run_sync(partial(graph.ask, question), abandon_on_cancel=True)
    raise TimedOut(f"The knowledge graph took longer than {_SECONDS:g} s.", hint="See that its server answers.")


def _is_of_documents(scope: Scope) -> bool:
    return Scope(documents=scope.documents) == scope


def _edges(answer: GraphAnswer, scope: Scope) -> list[EdgeEvidence]:
    """The edges that make up the answer; none where the question was not wholly understood."""
    if answer.how not in _TEMPLATES or answer.evidence_of != "rows" or answer.warnings or answer.truncated:
        return []
    facts = [edge for edge in answer.evidence if edge.quote and edge.standing in {Standing.ASSERTED, Standing.ATTRIBUTED}]
    if any(edge.predicate == "CITES" for edge in facts):
        facts = [edge for edge in facts if edge.predicate == "CITES"]  # not that the paper cited proposes what is asked about
    named = [edge for edge in facts if not any(_is_general(end) for end in (edge.head, edge.tail) if end not in answer.named)]
    return [edge for edge in named or facts if not scope.documents or edge.document in scope.documents]


def _is_general(name: str) -> bool:
    """Whether a name is a kind's and nobody's own: "language models", which stands beside the models that are meant."""
    return name == name.lower() and is_kind_noun(name.rsplit(maxsplit=1)[-1])


def _draft(edges: Sequence[EdgeEvidence], named: Mapping[str, str], source: Source) -> Draft | None:
    by_said: dict[str, list[EdgeEvidence]] = {}
    for edge in edges:
        by_said.setdefault(_said(edge, named), []).append(edge)
    told = [statement for said, same in by_said.items() if (statement := _statement(said, same, source)).proofs]
    draft = prove(Draft(statements=tuple(told[:_MOST]), confidence=_CONFIDENT), source)
    return draft if draft.statements else None


def _said(edge: EdgeEvidence, named: Mapping[str, str]) -> str:
    """What an edge states, its ends called as the question calls them."""
    ends = replace(edge, head=named.get(edge.head, edge.head), tail=named.get(edge.tail, edge.tail))
    said = say_edge(ends)
    return f"{said[0].upper()}{said[1:]}."


def _statement(said: str, same: Sequence[EdgeEvidence], source: Source) -> Statement:
    """What several places state, the plainest first: a sentence before a row of a table, a short one before a long one."""
    proofs: list[Proof] = []
    for edge in sorted(same, key=lambda edge: ("|" in edge.quote, len(edge.quote))):
        if len(proofs) == _QUOTES:
            break
        proofs.extend(_proofs(edge, source))
    return Statement(text=said, proofs=tuple(dict.fromkeys(proofs)))


def _proofs(edge: EdgeEvidence, source: Source) -> Iterator[Proof]:
    page = source.page(edge.document, edge.page)
    if page is None:
        return
    # An entry of a reference list may be printed in pieces; its title is enough to find it.
    wordings = (edge.quote, edge.tail) if edge.predicate == "CITES" else (edge.quote,)
    if span := next((span for said in wordings if (span := find_quote(said, page.text, edge.page))), None):
        section = next(
            (block.section for block in page.blocks if block.span and block.span.start <= span.start < block.span.end), ""
        )
        if proof := proof_at(edge.document, span, source, section=section, chunk=edge.chunk):
            yield proof
        return
    parsed, wanted = source.parsed(edge.document), match_key(edge.quote.replace("|", ""))
    for table in parsed.tables if parsed else ():
        for row in range(len(table.rows)):
            if match_key(printed_row(table, row).replace("|", "")) == wanted:
                yield row_proof(edge.document, table, row, source, chunk=edge.chunk)
                return
