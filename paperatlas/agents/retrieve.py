"""The retriever: searches by plan, and says what became of each route."""

from collections.abc import AsyncIterator, Mapping
from functools import partial

from paperatlas.agents.desk import Desk, off_loop
from paperatlas.agents.look import Found, look
from paperatlas.agents.state import Question
from paperatlas.core.answers import Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.events import Corrected, Event, Retrieved

__all__ = ["retrieve"]

_CALLED: Mapping[str, str] = {"lexical": "bm25"}
"""Routes that events call otherwise."""
_EMBEDDING = "embedding"
"""The stage of a search that fails with the embedder's service."""


async def retrieve(question: Question, plan: Route, desk: Desk) -> AsyncIterator[Event | Found]:
    """An event for each route, and then what was found.

    Raises:
        PaperAtlasError: no route answers.
    """
    found = await off_loop(partial(look, question, plan, desk.documents, desk.deps))
    if desk.meter:
        desk.meter.usage += found.usage
    for report in found.routes:
        name = _CALLED.get(report.route, report.route)
        yield Retrieved(route=name, passages=report.passages, seconds=report.seconds, failure=report.failure)
    failed = [stage for stage, _ in found.failed]
    yield desk.journal.note("search", f"{len(found.hits)} passages{f', without {_listed(failed)}' if failed else ''}")
    if (reason := dict(found.failed).get(_EMBEDDING)) is not None and desk.embedder.can_be_replaced:
        # It would be waited for once more, for as long again.
        await off_loop(partial(desk.embedder.replace, ProviderError(reason)))
        yield Corrected(what="Sentences are weighed by the bundled model.", why=reason)
    yield found


def _listed(names: list[str]) -> str:
    return " and ".join(dict.fromkeys(names))
