"""Part of the composition root: the language model that the settings name, with what it may cost. Nothing is loaded here."""

import math
from collections.abc import Callable
from pathlib import Path

from paperatlas.core.ports import LLM
from paperatlas.settings import Settings

__all__ = ["budgeted", "chosen_llm", "question_limits"]

CACHE, SPENDING = "llm_cache", "llm_spending.json"
"""Of a library's folder: answers that may be deleted at any time, and what was spent today."""


def chosen_llm(settings: Settings, folder: Path) -> LLM | None:
    """The model of a library; None where none is configured.

    What was answered before costs nothing, so the cache comes first; then the day's budget, and last the endpoint, which is
    left alone for a while when it keeps failing.
    """
    if not settings.has_llm:
        return None
    from paperatlas.models.breaking_llm import BreakingLLM  # noqa: PLC0415 - start-up time
    from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, DaySpending  # noqa: PLC0415
    from paperatlas.models.cached_llm import CachedLLM  # noqa: PLC0415

    llm: LLM = BreakingLLM(_endpoint(settings))
    if settings.llm_day_tokens is not None or settings.llm_day_usd is not None:
        budget = Budget(tokens=_limit(settings.llm_day_tokens), usd=_limit(settings.llm_day_usd))
        llm = BudgetedLLM(llm, DaySpending(budget, folder / SPENDING))
    return CachedLLM(llm, folder / CACHE) if settings.llm_cache == "on" else llm


def question_limits(settings: Settings) -> Callable[[LLM], LLM]:
    """Gives a model the budget of one question."""
    if settings.llm_question_tokens is None and settings.llm_question_usd is None:
        return lambda llm: llm
    from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, RunSpending  # noqa: PLC0415 - start-up time

    budget = Budget(tokens=_limit(settings.llm_question_tokens), usd=_limit(settings.llm_question_usd))
    return lambda llm: BudgetedLLM(llm, RunSpending("question", budget))


def budgeted(llm: LLM, tokens: int | None, usd: float | None) -> LLM:
    """Gives a model the budget of one piece of work."""
    from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, RunSpending  # noqa: PLC0415 - start-up time

    return BudgetedLLM(llm, RunSpending("run", Budget(tokens=_limit(tokens), usd=_limit(usd))))


def _endpoint(settings: Settings) -> LLM:
    from paperatlas.models.openai_compat import OpenAICompatible, Prices  # noqa: PLC0415 - start-up time

    key = settings.llm_api_key
    return OpenAICompatible(
        model=settings.llm_model,
        base_url=settings.llm_base_url,
        # A local endpoint needs no key, and the client refuses to start without one.
        api_key=key.get_secret_value() if key else "none",
        seconds=settings.llm_seconds,
        prices=Prices(input=settings.llm_price_input, output=settings.llm_price_output),
        context_tokens=settings.llm_context_tokens,
    )


def _limit(value: float | None) -> float:
    return math.inf if value is None else value
