"""The ports to systems that watch from outside the process: the work on questions, and what a server does."""

from collections.abc import AsyncGenerator, Callable
from typing import Protocol

from paperatlas.core.asking import Asked
from paperatlas.core.events import Event
from paperatlas.core.ports import LLM

__all__ = ["Metering", "Tracing"]


class Tracing(Protocol):
    """Passes on what it is given, and records it. It never raises, and never changes anything."""

    def llm(self, llm: LLM) -> LLM:
        """The same model, whose calls are recorded, within the question for which they are made."""
        ...

    def question(self, events: AsyncGenerator[Event], asked: Asked) -> AsyncGenerator[Event]:
        """The same events."""
        ...


class Metering(Protocol):
    """Counts what a server does. It never raises."""

    def request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """One that was answered; by the pattern of its route, not by its address."""
        ...

    def watch(self, documents: Callable[[], int | None]) -> None:
        """Ask now and then how many documents the library holds; None where none is open."""
        ...
