"""Where a page has the words that a relation was read from."""

from paperatlas.core.find import find_in
from paperatlas.core.knowledge import Evidence
from paperatlas.core.types import Box, ParsedDocument

__all__ = ["printed"]


def printed(document: ParsedDocument, page: int, quote: str, evidence: Evidence | None) -> tuple[Box, ...]:
    """The boxes of a quote, as its evidence has them or as a search on the page finds it; empty where there is none of it."""
    if evidence and evidence.boxes:
        return evidence.boxes
    if evidence and evidence.span:
        span = evidence.span
        return next((each.boxes(span.start, span.end) for each in document.pages if each.number == span.page), ())
    return next((place.boxes for place in find_in(document, quote) if place.page == page), ())
