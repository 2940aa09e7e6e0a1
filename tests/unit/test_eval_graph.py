"""What a graph is measured by: rows as sets, triples of known entities, names, hops; and what cannot be scored is no score."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting, InputError, ProviderError, TimedOut
from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.eval.checked import checked_json, checked_markdown
from paperatlas.eval.graphs.gold import Gold, Hops, Queried, read_gold
from paperatlas.eval.graphs.hops import check_hops
from paperatlas.eval.graphs.measures import MEANINGS
from paperatlas.eval.graphs.queries import Graph, check_named, check_queries
from paperatlas.eval.graphs.rows import same_answer, same_order, same_rows
from paperatlas.eval.graphs.triples import Edge, check_triples
from paperatlas.graph.cypher.foreign.asking import ForeignAsker
from paperatlas.graph.cypher.prompting import Written
from paperatlas.graph.stores.scripted import scripted_graph
from paperatlas.models.scripted import ScriptedLLM

ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abc"), st.booleans()), min_size=1, max_size=6)


def metric(items, name: str, of: str = "value"):
    return checked_json(items, MEANINGS)["metrics"][name][of]


@given(ROWS, st.randoms(use_true_random=False), st.permutations(range(3)))
def test_rows_are_the_same_set_in_any_order_of_rows_and_columns(rows, chance, columns) -> None:
    other = [tuple(row[at] for at in columns) for row in rows]
    chance.shuffle(other)
    assert same_rows(other, rows)
    assert same_answer(other, rows)
    assert same_order([tuple(row[at] for at in columns) for row in rows], rows)


@given(ROWS, ROWS)
def test_rows_that_no_order_of_columns_makes_equal_are_not_the_same(one, other) -> None:
    assume({tuple(sorted(map(repr, row))) for row in one} != {tuple(sorted(map(repr, row))) for row in other})
    assert not same_rows(one, other)
    assert not same_order(one, other)


def test_columns_are_permuted_as_a_whole_so_that_who_admires_whom_matters() -> None:
    assert not same_rows([("Ada", "Bo"), ("Cy", "Di")], [("Ada", "Bo"), ("Di", "Cy")])
    assert same_rows([("Bo", "Ada"), ("Di", "Cy")], [("Ada", "Bo"), ("Cy", "Di")])


def test_a_column_too_many_is_another_result_but_the_same_answer() -> None:
    assert not same_rows([("Tern", 1999)], [("Tern",)])
    assert same_answer([("Tern", 1999)], [("Tern",)])
    assert not same_answer([("Heron", 1999)], [("Tern",)])


def test_all_rows_of_the_graph_are_no_answer() -> None:
    assert not same_rows([("Tern",), ("Heron",)], [("Tern",)])
    assert not same_answer([("Tern",), ("Heron",)], [("Tern",)])
    assert not same_rows([], [("Tern",)])


def test_numbers_are_values_and_nodes_their_names() -> None:
    assert same_rows([(5,)], [(5.0,)])
    assert not same_rows([(True,)], [(1,)])
    assert same_rows([({"id": 1, "name": "Tern"},)], [("Tern",)])


SCRIPT = """
// makers; and what they make
CREATE CONSTRAINT IF NOT EXISTS FOR (m:Maker) REQUIRE (m.name) IS UNIQUE;
CREATE (a:Maker {name: 'Ada; Obi', born: 1961}), (b:Maker {name: 'Bo', born: 1975}), (c:Maker {name: 'Cy', born: 1980}),
  (l:Lamp {title: 'Tern', year: 1999}), (a)-[:MADE]->(l), (b)-[:MADE]->(l);
