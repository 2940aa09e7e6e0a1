"""What the read-only guard lets through, what it refuses, and what it says."""

import json
from pathlib import Path

import pytest

from paperatlas.core.errors import CypherRejected
from paperatlas.graph.cypher.guard import MAX_HOPS, MAX_LENGTH, assert_read_only

BATTERY = [
    json.loads(line)["cypher"]
    for line in (Path(__file__).parent.parent / "data" / "cypher_battery.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("cypher", BATTERY)
def test_every_query_of_the_battery_passes_and_what_it_becomes_passes_unchanged(cypher: str) -> None:
    checked = assert_read_only(cypher)
    assert assert_read_only(checked.text) == checked
    assert checked.warnings == ()


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (start:Entity)-[set]->(end) RETURN start.name, set.create, end.id",
        "MATCH (n:`SET`) RETURN n.`CREATE (x)` AS `DELETE n`",
        "MATCH (n:SET)-[:USE|MERGE*1..2]->() RETURN n.delete, {create: 1, remove: n.load} AS m",
        "RETURN 'CREATE (n); DROP' AS x, \"it's SET n.x = 1\" AS y",
        "MATCH (n) RETURN n;",
        "CALL db.labels() YIELD label RETURN label ORDER BY label",
        "MATCH (d) CALL { WITH d MATCH (d)-->(n) RETURN count(n) AS k } RETURN d.name, k",
        "MATCH (d) CALL (d) { MATCH (d)-->(n) RETURN count(n) AS k } RETURN d.name, k",
        "MATCH (a) RETURN size((a)--()) * 2, (a.x + 1) * (a.y - 2), a[$k], [1, 2][0], -1 - -2, .5, 1e-3, 0xFF",
        "MATCH (n) WHERE n.date > date('2020-01-01') AND NOT n.x IS NULL RETURN duration.between(n.a, n.b) AS d",
        "MATCH (n) WHERE n.name = $`a name` OR n.name IN $0 RETURN CASE n.x WHEN 1 THEN 'a' ELSE 'b' END AS c",
        "\N{NO-BREAK SPACE}MATCH\t(n)\r\nRETURN\N{IDEOGRAPHIC SPACE}n",
        "MATCH (n) // CREATE (m)\nRETURN n /* DELETE n */ LIMIT 1",
    ],
)
def test_a_query_that_reads_passes_whatever_its_names_and_texts_are(cypher: str) -> None:
    checked = assert_read_only(cypher)
    assert assert_read_only(checked.text) == checked


@pytest.mark.parametrize(
    ("cypher", "named"),
    [
        ("CREATE (n)", "CREATE"),
        ("MATCH (n) SET n.x = 1", "SET"),
        ("MATCH (n) REMOVE n.x RETURN n", "REMOVE"),
        ("MATCH (n) WITH * DELETE [n][0]", "DELETE"),
        ("MATCH (n) DETACH DELETE n", "DETACH"),
        ("MATCH (n) MERGE (m) RETURN m", "MERGE"),
        ("MATCH (n) FOREACH (x IN [1] | SET n.y = x)", "FOREACH"),
        ("MATCH (n) CALL { WITH n SET n.x = 1 } RETURN n", "SET"),
        ("MATCH (n) CALL { MATCH (m) RETURN m } IN TRANSACTIONS RETURN n", "TRANSACTIONS"),
        ("UNWIND [1] AS x INSERT (:N)", "INSERT"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS l RETURN l", "LOAD"),
        ("WITH 1 AS x LOAD CSV FROM 'http://x' AS l RETURN l", "LOAD"),
        ("DROP INDEX i", "DROP"),
        ("SHOW USERS", "SHOW"),
        ("GRANT ROLE a TO b", "GRANT"),
        ("USE other MATCH (n) RETURN n", "USE"),
        ("EXPLAIN MATCH (n) RETURN n", "EXPLAIN"),
        ("RETURN 1 AS x FORMAT CSV", "FORMAT"),
        ("CALL apoc.load.json('http://x') YIELD value RETURN value", "apoc.load.json"),
        ("CALL dbms.listConfig()", "dbms.listConfig"),
        ("CALL `db.labels`()", "CALL"),
        ("RETURN apoc.cypher.runFirstColumnSingle('CREATE (n)', {}) AS x", "apoc.cypher.runFirstColumnSingle"),
        ("RETURN genai.vector.encode('x') AS x", "genai.vector.encode"),
        ("RETURN sleep(1000) AS x", "sleep"),
        ("MATCH (n) RETURN n; MATCH (m) DETACH DELETE m", "one statement"),
        ("MATCH (n) FROB n", "FROB"),
        ("MATCH (n) RETURN n FROB (m)", "FROB"),
        ("show me all models", "SHOW"),
        ("Here is the query: MATCH (n) RETURN n", "Here"),
        ("```cypher\nMATCH (n) RETURN n\n```", "cannot begin"),
        ("", "empty"),
        (" ; ", "empty"),
    ],
)
def test_what_does_more_than_read_is_refused_by_name_and_with_what_to_do(cypher: str, named: str) -> None:
    with pytest.raises(CypherRejected, match=rf"(?s){named}") as error:
        assert_read_only(cypher)
    assert error.value.hint


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (n) // hidden\rSET n.x = 1",
        "MATCH (n) // hidden\N{LINE SEPARATOR}SET n.x = 1",
        "MATCH (n) WHERE n.x = 1SET n.y = 2",
        "MATCH (n) WHERE n.x = 1.SET n.y = 2",
        "MATCH (n) \N{LATIN SMALL LETTER LONG S}ET n.x = 1",
        "RETURN '\\u0027 SET n.x = 1 //'",
        "MATCH (n) RETURN `a\\` SET n.x = 1 //`",
        "MATCH (n) RETURN 'open",
        "MATCH (n) RETURN n /* open",
        "MATCH (n) RETURN `open",
        "MATCH (n) RETURN n \N{ZERO WIDTH SPACE}",
    ],
)
def test_what_engines_might_read_in_another_way_is_refused(cypher: str) -> None:
    with pytest.raises(CypherRejected):
        assert_read_only(cypher)


