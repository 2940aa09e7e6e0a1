"""How a question is refused, in its own language: the reason, and the closest place to look."""

from collections.abc import Sequence

from paperatlas.agents.language import DEFAULT
from paperatlas.agents.phrasebook import Phrasebook, phrasebook
from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Place, Reason
from paperatlas.core.errors import ProviderError
from paperatlas.core.searching import Hit
from paperatlas.core.types import Document

__all__ = ["empty_library", "off_topic", "out_of_reach", "out_of_time", "place_of", "too_unsure", "unanswered"]


def empty_library(language: str = DEFAULT) -> Draft:
    """Nothing has been ingested."""
    return _refusal(phrasebook(language).say("refusal.empty_library"), "empty_library", 0.0)


def off_topic(confidence: float = 0.0, *, language: str = DEFAULT) -> Draft:
    """What is asked has nothing to do with the library: one sentence, and nothing to look into."""
    return _refusal(phrasebook(language).say("refusal.off_topic"), "off_topic", confidence)


def unanswered(
    confidence: float,
    closest: Place | None,
    title: str,
    *,
    has: Sequence[str] = (),
    lacks: Sequence[str] = (),
    language: str = DEFAULT,
) -> Draft:
    """The papers are about it and do not say it; `has` and `lacks` are words of the question that
    the closest place does and does not hold.
    """
    book = phrasebook(language)
    if closest is None:
        return _refusal(book.say("refusal.not_stated"), "not_in_documents", confidence)
    text = book.say("refusal.closest", title=title, place=_place(closest, book), contrast=_contrast(has, lacks, book))
    return _refusal(text, "not_in_documents", confidence, closest)


def out_of_reach(fault: ProviderError, *, language: str = DEFAULT) -> Draft:
    """A part of a question for which no service answered, so that nothing can be said of the papers."""
    return _refusal(phrasebook(language).say("refusal.out_of_reach", fault=fault.message), "upstream", 0.0)


def out_of_time(part: str, *, language: str = DEFAULT) -> Draft:
    """A part of a question that was not come to."""
    return _refusal(phrasebook(language).say("part.budget", part=part.strip().rstrip("?.？")), "budget", 0.0)


def too_unsure(draft: Draft, documents: Sequence[Document], *, language: str = DEFAULT) -> Draft:
    """In place of an answer that is less sure than whoever asks wants: where its first proof stands, to be read by oneself."""
    book, proof = phrasebook(language), next((proof for each in draft.statements for proof in each.proofs), None)
    known = next((each for each in documents if proof and each.id == proof.document), None)
    if proof is None or known is None:
        return _refusal(book.say("refusal.too_unsure"), "not_in_documents", draft.confidence)
    place = Place(document=proof.document, doc=known.name, page=proof.page, section=proof.section)
    text = book.say("refusal.too_unsure_closest", title=known.title, place=_place(place, book))
    return _refusal(text, "not_in_documents", draft.confidence, place)


def place_of(hit: Hit, documents: Sequence[Document]) -> tuple[Place, str]:
    """Where a hit stands, and the title of its document."""
    names = {document.id: document for document in documents}
    document = hit.chunk.document
    known = names.get(document)
    place = Place(document=document, doc=known.name if known else document, page=hit.chunk.page, section=hit.chunk.section)
    return place, known.title if known else document


def _refusal(text: str, reason: Reason, confidence: float, closest: Place | None = None) -> Draft:
    return Draft(statements=(Statement(text=text),), confidence=confidence, status="abstained", reason=reason, closest=closest)


def _place(place: Place, book: Phrasebook) -> str:
    section = place.section.rsplit(" > ", maxsplit=1)[-1].strip()
    if not section:
        return book.say("refusal.page", page=place.page)
    return book.say("refusal.section_page", section=section, page=place.page)


def _contrast(has: Sequence[str], lacks: Sequence[str], book: Phrasebook) -> str:
    if not lacks:
        return ""
    if not has:
        return book.say("refusal.lacks", lacks=book.either(lacks))
    return book.say("refusal.mentions_not", has=book.both(has), lacks=book.either(lacks))
