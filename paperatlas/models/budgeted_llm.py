"""A language model with a limit to what it may cost, by question and by day."""

import json
import math
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from filelock import FileLock
from pydantic import BaseModel, ValidationError

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, OverBudget, ProviderError
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.core.tokens import estimated_tokens, tokens_of

__all__ = ["Budget", "BudgetedLLM", "DaySpending", "RunSpending", "Spending"]

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits; infinity where there is none."""

    tokens: float = math.inf
    """Read and written together."""
    usd: float = math.inf


class Spent(BaseModel):
    """What was used of a budget."""

    day: str = ""
    tokens: int = 0
    usd: float = 0.0


class Spending(Protocol):
    """Keeps what was spent of a budget."""

    name: str
    budget: Budget

    def spent(self) -> Spent: ...
    def add(self, usage: Usage) -> None: ...


class RunSpending:
    """Of one question or one run of a command: it begins at nothing and ends with it."""

    def __init__(self, name: str, budget: Budget) -> None:
        self.name = name
        self.budget = budget
        self._spent = Spent()

    def spent(self) -> Spent:
        return self._spent

    def add(self, usage: Usage) -> None:
        self._spent = _added(self._spent, usage)


class DaySpending:
    """Of a day (UTC), by all processes together: in a file, under a lock. A file that is damaged counts as nothing spent."""

    name = "day"

    def __init__(self, budget: Budget, file: Path, *, today: Callable[[], date] = lambda: datetime.now(UTC).date()) -> None:
        self.budget = budget
        self._file = file
        self._today = today

    def spent(self) -> Spent:
        today = self._today().isoformat()
        try:
            kept = Spent.model_validate_json(self._file.read_text(encoding="utf-8"))
        except (OSError, ValidationError, UnicodeDecodeError):
            kept = Spent()
        return kept if kept.day == today else Spent(day=today)

    def add(self, usage: Usage) -> None:
        with self._locked():
            self._file.write_text(json.dumps(_added(self.spent(), usage).model_dump()), encoding="utf-8")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._file.with_suffix(".lock")):
            yield


class BudgetedLLM:
    """An `LLM` around another one: a call that would go over a budget is not made."""

    def __init__(self, llm: LLM, *spendings: Spending) -> None:
        self.model = llm.model
        self._llm = llm
        self._spendings = spendings

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Raises OverBudget before the call; other errors as of the model's."""
        self._check(messages)
        try:
            completion = await self._llm.complete(messages, output=output, tools=tools)
        except ProviderError as error:
            # What came before the failure was paid for all the same.
            if error.spent is not None:
                self._add(error.spent)
            elif isinstance(error, BadOutput):
                self._add(Usage(llm_calls=1, input_tokens=estimated_tokens(messages)))
            raise
        self._add(completion.usage)
        return completion

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """A stream does not say what it cost, so it is counted by its length."""
        self._check(messages)
        written = 0
        try:
            async for piece in self._llm.stream(messages):
                written += len(piece)
                yield piece
        finally:
            self._add(Usage(llm_calls=1, input_tokens=estimated_tokens(messages), output_tokens=tokens_of(written)))

    def _check(self, messages: Sequence[Message]) -> None:
        coming = estimated_tokens(messages)
        for spending in self._spendings:
            spent, budget = spending.spent(), spending.budget
            if spent.tokens + coming > budget.tokens:
                raise OverBudget(
                    f"About {coming:,} tokens more would go over the {spending.name}'s budget of {budget.tokens:,.0f};"
                    f" {spent.tokens:,} are spent.",
                    hint=_hint(spending.name, "tokens"),
                )
            if spent.usd >= budget.usd:
                raise OverBudget(
                    f"The {spending.name}'s budget of ${budget.usd:g} is spent.",
                    hint=_hint(spending.name, "usd"),
                )

    def _add(self, usage: Usage) -> None:
        for spending in self._spendings:
            spending.add(usage)


def _added(spent: Spent, usage: Usage) -> Spent:
    tokens = spent.tokens + usage.input_tokens + usage.output_tokens
    return Spent(day=spent.day, tokens=tokens, usd=spent.usd + usage.cost_usd)


def _hint(name: str, unit: str) -> str:
    if name == "run":
        return f"Raise --most-{unit}; what was done is kept, and the next run goes on there."
    return f"Raise PAPERATLAS_LLM_{name.upper()}_{unit.upper()}, or ask without the language model."
