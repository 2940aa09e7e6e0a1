"""Queries that a language model writes: checked, mended, proven, and replaced where they come to nothing."""

from collections.abc import Sequence

import anyio
import pytest

from paperatlas.core.errors import PaperAtlasError, ProviderError
from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.graph.cypher.ask import ask_graph
from paperatlas.graph.cypher.prompting import Written
from paperatlas.graph.cypher.writing import TRIES
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.small_graph import LoggedStore, small_graph

QUESTION = "What does BERT use?"
GOOD = "MATCH (e:Entity)-[r:USES]->(o:Entity) WHERE e.id IN $entity1 RETURN DISTINCT o.name AS name ORDER BY name"


def _ask(script: Sequence[str | PaperAtlasError], question: str = QUESTION) -> tuple[GraphAnswer, ScriptedLLM, LoggedStore]:
    store, knowledge = small_graph()
    llm = ScriptedLLM([Written(cypher=entry) if isinstance(entry, str) else entry for entry in script])

    async def ask() -> GraphAnswer:
        return await ask_graph(question, store=store, knowledge=knowledge, llm=llm)

    return anyio.run(ask), llm, store


def test_the_models_query_answers_with_its_evidence():
    answer, _, _ = _ask([GOOD])
    assert (answer.how, answer.cypher) == ("llm", GOOD)
    assert answer.rows == (("Adam",), ("Transformer",))
    assert {(edge.tail, edge.page) for edge in answer.evidence} == {("Adam", 5), ("Transformer", 2), ("Transformer", 4)}
    assert answer.usage.llm_calls == 1


def test_the_model_is_shown_the_schema_the_known_names_and_examples():
    _, llm, _ = _ask([GOOD])
    told = llm.asked[0][1].content
    assert "(:Entity)-[:USES]->(:Entity)" in told
    assert "$entity1 = “BERT”: BERT (model)" in told
    assert "Examples:" in told


def test_what_the_engine_says_of_a_bad_query_is_told_and_mended():
    answer, llm, _ = _ask(["MATCH (e:Entity RETURN e", GOOD])
    assert answer.how == "llm"
    assert len(answer.tries) == 1
    assert answer.tries[0].why in llm.asked[1][-1].content


@pytest.mark.parametrize(
    "evil",
    [
        "CREATE (x:Entity {name: 'x'}) RETURN x",
        "MATCH (e:Entity) SET e.name = 'x' RETURN e",
        "MATCH (e:Entity) DETACH DELETE e",
        "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
        "MATCH (e:Entity) RETURN e; MATCH (n) DELETE n",
        "CALL apoc.export.json.all('x', {})",
    ],
)
def test_what_would_write_or_read_files_never_reaches_the_store(evil):
    answer, _, store = _ask([evil] * TRIES)
    assert evil not in store.asked
    assert [tried.cypher for tried in answer.tries[:TRIES]] == [evil] * TRIES
    assert answer.how == "template:related"
    assert answer.rows


def test_a_query_without_rows_is_asked_anew_and_at_last_left_for_the_template():
    empty = "MATCH (e:Entity)-[r:USES]->(o:Entity) WHERE e.type = 'planet' RETURN o.name"
    answer, llm, _ = _ask([empty] * TRIES)
    assert len(llm.asked) == TRIES
    assert "no rows" in llm.asked[1][-1].content
    assert (answer.how, len(answer.tries)) == ("template:related", TRIES)
    assert answer.usage.llm_calls == TRIES


def test_a_name_that_the_model_made_up_is_not_looked_for():
    invented = "MATCH (e:Entity {name: 'FooNet'})-[r]->(o) RETURN o.name"
    answer, llm, store = _ask([invented, GOOD])
    assert invented not in store.asked
    assert "The graph has no entity called 'FooNet'." in llm.asked[1][-1].content
    assert answer.how == "llm"


def test_a_name_in_a_list_is_checked_as_well():
    answer, _, _ = _ask(["MATCH (e:Entity)-[r]->(o) WHERE e.name IN ['BERT', 'FooNet'] RETURN o.name", GOOD])
    assert "'FooNet'" in answer.tries[0].why
    assert "'BERT'" not in answer.tries[0].why


def test_a_parameter_that_was_not_given_is_told():
    answer, _, _ = _ask(["MATCH (e:Entity) WHERE e.id = $who RETURN e.name", GOOD])
    assert "no parameter $who" in answer.tries[0].why


def test_a_model_that_sees_no_way_is_not_asked_again():
    answer, llm, _ = _ask([""])
    assert len(llm.asked) == 1
    assert answer.how == "template:related"


def test_a_reply_out_of_form_costs_a_try():
    store, knowledge = small_graph()
    llm = ScriptedLLM(["no query at all", Written(cypher=GOOD)])

    async def ask() -> GraphAnswer:
        return await ask_graph(QUESTION, store=store, knowledge=knowledge, llm=llm)

    answer = anyio.run(ask)
    assert (answer.how, len(answer.tries)) == ("llm", 1)


def test_a_model_out_of_reach_is_told_and_the_template_answers():
    answer, _, _ = _ask([ProviderError("The endpoint is down.")])
    assert answer.how == "template:related"
    assert "The endpoint is down." in " ".join(answer.warnings)


def test_where_neither_model_nor_template_knows_the_passages_are_asked():
    answer, _, _ = _ask([""], question="Why is the sky blue?")
    assert (answer.how, answer.rows) == ("none", ())


def test_an_unknown_name_in_the_question_is_told_though_there_are_rows():
    answer, _, _ = _ask(["MATCH (a:Entity)-[r:USES]->(b:Entity) RETURN DISTINCT a.name AS name"], question="Is Zorkmid used?")
    assert answer.how == "llm"
    assert "The graph has no entity called 'Zorkmid'." in answer.warnings


def test_the_evidence_of_a_count_is_of_all_that_was_counted():
    answer, _, _ = _ask(["MATCH (e:Entity)-[:USES]->(o:Entity) WHERE e.id IN $entity1 WITH count(DISTINCT o) AS n RETURN n"])
    assert answer.rows == ((2,),)
    assert {edge.tail for edge in answer.evidence} == {"Adam", "Transformer"}


def test_where_a_query_cannot_be_traced_the_edges_among_what_it_returned_are_shown():
    union = (
        "MATCH (e:Entity)-[:USES]->(o:Entity) WHERE e.id IN $entity1 RETURN o.name AS name "
        "UNION MATCH (e:Entity) WHERE e.id IN $entity1 RETURN e.name AS name"
    )
    answer, _, _ = _ask([union])
    assert answer.evidence_of == "returned"
    assert {edge.predicate for edge in answer.evidence} == {"USES"}
