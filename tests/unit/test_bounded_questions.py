"""Bounds of a question: passages read, the confidence asked for, and the time it has."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import anyio
import pytest

from paperatlas.agents.deadline import Deadline
from paperatlas.agents.look import Found
from paperatlas.agents.research import research
from paperatlas.agents.retrieve import retrieve
from paperatlas.agents.state import Question
from paperatlas.core.answers import Answer
from paperatlas.core.asking import Asked
from paperatlas.core.errors import BadSetting
from paperatlas.core.events import Answered, Corrected, Event
from tests.fakes.shelf import Shelf
from tests.fakes.silent_llm import Silent
from tests.unit.test_research import EMBEDDER, paper

QUESTION = "What learning rate is used to train the network?"
TWO = "What learning rate is used to train the network? And how many hours did training take?"


def events(question: str, **bounds: Any) -> list[Event]:
    deps = replace(Shelf(paper(), embedder=EMBEDDER).deps(), **bounds)

    async def collect() -> list[Event]:
        return [event async for event in research(Question(text=question), deps)]

    return anyio.run(collect)


def answer_of(told: Sequence[Event]) -> Answer:
    last = told[-1]
    assert isinstance(last, Answered)
    return last.answer


@pytest.mark.parametrize(
    "bounds",
    [{"top_k": 0}, {"top_k": 101}, {"min_confidence": -0.1}, {"min_confidence": math.nan}, {"seconds": 0}, {"seconds": 1e9}],
)
def test_bounds_that_no_question_can_keep_to_are_refused(bounds: Any) -> None:
    with pytest.raises(BadSetting, match=next(iter(bounds))):
        Asked.of(QUESTION, **bounds)


def test_an_answer_that_is_not_sure_enough_is_refused_and_its_place_is_named() -> None:
    told = events(QUESTION, least=1.0)
    answer = answer_of(told)
    assert (answer.status, answer.reason) == ("abstained", "not_in_documents")
    assert answer.closest is not None
    assert answer.closest.page == 2
    assert answer.text.startswith("Nothing in these papers answers this as surely as was asked for. Closest: Northwind")
    assert answer.confidence > 0
    assert [event.what for event in told if isinstance(event, Corrected)] == ["Left out."]


def test_an_answer_that_is_sure_enough_stays() -> None:
    answer = answer_of(events(QUESTION, least=0.1))
    assert (answer.status, answer.reason) == ("answered", None)


def test_what_was_found_when_the_time_was_over_is_the_answer_and_says_so() -> None:
    told = events(QUESTION, deadline=Deadline(seconds=1.0, until=0.0))
    answer = answer_of(told)
    assert "0.01" in answer.text
    assert (answer.status, answer.reason) == ("answered", "budget")
    assert [event.what for event in told if isinstance(event, Corrected)] == ["The time was over."]


def test_a_part_that_there_is_no_time_for_is_named() -> None:
    answer = answer_of(events(TWO, deadline=Deadline(seconds=1.0, until=0.0)))
    assert (answer.status, answer.reason) == ("partial", "budget")
    assert "Not worked out within the budget: How many hours did training take" in answer.text


def test_a_model_that_does_not_answer_in_time_is_done_without() -> None:
    answer = answer_of(events(QUESTION, llm=Silent(), deadline=Deadline.after(2.0)))
    assert "0.01" in answer.text
    assert (answer.status, answer.reason) == ("answered", "budget")


@pytest.mark.parametrize("most", [1, 2])
def test_as_many_passages_are_read_as_are_wanted(most: int) -> None:
    from paperatlas.agents.research import _desk, _route  # what is read shows nowhere else

    question = Question(text=QUESTION)

    async def found() -> Found:
        desk = _desk(replace(Shelf(paper(), embedder=EMBEDDER).deps(), passages=most))
        *_, last = [step async for step in retrieve(question, await _route(question, desk), desk)]
        assert isinstance(last, Found)
        return last

    assert len(anyio.run(found).hits) == most


def test_a_run_that_is_taken_up_again_has_the_bounds_that_it_had(tmp_path: Any) -> None:
    from tests.fakes.libraries import open_test_library

    with open_test_library(tmp_path / "library", runs=5) as library:
        library.ask(QUESTION, top_k=7, min_confidence=0.25, seconds=30)
        (run,) = library.runs()
        assert (run.asked.top_k, run.asked.min_confidence, run.asked.seconds) == (7, 0.25, 30)


def test_a_bound_that_there_is_not_is_refused_by_its_name() -> None:
    with pytest.raises(TypeError, match="'docs'"):
        Asked.of("Which moss is green?", docs=["a.pdf"])  # type: ignore[call-arg]
