"""The walk over passages and entities: what it reaches, and how much of it comes where."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.graph_ports import Incidence
from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import Entity, EntityId
from paperatlas.graph.walk.passages import PassageGraph
from paperatlas.graph.walk.start import Named, StartSettings, start, telling
from paperatlas.graph.walk.synonyms import synonyms
from paperatlas.graph.walk.walk import Mass, WalkSettings, walk

Mentions = list[tuple[int, int, float]]
SUBJECT, PASSING = 5.0, 1.0


def a_graph(mentions: Mentions, *, passages: int, entities: int, alike: list[Entity] | None = None) -> PassageGraph:
    """`mentions` are (passage, entity, weight)."""
    incidence = Incidence(
        chunks=[ChunkId(f"p{n}") for n in range(passages)],
        entities=[EntityId(f"e{n}") for n in range(entities)],
        rows=np.array([row for row, _, _ in mentions], dtype=np.int32),
        columns=np.array([column for _, column, _ in mentions], dtype=np.int32),
        weights=np.array([weight for _, _, weight in mentions], dtype=np.float32),
    )
    return PassageGraph.of(incidence, synonyms(alike) if alike else None)


def at_entity(graph: PassageGraph, entity: int) -> Mass:
    entities = np.zeros(len(graph.entities), dtype=np.float32)
    entities[entity] = 1
    return Mass(passages=np.zeros(len(graph.chunks), dtype=np.float32), entities=entities)


FILM, DIRECTOR, ACTOR, COUNTRY = range(4)
OF_FILM, OF_DIRECTOR, OF_ACTOR, OF_COUNTRY, ELSEWHERE = range(5)
FILMS: Mentions = [
    (OF_FILM, FILM, SUBJECT),
    (OF_FILM, DIRECTOR, PASSING),
    (OF_DIRECTOR, DIRECTOR, SUBJECT),
    (OF_DIRECTOR, COUNTRY, PASSING),
    (OF_ACTOR, ACTOR, SUBJECT),
    (OF_ACTOR, DIRECTOR, PASSING),
    (OF_COUNTRY, COUNTRY, SUBJECT),
]


def films() -> PassageGraph:
    return a_graph(FILMS, passages=5, entities=4)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Mentions, int, int]:
    passages, entities = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    pairs = draw(st.sets(st.tuples(st.integers(0, passages - 1), st.integers(0, entities - 1)), max_size=24))
    mentions = [(row, column, draw(st.floats(0.5, 9, width=32))) for row, column in sorted(pairs)]
    return mentions, passages, entities


@given(graphs(), st.integers(1, 5), st.data())
def test_no_mass_is_lost_or_made(drawn: tuple[Mentions, int, int], hops: int, data: st.DataObject) -> None:
    mentions, passages, entities = drawn
    graph = a_graph(mentions, passages=passages, entities=entities)
    begun = Mass(
        passages=np.array([data.draw(st.floats(0, 1, width=32)) for _ in range(passages)], dtype=np.float32),
        entities=np.array([data.draw(st.floats(0, 1, width=32)) for _ in range(entities)], dtype=np.float32),
    )
    ended = walk(graph, begun, WalkSettings(max_hops=hops))
    assert ended.total == pytest.approx(begun.total, rel=1e-4)
    assert ended.passages.min() >= 0
    assert ended.entities.min() >= 0


@given(graphs(), st.randoms(use_true_random=False))
def test_the_order_of_mentions_does_not_matter(drawn: tuple[Mentions, int, int], random: object) -> None:
    mentions, passages, entities = drawn
    shuffled = sorted(mentions, key=lambda _: random.random())  # type: ignore[attr-defined]
    one, other = (a_graph(each, passages=passages, entities=entities) for each in (mentions, shuffled))
    settings = WalkSettings()
    np.testing.assert_allclose(
        walk(one, at_entity(one, 0), settings).passages, walk(other, at_entity(other, 0), settings).passages, rtol=1e-5
    )


def test_what_no_start_reaches_has_nothing() -> None:
    graph = films()
    ended = walk(graph, at_entity(graph, FILM), WalkSettings(max_hops=9))
    assert ended.passages[ELSEWHERE] == 0
    assert ended.passages[OF_DIRECTOR] > 0


@pytest.mark.parametrize(("hops", "reached"), [(1, {OF_FILM}), (2, {OF_FILM, OF_DIRECTOR, OF_ACTOR})])
def test_the_hop_limit_is_kept(hops: int, reached: set[int]) -> None:
    graph = films()
    ended = walk(graph, at_entity(graph, FILM), WalkSettings(max_hops=hops))
    assert set(np.flatnonzero(ended.passages)) == reached


def test_the_passage_about_an_entity_gets_more_than_those_that_only_name_it() -> None:
    graph = films()
    ended = walk(graph, at_entity(graph, FILM), WalkSettings())
    assert ended.passages[OF_DIRECTOR] > 5 * ended.passages[OF_ACTOR]


def test_rare_names_are_followed_rather_than_common_ones() -> None:
    everywhere = [(passage, 1, PASSING) for passage in range(20)]
    graph = a_graph([(0, 0, SUBJECT), (0, 2, PASSING), *everywhere], passages=21, entities=3)
    ended = walk(graph, at_entity(graph, 0), WalkSettings(max_hops=2))
    assert ended.entities[2] > ended.entities[1]


def test_names_that_are_likely_of_one_person_lead_to_each_others_passages() -> None:
    names = ["The Cobra", "Enzo G. Castellari", "Enzo Girolami Castellari"]
    alike = [Entity(id=EntityId(f"e{n}"), name=name, kind="person") for n, name in enumerate(names)]
    mentions = [(0, 0, SUBJECT), (0, 1, PASSING), (1, 2, SUBJECT)]
    apart = a_graph(mentions, passages=2, entities=3)
    together = a_graph(mentions, passages=2, entities=3, alike=alike)
    assert walk(apart, at_entity(apart, 0), WalkSettings()).passages[1] == 0
    assert walk(together, at_entity(together, 0), WalkSettings()).passages[1] > 0


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Robert N. Bradbury", "Robert North Bradbury", True),
        ("Virginia Gardner", "Virginia Elizabeth Gardner", True),
        ("John Farrow", "John Villiers Farrow, OBE", True),
        ("Pupi Avati", "Giuseppe Avati, better known as Pupi Avati", True),
        ("Isabella II of Spain", "Queen Isabella II of Spain", True),
        ("Isabella I of Spain", "Queen Isabella II of Spain", False),
        ("Robert North Bradbury", "Robert Mark Bradbury", False),
        ("Bank of England", "Bank England", False),
        ("GPT 3 Model", "GPT 4 Model", False),
        ("Ann Lee", "Bob Lee", False),
    ],
)
def test_synonyms_are_names_with_the_same_ends(one: str, other: str, *, alike: bool) -> None:
    entities = [Entity(id=EntityId(name), name=name, kind="person") for name in (one, other)]
    assert (synonyms(entities)[0, 1] > 0) == alike


def named(text: str, entity: int) -> Named:
    return Named(text=text, entities={EntityId(f"e{entity}"): 1.0})


def test_a_start_has_mass_one() -> None:
    graph = films()
    found = [[(ChunkId("p1"), 0.9), (ChunkId("p3"), 0.7), (ChunkId("p2"), 0.5)]]
    begun = start(graph, [named("Day of the Cobra", FILM)], found, StartSettings())
    assert begun.total == pytest.approx(1)
    assert begun.entities[FILM] > 0
    assert begun.passages[OF_DIRECTOR] > begun.passages[OF_COUNTRY]


def test_a_telling_name_leaves_less_to_the_passages_found_than_a_common_one() -> None:
    graph = films()
    found = [[(ChunkId("p2"), 0.9), (ChunkId("p3"), 0.5)]]
    told, common = (start(graph, [named(name, FILM)], found, StartSettings()) for name in ("Zyzzogeton", "Home"))
    assert told.passages.sum() < common.passages.sum()


def test_nothing_to_start_from_is_no_mass() -> None:
    assert start(films(), [], [], StartSettings()).total == 0


def test_a_name_that_may_mean_two_entities_is_shared_by_likelihood() -> None:
    graph = films()
    either = Named(text="Cobra", entities={EntityId("e0"): 0.9, EntityId("e1"): 0.3})
    begun = start(graph, [either], [], StartSettings())
    assert begun.entities[FILM] > begun.entities[DIRECTOR] > 0


def test_words_that_english_is_full_of_tell_nothing() -> None:
    assert telling("the") == 0
    assert telling("the director") < telling("Director") < telling("Zyzzogeton")
