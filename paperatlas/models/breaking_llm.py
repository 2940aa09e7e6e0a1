"""A language model that is left alone for a while when it keeps failing, so that nobody waits for what will not come."""

import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from pydantic import BaseModel

from paperatlas.core.errors import BadOutput, OverBudget, ProviderError, TooLong
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.models.endpoint_errors import Refused

__all__ = ["BreakingLLM"]

T = TypeVar("T", bound=BaseModel)

FAILURES = 3
"""In a row: one may be chance, and each has been retried already."""
REST_SECONDS = 30.0
"""A server that restarts with a model to load needs about that."""


class BreakingLLM:
    """An `LLM` around another one (a circuit breaker).

    After some failures in a row every call fails at once, until a rest is over; then one call is let through, and its
    success ends the trouble. Failures are those of the endpoint: a reply out of form, a request that it will not take as it
    stands, or a budget that is spent says nothing of it. Safe to use from many threads and event loops.
    """

    def __init__(
        self,
        llm: LLM,
        *,
        failures: int = FAILURES,
        rest_seconds: float = REST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.model = llm.model
        self._llm = llm
        self._most = failures
        self._rest = rest_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._closed_until = 0.0
        self._last: ProviderError | None = None

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Errors as of the model's, and ProviderError at once while it rests."""
        with self._watched():
            return await self._llm.complete(messages, output=output, tools=tools)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        with self._watched():
            async for piece in self._llm.stream(messages):
                yield piece

    @contextmanager
    def _watched(self) -> Iterator[None]:
        self._admit()
        try:
            yield
        except (BadOutput, OverBudget, TooLong, Refused):
            self._note(None)
            raise
        except ProviderError as error:
            self._note(error)
            raise
        else:
            self._note(None)

    def _admit(self) -> None:
        with self._lock:
            left = self._closed_until - self._clock()
            if self._failures < self._most:
                return
            if left <= 0:
                # One call is let through to see; the others go on resting until it is known.
                self._closed_until = self._clock() + self._rest
                return
            raise ProviderError(
                f"{self.model!r} failed {self._failures} times in a row and is left alone for another {left:.0f} s:"
                f" {self._last.message if self._last else ''}",
                hint=self._last.hint if self._last else "",
            )

    def _note(self, error: ProviderError | None) -> None:
        with self._lock:
            self._last = error
            self._failures = self._failures + 1 if error else 0
            if self._failures >= self._most:
                self._closed_until = self._clock() + self._rest
