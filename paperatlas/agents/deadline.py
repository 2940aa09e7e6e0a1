"""The time that a question has, from when it is put to its answer."""

import math
import time
from dataclasses import dataclass
from typing import Self

__all__ = ["Deadline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Without one there is time for everything."""

    seconds: float = math.inf
    until: float = math.inf
    """On the clock of `time.monotonic`."""

    @classmethod
    def after(cls, seconds: float | None) -> Self:
        """That many seconds from now; None: none."""
        return cls() if seconds is None else cls(seconds=seconds, until=time.monotonic() + seconds)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until
