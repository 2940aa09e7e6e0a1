"""What is put around a language model: answers kept, budgets held, an endpoint that fails left alone."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.core.errors import BadOutput, OverBudget, PaperAtlasError, ProviderError, UnreadableFile
from paperatlas.core.ports import LLM, Completion, Message
from paperatlas.models.breaking_llm import BreakingLLM
from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, DaySpending, RunSpending
from paperatlas.models.cached_llm import CachedLLM
from paperatlas.models.recorded import RecordedLLM, RecordingLLM
from paperatlas.models.scripted import ScriptedLLM


class City(BaseModel):
    name: str


class Town(BaseModel):
    name: str
    people: int = 0


TURKU, OULU = City(name="Turku"), City(name="Oulu")
DOWN = ProviderError("The endpoint is down.", hint="Start it.")


def asking(text: str = "Which city?") -> list[Message]:
    return [Message(role="user", content=text)]


def ask(llm: LLM, text: str = "Which city?", *, output: type[BaseModel] = City) -> Completion[Any]:
    return anyio.run(lambda: llm.complete(asking(text), output=output))


def hear(llm: LLM) -> str:
    async def listen() -> str:
        return "".join([piece async for piece in llm.stream(asking())])

    return anyio.run(listen)


def scripted(*script: BaseModel | str | PaperAtlasError) -> ScriptedLLM:
    return ScriptedLLM(script)


# Kept answers


def test_the_same_question_is_paid_once(tmp_path: Path) -> None:
    inner = scripted(TURKU)
    assert ask(CachedLLM(inner, tmp_path)).usage.llm_calls == 1
    again = ask(CachedLLM(inner, tmp_path))
    assert (again.output, again.usage.llm_calls) == (TURKU, 0)


def test_another_question_another_form_and_another_model_are_asked_anew(tmp_path: Path) -> None:
    inner = scripted(TURKU, OULU, Town(name="Kemi"), City(name="Vaasa"))
    cached = CachedLLM(inner, tmp_path)
    assert ask(cached).output == TURKU
    assert ask(cached, "Another?").output == OULU
    assert ask(cached, output=Town).output == Town(name="Kemi")
    inner.model = "other"
    assert ask(CachedLLM(inner, tmp_path)).output == City(name="Vaasa")


def test_an_error_is_not_kept(tmp_path: Path) -> None:
    cached = CachedLLM(scripted(DOWN, TURKU), tmp_path)
    with pytest.raises(ProviderError):
        ask(cached)
    assert ask(cached).output == TURKU


def test_a_kept_answer_that_is_damaged_is_asked_for_again(tmp_path: Path) -> None:
    cached = CachedLLM(scripted(TURKU, OULU), tmp_path)
    ask(cached)
    [kept] = tmp_path.iterdir()
    kept.write_text("{", encoding="utf-8")
    assert ask(cached).output == OULU
    assert ask(cached).output == OULU


# Budgets


def test_a_call_that_would_go_over_the_budget_is_not_made() -> None:
    inner = scripted(TURKU, OULU)
    limited = BudgetedLLM(inner, RunSpending("question", Budget(tokens=20)))
    assert ask(limited).output == TURKU
    with pytest.raises(OverBudget, match="question's budget of 20") as caught:
        ask(limited, "word " * 30)
    assert "PAPERATLAS_LLM_QUESTION_TOKENS" in caught.value.hint
    assert len(inner.asked) == 1


def test_a_reply_out_of_form_is_counted_too() -> None:
    spending = RunSpending("question", Budget())
    with pytest.raises(BadOutput):
        ask(BudgetedLLM(scripted("no city"), spending))
    assert spending.spent().tokens > 0


def test_money_that_is_spent_ends_the_day_and_the_next_day_begins_anew(tmp_path: Path) -> None:
    today = [date(2026, 11, 30)]
    file = tmp_path / "spending.json"
    spending = DaySpending(Budget(usd=0.0), file, today=lambda: today[0])
    with pytest.raises(OverBudget, match="day's budget of \\$0 is spent"):
        ask(BudgetedLLM(scripted(TURKU), spending))
    tokens = DaySpending(Budget(tokens=8), file, today=lambda: today[0])
    ask(BudgetedLLM(scripted(TURKU), tokens))
    assert DaySpending(Budget(), file, today=lambda: today[0]).spent().tokens > 0
    today[0] = date(2026, 12, 1)
    assert tokens.spent().tokens == 0


def test_a_file_of_spendings_that_is_damaged_counts_as_nothing_spent(tmp_path: Path) -> None:
    file = tmp_path / "spending.json"
    file.write_bytes(b"\xff{")
    spending = DaySpending(Budget(tokens=100), file)
    ask(BudgetedLLM(scripted(TURKU), spending))
    assert 0 < spending.spent().tokens < 100


def test_a_stream_is_counted_by_its_length() -> None:
    spending = RunSpending("question", Budget())
    assert hear(BudgetedLLM(scripted("one two three"), spending)).split() == ["one", "two", "three"]
    assert spending.spent().tokens >= 3


# An endpoint that keeps failing


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_after_some_failures_nobody_waits_for_the_endpoint_until_it_has_rested() -> None:
    clock, inner = Clock(), scripted(DOWN, DOWN, TURKU)
    breaking = BreakingLLM(inner, failures=2, rest_seconds=30, clock=clock)
    for _ in range(2):
        with pytest.raises(ProviderError, match="down"):
            ask(breaking)
    with pytest.raises(ProviderError, match="failed 2 times in a row and is left alone for another 30 s: The endpoint is down"):
        ask(breaking)
    assert len(inner.asked) == 2
    clock.now = 31
    assert ask(breaking).output == TURKU


def test_one_call_is_let_through_after_the_rest_and_its_failure_begins_another() -> None:
    clock, inner = Clock(), scripted(DOWN, DOWN, TURKU)
    breaking = BreakingLLM(inner, failures=1, rest_seconds=30, clock=clock)
    with pytest.raises(ProviderError):
        ask(breaking)
    clock.now = 31
    with pytest.raises(ProviderError, match=r"^The endpoint is down"):
        ask(breaking)
    with pytest.raises(ProviderError, match="left alone"):
        ask(breaking)
    assert len(inner.asked) == 2


def test_replies_out_of_form_say_nothing_of_the_endpoint() -> None:
    breaking = BreakingLLM(scripted("no", "no", "no", TURKU), failures=1)
    for _ in range(3):
        with pytest.raises(BadOutput):
            ask(breaking)
    assert ask(breaking).output == TURKU


def test_a_stream_that_fails_counts_as_a_failure() -> None:
    breaking = BreakingLLM(scripted(DOWN, "fine"), failures=1)
    with pytest.raises(ProviderError, match="down"):
        hear(breaking)
    with pytest.raises(ProviderError, match="left alone"):
        hear(breaking)


# Recordings


def record(file: Path, *script: BaseModel | str, asked: Sequence[str]) -> None:
    recording = RecordingLLM(scripted(*script), file)
    for text in asked:
        ask(recording, text)


def test_what_was_recorded_is_answered_again_in_its_order(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    record(file, TURKU, OULU, City(name="Ö"), asked=["a", "b", "a"])
    recorded = RecordedLLM(file)
    assert recorded.model == "scripted"
    assert [ask(recorded, text).output.name for text in ("a", "b", "a", "a")] == ["Turku", "Oulu", "Ö", "Ö"]


def test_a_stream_is_recorded_piece_by_piece(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    assert hear(RecordingLLM(scripted("one two"), file)) == hear(RecordedLLM(file))


def test_what_was_not_recorded_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    record(file, TURKU, asked=["a"])
    with pytest.raises(ProviderError, match="not recorded"):
        ask(RecordedLLM(file), "b")


@pytest.mark.parametrize("content", ["", "{", '{"key": "k"}', "[]"])
def test_a_file_that_is_no_recording_is_refused_or_empty(tmp_path: Path, content: str) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(content, encoding="utf-8")
    if content:
        with pytest.raises(UnreadableFile, match="no recording"):
            RecordedLLM(file)
    else:
        with pytest.raises(ProviderError):
            ask(RecordedLLM(file))
