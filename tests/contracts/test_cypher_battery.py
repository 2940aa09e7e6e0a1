"""Sixty-five read queries give the rows they should, in every store, through the guard and the rewriting for dialects."""

import json
import math
from collections import Counter
from pathlib import Path

import pytest

from paperatlas.core.graph_ports import GraphStore
from tests.fakes.battery_graph import battery_graph

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "cypher_battery.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def filled(any_graph: GraphStore) -> GraphStore:
    any_graph.apply(battery_graph())
    any_graph.commit()
    return any_graph


def comparable(value: object, *, gathered: bool = False) -> object:
    """With the digits of numbers that engines agree on, and hashable. What is gathered without an order has none."""
    if isinstance(value, float):
        return float(f"{value:.12g}") if math.isfinite(value) else str(value)
    if isinstance(value, (list, tuple)):
        parts = [comparable(part, gathered=gathered) for part in value]
        return tuple(sorted(parts, key=repr) if gathered else parts)
    return tuple(sorted((key, comparable(part)) for key, part in value.items())) if isinstance(value, dict) else value


def test_there_are_sixty_five() -> None:
    assert len({case["name"] for case in CASES}) == 65


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_query_gives_the_rows_it_should(filled: GraphStore, case: dict[str, object]) -> None:
    found = filled.query(str(case["cypher"]), case.get("parameters", {}), limit=1000, seconds=20)
    gathered = bool(case.get("gathered"))
    rows, expected = ([comparable(row, gathered=gathered) for row in some] for some in (found.rows, case["rows"]))
    if case.get("ordered"):
        assert rows == expected
    else:
        assert Counter(rows) == Counter(expected)
    assert not found.truncated
