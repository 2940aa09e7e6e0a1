"""The library for asynchronous programs: each call of the plain one, off the event loop."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from functools import partial, update_wrapper
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import anyio.to_thread

from paperatlas.core.answers import Answer, Step
from paperatlas.core.searching import ALL_STAGES, Stages
from paperatlas.library.library import Library, plain

__all__ = ["AsyncLibrary"]

P = ParamSpec("P")
R = TypeVar("R")


def _twin(method: Callable[Concatenate[Library, P], R]) -> "Callable[Concatenate[AsyncLibrary, P], Coroutine[Any, Any, R]]":
    async def call(self: "AsyncLibrary", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await anyio.to_thread.run_sync(partial(method, self.library, *args, **kwargs))

    return update_wrapper(call, method)


class AsyncLibrary:
    """An asynchronous context manager around a Library, which is opened on entering."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """The plain library underneath."""
        assert self._library is not None, "enter it first: `async with`"
        return self._library

    async def __aenter__(self) -> Self:
        self._library = await anyio.to_thread.run_sync(self._open)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        library, self._library = self.library, None
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(library.close)

    deps = _twin(Library.deps)
    documents = _twin(Library.documents)
    works = _twin(Library.works)
    document = _twin(Library.document)
    parsed = _twin(Library.parsed)
    original = _twin(Library.original)
    page_image = _twin(Library.page_image)
    crop = _twin(Library.crop)
    section = _twin(Library.section)
    summary = _twin(Library.summary)
    outline = _twin(Library.outline)
    topics = _twin(Library.topics)
    names = _twin(Library.names)
    search = _twin(Library.search)
    matrix = _twin(Library.matrix)
    verify = _twin(Library.verify)
    calibrate = _twin(Library.calibrate)
    ingest = _twin(Library.ingest)
    collect = _twin(Library.collect)
    uncollect = _twin(Library.uncollect)
    remove = _twin(Library.remove)
    reembed = _twin(Library.reembed)
    doctor = _twin(Library.doctor)

    async def ask(
        self,
        question: str,
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        history: Iterable[str] = (),
        stages: Stages = ALL_STAGES,
    ) -> Answer:
        """As `Library.ask`."""
        steps = self.steps(
            question, documents=documents, collections=collections, use_llm=use_llm, history=history, stages=stages
        )
        events = [event async for event in steps]
        assert isinstance(events[-1], Answer), "the last event is the answer"
        return events[-1]

    async def steps(
        self,
        question: str,
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        history: Iterable[str] = (),
        stages: Stages = ALL_STAGES,
    ) -> AsyncIterator[Step | Answer]:
        """As `Library.steps`, in this event loop."""
        start = partial(
            self.library.events,
            question,
            documents=documents,
            collections=collections,
            use_llm=use_llm,
            history=history,
            stages=stages,
        )
        async for event in await anyio.to_thread.run_sync(start):
            yield plain(event)
