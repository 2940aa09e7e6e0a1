"""One question, from its plan to a draft every quote of which has been checked."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from paperatlas.agents import refuse
from paperatlas.agents.conflicts import told_as_conflict
from paperatlas.agents.desk import Desk, off_loop
from paperatlas.agents.false_premise import correct
from paperatlas.agents.look import Found, is_off_topic
from paperatlas.agents.operators import tables
from paperatlas.agents.operators.exact import EXACT, Operator
from paperatlas.agents.proof import prove
from paperatlas.agents.reason import Weighed, conclude, weigh
from paperatlas.agents.reflect import second_look
from paperatlas.agents.related import asks_for_citing, asks_for_relation, related
from paperatlas.agents.retell import retell
from paperatlas.agents.retrieve import retrieve
from paperatlas.agents.state import Deps, Draft, Question
from paperatlas.agents.summary import asks_of_several, summarise
from paperatlas.agents.telling import told_of, without_model, without_routes, without_time
from paperatlas.agents.write.write import write
from paperatlas.agents.writing import as_written
from paperatlas.core.answers import Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.events import Corrected, Event, Spent, Writing
from paperatlas.core.ports import LLM

__all__ = ["work"]

_SURE_TABLE = 0.85
"""Confidence from which a table's cell answers before any sentence is weighed: row and column bear nearly all that is asked."""


async def work(question: Question, plan: Route, desk: Desk) -> AsyncIterator[Event | Draft]:
    """What happens, and then the draft."""
    async for done in _worked(question, plan, desk):
        if isinstance(done, Draft):
            for event in told_of(done):
                yield event
        yield done


async def _worked(question: Question, plan: Route, desk: Desk) -> AsyncIterator[Event | Draft]:
    if not desk.documents:
        yield refuse.empty_library(plan.language)
        return
    if plan.kind == "off_topic":
        yield refuse.off_topic(language=plan.language)
        return
    if asks_for_citing(question, plan):
        answered = False
        async for done in related(question, plan, desk):
            yield done
            answered = answered or isinstance(done, Draft)
        if answered:
            return
    for name, operator in EXACT:
        if draft := await _ask(operator, question, plan, desk):
            yield desk.journal.note(name)
            yield draft
            return
    found: Found | None = None
    async for step in retrieve(question, plan, desk):
        if isinstance(step, Found):
            found = step
        else:
            yield step
    assert found is not None, "retrieval ends with what it found"
    async for done in _reasoned(question, plan, found, desk):
        yield without_routes(done, found) if isinstance(done, Draft) else done


async def _reasoned(question: Question, plan: Route, found: Found, desk: Desk) -> AsyncIterator[Event | Draft]:
    if is_off_topic(found):
        yield refuse.off_topic(language=plan.language)
        return
    if plan.kind == "summary" or asks_of_several(question.text, plan):
        draft = await off_loop(partial(summarise, found, desk.documents, desk.source, desk.summaries))
        yield desk.journal.note("summarise")
        async for done in _by_model(draft, desk, lambda llm, deps: retell(draft, llm, desk.summaries, deps.verifier)):
            yield done
        return
    if asks_for_relation(question, plan):
        answered = False
        async for done in related(question, plan, desk):
            yield done
            answered = answered or isinstance(done, Draft)
        if answered:
            return
    # A cell says how much and never why.
    tabled = (
        None if found.asked.wanted == "reason" else await _ask(partial(tables.answer, found=found.tabled), question, plan, desk)
    )
    if tabled and (plan.kind in {"table", "comparison"} or tabled.confidence >= _SURE_TABLE):
        yield desk.journal.note("read a table")
        yield tabled
        return
    weighed = await _weighed(found, desk)
    yield desk.journal.note("weigh the sentences", f"{len(weighed.ranked)} sentences, confidence {weighed.confidence:.2f}")
    if desk.deps.deadline.is_over:
        so_far = tabled
        if so_far is None:
            so_far = await off_loop(partial(conclude, found, weighed, desk.documents, desk.source))
        yield Corrected(what="The time was over.", why="This was found in the time that the question was given.")
        yield without_time(so_far)
        return
    if tabled is None and (second := await second_look(found, weighed, desk)):
        found, weighed = second.found, second.weighed
        yield Corrected(what=f"Searched again: {second.query}", why="The passages first found lack these words of the question.")
        yield desk.journal.note("search again", f"{len(found.hits)} passages, confidence {weighed.confidence:.2f}")
    if correction := await off_loop(partial(_corrected, found, weighed, desk)):
        yield desk.journal.note("hold the premise against the paper")
        yield correction
        return
    if tabled and not weighed.states_the_value:
        extracted = tabled
        yield desk.journal.note("read a table")
        if tabled.computed:  # what is worked out is never the model's
            yield tabled
            return
    else:
        extracted = await off_loop(partial(conclude, found, weighed, desk.documents, desk.source))
    async for done in _by_model(extracted, desk, lambda _, deps: write(found, weighed, extracted, deps, desk.source)):
        if isinstance(done, Draft):
            yield await off_loop(partial(told_as_conflict, done, found, weighed, desk.documents, desk.source))
        else:
            yield done


def _corrected(found: Found, weighed: Weighed, desk: Desk) -> Draft | None:
    """The correction of what a question takes for granted; None where nothing is held against it, or cannot be."""
    verifier = desk.deps.verifier
    return correct(found, weighed, desk.documents, verifier, desk.source) if verifier else None


async def _weighed(found: Found, desk: Desk) -> Weighed:
    """The sentences weighed; anew, by the model that stands in, when the embedder's service goes away meanwhile."""
    weighing = partial(weigh, found, desk.embedder, refuse_below=desk.deps.refuse_below)
    try:
        return await off_loop(weighing)
    except ProviderError:
        if desk.embedder.fault is None:
            raise
        return await off_loop(weighing)


async def _by_model(
    extracted: Draft, desk: Desk, write_: Callable[[LLM, Deps], Awaitable[Draft]]
) -> AsyncIterator[Event | Draft]:
    """What the language model makes of an extracted draft; the draft itself where there is none, or it fails."""
    meter = desk.meter
    if meter is None:
        yield extracted
        return
    calls, answered, known = meter.calls, meter.answered, len(meter.faults)
    writing = partial(write_, meter, replace(desk.deps, embedder=desk.embedder))
    draft = extracted
    try:
        if desk.deps.drafts:
            async with aclosing(as_written(writing)) as told_first:
                async for done in told_first:
                    if isinstance(done, Writing):
                        yield done
                    else:
                        draft = done
        else:
            draft = await writing()
    except ProviderError:
        draft = extracted
    faults = meter.faults[known:]
    told = [f"{meter.calls - calls} calls", *([f"{len(faults)} failed: {faults[-1].message}"] if faults else [])]
    yield desk.journal.note("write", ", ".join(told))
    if faults and meter.answered == answered:
        yield Corrected(what="The language model was done without.", why=f"{faults[-1].message} {faults[-1].hint}".strip())
        draft = without_model(draft, faults[-1])
    yield Spent(usage=meter.usage)
    yield draft


async def _ask(operator: Operator, question: Question, plan: Route, desk: Desk) -> Draft | None:
    """An operator's draft, or None when it has none whose quotes hold, or needs a service that is away."""

    def proven() -> Draft | None:
        draft = operator(question, plan, desk.deps)
        if draft is None or draft.status == "abstained":
            return draft
        checked = prove(draft, desk.source)
        return checked if checked.statements else None

    try:
        return await off_loop(proven)
    except ProviderError:
        return None
