"""What every graph store does."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperatlas.core.errors import CypherRejected, InputError, StoreError, TimedOut
from paperatlas.core.graph_ports import GraphStore
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import EntityId, GraphChange, GraphEdge, GraphNode, Value
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.graph.stores.memory import MemoryStore
from paperatlas.graph.view.networks import as_networkx
from tests.fakes.battery_graph import battery_graph
from tests.fakes.graph_shelf import Shelf
from tests.fakes.graph_stores import EVERY_STORE, opened

USES = ("BERT", "uses", "Attention")
EXTENDS = ("RoBERTa", "extends", "BERT")


@pytest.fixture(params=EVERY_STORE)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphStore]:
    empty = opened(request.param, tmp_path, request)
    yield empty
    empty.close()


def committed(store: GraphStore, *changes: GraphChange) -> None:
    for change in changes:
        store.apply(change)
    store.commit()


def rows(store: GraphStore, cypher: str, **parameters: object) -> list[tuple[object, ...]]:
    return list(store.query(cypher, parameters, limit=100, seconds=20).rows)


def names(store: GraphStore) -> set[str]:
    return {str(node.properties["name"]) for node in store.nodes()}


def content(store: GraphStore) -> tuple[list[GraphNode], list[GraphEdge]]:
    return list(store.nodes()), list(store.edges())


def a_thing(name: str, **properties: Value) -> GraphNode:
    said = {"id": name, "name": name, "title": name, "type": "method", **properties}
    return GraphNode(id=name, label="Entity", properties=said)


def an_edge(key: str, source: str, target: str, kind: str = "USES", **properties: Value) -> GraphEdge:
    said = {"id": key, "doc_id": "d", **properties}
    return GraphEdge(id=key, source=source, type=kind, target=target, document=DocumentId("d"), properties=said)


def test_an_empty_graph_has_nothing_and_answers(store: GraphStore) -> None:
    assert content(store) == ([], [])
    assert rows(store, "MATCH (n) RETURN count(n) AS n") == [(0,)]
    assert rows(store, "MATCH (e:Entity)-[r]->() RETURN e.name AS n") == []
    committed(store, GraphChange(documents=()))
    assert content(store) == ([], [])


def test_a_paper_is_its_document_passages_entities_and_what_it_says(store: GraphStore) -> None:
    committed(store, Shelf().put("a", USES))
    assert names(store) == {"a.pdf", "a.pdf p. 1", "On a", "BERT", "Attention"}
    assert sorted(edge.type for edge in store.edges()) == ["HAS_CHUNK", "IS", "MENTIONS", "MENTIONS", "USES"]
    asked = "MATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk)-[:MENTIONS]->(e:Entity {name: $name}) RETURN d.name AS d, c.page AS p"
    assert rows(store, asked, name="BERT") == [("a.pdf", 1)]


def test_applying_twice_is_applying_once(store: GraphStore) -> None:
    change = Shelf().put("a", USES, EXTENDS)
    committed(store, change)
    once = content(store)
    committed(store, change, change)
    assert content(store) == once


def test_a_changed_paper_leaves_nothing_of_its_old_self(store: GraphStore) -> None:
    shelf, fresh = Shelf(), Shelf()
    committed(store, shelf.put("a", USES, EXTENDS), shelf.put("a", ("GPT", "uses", "Attention")))
    other = MemoryStore()
    committed(other, fresh.put("a", ("GPT", "uses", "Attention")))
    assert content(store) == content(other)
    assert "BERT" not in names(store)


def test_an_entity_goes_with_its_last_mention_and_not_before(store: GraphStore) -> None:
    shelf = Shelf()
    committed(store, shelf.put("a", USES), shelf.put("b", EXTENDS))
    committed(store, shelf.remove("a"))
    assert names(store) == {"b.pdf", "b.pdf p. 1", "On b", "RoBERTa", "BERT"}
    assert rows(store, "MATCH (e:Entity {name: 'BERT'}) RETURN e.documents AS n") == [(1,)]
    committed(store, shelf.remove("b"))
    assert content(store) == ([], [])


def test_an_entity_that_something_still_leads_to_stays_whatever_is_said_of_it(store: GraphStore) -> None:
    shelf = Shelf()
    committed(store, shelf.put("a", USES), shelf.put("b", EXTENDS))
    bert = next(node for node in store.nodes() if node.properties["name"] == "BERT")
    committed(store, GraphChange(documents=(), entities_gone=(EntityId(bert.id), EntityId("unknown"))))
    assert "BERT" in names(store)


def test_what_is_said_twice_is_two_edges(store: GraphStore) -> None:
    committed(store, Shelf().put("a", USES, USES))
    found = rows(store, "MATCH (:Entity {name: 'BERT'})-[r:USES]->() RETURN r.quote AS q ORDER BY q")
    assert found == [("BERT uses Attention (0)",), ("BERT uses Attention (1)",)]


@pytest.mark.parametrize(
    "text",
    [
        'O\'Reilly said "no" \\ `so`\n\ttwice',
        "Étude 猫 😀 مرحبا e\u0301",
        "$name {id: 1} // not a comment /* nor this */",
        "\x00\x7f\u200b\ufeff",
        "x" * 200_000,
        "",
    ],
    ids=["quotes", "scripts", "cypher", "controls", "long", "empty"],
)
def test_any_text_is_kept_as_it_is(store: GraphStore, text: str) -> None:
    thing = a_thing("t", text=text, aliases=(text, "b"))
    committed(store, GraphChange(documents=(), nodes=(thing,)))
    assert list(store.nodes()) == [thing]
    assert rows(store, "MATCH (e:Entity) WHERE e.text = $text RETURN e.text AS t, e.aliases AS a", text=text) == [
        (text, [text, "b"])
    ]


def test_values_keep_their_types_and_none_is_no_property(store: GraphStore) -> None:
    committed(store, GraphChange(documents=(), nodes=(a_thing("t", whole=1, real=1.0, yes=True, no=False, none=None, many=()),)))
    (found,) = store.nodes()
    assert {
        key: (type(value), value) for key, value in found.properties.items() if key not in {"id", "name", "title", "type"}
    } == {
        "whole": (int, 1),
        "real": (float, 1.0),
        "yes": (bool, True),
        "no": (bool, False),
        "many": (tuple, ()),
    }
    committed(store, GraphChange(documents=(), nodes=(a_thing("t", whole=2),)))
    assert next(store.nodes()).properties.keys() == {"id", "name", "title", "type", "whole"}


def test_an_edge_to_a_node_that_is_not_there_is_refused_and_nothing_is_written(store: GraphStore) -> None:
    committed(store, GraphChange(documents=(), nodes=(a_thing("here"),)))
    before = content(store)
    with pytest.raises(StoreError, match="nowhere"):
        store.apply(GraphChange(documents=(DocumentId("d"),), nodes=(a_thing("new"),), edges=(an_edge("r", "here", "nowhere"),)))
    store.commit()
    assert content(store) == before


@pytest.mark.parametrize(
    "wrong",
    [
        GraphChange(documents=(), nodes=(a_thing("a"),), edges=(an_edge("r", "a", "a"),)),
        GraphChange(documents=(DocumentId("d"),), nodes=(a_thing("a"),), edges=(an_edge("r", "a", "a", "X]->() DELETE"),)),
        GraphChange(documents=(DocumentId("d"),), nodes=(a_thing("a"),), edges=(replace(an_edge("r", "a", "a"), id="s"),)),
        GraphChange(documents=(), nodes=(GraphNode(id="a", label="Entity", properties={"id": "a"}),)),
    ],
    ids=["of another document", "no type", "another id", "no name"],
)
def test_a_change_that_breaks_the_contract_is_refused(store: GraphStore, wrong: GraphChange) -> None:
    with pytest.raises(ValueError, match=r"edge|node"):
        store.apply(wrong)


def test_rows_beyond_the_limit_are_left_out_and_that_is_said(store: GraphStore) -> None:
    committed(store, battery_graph())
    cut = store.query("MATCH (e:Entity) RETURN e.id AS id ORDER BY id", {}, limit=3, seconds=20)
    assert (cut.rows, cut.truncated, cut.warnings) == ((("e1",), ("e10",), ("e11",)), True, ())
    whole = store.query("MATCH (e:Entity) RETURN e.id AS id ORDER BY id", {}, limit=14, seconds=20)
    assert (len(whole.rows), whole.truncated) == (14, False)


@pytest.mark.parametrize(
    ("cypher", "parameters"),
    [
        ("MATCH (n RETURN n", {}),
        ("MATCH (n) RETURN m", {}),
        ("RETURN $absent AS x", {}),
        ("RETURN 1/0 AS x", {}),
        ("RETURN $x AS x", {"x": object()}),
        ("RETURN $x AS x", {"x": 2**80}),
    ],
    ids=["syntax", "variable", "parameter", "arithmetic", "no value", "too large"],
)
def test_a_query_that_cannot_be_run_is_an_input_error(store: GraphStore, cypher: str, parameters: dict[str, object]) -> None:
    committed(store, GraphChange(documents=(), nodes=(a_thing("a"),)))
    with pytest.raises(InputError) as error:
        store.query(cypher, parameters, limit=10, seconds=20)
    assert error.value.hint


@pytest.mark.parametrize(
    "cypher", ["CREATE (n:Entity)", "MATCH (n) DETACH DELETE n", "LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l"]
)
def test_a_query_that_writes_never_reaches_the_engine(store: GraphStore, cypher: str) -> None:
    committed(store, GraphChange(documents=(), nodes=(a_thing("a"),)))
    with pytest.raises(CypherRejected):
        store.query(cypher, {}, limit=10, seconds=20)
    assert len(list(store.nodes())) == 1


def test_a_path_without_a_bound_is_bounded_and_that_is_said(store: GraphStore) -> None:
    committed(store, battery_graph())
    found = store.query("MATCH (:Entity {id: 'e5'})-[*]->(b) RETURN count(*) AS n", {}, limit=10, seconds=20)
    assert found.rows == ((11,),)
    assert "10 edges" in found.warnings[0]


BERT = {
    "id": "e1",
    "label": "Entity",
    "name": "BERT",
    "title": "BERT",
    "type": "Model",
    "aliases": ["Bidirectional Encoder Representations", "bert-base"],
    "year": 2018,
}
GLUE = {"id": "e7", "label": "Entity", "name": "GLUE", "title": "GLUE", "type": "Dataset", "aliases": [], "year": 2018}
EVALUATED = {
    "id": "r-5",
    "type": "EVALUATED_ON",
    "source": "e1",
    "target": "e7",
    "doc_id": "d1",
    "page": 5,
    "chunk_id": "c2",
    "confidence": 0.85,
}


def test_nodes_edges_and_paths_have_one_form_in_every_store(store: GraphStore) -> None:
    committed(store, battery_graph())
    pattern = "MATCH p = (a:Entity {id: 'e1'})-[r]->(b:Entity {id: 'e7'}) RETURN"
    assert rows(store, f"{pattern} a, r, b") == [(BERT, EVALUATED, GLUE)]
    assert rows(store, f"{pattern} r") == [(EVALUATED,)]
    assert rows(store, f"{pattern} [a, {{edge: r}}] AS x, collect(r) AS y") == [([BERT, {"edge": EVALUATED}], [EVALUATED])]
    assert rows(store, f"{pattern} p, nodes(p) AS n, relationships(p) AS r") == [
        ({"nodes": [BERT, GLUE], "edges": [EVALUATED]}, [BERT, GLUE], [EVALUATED])
    ]
    without = {key: value for key, value in EVALUATED.items() if key not in {"type", "source", "target"}}
    assert rows(store, f"{pattern} properties(r) AS p, labels(a) AS l, type(r) AS t") == [(without, ["Entity"], "EVALUATED_ON")]
    assert sorted(rows(store, "MATCH (d:Document {id: 'd4'}) RETURN keys(d) AS k")[0][0]) == ["id", "name", "title", "type"]


def test_values_that_json_does_not_have_are_said_alike(store: GraphStore) -> None:
    committed(store, GraphChange(documents=(), nodes=(a_thing("a"),)))
    asked = (
        "RETURN date('2020-01-02') AS d, datetime('2020-01-02T03:04:05Z') AS t, duration('P1DT2S') AS u, 1/0.0 AS x, null AS n"
    )
    assert rows(store, asked) == [("2020-01-02", "2020-01-02T03:04:05+00:00", {"months": 0, "days": 1, "seconds": 2}, None, None)]


@pytest.mark.parametrize(
    ("cypher", "expected"),
    [
        ("MATCH (a:Entity)-[r:EXTENDS]->(b) MATCH (c:Chunk {id: r.chunk_id}) RETURN c.id AS x ORDER BY x", ["c4", "c5"]),
        (
            "MATCH (a:Entity)-[r:EXTENDS]->(b), (c:Chunk {id: r.chunk_id, doc_id: r.doc_id}) RETURN c.id AS x ORDER BY x",
            ["c4", "c5"],
        ),
        (
            "MATCH (a)-[r:EXTENDS]->(b) OPTIONAL MATCH ({id: r.chunk_id})<-[h:HAS_CHUNK]-(d) RETURN d.id AS x ORDER BY x",
            ["d2", "d3"],
        ),
        ("MATCH (a)-[r:EXTENDS]->(b) WITH r MATCH (c:Chunk) WHERE c.id = r.chunk_id RETURN c.id AS x ORDER BY x", ["c4", "c5"]),
        ("MATCH (a)-[r:EXTENDS]->(b) MATCH (y)-[s {chunk_id: r.chunk_id}]->(z) RETURN count(*) AS x", [5]),
        (
            "MATCH (a)-[r:EXTENDS]->(b) WHERE EXISTS { MATCH (c:Chunk {id: r.chunk_id}) } RETURN a.id AS x ORDER BY x",
            ["e10", "e5"],
        ),
        ("MATCH (a:Entity {id: 'e5'})<-->(b:Entity) RETURN count(*) AS x", [3]),
        ("MATCH (a:Entity {id: 'e5'})<-[r:EXTENDS]->(b:Entity) RETURN b.id AS x", ["e1"]),
        ("MATCH (a:Entity {name: 'GLUE'}) RETURN id(a) AS x", ["e7"]),
        ("MATCH (a:Entity {name: 'GLUE'}) RETURN elementId(a) AS x", ["e7"]),
        ("MATCH (a:Entity {id: 'e5'})-[r]->() RETURN DISTINCT r.type AS x ORDER BY x", ["EVALUATED_ON", "EXTENDS"]),
        ("MATCH ()-[r:EXTENDS]->() RETURN startNode(r).id AS x ORDER BY x", ["e10", "e5"]),
        ("MATCH (a:Entity) /* all */ WHERE a.id = 'e1' // one\nRETURN a.id AS x", ["e1"]),
        ("MATCH (`a b`:`Entity` {id: 'e1'}) RETURN `a b`.`name` AS x", ["BERT"]),
        ("RETURN 'it\\'s' AS x", ["it's"]),
    ],
)
def test_where_engines_differ_all_give_what_was_meant(store: GraphStore, cypher: str, expected: list[object]) -> None:
    committed(store, battery_graph())
    assert [row[0] for row in rows(store, cypher)] == expected


@pytest.mark.parametrize("kind", ["embedded", "memory", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def test_a_query_is_stopped_at_its_time_limit(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    # Not over ArcadeDB, which has no limit of its own.
    store = opened(kind, tmp_path, request)
    committed(store, battery_graph())
    endless = "UNWIND range(1, 4000) AS x UNWIND range(1, 4000) AS y UNWIND range(1, 4000) AS z RETURN sum(x * y * z) AS s"
    with pytest.raises(TimedOut, match=r"0\.05 seconds"):
        store.query(endless, {}, limit=10, seconds=0.05)
    store.close()


def test_the_networkx_view_has_all_nodes_and_edges(store: GraphStore) -> None:
    committed(store, battery_graph())
    graph = as_networkx(store.nodes(), store.edges())
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (24, 34)
    assert graph.nodes["e1"]["label"] == "Entity"
    assert graph.edges["e5", "e1", "r-3"]["type"] == "EXTENDS"


THINGS = st.sampled_from(["BERT", "GPT", "Attention", "Étude", 'a "b" \\'])
STATEMENTS = st.lists(st.tuples(THINGS, st.sampled_from(["uses", "extends"]), THINGS), max_size=4)
HISTORIES = st.lists(st.tuples(st.sampled_from("abc"), st.none() | STATEMENTS), max_size=8)
"""Papers that come, change and, with None, go."""


def play(store: GraphStore, history: list[tuple[str, list[tuple[str, str, str]] | None]]) -> None:
    shelf = Shelf()
    for name, statements in history:
        store.apply(shelf.remove(name) if statements is None else shelf.put(name, *statements))
    store.commit()


@settings(max_examples=60)
@given(history=HISTORIES)
def test_after_the_same_history_the_embedded_graph_equals_the_one_in_memory(
    tmp_path_factory: pytest.TempPathFactory, history: list[tuple[str, list[tuple[str, str, str]] | None]]
) -> None:
    embedded, memory = EmbeddedStore(tmp_path_factory.mktemp("graph")), MemoryStore()
    play(embedded, history)
    play(memory, history)
    assert content(embedded) == content(memory)
    embedded.close()


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=HISTORIES)
@pytest.mark.parametrize("kind", ["bolt", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def test_after_the_same_history_the_graph_in_a_server_equals_the_one_in_memory(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, history: list[tuple[str, list[tuple[str, str, str]] | None]]
) -> None:
    server, memory = opened(kind, tmp_path, request), MemoryStore()
    play(server, history)
    play(memory, history)
    assert content(server) == content(memory)
    server.close()
