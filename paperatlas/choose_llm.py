"""Part of the composition root: the language model that the settings name, with what it may cost. Nothing is loaded here."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import BadSetting
from paperatlas.core.ports import LLM, Embedder
from paperatlas.settings import Settings

if TYPE_CHECKING:
    from paperatlas.models.ragas_judge import RagasJudge

__all__ = ["budgeted", "chosen_llm", "chosen_ragas", "question_limits"]

CACHE, SPENDING = "llm_cache", "llm_spending.json"
"""Of a library's folder: answers that may be deleted at any time, and what was spent today."""


def chosen_llm(settings: Settings, folder: Path) -> LLM | None:
    """The model of a library; None where none is configured.

    What was answered before costs nothing, so the cache comes first; then the day's budget, and last the endpoint, which is
    left alone for a while when it keeps failing.
    """
    if not settings.has_llm:
        return None
    reads, seeing = settings.llm_model, settings.vision_model
    if seeing is None or seeing == reads:
        return _guarded(settings, folder, reads, sees=seeing is not None)
    from paperatlas.models.seeing_llm import SeeingLLM  # noqa: PLC0415 - start-up time

    return SeeingLLM(_guarded(settings, folder, reads, sees=False), _guarded(settings, folder, seeing, sees=True))


def _guarded(settings: Settings, folder: Path, model: str, *, sees: bool) -> LLM:
    from paperatlas.models.breaking_llm import BreakingLLM  # noqa: PLC0415 - start-up time
    from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, DaySpending  # noqa: PLC0415
    from paperatlas.models.cached_llm import CachedLLM  # noqa: PLC0415

    llm: LLM = BreakingLLM(_endpoint(settings, model, sees=sees))
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


def chosen_ragas(settings: Settings, embedder: Embedder) -> "RagasJudge":
    """Ragas in its own environment, with the model of the settings as its judge.

    Raises:
        BadSetting: no model is configured.
    """
    from paperatlas.models.endpoint_errors import Place  # noqa: PLC0415 - start-up time
    from paperatlas.models.ragas_judge import RagasEndpoint, RagasJudge, ragas_python  # noqa: PLC0415

    if not settings.has_llm:
        raise BadSetting(
            "ragas needs a language model to judge, and none is configured.",
            hint="Set PAPERATLAS_LLM_BASE_URL and PAPERATLAS_LLM_MODEL, or give --judge-url and --judge-model.",
        )
    key = settings.llm_api_key
    place = Place(
        model=settings.llm_model,
        base_url=settings.llm_base_url,
        key=key.get_secret_value() if key else "",
        seconds=settings.llm_seconds,
    )
    endpoint = RagasEndpoint(
        place=place, azure_api_version=settings.llm_azure_api_version, output_tokens=settings.llm_output_tokens
    )
    return RagasJudge(endpoint, embedder, python=settings.eval_python or ragas_python())


def _endpoint(settings: Settings, model: str, *, sees: bool) -> LLM:
    from paperatlas.models.openai_compat import OpenAICompatible, Prices  # noqa: PLC0415 - start-up time

    key = settings.llm_api_key
    return OpenAICompatible(
        model=model,
        base_url=settings.llm_base_url,
        api_key=key.get_secret_value() if key else None,
        azure_api_version=settings.llm_azure_api_version,
        seconds=settings.llm_seconds,
        prices=Prices(input=settings.llm_price_input, output=settings.llm_price_output),
        context_tokens=settings.llm_context_tokens,
        output_tokens=settings.llm_output_tokens,
        sees=sees,
    )


def _limit(value: float | None) -> float:
    return math.inf if value is None else value
