"""Summaries that follow the documents, as the indexes do."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from paperatlas.catalog import SqlWriter
from paperatlas.core.answers import Citation
from paperatlas.core.errors import UnknownSection
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.summaries import CitedSentence, Summary, SummaryNode, SummarySource, SummaryTree
from paperatlas.core.types import Document
from paperatlas.pipeline.summarise.tree import RULES, summarise

__all__ = ["citations_of", "cited", "section_of", "summarise_missing"]

BATCH = 16
"""Documents between two commits: about two seconds of work, which is what an interruption can cost."""


def summarise_missing(writer: SqlWriter) -> None:
    """Sum up each document that has no summary by the rules of today. What was interrupted is simply done again."""
    last = ""
    while documents := writer.unsummarised(RULES, BATCH, after=last):
        _summarise(writer, documents)
        last = documents[-1]


def section_of(tree: SummaryTree, name: str) -> SummaryNode:
    """The section of that number, name or usual synonym; the whole document when none is named. Raises UnknownSection."""
    node = tree.section(name) if name else tree.root
    if node is None:
        there = "; ".join(each.label for each in tree.nodes[1:] if each.label)
        raise UnknownSection(
            f"{tree.root.title!r} has no section {name!r}.", hint=f"It has: {there}." if there else "It has none."
        )
    return node


def cited(node: SummaryNode, catalog: Catalog, documents: Mapping[DocumentId, Document]) -> Summary:
    """The node with a citation for each source of its sentences."""
    numbers = count(1)
    sentences = tuple(
        CitedSentence(text=sentence.text, citations=tuple(citations_of(sentence.sources, numbers, catalog, documents)))
        for sentence in node.sentences
    )
    return Summary(node=node, sentences=sentences)


def citations_of(
    sources: Sequence[SummarySource], numbers: Iterator[int], catalog: Catalog, documents: Mapping[DocumentId, Document]
) -> Iterator[Citation]:
    """A citation of each source, numbered on."""
    for source in sources:
        page, document = catalog.page(source.document, source.span.page), documents[source.document]
        start, end = source.span.start, source.span.end
        yield Citation(
            n=next(numbers),
            document=source.document,
            doc=document.name,
            title=document.title,
            page=page.number,
            section=source.section,
            quote=page.text[start:end],
            boxes=page.boxes(start, end),
            chunk=source.chunk,
            start=start,
            end=end,
            standing=document.standing,
        )


def _summarise(writer: SqlWriter, documents: Sequence[DocumentId]) -> None:
    catalog = writer.catalog
    with writer.transaction():
        for document in documents:
            tree = summarise(catalog.parsed(document), catalog.chunks_of(document))
            writer.put_summary(document, RULES, tree.nodes)
