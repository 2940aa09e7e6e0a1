"""Questions to a library: what the agents work with, and the stream of what they do."""

import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import anyio.to_thread

from paperatlas.catalog.conversations import named
from paperatlas.core.answers import Answer, Step
from paperatlas.core.asking import Asked
from paperatlas.core.conversation import Turn
from paperatlas.core.errors import ConfigError, StoreError, UnsupportedFile
from paperatlas.core.events import Answered, Event, Spent, Worked
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import LLM, Embedder, PageRenderer
from paperatlas.core.searching import ALL_STAGES, Scope, Stages
from paperatlas.core.types import Box, Document
from paperatlas.core.verdicts import ClaimVerifier, Verdict
from paperatlas.library.calibrating import kept_threshold
from paperatlas.library.graph_asking import GraphAsking
from paperatlas.library.opened import Opened
from paperatlas.library.scoping import scope_of
from paperatlas.library.staged import Staged

if TYPE_CHECKING:
    from paperatlas.agents.condense import Condensed
    from paperatlas.agents.state import Deps

__all__ = ["HISTORY", "Asking"]

HISTORY = 6
"""Earlier turns that a question may lean on: people refer to the last few, and each is tokens for a model to read."""
_WARMING = "Why does the method work better than the others?"
_log = logging.getLogger(__name__)


