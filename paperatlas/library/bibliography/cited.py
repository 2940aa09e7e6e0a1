"""Which documents of a library a conversation cites."""

from collections.abc import Sequence

from paperatlas.core.conversation import TurnRecord
from paperatlas.core.types import Document

__all__ = ["cited_in"]


def cited_in(turns: Sequence[TurnRecord], documents: Sequence[Document]) -> tuple[Document, ...]:
    """Those that are still there, each once, in the order of their first citation."""
    known = {document.id: document for document in documents}
    ids = dict.fromkeys(each.document for kept in turns if kept.turn.answer for each in kept.turn.answer.citations)
    return tuple(known[each] for each in ids if each in known)
