"""The reasoner with a language model: it answers from the passages found, and never less well than the extraction does."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from paperatlas.agents.look import Found
from paperatlas.agents.operators.tools import tools_for
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.reason import Weighed
from paperatlas.agents.state import Deps, Draft
from paperatlas.agents.vision import look_closely
from paperatlas.agents.write.bearing import Scales
from paperatlas.agents.write.choosing import Written, chosen, may_be_rescued, rescued
from paperatlas.agents.write.form import Opinion, Reply
from paperatlas.agents.write.judging import Bench, Judged
from paperatlas.agents.write.missing import is_of, missing_parts, said_by, speaks_of
from paperatlas.agents.write.prompt import Again, Material, messages, opinion_messages
from paperatlas.agents.write.telling import told_of
from paperatlas.agents.write.tooling import Ledger
from paperatlas.core.answers import Computed, Kind, Usage
from paperatlas.core.audience import audience, heard_by
from paperatlas.core.errors import ProviderError, TooLong
from paperatlas.core.orders import gives_orders
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.core.searching import AS_WORDED, Hit

if TYPE_CHECKING:
    from paperatlas.core.ids import ChunkId

__all__ = ["write"]

_NEAREST = 3
"""Sentences shown as the nearest: the one that answers is among the first three in nine of ten."""
_MORE = 4
"""Passages added for what a first answer lacked."""
_RECKONED: frozenset[Kind] = frozenset({"table", "comparison", "count", "fact", "list"})
"""Kinds of questions for which the model is offered tools: those that may ask for a cell, a count or a difference."""


async def write(found: Found, weighed: Weighed, extracted: Draft, deps: Deps, source: Source) -> Draft:
    """The model's answer as far as it is proven, or what was extracted where that answers more.

    Every quote of it has been checked.

    Raises:
        ProviderError: the model cannot be reached, or gives nothing in form.
    """
    if deps.llm is None or not found.hits:
        return extracted
    documents = await anyio.to_thread.run_sync(deps.catalog.documents)
    material = Material(
        hits=found.hits,
        titles={document.id: document.title for document in documents},
        nearest=tuple(each.sentence.text for each in weighed.ranked[:_NEAREST]),
    )
    desk = _Desk(found=found, deps=deps, llm=deps.llm, source=source, material=material)
    written = await _completed(await _first(desk), desk)
    scales = Scales(found=found, weighed=weighed, embedder=deps.embedder)
    if extracted.status == "abstained":
        draft = await _rescued(written, extracted, scales, desk)
    else:
        draft = await anyio.to_thread.run_sync(lambda: chosen(written, extracted, scales, source))
    shown = await look_closely(found, draft, deps, source)
    if shown is not draft:
        shown = await anyio.to_thread.run_sync(lambda: prove(shown, source))
        draft = shown if shown.statements else draft
    return replace(draft, usage=desk.spent + draft.usage, told=told_of(written, draft))


@dataclass(slots=True, kw_only=True)
class _Desk:
    """What lies on the desk while one answer is written."""

    found: Found
    deps: Deps
    llm: LLM
    source: Source
    material: Material
    spent: Usage = field(default_factory=Usage)


async def _first(desk: _Desk) -> Written:
    """The most faithful of several answers: by what share of it is borne out, then by how much of the question it covers."""
    if desk.deps.limits.samples == 1:
        return await _sample(desk, 0)
    samples: list[Written] = []
    failures: list[ProviderError] = []

    async def sample(turn: int) -> None:
        try:
            samples.append(await _sample(desk, turn))
        except ProviderError as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        for turn in range(desk.deps.limits.samples):
            group.start_soon(sample, turn)
    if not samples:
        raise failures[0]
    return max(samples, key=lambda each: (each.faithful, len(said_by(each.judged) & _stems(desk.found)), -each.turn))


def _stems(found: Found) -> frozenset[str]:
    return frozenset(term.stem for term in found.terms)


async def _sample(desk: _Desk, turn: int) -> Written:
    """One answer. From the second on, the passages come in another order: what a model says should not hang on it."""
    with heard_by(audience() if turn == 0 else None):  # several at once would talk over each other
        return await _answered(desk, _turned(desk.material, turn, desk.deps.limits.samples), turn=turn)


def _turned(material: Material, turn: int, of: int) -> Material:
    hits = material.hits
    at = turn * len(hits) // max(1, of)
    return replace(material, hits=(*hits[at:], *hits[:at]))


async def _completed(written: Written, desk: _Desk) -> Written:
    """The answer with what a second call adds for the parts that it lacks; as it is where the second call fails."""
    missing = await anyio.to_thread.run_sync(lambda: _lacking(written, desk.found))
    fallen = tuple((each.said, each.why) for each in written.judged if each.statement is None)
    if not missing and (written.proven or not fallen):
        return written
    again = Again(proven=tuple(s.text for s in written.statements), fallen=fallen, missing=missing)
    try:
        wider = replace(desk.material, hits=await anyio.to_thread.run_sync(lambda: _more(desk, missing)))
        with heard_by(None):  # what it adds comes beside what was heard, not in its place
            more = await _answered(desk, wider, again=again)
    except ProviderError:
        return written
    joined = written.joined(more)
    return replace(joined, missing=await anyio.to_thread.run_sync(lambda: _lacking(joined, desk.found)))


async def _rescued(written: Written, refusal: Draft, scales: Scales, desk: _Desk) -> Draft:
    """The model's answer where the extraction refuses: when it bears on the question by itself, or is near to that and the model,
    shown nothing but the quotes, says that they answer.
    """
    if refusal.reason != "not_in_documents":
        return refusal
    draft = await anyio.to_thread.run_sync(lambda: rescued(written, scales, desk.source, confirmed=False))
    if draft is not None:
        return draft
    near = await anyio.to_thread.run_sync(lambda: may_be_rescued(written, scales))
    if near and await _confirmed(written, desk):
        draft = await anyio.to_thread.run_sync(lambda: rescued(written, scales, desk.source, confirmed=True))
    return draft or refusal


async def _confirmed(written: Written, desk: _Desk) -> bool:
    quotes = list(dict.fromkeys(place.said for each in written.proven for place in each.places))
    try:
        completion = await desk.llm.complete(opinion_messages(desk.found.question, quotes), output=Opinion)
    except ProviderError:
        return False
    desk.spent = desk.spent + completion.usage
    return completion.output.answered and not completion.output.lacking


def _lacking(written: Written, found: Found) -> tuple[str, ...]:
    """Parts of the question without a statement: by its words, and as the model itself says where that is of the question."""
    if not written.proven:
        return ()
    papers = {place.hit.chunk.document for each in written.proven for place in each.places}
    given = frozenset[str]().union(*(found.given.get(paper, frozenset()) for paper in papers))
    by_words = missing_parts(found.question.text, found.asked, found.terms, written.proven, given)
    own = written.reply_missing
    if not own or own in by_words or not is_of(own, found.question.text):
        return by_words
    return by_words if speaks_of(own, said_by(written.proven)) else (*by_words, own)


def _more(desk: _Desk, missing: Sequence[str]) -> tuple[Hit, ...]:
    """The passages, and further ones for what is missing."""
    hits: dict[ChunkId, Hit] = {hit.chunk.id: hit for hit in desk.material.hits}
    if missing:
        found = desk.deps.searcher.search("; ".join(missing), limit=_MORE, scope=desk.found.plan.scope, options=AS_WORDED).hits
        for hit in found:
            hits.setdefault(hit.chunk.id, hit)
    return tuple(hits.values())


def _offered(desk: _Desk, material: Material) -> tuple[Tool, ...]:
    """None where a passage that is shown gives orders: what is then called might not be the question's doing."""
    if desk.found.plan.kind not in _RECKONED or any(gives_orders(hit.chunk.text) for hit in material.hits):
        return ()
    return tools_for(desk.found.question, desk.found.plan, desk.deps)


