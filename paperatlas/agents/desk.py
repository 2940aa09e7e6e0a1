"""What lies on the desk while one question is worked on, and the journal of the work."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import anyio.to_thread

from paperatlas.agents.meter import Meter
from paperatlas.agents.proof import Source
from paperatlas.agents.standby import Standby
from paperatlas.agents.state import Deps
from paperatlas.core.answers import Step
from paperatlas.core.events import Worked
from paperatlas.core.summaries import Summaries
from paperatlas.core.types import Document

__all__ = ["Desk", "Journal", "off_loop"]

T = TypeVar("T")


class Journal:
    """The steps done so far and how long each took."""

    def __init__(self) -> None:
        self._began = self._last = time.perf_counter()
        self._steps: list[Step] = []

    def note(self, name: str, detail: str = "") -> Worked:
        """A step is done, which began when the one before it was."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Of one question, all its parts."""

    documents: Sequence[Document]
    deps: Deps
    """With the language model as this question may use it. Its embedder is the library's, which no other can stand in for
    where vectors of passages are compared.
    """
    source: Source
    summaries: Summaries
    embedder: Standby
    """Weighs sentences."""
    meter: Meter | None
    journal: Journal = field(default_factory=Journal)


async def off_loop(work: Callable[[], T]) -> T:
    """The one place where blocking work (disk, arithmetic, embedding) leaves the event loop."""
    return await anyio.to_thread.run_sync(work)
