"""Hits with the number that is printed on their page."""

from collections.abc import Iterable
from dataclasses import replace

from paperatlas.core.searching import SearchResult
from paperatlas.core.types import Document

__all__ = ["with_page_labels"]


def with_page_labels(result: SearchResult, documents: Iterable[Document]) -> SearchResult:
    """The result with the printed label of each hit's page, where the file names one that is not just its number."""
    labelled = {document.id: document for document in documents if document.page_labels}
    if not labelled:
        return result
    hits = (
        replace(hit, page_label=document.page_label(hit.chunk.page)) if (document := labelled.get(hit.chunk.document)) else hit
        for hit in result.hits
    )
    return replace(result, hits=tuple(hits))