def test_no_comment_reaches_an_engine() -> None:
    checked = assert_read_only("MATCH (n)/* one */RETURN n.name // two\n AS x")
    assert checked.text == "MATCH (n) RETURN n.name AS x"


def test_a_query_too_long_is_refused() -> None:
    assert_read_only("RETURN '" + "x" * (MAX_LENGTH - 9) + "'")
    with pytest.raises(CypherRejected, match="8,001 characters"):
        assert_read_only("RETURN '" + "x" * (MAX_LENGTH - 8) + "'")


@pytest.mark.parametrize(
    ("pattern", "bounded", "warned"),
    [
        ("-[*]->", f"-[*1..{MAX_HOPS}]->", True),
        ("-[r:USES|EXTENDS*]-", f"-[r:USES|EXTENDS*1..{MAX_HOPS}]-", True),
        ("-[*2..]->", f"-[*2..{MAX_HOPS}]->", True),
        ("-[*0..]->", f"-[*0..{MAX_HOPS}]->", True),
        ("-[ * .. 3 ]->", "-[ *1..3 ]->", False),
        ("-[:USES*2]->", "-[:USES*2..2]->", False),
        ("-[:USES*1..10]->", "-[:USES*1..10]->", False),
        ("-[r:USES {page: 1}]->", "-[r:USES {page: 1}]->", False),
    ],
)
def test_every_path_has_a_bound_and_one_that_is_added_is_said(pattern: str, bounded: str, warned: bool) -> None:
    checked = assert_read_only(f"MATCH (a){pattern}(b) RETURN b")
    assert checked.text == f"MATCH (a){bounded}(b) RETURN b"
    assert bool(checked.warnings) == warned


@pytest.mark.parametrize(
    "pattern",
    ["-[*11]->", "-[*1..11]->", "-[*..99]->", "-[*11..]->", "-[*1..$n]->", "-[:USES]->+", "-[:USES]->{1,30}", "--{1,30}"],
)
def test_a_path_longer_than_allowed_is_refused(pattern: str) -> None:
    with pytest.raises(CypherRejected, match=r"path"):
        assert_read_only(f"MATCH (a){pattern}(b) RETURN b")


@pytest.mark.parametrize("repeated", ["((a)-[:X]->(b)){1,30}", "((a)-[:X]->(b))+", "(a) ((x)-->(y)){2} (b)", "((a)--(b))*"])
def test_a_pattern_that_repeats_itself_is_refused(repeated: str) -> None:
    with pytest.raises(CypherRejected, match="repeat"):
        assert_read_only(f"MATCH {repeated} RETURN 1 AS x")


def test_the_cap_on_hops_is_the_caller_s() -> None:
    assert assert_read_only("MATCH (a)-[*]->(b) RETURN b", max_hops=3).text == "MATCH (a)-[*1..3]->(b) RETURN b"
    with pytest.raises(CypherRejected, match="4 edges; 3 are allowed"):
        assert_read_only("MATCH (a)-[*1..4]->(b) RETURN b", max_hops=3)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("MATCH (a)<-->(b) RETURN id(a), elementId(b)", "MATCH (a)--(b) RETURN a.id, b.id"),
        ("MATCH (a)<-[r:X]->(b) RETURN r.type", "MATCH (a)-[r:X]-(b) RETURN type(r)"),
        ("MATCH (r)-->(b) RETURN r.type", "MATCH (r)-->(b) RETURN r.type"),
        ("MATCH p=()-[r*1..2]->() RETURN [x IN r | x.type] AS t", "MATCH p=()-[r*1..2]->() RETURN [x IN r | x.type] AS t"),
        (
            "MATCH ()-[r]->() MATCH (c:Chunk {id: r.chunk_id, page: 1})-->(d) WHERE d.x = 1 OR d.y = 2 RETURN c",
            "MATCH ()-[r]->() MATCH (c:Chunk)-->(d) WHERE c.id = r.chunk_id AND c.page = 1 AND ( d.x = 1 OR d.y = 2) RETURN c",
        ),
        (
            "MATCH (node_1)-[r]->() OPTIONAL MATCH ({id: r.chunk_id}) RETURN 1 AS x",
            "MATCH (node_1)-[r]->() OPTIONAL MATCH (node_2) WHERE node_2.id = r.chunk_id RETURN 1 AS x",
        ),
        ("MATCH ()-[r]->() RETURN {id: r.id, type: type(r)} AS m", "MATCH ()-[r]->() RETURN {id: r.id, type: type(r)} AS m"),
    ],
)
def test_what_engines_read_differently_is_said_in_a_way_that_all_share(said: str, meant: str) -> None:
    assert assert_read_only(said).text == meant


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH ()-[r]->() RETURN startNode(r)",
        "MATCH ()-[r]->() RETURN endNode(r) AS e",
        "MATCH (a)-[r]->() WHERE (a)-->({id: r.chunk_id}) RETURN a",
    ],
)
def test_what_cannot_be_said_alike_is_refused(cypher: str) -> None:
    with pytest.raises(CypherRejected, match=r"alike|same"):
        assert_read_only(cypher)
