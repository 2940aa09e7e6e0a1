"""Summaries as the JSON that every surface shares."""

from collections.abc import Mapping
from typing import Any

from paperatlas.core.ids import DocumentId
from paperatlas.core.summaries import Summary
from paperatlas.core.wire import citation_json

__all__ = ["summary_json"]


def summary_json(summary: Summary, names: Mapping[DocumentId, str]) -> dict[str, Any]:
    """`names` gives the name of each document id."""
    node = summary.node
    return {
        "id": node.id,
        "level": node.level,
        "title": node.label,
        "section": node.section,
        "page": node.page,
        "documents": [{"doc": names.get(document, document), "doc_id": document} for document in node.documents],
        "sentences": [
            {"text": sentence.text, "citations": [citation_json(citation) for citation in sentence.citations]}
            for sentence in summary.sentences
        ],
        "children": list(node.children),
        "passages": list(node.passages),
    }
