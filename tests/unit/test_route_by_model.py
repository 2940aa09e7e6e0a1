"""The language model is asked what kind a question is only where rules and likeness leave it open."""

import anyio
import pytest

from paperatlas.agents.route_by_model import Sorted, sure_of
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind, Route
from paperatlas.core.errors import TimedOut
from paperatlas.models.scripted import ScriptedLLM

QUESTION = Question(text="Sketch the plot", history=("Who wrote it?",))


def planned(kind: Kind = "fact", confidence: float = 0.3, parts: tuple[str, ...] = ()) -> Route:
    return Route(kind=kind, tools=("vector",), hops=1, decided_by="rules", confidence=confidence, parts=parts)


def decided(plan: Route, llm: ScriptedLLM | None) -> Route:
    return anyio.run(sure_of, plan, QUESTION, (), llm)


def test_where_the_router_is_unsure_the_model_decides_kind_tools_and_hops() -> None:
    llm = ScriptedLLM([Sorted(kind="relation", confidence=0.9)])
    route = decided(planned(), llm)
    assert (route.kind, route.decided_by, route.confidence, route.hops) == ("relation", "model", 0.9, 2)
    assert route.tools[0] == "graph"


def test_the_model_sees_the_question_and_those_before_it() -> None:
    llm = ScriptedLLM([Sorted(kind="summary", confidence=0.9)])
    decided(planned(), llm)
    assert llm.asked[0][-1].content == "Earlier question: Who wrote it?\nQuestion: Sketch the plot"


@pytest.mark.parametrize("plan", [planned(confidence=0.9), planned(parts=("What is it?", "Who made it?"))])
def test_a_sure_route_and_a_question_of_several_parts_cost_no_call(plan: Route) -> None:
    llm = ScriptedLLM([])
    assert decided(plan, llm) == plan
    assert llm.asked == []


@pytest.mark.parametrize(
    "reply",
    [
        TimedOut("The model did not answer.", hint="Try again."),
        '{"kind": "gossip", "confidence": 0.9}',
        "no idea",
        Sorted(kind="table", confidence=0.2),
    ],
)
def test_a_model_that_fails_or_is_unsure_itself_leaves_what_the_rules_said(reply: Sorted | str | TimedOut) -> None:
    assert decided(planned(), ScriptedLLM([reply])) == planned()


def test_without_a_model_the_route_stays() -> None:
    assert decided(planned(), None) == planned()
