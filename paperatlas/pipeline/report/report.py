"""The parse report of a document."""

from collections import Counter
from collections.abc import Iterator

from paperatlas.core.reading import Doubt, PageReport, ParseReport
from paperatlas.core.types import Page, ParsedDocument
from paperatlas.pipeline.report.cited import citation_doubts
from paperatlas.pipeline.report.doubts import float_doubts, metadata_doubts, page_doubts, section_doubts

__all__ = ["report"]


def report(document: ParsedDocument) -> ParseReport:
    """What was found in a document, and what is doubtful. The same document always gives the same report."""
    return ParseReport(
        doc=document.name,
        pages=tuple(_page_report(page, document) for page in document.pages),
        words=document.words,
        headings=len(document.headings),
        tables=len(document.tables),
        figures=len(document.figures),
        equations=len(document.equations),
        references=len(document.references),
        doubts=tuple(sorted(_doubts(document), key=lambda doubt: doubt.page or 0)),
    )


def _doubts(document: ParsedDocument) -> Iterator[Doubt]:
    for warning in document.warnings:
        yield Doubt(code=warning.code, message=warning.message, page=warning.page)
    yield from metadata_doubts(document)
    yield from section_doubts(document)
    yield from float_doubts(document)
    yield from citation_doubts(document)
    for page in document.pages:
        yield from page_doubts(page, document.metadata.language)


def _page_report(page: Page, document: ParsedDocument) -> PageReport:
    kinds = Counter(block.kind.value for block in page.blocks)
    return PageReport(
        number=page.number,
        label=page.label,
        words=sum(len(block.text.split()) for block in page.blocks),
        source=page.source,
        turn=page.turn,
        blocks=tuple(kinds.items()),
        tables=sum(page.number in {table.page, *(part.page for part in table.parts)} for table in document.tables),
        figures=sum(figure.page == page.number for figure in document.figures),
        equations=sum(equation.page == page.number for equation in document.equations),
    )
