"""From a question to a proven answer, or to a reasoned refusal: the loop that everything else serves."""

import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import anyio.to_thread

from paperatlas.agents import refuse
from paperatlas.agents.assemble import assemble
from paperatlas.agents.generate import generate
from paperatlas.agents.join import join
from paperatlas.agents.look import is_off_topic, look
from paperatlas.agents.operators import counts, lists, metadata, positions, tables
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.reason import conclude, weigh
from paperatlas.agents.retell import retell
from paperatlas.agents.route import route
from paperatlas.agents.state import Answered, Deps, Draft, Event, Question, Worked
from paperatlas.agents.summary import asks_of_several, summarise
from paperatlas.core.answers import Route, Step
from paperatlas.core.summaries import Summaries
from paperatlas.core.types import Document
from paperatlas.pipeline.summarise.trees import Trees

__all__ = ["research"]

T = TypeVar("T")

_SURE_TABLE = 0.85
"""Confidence from which a table's cell answers before any sentence is weighed: row and column bear nearly all that is asked."""

_Operator = Callable[[Question, Route, Deps], Draft | None]
_EXACT: tuple[tuple[str, _Operator], ...] = (
    ("look up the metadata", metadata.answer),
    ("count", counts.answer),
    ("find the place", positions.answer),
    ("list the papers", lists.answer),
)
"""Operators whose answers are read or computed from the catalog alone: cheaper than any search, so they come first."""


async def research(question: Question, deps: Deps) -> AsyncIterator[Event]:
    """Work on a question: the steps as they are done, the answer last."""
    documents = await _off_loop(deps.catalog.documents)
    summaries = deps.summaries or Trees(deps.catalog)
    desk = _Desk(documents=documents, deps=deps, source=Source(deps.catalog), journal=_Journal(), summaries=summaries)
    plan = await _off_loop(lambda: route(question, documents))
    yield desk.journal.note("route", f"{plan.kind}, decided by {plan.decided_by}")
    drafts: list[tuple[str, Draft]] = []
    for part in plan.parts or (question.text,):
        asked = replace(question, text=part)
        planned = await _off_loop(partial(route, asked, documents)) if plan.parts else plan
        async for done in _work(asked, planned, desk):
            if isinstance(done, Draft):
                drafts.append((part, done))
            else:
                yield done
    joined, journal = join(drafts), desk.journal
    yield Answered(answer=assemble(question, plan, joined, documents, trace=journal.steps, seconds=journal.seconds))


async def _work(question: Question, plan: Route, desk: "_Desk") -> AsyncIterator[Worked | Draft]:
    """The steps of one question, or of one part of several, and then its draft, every quote of which has been checked."""
    deps, source, journal = desk.deps, desk.source, desk.journal
    if not desk.documents:
        yield refuse.empty_library()
        return
    if plan.kind == "off_topic":
        yield refuse.off_topic()
        return
    for name, operator in _EXACT:
        if draft := await _ask(operator, question, plan, desk):
            yield journal.note(name)
            yield draft
            return
    found = await _off_loop(lambda: look(question, plan, desk.documents, deps))
    yield journal.note("search", f"{len(found.hits)} passages")
    if is_off_topic(found):
        yield refuse.off_topic()
        return
    summed_up = plan.kind == "summary" or asks_of_several(question.text, plan)
    tabled = None if summed_up else await _ask(tables.answer, question, plan, desk)
    if tabled and (plan.kind in {"table", "comparison"} or tabled.confidence >= _SURE_TABLE):
        yield journal.note("read a table")
        yield tabled
        return
    if summed_up:
        draft = await _off_loop(lambda: summarise(found, desk.documents, source, desk.summaries))
        yield journal.note("summarise")
        if deps.llm is not None:
            draft = await retell(draft, deps.llm, desk.summaries)
            yield journal.note("write")
        yield draft
        return
    if deps.llm is not None:
        written = await generate(question, found.hits, deps)
        yield journal.note("write")
        yield await _off_loop(lambda: prove(written, source))
        return
    weighed = await _off_loop(lambda: weigh(found, deps.embedder, refuse_below=deps.refuse_below))
    yield journal.note("weigh the sentences", f"{len(weighed.ranked)} sentences, confidence {weighed.confidence:.2f}")
    if tabled and not weighed.states_the_value:
        yield journal.note("read a table")
        yield tabled
        return
    yield await _off_loop(lambda: conclude(found, weighed, desk.documents, source))


async def _ask(operator: _Operator, question: Question, plan: Route, desk: "_Desk") -> Draft | None:
    """An operator's draft, or None when it has none whose quotes hold."""

    def proven() -> Draft | None:
        draft = operator(question, plan, desk.deps)
        if draft is None or draft.status == "abstained":
            return draft
        checked = prove(draft, desk.source)
        return checked if checked.statements else None

    return await _off_loop(proven)


async def _off_loop(work: Callable[[], T]) -> T:
    """The one place where blocking work (disk, arithmetic, embedding) leaves the event loop."""
    return await anyio.to_thread.run_sync(work)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Desk:
    """What lies on the desk while one question is worked on."""

    documents: Sequence[Document]
    deps: Deps
    source: Source
    journal: "_Journal"
    summaries: Summaries


class _Journal:
    """The steps done so far and how long each took."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._steps: list[Step] = []

    def note(self, name: str, detail: str = "") -> Worked:
        now = time.perf_counter()
        step = Step(name=name, seconds=now - self._last, detail=detail)
        self._last = now
        self._steps.append(step)
        return Worked(step=step)

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began
