"""Paths between entities: what they follow, how long they may be, and what shows each step."""

from collections.abc import Sequence

import pytest

from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import EntityId
from paperatlas.graph.walk.passages import PassageGraph
from paperatlas.graph.walk.paths import Path, paths
from tests.fakes.small_knowledge import SmallKnowledge

PASSAGES = {
    ChunkId("c1"): ["GAT", "Cora", "attention"],
    ChunkId("c2"): ["GCN", "Cora"],
    ChunkId("c3"): ["GCN", "Kipf", "attention"],
    ChunkId("c4"): ["island"],
}


def found(knowledge: SmallKnowledge, source: str, target: str, *, max_hops: int = 3) -> tuple[Path, ...]:
    return paths(EntityId(source), EntityId(target), knowledge, PassageGraph.of(knowledge.incidence()), max_hops=max_hops)


def ways(found_paths: Sequence[Path]) -> list[tuple[str, ...]]:
    return [path.entities for path in found_paths]


def test_a_stated_relation_is_the_way_and_its_own_proof() -> None:
    knowledge = SmallKnowledge(PASSAGES, [("GAT", "extends", "GCN"), ("GCN", "authored_by", "Kipf")])
    (path,) = found(knowledge, "GAT", "Kipf")
    assert path.entities == ("GAT", "GCN", "Kipf")
    assert [step.relations[0].predicate for step in path.steps] == ["extends", "authored_by"]
    assert all(not step.passages for step in path.steps)


def test_relations_are_followed_against_their_direction() -> None:
    knowledge = SmallKnowledge(PASSAGES, [("GCN", "extended_by", "GAT")])
    assert ways(found(knowledge, "GAT", "GCN")) == [("GAT", "GCN")]


def test_where_nothing_is_stated_shared_passages_lead_on_and_show_the_step() -> None:
    knowledge = SmallKnowledge(PASSAGES)
    path = found(knowledge, "GAT", "Kipf")[0]
    assert len(path.entities) == 3
    assert path.steps[0].passages == (ChunkId("c1"),)
    assert path.steps[-1].passages == (ChunkId("c3"),)


def test_the_way_by_the_rarer_entity_comes_first() -> None:
    more = {**PASSAGES, **{ChunkId(f"x{n}"): [f"filler {n}", "attention"] for n in range(9)}}
    assert ways(found(SmallKnowledge(more), "GAT", "GCN")) == [("GAT", "Cora", "GCN"), ("GAT", "attention", "GCN")]


@pytest.mark.parametrize(("max_hops", "count"), [(0, 0), (1, 0), (2, 2)])
def test_no_way_is_longer_than_allowed(max_hops: int, count: int) -> None:
    assert len(found(SmallKnowledge(PASSAGES), "GAT", "GCN", max_hops=max_hops)) == count


def test_what_hangs_together_with_nothing_has_no_path() -> None:
    assert found(SmallKnowledge(PASSAGES), "GAT", "island") == ()
    assert found(SmallKnowledge(PASSAGES), "GAT", "GAT") == ()
    assert found(SmallKnowledge(PASSAGES), "GAT", "unheard of") == ()