class Asking:
    """Asked for by `Library.asking`: the same as the library's own methods, for those who have an event loop."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    async def events(self, asked: Asked, *, resumes: str = "") -> AsyncIterator[Event]:
        """What happens while the agents work, and last the answer. What blocks is done off the event loop.

        Raises:
            UnknownDocument: there is no document or collection of that name.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
            ProviderError: a model or a service failed, and nothing can take its place.
        """
        put = await anyio.to_thread.run_sync(self._prepared, asked)
        run = await anyio.to_thread.run_sync(partial(self._opened.runs.begin, asked, resumes=resumes))
        events = self._worked(put, run.id if run else "")
        if run is not None:
            events = run.recorded(events, put.names)
        if tracing := self._opened.parts.tracing:
            events = tracing.question(events, asked)
        async with aclosing(events):
            async for event in events:
                yield event

    async def resumed(self, run: str) -> AsyncIterator[Event]:
        """As `events`, of the question of a run that did not come to its end.

        Raises:
            UnknownRun: there is none of that id.
            InputError: it came to its end, or is still under way.
        """
        begun = await anyio.to_thread.run_sync(self._opened.runs.unfinished, run)
        async for event in self.events(begun.asked, resumes=begun.id):
            yield event

    def _prepared(self, asked: Asked) -> "_Put":
        documents = self._opened.catalog.documents()
        if asked.thread:
            turns = tuple(kept.turn for kept in self._opened.conversations.turns(named(asked.thread), last=HISTORY))
        else:
            turns = tuple(Turn(question=earlier) for earlier in asked.history[-HISTORY:])
        return _Put(
            asked=asked,
            scope=scope_of(documents, asked.documents, asked.collections),
            turns=turns,
            documents=documents,
            deps=self._deps_of(asked),
        )

    def _deps_of(self, asked: Asked) -> "Deps":
        """What the agents work with, and how far they may go."""
        from paperatlas.agents.deadline import Deadline  # noqa: PLC0415 - loads what only questions need

        # No deadline cuts off a model that puts the question in other words for the search.
        unbounded = Stages.without("rewrite", "hyde").off if asked.seconds is not None else frozenset[str]()
        deps = self.deps(use_llm=asked.use_llm, llm=asked.llm, stages=Stages(off=asked.stages.off | unbounded))
        return replace(
            deps,
            deadline=Deadline.after(asked.seconds),
            drafts=asked.drafts,
            passages=asked.top_k,
            least=asked.min_confidence,
        )

    async def _worked(self, put: "_Put", run_id: str) -> AsyncGenerator[Event]:
        """The agents' events, told of the question as it was asked."""
        from paperatlas.agents.condense import condense  # noqa: PLC0415 - loads what only questions need
        from paperatlas.agents.meter import Meter  # noqa: PLC0415
        from paperatlas.agents.research import research  # noqa: PLC0415
        from paperatlas.agents.state import Question  # noqa: PLC0415

        asked, began = put.asked, time.perf_counter()
        llm = Meter(put.deps.llm, put.deps.limits, put.deps.deadline) if put.deps.llm else None
        condensed = await condense(asked.question, put.turns, put.documents, llm)
        scope = put.scope if put.scope.documents else replace(put.scope, documents=condensed.documents)
        step = Step(name="condense", seconds=time.perf_counter() - began, detail=_said(condensed))
        if condensed.by:
            yield Worked(step=step)
        question = Question(text=condensed.question, scope=scope, history=tuple(turn.standing for turn in put.turns))
        async with aclosing(research(question, put.deps)) as events:  # type: ignore[type-var]
            async for event in events:
                match event:
                    case Spent():
                        yield Spent(usage=event.usage + condensed.usage)
                    case Answered():
                        answer = _as_asked(event.answer, asked, condensed, step)
                        answer = replace(answer, run_id=run_id)
                        turn = Turn(question=asked.question, condensed=answer.condensed, documents=scope.documents, answer=answer)
                        if asked.thread:
                            await anyio.to_thread.run_sync(self._remember, asked.thread, turn, put.names)
                        yield Answered(answer=answer)
                    case _:
                        yield event

    def _remember(self, thread: str, turn: Turn, names: Mapping[DocumentId, str]) -> None:
        """A conversation that cannot be written to, as on a full disk, costs nobody the answer."""
        try:
            self._opened.conversations.add(thread, turn, names)
        except StoreError as error:
            _log.warning("The answer is not kept in thread %r: %s", thread, error.message)

    def deps(self, *, use_llm: bool = True, llm: LLM | None = None, stages: Stages = ALL_STAGES) -> "Deps":
        """What the agents work with; `llm` is one in place of the configured one."""
        from paperatlas.agents.state import Deps  # noqa: PLC0415

        parts = self._opened.parts
        if llm is not None and parts.tracing is not None:
            llm = parts.tracing.llm(llm)
        model = (llm or parts.llm) if use_llm else None
        off = stages.off if use_llm else stages.off | {"rewrite", "hyde"}
        return Deps(
            catalog=self._opened.catalog,
            searcher=Staged(self._opened, Stages(off=off)) if off else self._opened,
            embedder=parts.weigher or parts.embedder,
            llm=parts.limited(model) if model else None,
            graph=GraphAsking(self._opened) if parts.graph and "graph" not in stages.off else None,
            limits=parts.asking,
            spare=parts.spare_embedder,
            crop=self._crop if model and model.sees else None,
            summaries=self._opened.summaries,
            refuse_below=kept_threshold(self._opened),
            verifier=self.verifier if parts.verifier else None,
        )

    async def warm(self) -> None:
        """Load what the first question would wait for: models, indexes and what the agents are made of."""
        from paperatlas.agents.research import research  # noqa: PLC0415 - loads what only questions need
        from paperatlas.agents.state import Question  # noqa: PLC0415

        # Nobody has asked it: it is told to nobody, and not kept. It passes through most of what a question does.
        deps = await anyio.to_thread.run_sync(partial(self.deps, use_llm=False))
        async with aclosing(research(Question(text=_WARMING), deps)) as events:  # type: ignore[type-var]
            async for _ in events:
                pass
        # Only what a model writes is verified, and the verifier's models take some 180 MiB.
        if deps.verifier is not None and self._opened.parts.llm is not None:
            await anyio.to_thread.run_sync(deps.verifier.verify, "It holds.", "It holds, as far as we have seen.")

    async def figure(self, document: Document, label: str, question: str) -> AsyncIterator[Answer]:
        """What a model that sees reads from one figure.

        Raises:
            ConfigError: there is none that sees.
            UnknownFloat: the document has no such figure.
            ProviderError: it cannot be reached, or does not answer in form.
        """
        from paperatlas.agents.figure import analyze_figure  # noqa: PLC0415 - loads what only questions need

        yield await analyze_figure(document, label, question, self.deps())

    def _crop(self, document: DocumentId, box: Box) -> bytes:
        kept = self._opened.catalog.original(document)
        if kept is None:
            raise UnsupportedFile(f"{document!r} is a record and has no printed pages to show.", hint="Read its text instead.")
        return self._renderer.region(self._opened.originals.path(kept), box)

    @cached_property
    def _renderer(self) -> PageRenderer:
        return self._opened.parts.renderer()

    def verify(self, claim: str, scope: Scope) -> Verdict:
        """Whether the papers bear out a claim."""
        from paperatlas.agents.verify.in_library import verify_in  # noqa: PLC0415 - loads what only claims need

        return verify_in(claim, scope, catalog=self._opened.catalog, searcher=self._opened, verifier=self.verifier)

    @cached_property
    def verifier(self) -> ClaimVerifier:
        """Raises ConfigError where the library was opened without one."""
        make = self._opened.parts.verifier
        if make is None:
            raise ConfigError("This library was opened without a verifier.", hint="Open it with `paperatlas.open_library`.")
        return make()

    @cached_property
    def likeness(self) -> Embedder | None:
        """What evaluations compare answers with; None where the library was opened without one."""
        make = self._opened.parts.likeness
        return make() if make else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Put:
    """A question with all that is needed to answer it."""

    asked: Asked
    scope: Scope
    turns: tuple[Turn, ...]
    """What was said before, oldest first."""
    documents: Sequence[Document]
    deps: "Deps"

    @property
    def names(self) -> Mapping[DocumentId, str]:
        return {document.id: document.name for document in self.documents}


def _said(condensed: "Condensed") -> str:
    failed = f"; the model could not: {condensed.failure}" if condensed.failure else ""
    return f"“{condensed.question}”, by {'the model' if condensed.by == 'model' else 'rules'}{failed}"


def _as_asked(answer: Answer, asked: Asked, condensed: "Condensed", step: Step) -> Answer:
    """The answer under the question as it was asked, with what it took to understand it."""
    if not condensed.by:
        return replace(answer, question=asked.question)
    return replace(
        answer,
        question=asked.question,
        condensed=condensed.question,
        trace=(step, *answer.trace),
        usage=answer.usage + condensed.usage,
        seconds=answer.seconds + step.seconds,
    )