"""


def graph_of(answers: dict[str, str], *, fails: str = "") -> Graph:
    store = scripted_graph(SCRIPT)

    def rows(cypher: str):
        return store.query(cypher, {}, limit=100, seconds=5.0).rows

    def ask(question: str) -> GraphAnswer:
        if question == fails:
            raise TimedOut("too slow")
        cypher = answers.get(question, "")
        return GraphAnswer(
            question=question, how="cypher" if cypher else "none", cypher=cypher, rows=rows(cypher) if cypher else ()
        )

    return Graph(ask=ask, run=rows)


def queried(number: int, cypher: str, **fields) -> Queried:
    return Queried(id=str(number), question=f"q{number}", cypher=cypher, **fields)


NAMES = "MATCH (m:Maker) RETURN m.name AS name"
BY_AGE = f"{NAMES} ORDER BY m.born"
OLDEST_LAST = f"{NAMES} ORDER BY m.born DESC"


def test_order_counts_where_the_query_or_the_file_asks_for_it_and_nowhere_else() -> None:
    graph = graph_of({"q1": OLDEST_LAST, "q2": OLDEST_LAST, "q3": OLDEST_LAST, "q4": OLDEST_LAST})
    within = "MATCH (m:Maker) WITH m ORDER BY m.born RETURN m.name"
    cases = [queried(1, NAMES), queried(2, BY_AGE), queried(3, BY_AGE, ordered=False), queried(4, within)]
    items = list(check_queries(cases, graph))
    assert [item.scores["execution_match"][0].got for item in items] == [1, 0, 1, 1]
    assert metric(items, "rows_match") == 1
    assert metric(items, "in_order") == 0


def test_a_query_that_nobody_made_is_wrong_and_one_that_cannot_be_compared_is_a_failure_with_its_reason() -> None:
    cases = [
        queried(1, NAMES),
        queried(2, "MATCH (m:Nothing) RETURN m"),
        queried(3, "MATCH (m:Maker) DELETE m"),
        queried(4, "MATCH (m:Maker RETURN m"),
        queried(5, NAMES),
    ]
    items = list(check_queries(cases, graph_of({}, fails="q5")))
    told = checked_json(items, MEANINGS)
    assert (told["n"], told["scored"], told["failed"]) == (5, 1, 4)
    assert told["metrics"]["execution_match"]["value"] == told["metrics"]["answered"]["value"] == 0
    assert told["failures"]["gold_gives_no_rows"] == told["failures"]["gold_writes"] == told["failures"]["timed_out"] == 1
    said = checked_markdown(items, MEANINGS, things="questions")
    assert "5 questions, 1 scored, 4 failed." in said
    assert "gold_writes 1" in said


def test_a_script_can_be_read_and_not_changed_and_its_comments_and_texts_end_no_statement() -> None:
    store = scripted_graph(SCRIPT)
    assert store.query("MATCH (m:Maker) RETURN count(m) AS n", {}, limit=5, seconds=5.0).rows == ((3,),)
    assert ("Ada; Obi",) in store.query(NAMES, {}, limit=5, seconds=5.0).rows
    with pytest.raises(InputError):
        store.query("CREATE (n:Maker) RETURN n", {}, limit=5, seconds=5.0)
    with pytest.raises(InputError, match="Statement 1 of the script"):
        scripted_graph("CREATE (;")


def test_a_models_query_is_scored_like_any_and_one_that_writes_never_reaches_the_graph() -> None:
    store = scripted_graph(SCRIPT)
    written = [
        Written(cypher="MATCH (m:Maker) DETACH DELETE m"),
        Written(cypher=NAMES),
        *[Written(cypher="CREATE (n:Maker)")] * 3,
    ]
    asker = ForeignAsker(store, llm=ScriptedLLM(written), limit=100, seconds=5.0)

    def rows(cypher: str):
        return store.query(cypher, {}, limit=100, seconds=5.0).rows

    items = list(check_queries([queried(1, NAMES), queried(2, NAMES)], Graph(ask=asker.ask, run=rows)))
    assert [item.scores["execution_match"][0].got for item in items] == [1, 0]
    assert metric(items, "by_model") == 1
    assert len(rows(NAMES)) == 3


def test_a_model_that_is_out_of_reach_is_a_failure_and_no_wrong_query() -> None:
    asker = ForeignAsker(scripted_graph(SCRIPT), llm=ScriptedLLM([ProviderError("gone")]), limit=100, seconds=5.0)
    [item] = check_queries([queried(1, NAMES)], Graph(ask=asker.ask, run=graph_of({}).run))
    assert (item.code, item.scores) == ("upstream", {})


def gold_of(tmp_path: Path, *rows: object) -> Gold:
    file = tmp_path / "gold.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return read_gold(file)


def edge(head: str, predicate: str, tail: str) -> Edge:
    return Edge(heads=frozenset({head}), predicate=predicate, tails=frozenset({tail}))


TRIPLES = (
    {"head": "Tern", "predicate": "uses", "tail": "moss"},
    {"head": "Tern", "predicate": "outperforms", "tail": "Heron"},
    {"name": "Tern", "also": ["the Tern lamp"]},
    {"predicate": "uses", "also": ["use"]},
)


def test_a_triple_needs_predicate_and_direction_and_a_surplus_one_costs_precision(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, *TRIPLES)
    edges = [
        edge("the tern lamp", "use", "Moss"),
        edge("Heron", "outperforms", "Tern"),
        edge("Heron", "uses", "moss"),
        edge("Heron", "uses", "an unknown thing"),
    ]
    items = list(check_triples(gold, edges))
    assert metric(items, "triples_recall") == 0.5
    assert metric(items, "triples_precision") == pytest.approx(1 / 3, abs=1e-4)
    assert metric(items, "triples_f1") == pytest.approx(2 / 5)
    assert metric(items, "pairs_recall") == 1


def test_a_graph_that_relates_everything_to_everything_pays_in_precision(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, *TRIPLES)
    names, predicates = ("Tern", "moss", "Heron"), ("uses", "outperforms", "extends")
    edges = [edge(head, said, tail) for head in names for said in predicates for tail in names]
    items = list(check_triples(gold, edges))
    assert metric(items, "triples_recall") == 1
    assert metric(items, "triples_precision") == pytest.approx(2 / 18, abs=1e-4)


def test_names_that_were_not_asked_for_cost_precision(tmp_path: Path) -> None:
    gold = gold_of(tmp_path, {"question": "q1", "expected": ["ada; obi", "Bo"]}, {"question": "q2", "expected": ["Bo"]})
    items = list(check_named(gold, graph_of({"q1": NAMES})))
    assert [item.scores["names_recall"][0].got for item in items] == [2, 0]
    assert metric(items, "names_precision") == pytest.approx(2 / 3, abs=1e-4)


def test_a_question_of_several_hops_needs_all_its_documents() -> None:
    cases = [Hops(id="1", question="q1", documents=("a", "b"), hops=2), Hops(id="2", question="q2", documents=("a",), hops=1)]
    items = list(check_hops(cases, lambda question: ["x", "a", "a"] if question == "q1" else ["a"]))
    told = checked_json(items, MEANINGS)
    assert told["by_kind"]["2 hops"]["metrics"]["hops_all"]["value"] == 0
    assert told["by_kind"]["2 hops"]["metrics"]["hops_recall_10"]["value"] == 0.5
    assert told["by_kind"]["1 hop"]["metrics"]["hops_all"]["value"] == 1


def test_triples_of_several_papers_in_one_object_are_read_with_their_mapping(tmp_path: Path) -> None:
    whole = {
        "moss_gold_triples": [["Tern", "uses", "moss"]],
        "moss_gold_entity_mapping": {"T.": "Tern"},
        "moss_relation_normalize": {"use": "uses"},
        "kg_query_qa": [{"question": "what does Tern use", "expected": ["moss"]}],
    }
    file = tmp_path / "gold.json"
    file.write_text(json.dumps(whole, indent=1), encoding="utf-8")
    gold = read_gold(file)
    assert [(triple.kind, triple.tail) for triple in gold.triples] == [("moss", "moss")]
    assert (gold.vocabulary.entity("t."), gold.vocabulary.predicate("use")) == ("Tern", "uses")
    assert [case.expected for case in gold.named] == [("moss",)]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"head": "a"}', '{"question": "q"}', '{"question": "q", "gold": {"a": 0}}', '{"name": "a"}', "3"]
)
def test_a_line_that_says_nothing_of_a_graph_is_told_by_its_number(tmp_path: Path, line: str) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text('{"name": "a", "also": []}\n' + line, encoding="utf-8")
    with pytest.raises(BadSetting, match="Line 2"):
        read_gold(file)


def test_the_command_measures_the_graph_of_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    (tmp_path / "makers.cypher").write_text(SCRIPT, encoding="utf-8")
    rows = [
        {
            "question": "Who made 'Tern'?",
            "cypher": "MATCH (m:Maker)-[:MADE]->(:Lamp {title: 'Tern'}) RETURN m.name",
            "type": "simple",
        },
        {"question": "Who sings?", "cypher": "MATCH (m:Singer) RETURN m.name", "type": "simple"},
    ]
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    words = ["eval", "graph", str(tmp_path / "gold.jsonl"), "--script", str(tmp_path / "makers.cypher"), "--no-llm", "--json"]
    assert run(words, stdout=Output(sys.stdout)) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["by_kind"]["simple"]["metrics"]["execution_match"]["value"] == 1
    assert told["failures"] == {"gold_gives_no_rows": 1}
