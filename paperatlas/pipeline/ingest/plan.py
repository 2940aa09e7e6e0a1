"""What is to be done with each source, decided in order and a little ahead of the doing."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.writing import Made, Stamp
from paperatlas.pipeline.ingest.frames import Read

__all__ = ["Lookahead", "Refused", "Step"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A source to take."""

    stamp: Stamp
    made: Made
    original: str
    """File name under which the original is kept, empty for a record."""
    fresh: bool
    """To be read whatever the catalog holds; else only if the catalog lacks it when its turn comes."""
    read: Callable[[], Read]
    """The document; raises InputError."""
    ready: Callable[[], bool]
    """Whether `read` would return at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Something that was named and cannot be taken."""

    source: str
    name: str
    error: PaperAtlasError
    stamp: Stamp | None = None
    """Where its failure is to be remembered."""

    def ready(self) -> bool:
        return True


class Lookahead:
    """Steps in order, so many of them begun before their turn that the reader processes have work."""

    def __init__(self, steps: Iterator[Step | Refused], *, ahead: int) -> None:
        self._steps = steps
        self._ahead = ahead
        self._begun: deque[Step | Refused] = deque()

    def next(self) -> Step | Refused | None:
        """The next step; None after the last."""
        self._fill()
        return self._begun.popleft() if self._begun else None

    def next_if_ready(self) -> Step | Refused | None:
        """The next step if it need not be waited for."""
        self._fill()
        return self._begun.popleft() if self._begun and self._begun[0].ready() else None

    def _fill(self) -> None:
        while len(self._begun) < self._ahead and (step := next(self._steps, None)):
            self._begun.append(step)
