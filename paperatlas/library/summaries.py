"""Summaries that follow the documents, as the indexes do."""

from collections.abc import Sequence

from paperatlas.catalog import SqliteWriter
from paperatlas.core.ids import DocumentId
from paperatlas.pipeline.summarise.tree import RULES, summarise

__all__ = ["summarise_missing"]

BATCH = 16
"""Documents between two commits: about two seconds of work, which is what an interruption can cost."""


def summarise_missing(writer: SqliteWriter) -> None:
    """Sum up each document that has no summary by the rules of today. What was interrupted is simply done again."""
    while documents := writer.unsummarised(RULES, BATCH):
        _summarise(writer, documents)


def _summarise(writer: SqliteWriter, documents: Sequence[DocumentId]) -> None:
    catalog = writer.catalog
    with writer.transaction():
        for document in documents:
            tree = summarise(catalog.parsed(document), catalog.chunks_of(document))
            writer.put_summary(document, RULES, tree.nodes)
