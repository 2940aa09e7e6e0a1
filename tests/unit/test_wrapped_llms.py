"""What is put around a language model: answers kept, budgets held, an endpoint that fails left alone."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, OverBudget, PaperAtlasError, ProviderError, TooLong, UnreadableFile
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.models.breaking_llm import BreakingLLM
from paperatlas.models.budgeted_llm import Budget, BudgetedLLM, DaySpending, RunSpending
from paperatlas.models.cached_llm import CachedLLM
from paperatlas.models.endpoint_errors import Refused
from paperatlas.models.recorded import RecordedLLM, RecordingLLM
from paperatlas.models.scripted import ScriptedLLM
from paperatlas.models.seeing_llm import SeeingLLM
from paperatlas.models.tool_calls import ToolCall
from tests.fakes.tools import Atlas


class City(BaseModel):
    name: str


class Town(BaseModel):
    name: str
    people: int = 0


TURKU, OULU = City(name="Turku"), City(name="Oulu")
CALL = ToolCall(id="1", name="distance", arguments='{"start": "Turku", "end": "Oulu"}')
DOWN = ProviderError("The endpoint is down.", hint="Start it.")


def asking(text: str = "Which city?") -> list[Message]:
    return [Message(role="user", content=text)]


def ask(llm: LLM, text: str = "Which city?", *, output: type[BaseModel] = City, tools: Sequence[Tool] = ()) -> Completion[Any]:
    return anyio.run(lambda: llm.complete(asking(text), output=output, tools=tools))


def shown(llm: LLM, picture: bytes) -> Completion[Any]:
    return anyio.run(lambda: llm.complete([Message(role="user", content="Where?", images=(picture,))], output=City))


def hear(llm: LLM) -> str:
    async def listen() -> str:
        return "".join([piece async for piece in llm.stream(asking())])

    return anyio.run(listen)


def scripted(*script: BaseModel | str | ToolCall | PaperAtlasError) -> ScriptedLLM:
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


def test_another_picture_is_another_question(tmp_path: Path) -> None:
    cached = CachedLLM(scripted(TURKU, OULU), tmp_path)
    assert [shown(cached, picture).output for picture in (b"1", b"2", b"1")] == [TURKU, OULU, TURKU]


def test_other_tools_are_another_question(tmp_path: Path) -> None:
    cached = CachedLLM(scripted(TURKU, OULU, City(name="Kemi"), City(name="Vaasa")), tmp_path)
    tool = Atlas().tool()
    changed = [(), [tool], [replace(tool, description="In miles.")], [replace(tool, arguments=Town)], [tool]]
    assert [ask(cached, tools=tools).output.name for tools in changed] == ["Turku", "Oulu", "Kemi", "Vaasa", "Oulu"]


def test_an_answer_from_tools_is_given_again_while_they_give_the_same(tmp_path: Path) -> None:
    atlas, inner = Atlas(), scripted(CALL, TURKU, CALL, OULU)
    cached = CachedLLM(inner, tmp_path)
    assert ask(cached, tools=[atlas.tool()]).usage.llm_calls == 2
    again = ask(cached, tools=[atlas.tool()])
    assert (again.output, again.usage.llm_calls) == (TURKU, 0)
    assert len(atlas.asked) == 2  # what it notes by itself, it notes again
    atlas.distance = "600 km"
    assert ask(cached, tools=[atlas.tool()]).output == OULU


def test_an_error_of_a_tool_is_kept_as_what_it_gave(tmp_path: Path) -> None:
    lost = ToolCall(id="1", name="distance", arguments='{"start": "Turku", "end": "Atlantis"}')
    cached = CachedLLM(scripted(lost, TURKU), tmp_path)
    assert [ask(cached, tools=[Atlas().tool()]).output for _ in range(2)] == [TURKU, TURKU]


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


def test_what_a_failure_cost_before_it_is_counted() -> None:
    spending, error = RunSpending("question", Budget()), ProviderError("lost")
    error.spent = Usage(llm_calls=2, input_tokens=70, output_tokens=7)
    with pytest.raises(ProviderError):
        ask(BudgetedLLM(scripted(error), spending))
    assert spending.spent().tokens == 77


def test_a_picture_counts_before_it_is_sent() -> None:
    inner = scripted(TURKU)
    with pytest.raises(OverBudget):
        shown(BudgetedLLM(inner, RunSpending("question", Budget(tokens=500))), b"png")
    assert inner.asked == []


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


def test_replies_out_of_form_and_requests_out_of_bounds_say_nothing_of_the_endpoint() -> None:
    breaking = BreakingLLM(scripted("no", TooLong("long"), Refused("no tools"), OverBudget("spent"), TURKU), failures=1)
    for error in (BadOutput, TooLong, Refused, OverBudget):
        with pytest.raises(error):
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


def test_calls_of_tools_are_recorded_and_made_again(tmp_path: Path) -> None:
    file, atlas = tmp_path / "calls.jsonl", Atlas()
    recorded = ask(RecordingLLM(scripted(CALL, TURKU), file), tools=[atlas.tool()])
    replayed = ask(RecordedLLM(file), tools=[atlas.tool()])
    assert (replayed.output, replayed.usage.llm_calls) == (recorded.output, recorded.usage.llm_calls)
    assert len(atlas.asked) == 2
    atlas.distance = "600 km"
    with pytest.raises(ProviderError, match="gives something else"):
        ask(RecordedLLM(file), tools=[atlas.tool()])


def test_a_picture_is_recorded_by_its_key_alone(tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    shown(RecordingLLM(scripted(TURKU), file), b"a picture of a person")
    assert shown(RecordedLLM(file), b"a picture of a person").output == TURKU
    assert "person" not in file.read_text(encoding="utf-8")


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


# Scripts


def test_a_script_may_call_tools_and_shows_what_they_gave() -> None:
    llm = scripted(CALL, TURKU)
    completion = ask(llm, tools=[Atlas().tool()])
    assert (completion.output, completion.usage.llm_calls) == (TURKU, 2)
    assert [called.result for called in llm.called] == ["165 km"]
    assert "165 km" in llm.asked[1][-1].content


def test_a_script_that_calls_what_is_not_there_is_told_so() -> None:
    llm = scripted(CALL, TURKU)
    ask(llm)
    assert "There is no tool 'distance'" in llm.called[0].result


@pytest.mark.parametrize("sees", [True, False])
def test_what_is_put_around_a_model_sees_what_it_sees(tmp_path: Path, sees: bool) -> None:
    inner = ScriptedLLM([], sees=sees)
    around: list[LLM] = [
        CachedLLM(inner, tmp_path),
        BudgetedLLM(inner),
        BreakingLLM(inner),
        RecordingLLM(inner, tmp_path / "calls.jsonl"),
        SeeingLLM(scripted(), inner),
    ]
    assert [llm.sees for llm in around] == [sees] * len(around)
