"""The library for asynchronous programs: each call of the plain one, off the event loop."""

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial, update_wrapper
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import anyio.to_thread

from paperatlas.core.answers import Answer
from paperatlas.core.asking import Asked, How
from paperatlas.core.events import Answered, Event
from paperatlas.library.library import Library

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
    report = _twin(Library.report)
    find = _twin(Library.find)
    cited = _twin(Library.cited)
    stated = _twin(Library.stated)
    correction = _twin(Library.correction)
    registered = _twin(Library.registered)
    bibliography = _twin(Library.bibliography)
    notes = _twin(Library.notes)
    storage = _twin(Library.storage)
    original = _twin(Library.original)
    page_image = _twin(Library.page_image)
    crop = _twin(Library.crop)
    annotated = _twin(Library.annotated)
    analyze_figure = _twin(Library.analyze_figure)
    section = _twin(Library.section)
    summary = _twin(Library.summary)
    outline = _twin(Library.outline)
    topics = _twin(Library.topics)
    names = _twin(Library.names)
    threads = _twin(Library.threads)
    turns = _twin(Library.turns)
    forget = _twin(Library.forget)
    runs = _twin(Library.runs)
    run = _twin(Library.run)
    search = _twin(Library.search)
    search_online = _twin(Library.search_online)
    matrix = _twin(Library.matrix)
    verify = _twin(Library.verify)
    calibrate = _twin(Library.calibrate)
    ingest = _twin(Library.ingest)
    watch = _twin(Library.watch)
    enrich = _twin(Library.enrich)
    collect = _twin(Library.collect)
    uncollect = _twin(Library.uncollect)
    read_again = _twin(Library.read_again)
    correct = _twin(Library.correct)
    remove = _twin(Library.remove)
    reembed = _twin(Library.reembed)
    doctor = _twin(Library.doctor)
    backup = _twin(Library.backup)
    export = _twin(Library.export)

    async def ask(self, question: str, **how: Unpack[How]) -> Answer:
        """As `Library.ask`."""
        *_, last = [event async for event in self.events(question, **how)]
        assert isinstance(last, Answered), "the last event is the answer"
        return last.answer

    def events(self, question: str, **how: Unpack[How]) -> AsyncIterator[Event]:
        """As `Library.events`, in this event loop."""
        return self.library.asking.events(Asked.of(question, **how))

    def resume(self, run: str) -> AsyncIterator[Event]:
        """As `Library.resume`, in this event loop."""
        return self.library.asking.resumed(run)
