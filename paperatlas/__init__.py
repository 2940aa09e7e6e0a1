"""PaperAtlas: answers from your own papers, every sentence proven to the page.

    import paperatlas as pa

    with pa.open_library("papers.library") as library:
        library.ingest(["papers/"])
        answer = library.ask("What is the training cost?")
        print(answer.text, [(c.doc, c.page, c.quote) for c in answer.citations])

`open_library_async` is the same for asynchronous code. The objects that come back are those of `paperatlas.core.types`.
"""

from typing import TYPE_CHECKING, Any

from paperatlas.core.answers import Answer, Citation, Claim
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.searching import Hit, Scope, SearchResult
from paperatlas.core.types import Document

if TYPE_CHECKING:
    from paperatlas.bootstrap import open_library, open_library_async, restore_library

__all__ = [
    "Answer",
    "Citation",
    "Claim",
    "Document",
    "Hit",
    "PaperAtlasError",
    "Scope",
    "SearchResult",
    "open_library",
    "open_library_async",
    "restore_library",
]


def __getattr__(name: str) -> Any:
    # What opens a library brings SQLite, tantivy, Chroma and onnxruntime with it: only whoever asks for it pays for it.
    if name in {"open_library", "open_library_async", "restore_library"}:
        from paperatlas import bootstrap  # noqa: PLC0415 - the point of this function

        return getattr(bootstrap, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