async def _answered(desk: _Desk, material: Material, *, again: Again | None = None, turn: int = 0) -> Written:
    """One call, judged; with fewer passages where all are too long for the model."""
    ledger = Ledger()
    offered = _offered(desk, material)
    while True:
        try:
            asked: Sequence[Message] = messages(desk.found.question, material, again)
            completion: Completion[Reply] = await desk.llm.complete(asked, output=Reply, tools=ledger.tools(offered))
            break
        except TooLong:
            if len(material.hits) == 1:
                raise
            material = replace(material, hits=material.hits[: len(material.hits) // 2])
    desk.spent = desk.spent + completion.usage
    bench = Bench(
        question=desk.found.question.text,
        hits=material.hits,
        titles=material.titles,
        source=desk.source,
        verifier=desk.deps.verifier,
        results=tuple(ledger.results),
    )
    reply = completion.output
    said = reply.statements if reply.answerable else []
    judged: tuple[Judged, ...] = await anyio.to_thread.run_sync(lambda: tuple(map(bench.judge, said)))
    worked = " ".join(dict.fromkeys(bench.results[n - 1] for each in said for n in each.results if 0 < n <= len(bench.results)))
    return Written(
        judged=judged,
        reply_missing=reply.missing.strip().rstrip("."),
        turn=turn,
        computed=Computed(value=worked, method=worked) if worked else None,
    )
