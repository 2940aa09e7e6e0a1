"""How a question is refused: the reason, and the closest place to look."""

from collections.abc import Sequence

from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Place, Reason
from paperatlas.core.searching import Hit
from paperatlas.core.types import Document

__all__ = ["empty_library", "off_topic", "place_of", "unanswered"]


def empty_library() -> Draft:
    """Nothing has been ingested."""
    return _refusal("There are no papers in this library yet: add some with `paperatlas ingest PATH`.", "empty_library", 0.0)


def off_topic(confidence: float = 0.0) -> Draft:
    """What is asked has nothing to do with the library: one sentence, and nothing to look into."""
    return _refusal("This has nothing to do with the papers in this library.", "off_topic", confidence)


def unanswered(
    confidence: float, closest: Place | None, title: str, *, has: Sequence[str] = (), lacks: Sequence[str] = ()
) -> Draft:
    """The papers are about it and do not say it; `has` and `lacks` are words of the question that
    the closest place does and does not hold.
    """
    text = "Not stated in these papers."
    if closest is not None:
        where = f"{_section(closest.section)}page {closest.page}"
        text += f" Closest: {title}, {where}{_contrast(has, lacks)}."
    return _refusal(text, "not_in_documents", confidence, closest)


def place_of(hit: Hit, documents: Sequence[Document]) -> tuple[Place, str]:
    """Where a hit stands, and the title of its document."""
    names = {document.id: document for document in documents}
    document = hit.chunk.document
    known = names.get(document)
    place = Place(document=document, doc=known.name if known else document, page=hit.chunk.page, section=hit.chunk.section)
    return place, known.title if known else document


def _refusal(text: str, reason: Reason, confidence: float, closest: Place | None = None) -> Draft:
    return Draft(statements=(Statement(text=text),), confidence=confidence, status="abstained", reason=reason, closest=closest)


def _section(path: str) -> str:
    last = path.rsplit(" > ", maxsplit=1)[-1].strip()
    return f"section {last}, " if last else ""


def _contrast(has: Sequence[str], lacks: Sequence[str]) -> str:
    if not lacks:
        return ""
    missing = " or ".join(lacks)
    return f", which mentions {' and '.join(has)} but not {missing}" if has else f", which does not mention {missing}"
