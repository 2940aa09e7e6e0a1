"""Before a question is refused, what its passages lack is searched for by itself."""

from dataclasses import replace

import anyio

from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.core.answers import Answer
from paperatlas.core.errors import ProviderError
from paperatlas.core.events import Answered, Checked, Corrected, Drafted, Event, Planned, Retrieved, Worked
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, SearchResult
from paperatlas.models.bundled_embedder import bundled_embedder
from tests.fakes.shelf import Shelf
from tests.unit.test_research import paper

QUESTION = "With which optimizer and learning rate is the network trained?"


class Narrow:
    """Implements `Searcher` over a shelf: asked in the question's own words, it finds no more than the first page."""

    def __init__(self, shelf: Shelf, *, fails: bool = False) -> None:
        self._shelf = shelf
        self._fails = fails
        self.asked: list[str] = []

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        found = self._shelf.search(query, mode=mode, limit=limit, scope=scope, options=options)
        if mode != "auto":
            return found
        self.asked.append(query)
        if len(self.asked) == 1:
            return replace(found, hits=tuple(hit for hit in found.hits if hit.chunk.page == 1))
        if self._fails:
            raise ProviderError("The index went away.", hint="Start it.")
        return found


def events(question: str, *, fails: bool = False) -> tuple[list[Event], Narrow]:
    shelf = Shelf(paper(), embedder=bundled_embedder(threads=1))
    searcher = Narrow(shelf, fails=fails)

    async def collect() -> list[Event]:
        deps = replace(shelf.deps(), searcher=searcher)
        return [event async for event in research(Question(text=question), deps)]

    return anyio.run(collect), searcher


def answer_of(told: list[Event]) -> Answer:
    last = told[-1]
    assert isinstance(last, Answered)
    return last.answer


def test_what_a_second_search_brings_is_the_answer_and_the_search_is_told() -> None:
    told, searcher = events(QUESTION)
    corrected = [event for event in told if isinstance(event, Corrected)]
    assert len(searcher.asked) == 2
    assert "optimizer" in searcher.asked[1]
    assert [event.what for event in corrected] == [f"Searched again: {searcher.asked[1]}"]
    assert "Adam" in answer_of(told).text
    assert "search again" in [step.name for step in answer_of(told).trace]


def test_a_second_search_that_fails_leaves_the_refusal() -> None:
    told, _ = events(QUESTION, fails=True)
    assert answer_of(told).status == "abstained"
    assert answer_of(told).closest is not None


def test_what_no_passage_has_is_still_refused_and_nothing_is_called_corrected() -> None:
    told, _ = events("Which GPU was used to train the Northwind network?")
    assert answer_of(told).status == "abstained"
    assert not [event for event in told if isinstance(event, Corrected)]


def test_what_is_told_is_in_order_plan_steps_drafts_checks_and_the_answer() -> None:
    told, _ = events("How many tide records is Northwind trained on?")
    kinds = [type(event) for event in told]
    assert kinds[0] is Planned
    assert kinds[-1] is Answered
    assert kinds.index(Drafted) < kinds.index(Checked)
    assert not {Retrieved, Worked} & {*kinds[kinds.index(Checked) :]}
    answer = answer_of(told)
    assert [event.text for event in told if isinstance(event, Drafted)] == [claim.text for claim in answer.claims]
    assert {event.label for event in told if isinstance(event, Checked)} == {"supported"}
