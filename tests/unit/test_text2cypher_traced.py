"""Queries rewritten so that their rows bring the edges they were made from."""

import pytest

from paperatlas.graph.cypher.evidence import run
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.cypher.traced import EVIDENCE, traced
from tests.fakes.small_graph import LoggedStore, small_graph

_ENDS = "MATCH (a {name: 'RoBERTa'}), (c {name: 'WikiText'})"


@pytest.fixture(scope="module")
def store() -> LoggedStore:
    return small_graph()[0]


@pytest.mark.parametrize(
    ("cypher", "edges"),
    [
        ("MATCH (a:Entity {name: 'RoBERTa'})-[r:BASED_ON]->(b) RETURN b.name", {"r07"}),
        ("MATCH (a:Entity {name: 'RoBERTa'})-[:BASED_ON]->(b) RETURN b.name", {"r07"}),
        ("MATCH (a:Entity {name: 'RoBERTa'})-[:BASED_ON]->()-[:TRAINED_ON]->(c) RETURN c.name", {"r07", "r14"}),
        ("MATCH (a:Entity {name: 'WikiText'})--(b) RETURN b.name", {"r14"}),
        ("MATCH (a:Entity {name: 'WikiText'})<--(b) RETURN b.name", {"r14"}),
        ("MATCH (a {name: 'RoBERTa'})-[:BASED_ON|TRAINED_ON*1..2]->(b) RETURN b.name", {"r07", "r14"}),
        ("MATCH (a)-[:TRAINED_ON]->(b) RETURN count(*) AS n", {"r14"}),
        ("MATCH (a)-[:EVALUATED_ON]->(b:Entity {name: 'SQuAD'}) RETURN b.name, count(a) AS n ORDER BY n DESC", {"r10", "r12"}),
        ("MATCH (a)-[:EVALUATED_ON]->(b:Entity {name: 'SQuAD'}) RETURN DISTINCT b.name", {"r10", "r12"}),
        ("MATCH (a)-[:BASED_ON]->(b) WITH b, count(a) AS n WHERE n > 0 RETURN b.name, n", {"r07"}),
        ("MATCH (a)-[:BASED_ON]->(b) WITH b, count(a) AS n WITH collect(b.name) AS names RETURN names", {"r07"}),
        ("MATCH (a)-[:BASED_ON]->(b) WITH * RETURN b.name", {"r07"}),
        (f"{_ENDS} MATCH p = shortestPath((a)-[:BASED_ON|TRAINED_ON*..3]->(c)) RETURN length(p) AS hops", {"r07", "r14"}),
        ("MATCH (a)-[:BASED_ON]->(b) OPTIONAL MATCH (b)-[:CITES]->(c) RETURN b.name, c.name", {"r07"}),
        ("MATCH (a)-[r:BASED_ON]->(b) WHERE b.name STARTS WITH 'BE' RETURN b.name // the end", {"r07"}),
        ("MATCH (a)-[:BASED_ON]->(b) WHERE EXISTS { MATCH (b)-[:TRAINED_ON]->() } RETURN b.name;", {"r07"}),
        ("MATCH (a)-[:BASED_ON]->(b) RETURN b.name, COUNT { (b)-[:TRAINED_ON]->() } AS n", {"r07"}),
        ("MATCH (a)-[:BASED_ON]->(b) RETURN {name: b.name, n: count(a)} AS found", {"r07"}),
    ],
)
def test_the_rows_stay_and_their_edges_come_with_them(cypher, edges, store):
    proven = run(store, cypher, {}, limit=50, seconds=5)
    assert proven.rows.rows == store.query(cypher, {}, limit=50, seconds=5).rows
    assert proven.evidence_of == "rows"
    assert {edge.edge for edge in proven.evidence} == edges


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (e:Entity) RETURN e.name",
        "RETURN 1 AS one",
        "MATCH (a)-[r]->(b) RETURN *",
        "MATCH (a)-[:USES]->(b) RETURN b.name AS n UNION MATCH (a)-[:CITES]->(b) RETURN b.name AS n",
        "CALL { MATCH (a)-[:USES]->(b) RETURN b } RETURN b.name",
    ],
)
def test_what_has_no_edges_or_cannot_be_rewritten_is_left(cypher):
    assert traced(cypher) is None


def test_strings_and_names_in_backticks_are_not_taken_for_clauses():
    rewritten = traced("MATCH (a)-[`RETURN`:USES]->(b) WHERE a.name <> 'WITH [x] RETURN' RETURN b.name")
    assert rewritten is not None
    assert rewritten.count(EVIDENCE) == 1
    assert "'WITH [x] RETURN'" in rewritten


def test_a_path_without_a_name_gets_one():
    rewritten = traced(f"{_ENDS} MATCH shortestPath((a)-[*..3]->(c)) RETURN a.name")
    assert rewritten is not None
    assert "MATCH edge__1 = shortestPath((a)" in rewritten
    assert "IN relationships(edge__1)" in rewritten


def test_a_rewritten_query_passes_the_guard():
    rewritten = traced("MATCH (a)-[:USES]->(b) WITH b, count(a) AS n ORDER BY n DESC LIMIT 3 RETURN b.name, n")
    assert rewritten is not None
    assert assert_read_only(rewritten).text


def test_edges_between_a_document_and_its_passages_are_no_evidence(store):
    proven = run(store, "MATCH (d:Document {id: 'd1'})-[:HAS_CHUNK]->(c) RETURN c.name", {}, limit=5, seconds=5)
    assert proven.rows.rows == (("c1",),)
    assert proven.evidence == ()
