"""The passages of a library that its answers are judged by."""

from collections.abc import Sequence

from paperatlas.core.searching import AS_WORDED
from paperatlas.core.text import match_key
from paperatlas.core.types import Chunk
from paperatlas.library.library import Library

__all__ = ["LibraryPassages"]


class LibraryPassages:
    """Implements `Passages`: what the search finds, and what answers cite, each with its title and section.

    The search takes the question as it is worded, so that the same run has the same passages whatever a model would make of it.
    """

    def __init__(self, library: Library, *, limit: int) -> None:
        self._library = library
        self._limit = limit

    def found(self, question: str, documents: Sequence[str]) -> list[str]:
        """Raises UnknownDocument and EmbedderMismatch."""
        result = self._library.search(question, documents=documents, limit=self._limit, options=AS_WORDED)
        return [_told(hit.chunk) for hit in result.hits]

    def cited(self, citations: Sequence[tuple[str, int, str]]) -> list[str]:
        """Raises UnknownDocument."""
        return [self._around(document, quote) for document, _, quote in citations]

    def _around(self, document: str, quote: str) -> str:
        """The passage of a quote: of a caption the whole table; the quote itself where it runs over the end of a passage."""
        key = match_key(quote)
        chunks = self._library.catalog.chunks_of(self._library.document(document).id)
        holding = [chunk for chunk in chunks if key in match_key(chunk.text)]
        return _told(max(holding, key=lambda chunk: chunk.kind == "table")) if holding else quote


def _told(chunk: Chunk) -> str:
    return f"{chunk.context}\n{chunk.text}" if chunk.context else chunk.text
