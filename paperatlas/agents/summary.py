"""Summaries as answers: of a paper, of one of its sections, or of what several papers say, from the tree of summaries."""

from collections.abc import Sequence

from paperatlas.agents import refuse
from paperatlas.agents.digest import about, digest
from paperatlas.agents.look import Found
from paperatlas.agents.presence import is_bibliography
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.retold import statements_of
from paperatlas.agents.state import Draft, Statement
from paperatlas.agents.terms import content_stems
from paperatlas.core.answers import Place, Route
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import DocumentId
from paperatlas.core.summaries import Summaries, SummaryNode, SummaryTree
from paperatlas.core.types import Document
from paperatlas.retrieval.breadth import Breadth, read_breadth

__all__ = ["asks_of_several", "summarise"]

_CONFIDENT = 0.9
"""A paper that is there can be summarised; what remains is doubt about which paper is meant."""


def asks_of_several(question: str, plan: Route) -> bool:
    """Whether a comparison asks what several named papers say of something: that is told paper by paper."""
    breadth = read_breadth(question)
    return plan.kind == "comparison" and breadth.reach == "library" and bool(breadth.subject) and len(plan.scope.documents) > 1


def summarise(found: Found, documents: Sequence[Document], source: Source, summaries: Summaries) -> Draft:
    """The proven summary of what is meant, or a refusal when it is not in the library."""
    breadth = read_breadth(found.question.text)
    named = found.plan.scope.documents
    asked = [document for document in documents if not named or document.id in named]
    if len(asked) > 1 and (breadth.reach == "library" or len(named) > 1):
        draft = digest(found, asked, source, summaries, subject=breadth.subject)
    else:
        draft = _of_one(found, asked, source, summaries, breadth)
    if draft is None:
        return _not_here(found, documents)
    return draft if draft.status == "abstained" else prove(draft, source)


def _of_one(found: Found, asked: Sequence[Document], source: Source, summaries: Summaries, breadth: Breadth) -> Draft | None:
    """Of the paper that the question names; else of that of the best passage."""
    best = found.hits[0].chunk.document if found.hits else None
    document = next((d for d in asked if len(asked) == 1 or d.id == best), None)
    tree = _tree(document.id, summaries) if document else None
    if document is None or tree is None:
        return None
    node = tree.section(breadth.section) if breadth.section else None
    if breadth.is_named and node is None:
        return _no_section(document, breadth.section)
    subject = breadth.subject or breadth.section
    if node is None and subject and not _is_named(document, subject):
        told = about(subject, document, found.hits, tree, source)
        return Draft(statements=told, confidence=_CONFIDENT) if told else _of_node(tree.root, source)
    return _of_node(node or tree.root, source)


def _is_named(document: Document, subject: str) -> bool:
    """Whether the subject is the paper itself, called by words of its title: "the review", "GlowNet"."""
    wanted = content_stems(subject)
    return bool(wanted) and wanted <= content_stems(f"{document.title} {document.name}")


def _tree(document: DocumentId, summaries: Summaries) -> SummaryTree | None:
    try:
        return summaries.of(document)
    except UnknownDocument:  # removed by another process since it was found
        return None


def _of_node(node: SummaryNode, source: Source) -> Draft | None:
    statements = statements_of(node.sentences, source)
    return Draft(statements=statements, confidence=_CONFIDENT) if statements else None


def _no_section(document: Document, name: str) -> Draft:
    text = f"*{document.title}* has no section {name}."
    place = Place(document=document.id, doc=document.name, page=1, section="")
    return Draft(statements=(Statement(text=text),), confidence=0.0, status="abstained", reason="not_in_documents", closest=place)


def _not_here(found: Found, documents: Sequence[Document]) -> Draft:
    if not found.hits:
        return refuse.unanswered(0.0, None, "", language=found.plan.language)
    said = [hit for hit in found.hits if not is_bibliography(hit.chunk.section)] or found.hits
    place, title = refuse.place_of(said[0], documents)
    return refuse.unanswered(0.1, place, title, language=found.plan.language)
