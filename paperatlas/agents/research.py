"""From a question to a proven answer, or to a reasoned refusal: the loop that everything else serves."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

from paperatlas.agents import refuse
from paperatlas.agents.assemble import assemble
from paperatlas.agents.desk import Desk, off_loop
from paperatlas.agents.fitted import refusal_threshold
from paperatlas.agents.join import join
from paperatlas.agents.meter import Meter
from paperatlas.agents.part import work
from paperatlas.agents.proof import Source
from paperatlas.agents.route import route
from paperatlas.agents.route_by_model import sure_of
from paperatlas.agents.standby import Standby
from paperatlas.agents.state import Deps, Draft, Question
from paperatlas.agents.translate import in_papers_language
from paperatlas.core.answers import Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.events import Answered, Corrected, Event, Planned, Spent
from paperatlas.pipeline.summarise.trees import Trees

__all__ = ["research"]


async def research(question: Question, deps: Deps) -> AsyncIterator[Event]:
    """Work on a question: what happens as it happens, the answer last.

    What fails and can be done without is told in the stream and in the answer's `reason`.

    Raises:
        ProviderError: no route of retrieval answers, for no part of the question.
    """
    desk = await off_loop(partial(_desk, deps))
    plan = await _route(question, desk)
    yield Planned(question=question.text, route=plan)
    yield desk.journal.note("route", f"{plan.kind}, decided by {plan.decided_by}")
    drafts: list[tuple[str, Draft]] = []
    faults: list[ProviderError] = []
    for part in plan.parts or (question.text,):
        if drafts and deps.deadline.is_over:
            drafts.append((part, refuse.out_of_time(part, language=plan.language)))
            continue
        try:
            async for done in _part(replace(question, text=part), plan, desk):
                if isinstance(done, Draft):
                    kept = _sure_enough(done, plan, desk)
                    if kept is not done:
                        yield Corrected(what="Left out.", why="It is less sure than was asked for.")
                    drafts.append((part, kept))
                else:
                    yield done
        except ProviderError as fault:
            faults.append(fault)
            drafts.append((part, refuse.out_of_reach(fault, language=plan.language)))
    if len(faults) == len(drafts):
        raise faults[0]
    joined = join(drafts, plan.language)
    if desk.meter is not None:
        joined = replace(joined, usage=desk.meter.usage)
        yield Spent(usage=desk.meter.usage)
    trace, seconds = desk.journal.steps, desk.journal.seconds
    yield Answered(answer=assemble(question, plan, joined, desk.documents, trace=trace, seconds=seconds))


async def _part(question: Question, whole: Route, desk: Desk) -> AsyncIterator[Event | Draft]:
    """The work on one of the questions that a question was taken apart into, or on all of one that asks one thing."""
    plan = whole
    if whole.parts:
        plan = await _route(question, desk)
        yield Planned(question=question.text, route=plan)
    asked = await in_papers_language(question, plan, desk.documents, desk.meter)
    async for done in work(asked, plan, desk):
        yield done


def _sure_enough(draft: Draft, plan: Route, desk: Desk) -> Draft:
    """The draft, or a refusal that names its place where whoever asks wants to be surer."""
    least = desk.deps.least
    if draft.status == "abstained" or least is None or draft.confidence >= least:
        return draft
    return refuse.too_unsure(draft, desk.documents, language=plan.language)


async def _route(question: Question, desk: Desk) -> Route:
    plan = await off_loop(partial(route, question, desk.documents, embedder=desk.deps.embedder))
    return await sure_of(plan, question, desk.documents, desk.meter)


def _refused_below(deps: Deps) -> float | None:
    """The library's own threshold, or a lower one that is wanted: whether an answer reaches a higher one, it says itself."""
    if deps.least is None:
        return deps.refuse_below
    return min(deps.least, refusal_threshold() if deps.refuse_below is None else deps.refuse_below)


def _desk(deps: Deps) -> Desk:
    embedder = Standby(deps.embedder, deps.spare)
    meter = Meter(deps.llm, deps.limits, deps.deadline) if deps.llm else None
    return Desk(
        documents=deps.catalog.documents(),
        deps=replace(deps, llm=meter, refuse_below=_refused_below(deps)),
        source=Source(deps.catalog),
        summaries=deps.summaries or Trees(deps.catalog),
        embedder=embedder,
        meter=meter,
    )
