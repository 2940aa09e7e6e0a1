"""The reflector's second look: what the passages lack is searched for by itself, once, before a question is refused."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from paperatlas.agents.desk import Desk, off_loop
from paperatlas.agents.look import Found
from paperatlas.agents.reason import Weighed, weigh
from paperatlas.agents.terms import Term
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.searching import Hit, SearchOptions, Stages
from paperatlas.core.types import ChunkKind

__all__ = ["Second", "second_look"]

__all__ = ["Second", "second_look"]

_WORTH = 0.25
"""Share of the threshold below which nothing that is near is missing: the papers are about something else."""
_MORE = 8
"""Further passages read."""
_LOOKED_THROUGH = 40
"""Hits from which they are taken."""
_AS_IS = SearchOptions(stages=Stages.without("rewrite", "hyde"))
"""One question costs one rewriting by a model, and had it."""


class Second(NamedTuple):
    """What a second search brought."""

    query: str
    found: Found
    weighed: Weighed


async def second_look(found: Found, weighed: Weighed, desk: Desk) -> Second | None:
    """The passages with those that a search for the unanswered words adds, weighed again; None where that answers no better."""
    if weighed.is_answered or not weighed.ranked or weighed.confidence < _WORTH * weighed.refuse_below:
        return None
    query = _query(found, weighed.lacking)
    if not query:
        return None
    wider = await off_loop(partial(_wider, query, found, desk))
    if wider is None:
        return None
    again = await off_loop(partial(weigh, wider, desk.embedder, refuse_below=desk.deps.refuse_below))
    return Second(query, wider, again) if again.is_answered else None


def _query(found: Found, lacking: tuple[Term, ...]) -> str:
    """The words that no passage has, with the names that say of what."""
    stems = {term.stem for term in lacking}
    return " ".join(term.word for term in found.terms if term.stem in stems or term.is_name) if stems else ""


def _wider(query: str, found: Found, desk: Desk) -> Found | None:
    known = {hit.chunk.id for hit in found.hits}
    try:
        hits = desk.deps.searcher.search(query, limit=_LOOKED_THROUGH, scope=found.plan.scope, options=_AS_IS).hits
    except PaperAtlasError:
        return None  # what was found before stands
    more = [hit for hit in hits if hit.chunk.id not in known and hit.chunk.kind is ChunkKind.TEXT][:_MORE]
    both: tuple[Hit, ...] = (*found.hits, *more)
    return replace(found, hits=both, given=found.presence.about(both)) if more else None
