"""A language model as one question may use it: so many calls, until a deadline; what it cost and where it failed is known."""

import time
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

import anyio
from pydantic import BaseModel

from paperatlas.agents.deadline import Deadline
from paperatlas.agents.state import QuestionLimits
from paperatlas.core.answers import Usage
from paperatlas.core.errors import OverBudget, ProviderError
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.core.tokens import estimated_tokens

__all__ = ["Meter"]

T = TypeVar("T", bound=BaseModel)


class Meter:
    """An `LLM` around another one, for one question. A call after the limits, or over the deadline, raises OverBudget."""

    def __init__(self, llm: LLM, limits: QuestionLimits, deadline: Deadline | None = None) -> None:
        self.model = llm.model
        self._llm = llm
        self._limits = limits
        self._deadline = deadline or Deadline()
        self._until = min(time.monotonic() + limits.seconds, self._deadline.until)
        self.calls = 0
        self.answered = 0
        """Calls that brought something."""
        self.usage = Usage()
        self.faults: list[ProviderError] = []
        """Of the calls that failed, in order."""

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Errors as of the model's."""
        try:
            self._admit()
            with anyio.move_on_after(self._until - time.monotonic()):
                completion = await self._llm.complete(messages, output=output, tools=tools)
                self.usage += completion.usage
                self.answered += 1
                return completion
            # What it cost is not known; that it was asked is.
            self.usage += Usage(llm_calls=1, input_tokens=estimated_tokens(messages))
            raise self._too_late()
        except ProviderError as fault:
            self.usage += fault.spent or Usage()
            self.faults.append(fault)
            raise

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Not cut off at the deadline: a cancel scope may not be open while its pieces are handed out."""
        self._admit()
        async for piece in self._llm.stream(messages):
            yield piece

    def _admit(self) -> None:
        if self.calls >= self._limits.calls:
            raise self._over(f"its {self._limits.calls} calls")
        if time.monotonic() >= self._until:
            raise self._too_late()
        self.calls += 1

    def _too_late(self) -> OverBudget:
        if self._deadline.is_over:
            return OverBudget(
                f"The {self._deadline.seconds:g} seconds that were given to the question are over.", hint="Give it more time."
            )
        return self._over(f"its {self._limits.seconds:g} seconds")

    def _over(self, what: str) -> OverBudget:
        return OverBudget(
            f"The question has used {what} of {self.model!r}.",
            hint="Raise PAPERATLAS_LLM_QUESTION_CALLS or PAPERATLAS_LLM_QUESTION_SECONDS, or ask without the language model.",
        )
