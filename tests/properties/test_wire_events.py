"""An event that was written is read back as it was."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.answers import Answer, Citation, Claim, Computed, Occurrence, Place, Route, Step, Usage
from paperatlas.core.errors import InputError
from paperatlas.core.events import Answered, Checked, Corrected, Drafted, Event, Planned, Retrieved, Spent, Worked, Writing
from paperatlas.core.ids import DocumentId
from paperatlas.core.searching import Scope
from paperatlas.core.types import Box
from paperatlas.core.wire_events import event_json, read_event

number = st.integers(0, 10**6)
fraction = st.integers(0, 10**8).map(lambda n: n / 10**4)
corner = st.integers(-(10**6), 10**6).map(lambda n: n / 100)

boxes = st.builds(Box, number, corner, corner, corner, corner)
scopes = st.builds(Scope, years=st.none() | st.tuples(number, number))
routes = st.builds(Route, scope=scopes, confidence=fraction)
steps = st.builds(Step, seconds=fraction)
usages = st.builds(Usage, cost_usd=fraction)
occurrences = st.builds(Occurrence, page=st.just(3), box=st.none() | st.builds(Box, st.just(3), corner, corner, corner, corner))
citations = st.builds(Citation, boxes=st.lists(boxes, max_size=2).map(tuple))
answers = st.builds(
    Answer,
    confidence=fraction,
    route=routes,
    citations=st.lists(citations, max_size=2).map(tuple),
    claims=st.lists(st.builds(Claim), max_size=2).map(tuple),
    closest=st.none() | st.builds(Place),
    computed=st.none() | st.builds(Computed, occurrences=st.lists(occurrences, max_size=2).map(tuple)),
    trace=st.lists(steps, max_size=2).map(tuple),
    usage=usages,
    seconds=fraction,
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Planned, route=routes),
    st.builds(Retrieved, seconds=fraction),
    st.builds(Writing),
    st.builds(Drafted),
    st.builds(Checked),
    st.builds(Corrected),
    st.builds(Worked, step=steps),
    st.builds(Spent, usage=usages),
    st.builds(Answered, answer=answers),
)


def test_every_kind_of_event_is_tried() -> None:
    assert {strategy.__name__ for strategy in get_args(Event)} == {
        kind.__name__ for kind in (Planned, Retrieved, Writing, Drafted, Checked, Corrected, Worked, Spent, Answered)
    }


@given(EVENTS)
def test_what_was_written_is_read_back(event: Event) -> None:
    written = json.loads(json.dumps(event_json(event, {}), ensure_ascii=False))
    assert read_event(written) == event


@given(fraction, st.integers(0, 99))
def test_what_is_finer_than_is_written_is_rounded_once(seconds: float, more: int) -> None:
    event = Worked(step=Step(name="search", seconds=seconds + more * 1e-7))
    written = event_json(event, {})
    assert event_json(read_event(written), {}) == written


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"event": "dance"},
        {"event": "step", "step": "search"},
        {"event": "answer", "question": "What?"},
        {"event": "plan", "question": "?", "route": None},
    ],
)
def test_what_is_no_event_is_refused_and_says_so(line: dict[str, object]) -> None:
    with pytest.raises(InputError, match="no event"):
        read_event(line)


def test_documents_are_named_for_people_and_told_by_id_for_machines() -> None:
    route = Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0, scope=Scope(documents=(DocumentId("ab"),)))
    answer = Answer(question="?", status="abstained", text="", confidence=0.0, route=route, usage=Usage())
    written = event_json(Answered(answer=answer), {DocumentId("ab"): "tides.pdf"})
    assert written["route"]["scope"] == ["tides.pdf"]
    assert read_event(written) == Answered(answer=answer)


def test_a_failed_route_keeps_its_reason() -> None:
    event = Retrieved(route="vector", passages=0, seconds=0.5, failure="Out of reach. Start it.")
    assert read_event(event_json(event, {})) == event
