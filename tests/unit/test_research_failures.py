"""What goes wrong while a question is worked on: it is answered with what is left, and the answer says what it did without."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import anyio
import pytest

from paperatlas.agents.research import research
from paperatlas.agents.state import Deps, Question, QuestionLimits
from paperatlas.core.answers import Answer
from paperatlas.core.errors import BadOutput, OverBudget, PaperAtlasError, ProviderError, RateLimited, TimedOut, TooLong
from paperatlas.core.events import Answered, Corrected, Event, Retrieved, Spent, Worked
from paperatlas.core.ports import Float32
from paperatlas.core.searching import PLAIN_SEARCH, Mode, RouteReport, Scope, SearchOptions, SearchResult
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.shelf import Shelf
from tests.fakes.silent_llm import Silent
from tests.unit.test_research import paper

EMBEDDER = bundled_embedder(threads=1)
QUESTION = "What learning rate is used to train the network?"


class Leaving:
    """Implements `Embedder`: its service goes away after some calls."""

    id = EMBEDDER.id
    dimension = EMBEDDER.dimension

    def __init__(self, *, after: int) -> None:
        self._left = after

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        if not self._left:
            raise ProviderError("The embedding service is out of reach.", hint="Start it.")
        self._left -= 1
        return EMBEDDER.embed(texts, kind=kind)


class Lame:
    """Implements `Searcher` over another one: its routes fail as told, all of them where `all_of` is."""

    def __init__(self, shelf: Shelf, *, all_of: PaperAtlasError | None = None, only_for: str = "") -> None:
        self._shelf = shelf
        self._error = all_of
        self._only_for = only_for

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        if self._error is not None and self._only_for in query:
            raise self._error
        found = self._shelf.search(query, mode="lexical", limit=limit, scope=scope, options=options)
        routes = (
            RouteReport(route="vector", passages=0, seconds=0.0, failure="The vector server is out of reach. Start it."),
            RouteReport(route="lexical", passages=len(found.hits), seconds=0.001),
        )
        return replace(found, routes=routes, failed=(("route vector", "The vector server is out of reach."),))


def events(question: str = QUESTION, **deps: Any) -> list[Event]:
    shelf = Shelf(paper(), embedder=EMBEDDER)
    searcher = deps.pop("searcher", None)
    with_all = replace(shelf.deps(), **({"searcher": searcher(shelf)} if searcher else {}), **deps)

    async def collect(deps: Deps) -> list[Event]:
        return [event async for event in research(Question(text=question), deps)]

    return anyio.run(collect, with_all)


def answer_of(told: Sequence[Event]) -> Answer:
    last = told[-1]
    assert isinstance(last, Answered)
    return last.answer


FAULTS = [
    (ProviderError("It is out of reach.", hint="Start it."), "upstream"),
    (TimedOut("It took too long."), "upstream"),
    (RateLimited("Too many requests."), "upstream"),
    (BadOutput("It answered out of form."), "upstream"),
    (OverBudget("The budget is spent."), "budget"),
]


@pytest.mark.parametrize(("fault", "reason"), FAULTS, ids=lambda value: type(value).__name__)
def test_a_model_that_fails_is_done_without_and_the_answer_says_so(fault: ProviderError, reason: str) -> None:
    told = events(llm=ScriptedLLM([fault] * 20))
    answer = answer_of(told)
    assert "0.01" in answer.text
    assert (answer.status, answer.reason) == ("answered", reason)
    assert any(fault.message in step.detail for step in answer.trace)
    assert [event.why for event in told if isinstance(event, Corrected)] == [f"{fault.message} {fault.hint}".strip()]


def test_a_model_for_which_everything_is_too_long_is_done_without() -> None:
    assert answer_of(events(llm=ScriptedLLM([TooLong("Too long.")] * 20))).reason == "upstream"


def test_what_a_failing_model_had_no_part_in_is_not_called_its_failure() -> None:
    answer = answer_of(events("What is the title of this paper?", llm=ScriptedLLM([ProviderError("Away.")])))
    assert answer.reason is None


def test_a_refusal_is_not_put_down_to_the_papers_when_the_model_that_was_to_read_them_failed() -> None:
    question = "Which GPU was used to train the Northwind network?"
    answer = answer_of(events(question, llm=ScriptedLLM([ProviderError("Away.")] * 20)))
    assert (answer.status, answer.reason) == ("abstained", "upstream")
    assert answer.closest is not None


def test_a_model_that_fails_at_the_second_part_leaves_the_first_as_it_was() -> None:
    question = "What learning rate is used to train the network, and how long did the training of the network take?"
    answer = answer_of(events(question, llm=ScriptedLLM([ProviderError("Away.")] * 20)))
    assert "0.01" in answer.text
    assert "14 hours" in answer.text


def test_a_model_that_never_answers_is_waited_for_until_the_questions_deadline() -> None:
    told = events(llm=Silent(), limits=QuestionLimits(seconds=0.05))
    assert (answer_of(told).status, answer_of(told).reason) == ("answered", "budget")
    assert "0.05 seconds" in next(event.why for event in told if isinstance(event, Corrected))


def test_no_more_calls_are_made_than_a_question_may_have() -> None:
    llm = ScriptedLLM([])
    answer = answer_of(events(llm=llm, limits=QuestionLimits(calls=0)))
    assert (answer.status, answer.reason, llm.asked) == ("answered", "budget", [])


def test_what_the_model_cost_is_told_before_the_answer_and_is_the_answers() -> None:
    told = events(llm=ScriptedLLM(['{"answerable": false, "statements": []}'] * 20))
    spent = [event.usage for event in told if isinstance(event, Spent)]
    assert spent[-1] == answer_of(told).usage
    assert answer_of(told).usage.llm_calls >= 1


def test_a_route_that_failed_is_told_and_the_others_answer() -> None:
    told = events(searcher=Lame)
    failures = {event.route: event.failure for event in told if isinstance(event, Retrieved)}
    assert failures == {"vector": "The vector server is out of reach. Start it.", "bm25": ""}
    assert "0.01" in answer_of(told).text
    assert answer_of(told).reason is None


def test_a_refusal_without_a_route_is_not_put_down_to_the_papers() -> None:
    answer = answer_of(events("Which GPU was used to train the Northwind network?", searcher=Lame))
    assert (answer.status, answer.reason) == ("abstained", "upstream")


def test_where_no_route_answers_the_error_is_raised_and_nothing_is_called_absent() -> None:
    with pytest.raises(ProviderError, match="All is away") as error:
        events(searcher=lambda shelf: Lame(shelf, all_of=ProviderError("All is away.", hint="Start it.")))
    assert error.value.hint == "Start it."


def test_a_part_that_could_not_be_looked_up_leaves_half_an_answer_that_names_it() -> None:
    question = "What learning rate is used to train the network, and how long did the training of the network take?"
    told = events(question, searcher=lambda shelf: Lame(shelf, all_of=ProviderError("All is away."), only_for="long"))
    answer = answer_of(told)
    assert (answer.status, answer.reason) == ("partial", "upstream")
    assert "0.01" in answer.text
    assert "Could not be looked up: How long did the training of the network take." in answer.text


@pytest.mark.parametrize("after", [0, 1, 2])
def test_where_the_embedders_service_goes_away_another_weighs_the_sentences(after: int) -> None:
    told = events(embedder=Leaving(after=after), spare=lambda: EMBEDDER, searcher=Lame)
    assert "0.01" in answer_of(told).text


def test_without_another_embedder_its_error_is_raised() -> None:
    with pytest.raises(ProviderError, match="embedding service"):
        events(embedder=Leaving(after=0), searcher=Lame)


def test_every_step_that_is_told_is_in_the_trace() -> None:
    told = events(llm=ScriptedLLM([ProviderError("Away.")] * 20), searcher=Lame)
    assert answer_of(told).trace == tuple(event.step for event in told if isinstance(event, Worked))
