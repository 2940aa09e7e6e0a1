"""Questions that the knowledge graph answers, and those that it leaves to the passages."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import anyio
import pytest

from paperatlas.agents import related
from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.core.answers import Answer
from paperatlas.core.errors import ProviderError
from paperatlas.core.events import Answered, Event, Retrieved
from paperatlas.core.graph_answers import EdgeEvidence, GraphAnswer
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Standing
from paperatlas.core.searching import Scope
from paperatlas.models.bundled_embedder import bundled_embedder
from tests.fakes.shelf import Shelf
from tests.unit.test_research import paper

PAPER = paper()
QUESTION = "What does Northwind outperform?"
ALMANAC = EdgeEvidence(
    edge="1",
    head="Northwind network",
    predicate="OUTPERFORMS",
    tail="almanac",
    document=PAPER.id,
    page=2,
    quote="Northwind outperforms the almanac in every harbour.",
    chunk=None,
)
HARBOUR = replace(
    ALMANAC, edge="2", tail="Harbour Office", quote="The records come from the harbour office and were cleaned by hand."
)


class Knows:
    """Implements `GraphAsker`: it says what it was told, or fails."""

    def __init__(self, *edges: EdgeEvidence, fault: ProviderError | None = None, **answer: object) -> None:
        self._fault = fault
        self._answer = replace(
            GraphAnswer(
                question=QUESTION,
                how="template:related",
                columns=("name",),
                rows=tuple((edge.tail,) for edge in edges),
                evidence=edges,
                evidence_of="rows",
                named={"Northwind network": "Northwind"},
            ),
            **answer,  # type: ignore[arg-type]
        )
        self.asked: list[str] = []

    def ask(self, question: str) -> GraphAnswer:
        self.asked.append(question)
        if self._fault:
            raise self._fault
        return self._answer


class Stuck:
    """Implements `GraphAsker`: it answers only when it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def ask(self, question: str) -> GraphAnswer:
        assert self.let_go.wait(60)
        return GraphAnswer(question=question, how="none")


def events(graph: Knows | Stuck, question: str = QUESTION, scope: Scope | None = None) -> list[Event]:
    shelf = Shelf(PAPER, embedder=bundled_embedder(threads=1))
    deps = replace(shelf.deps(), graph=graph)

    async def collect() -> list[Event]:
        return [event async for event in research(Question(text=question, scope=scope or Scope()), deps)]

    return anyio.run(collect)


def answer_of(told: Sequence[Event]) -> Answer:
    last = told[-1]
    assert isinstance(last, Answered)
    return last.answer


def is_by_graph(told: Sequence[Event]) -> bool:
    return any(step.name == "ask the graph" for step in answer_of(told).trace)


def graph_route(told: Sequence[Event]) -> list[Retrieved]:
    return [event for event in told if isinstance(event, Retrieved) and event.route == "graph"]


def test_each_edge_is_a_line_that_its_quote_proves_in_the_questions_words() -> None:
    told = events(Knows(ALMANAC, HARBOUR))
    answer = answer_of(told)
    assert is_by_graph(told)
    assert [claim.text for claim in answer.claims] == ["Northwind outperforms almanac.", "Northwind outperforms Harbour Office."]
    assert [citation.quote for citation in answer.citations] == [ALMANAC.quote, HARBOUR.quote]
    assert [event.passages for event in graph_route(told)] == [2]


def test_an_edge_whose_quote_is_not_on_its_page_is_not_shown() -> None:
    forged = replace(ALMANAC, edge="3", tail="gale", quote="Northwind outperforms the gale.")
    answer = answer_of(events(Knows(ALMANAC, HARBOUR, forged)))
    assert "gale" not in answer.text
    assert not is_by_graph(events(Knows(forged, replace(forged, tail="storm"))))


@pytest.mark.parametrize(
    "graph",
    [
        Knows(),
        Knows(ALMANAC),
        Knows(ALMANAC, HARBOUR, warnings=("The graph has no entity called 'X'.",)),
        Knows(ALMANAC, HARBOUR, how="template:named_together"),
        Knows(ALMANAC, HARBOUR, evidence_of="returned"),
        Knows(replace(ALMANAC, standing=Standing.NEGATED), replace(HARBOUR, standing=Standing.HYPOTHETICAL)),
        Knows(replace(ALMANAC, document=DocumentId("elsewhere")), replace(HARBOUR, document=DocumentId("elsewhere"))),
    ],
    ids=[
        "nothing",
        "one of several",
        "doubts",
        "named together",
        "not of the rows",
        "denied or supposed",
        "of a paper that is gone",
    ],
)
def test_where_the_graph_has_doubts_or_nothing_the_passages_answer(graph: Knows) -> None:
    told = events(graph)
    assert not is_by_graph(told)
    assert "Northwind outperforms the almanac in every harbour" in answer_of(told).text


def test_who_cites_is_told_by_what_cites_alone() -> None:
    cites = replace(
        ALMANAC, edge="4", predicate="CITES", head="On Rivers", tail="Northwind: Gated Networks for Tides", quote=ALMANAC.quote
    )
    proposes = replace(HARBOUR, edge="5", predicate="PROPOSES")
    answer = answer_of(events(Knows(cites, proposes, how="template:citing_its_paper"), "Who cites the Northwind paper?"))
    assert [claim.text for claim in answer.claims] == ["On Rivers cites Northwind: Gated Networks for Tides."]


def test_what_is_of_a_kind_gives_way_to_what_has_a_name() -> None:
    kind = replace(ALMANAC, edge="6", tail="language models")
    assert "language models" not in answer_of(events(Knows(kind, ALMANAC, HARBOUR))).text


def test_papers_out_of_scope_say_nothing_and_a_page_is_not_asked_of_the_graph() -> None:
    assert is_by_graph(events(Knows(ALMANAC, HARBOUR), scope=Scope(documents=(PAPER.id,))))
    graph = Knows(ALMANAC, HARBOUR)
    assert not is_by_graph(events(graph, scope=Scope(documents=(PAPER.id,), page=2)))
    assert not graph.asked


@pytest.mark.parametrize(
    "question", ["Summarize the Northwind paper.", "How many pages does the paper have?", "What is Northwind?"]
)
def test_a_question_for_something_else_costs_no_look_into_the_graph(question: str) -> None:
    graph = Knows(ALMANAC, HARBOUR)
    events(graph, question)
    assert not graph.asked


def test_a_graph_that_is_away_is_told_and_the_passages_answer() -> None:
    told = events(Knows(fault=ProviderError("The graph's server is down.", hint="Start it.")))
    assert [event.failure for event in graph_route(told)] == ["The graph's server is down. Start it."]
    assert "almanac" in answer_of(told).text
    assert answer_of(told).status == "answered"


def test_a_graph_that_is_late_is_told_and_the_passages_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(related, "_SECONDS", 0.05)
    graph = Stuck()
    try:
        told = events(graph)
    finally:
        graph.let_go.set()
    assert "took longer than 0.05 s" in graph_route(told)[0].failure
    assert answer_of(told).status == "answered"
