"""Asking the registries about papers: fills what papers do not say, and marks those that were retracted."""

import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from paperatlas.core.enriching import Enriched, EnrichReport
from paperatlas.core.errors import PaperAtlasError, UnknownDocument
from paperatlas.core.registry import NOTHING_REGISTERED, Registered, Registry, filled_fields
from paperatlas.core.reports import Failure, OnProgress, Progress
from paperatlas.core.types import Document, Metadata
from paperatlas.library.changing import making
from paperatlas.library.knowing import know
from paperatlas.library.online import allowed
from paperatlas.library.opened import Opened
from paperatlas.library.scoping import scope_of
from paperatlas.library.summaries import summarise_missing

__all__ = ["enrich"]

_STALE = timedelta(days=30)
"""Papers asked about within this time are passed over: retractions come years after a paper, and registries are everybody's."""
_ARXIV_DOI = "10.48550/arXiv."
"""Under which arXiv registers what it holds."""


def enrich(
    opened: Opened, documents: Iterable[str], *, again: bool = False, on_progress: OnProgress | None = None
) -> EnrichReport:
    """Ask about documents, all where none is named. The library is only locked while an answer is kept."""
    registry, started = allowed(opened.parts.online).registry, time.perf_counter()
    opened.check_embedder()
    known = opened.catalog.documents()
    chosen = scope_of(known, documents).documents
    wanted = [document for document in known if not chosen or document.id in chosen]
    done = []
    for number, document in enumerate(wanted, start=1):
        done.append(_enriched(opened, document, registry, again=again))
        if on_progress:
            on_progress(Progress(done=number, total=len(wanted), source=document.name))
    if any(each.filled for each in done):
        with opened.writing() as writer:
            summarise_missing(writer)
            know(opened, writer)
    return EnrichReport(documents=tuple(done), seconds=time.perf_counter() - started)


def _enriched(opened: Opened, document: Document, registry: Registry, *, again: bool) -> Enriched:
    """What fails of one paper is told of it, and stops nothing."""
    held = opened.catalog.registered(document.id)
    try:
        # What the paper itself says and a person corrected; an earlier answer must not keep a wrong DOI alive.
        said = opened.catalog.correction(document.id).applied(opened.catalog.stated(document.id))
        if not again and _is_fresh(held) and _is_about(held, said):
            return _told(opened, document, held, skipped=True)
        found = _asked(said, registry) or _unknown(said, held)
        with opened.writing() as writer:
            making(opened, writer).register(document.id, found)
        return _told(opened, document, found)
    except UnknownDocument:  # it was removed meanwhile
        return Enriched(doc=document.name, doc_id=document.id, status="skipped")
    except PaperAtlasError as error:
        return Enriched(doc=document.name, doc_id=document.id, status="failed", error=Failure.of(error))


def _is_fresh(held: Registered) -> bool:
    return bool(held.asked_at) and datetime.now(UTC) - datetime.fromisoformat(held.asked_at) < _STALE


def _unknown(said: Metadata, held: Registered) -> Registered:
    """What holds of a paper that no registry knows just now: the earlier answer, unless that was about another DOI. A registry
    that loses a record for a day must not lift a retraction.
    """
    known = held if _is_about(held, said) else replace(NOTHING_REGISTERED, doi=said.doi)
    return replace(known, asked_at=datetime.now(UTC).isoformat(timespec="seconds"))


def _is_about(held: Registered, said: Metadata) -> bool:
    return not said.doi or said.doi.casefold() == held.doi.casefold()


def _asked(said: Metadata, registry: Registry) -> Registered | None:
    """By what identifies a paper, else by its title."""
    if doi := said.doi or (f"{_ARXIV_DOI}{said.arxiv_id}" if said.arxiv_id else ""):
        return registry.work(doi)
    return registry.find(said.title, said.authors, said.year) if said.title else None


def _told(opened: Opened, document: Document, held: Registered, *, skipped: bool = False) -> Enriched:
    corrected = opened.catalog.correction(document.id).fields
    filled = filled_fields(held, opened.catalog.stated(document.id))
    now = next((each for each in opened.catalog.documents() if each.id == document.id), document)
    return Enriched(
        doc=document.name,
        doc_id=document.id,
        status="skipped" if skipped else "found" if held.registry else "unknown",
        registry=held.registry,
        doi=held.doi,
        filled=tuple(name for name in filled if name not in corrected),
        standing=now.standing,
        notices=now.notices,
    )
