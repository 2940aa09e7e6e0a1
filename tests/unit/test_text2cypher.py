"""Questions of a known shape, answered from a small graph without any model."""

import anyio
import pytest

from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.core.knowledge import Standing
from paperatlas.graph.cypher.ask import ask_graph
from tests.fakes.small_graph import KnownEntities, LoggedStore, small_graph

Graph = tuple[LoggedStore, KnownEntities]

TITLE = "Attention Is All You Need"
BERT_PAPER = "BERT: Pre-training of Deep Bidirectional Transformers"
SURVEY = "A Survey of Language Models"


@pytest.fixture(scope="module")
def graph() -> Graph:
    return small_graph()


def _ask(question: str, graph: Graph) -> GraphAnswer:
    store, knowledge = graph

    async def ask() -> GraphAnswer:
        return await ask_graph(question, store=store, knowledge=knowledge, llm=None)

    return anyio.run(ask)


def _first(answer: GraphAnswer) -> list[object]:
    return [row[0] for row in answer.rows]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does BERT use?", ["Transformer", "Adam"]),
        ("What is used by BERT?", ["Transformer", "Adam"]),
        ("What has BERT used?", ["Transformer", "Adam"]),
        ("Which methods does BERT employ?", ["Transformer", "Adam"]),
        ("Who uses the Transformer?", ["BERT", "GPT-3", "RoBERTa"]),
        ("Which models rely on the Transformer?", ["BERT", "GPT-3", "RoBERTa"]),
        ("Which models use both Adam and the Transformer?", ["BERT", "RoBERTa"]),
        ("What is the Transformer used by?", ["BERT", "GPT-3", "RoBERTa"]),
        ("Which datasets are used by BERT or RoBERTa?", ["SQuAD", "GLUE", "WikiText"]),
        ("What is RoBERTa based on?", ["BERT"]),
        ("Which model is based on BERT?", ["RoBERTa"]),
        ("Which datasets was BERT evaluated on?", ["GLUE", "SQuAD"]),
        ("On which datasets is BERT tested?", ["GLUE", "SQuAD"]),
        ("Which models are evaluated on SQuAD?", ["BERT", "RoBERTa"]),
        ("What was BERT trained on?", ["WikiText"]),
        ("Which datasets does BERT use?", ["GLUE", "SQuAD", "WikiText"]),
        ("Who proposed the Transformer?", [TITLE]),
        ("What are the parts of the Transformer?", ["attention layer"]),
        (f"Who wrote {TITLE}?", ["Ashish Vaswani", "Noam Shazeer"]),
        (f'Who are the authors of "{TITLE}"?', ["Ashish Vaswani", "Noam Shazeer"]),
        ("Who wrote BERT?", ["Jacob Devlin"]),
        ("Where does Ashish Vaswani work?", ["Google"]),
        ("Ashish Vaswani's papers", [TITLE]),
        ("What did Ashish Vaswani write?", [TITLE]),
        ("Papers by Ashish Vaswani", [TITLE]),
        ("Which papers are from Google?", [TITLE]),
        ("Co-authors of Ashish Vaswani", ["Noam Shazeer"]),
        ("Who has published with Ashish Vaswani?", ["Noam Shazeer"]),
        (f"Which papers cite {TITLE}?", [SURVEY, BERT_PAPER]),
        (f"Which papers are cited by {SURVEY}?", [TITLE, BERT_PAPER]),
        ("Which papers cite BERT?", [SURVEY]),
        ("Papers about SQuAD", [SURVEY, BERT_PAPER]),
        ("Which papers mention the attention layer?", [TITLE]),
        ("Which papers use Adam?", [SURVEY, BERT_PAPER]),
        (f'Which datasets does "{SURVEY}" mention?', ["SQuAD", "GLUE"]),
        ("most used dataset", ["SQuAD", "GLUE", "WikiText"]),
        ("What is the most cited paper?", [TITLE, BERT_PAPER]),
        ("Which paper has cited the most papers?", [SURVEY, BERT_PAPER]),
        ("Which authors wrote the most papers?", ["Ashish Vaswani", "Jacob Devlin", "Noam Shazeer"]),
        ("Which method uses the most datasets?", ["BERT", "RoBERTa"]),
        ("Top 2 methods mentioned in most papers", ["BERT", "Transformer"]),
        ("Which model has the highest F1 on SQuAD?", ["RoBERTa", "BERT"]),
        ("Which model has the lowest F1 on SQuAD?", ["BERT", "RoBERTa"]),
        ("Best method on GLUE", ["BERT"]),
        ("What do BERT and RoBERTa have in common?", ["Transformer", "Adam", "SQuAD"]),
        ("List all datasets", ["GLUE", "SQuAD", "WikiText"]),
        ("Which organisations are there?", ["Google"]),
    ],
)
def test_shapes_of_questions_give_the_entities_asked_for(question, names, graph):
    answer = _ask(question, graph)
    assert _first(answer) == names
    assert answer.how.startswith("template:")


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many datasets was BERT evaluated on?", 2),
        ("How many models use the Transformer?", 3),
        (f"How many papers cite {TITLE}?", 2),
        ("How many papers mention SQuAD?", 2),
        ("How many datasets are there?", 3),
        ("How many papers are there?", 3),
        ("How many papers did Jacob Devlin write?", 1),
    ],
)
def test_counts_are_of_different_things(question, number, graph):
    answer = _ask(question, graph)
    assert answer.rows == ((number,),)
    assert answer.text.endswith(f"{number}.")


@pytest.mark.parametrize(
    "question",
    [
        "What does BERT use?",
        "How many datasets was BERT evaluated on?",
        "most used dataset",
        "Which papers cite BERT?",
        "How is RoBERTa connected to WikiText?",
        "Compare BERT and RoBERTa",
        "What is the F1 of BERT on SQuAD?",
        "Papers about SQuAD",
        "What do BERT and RoBERTa have in common?",
        "List all datasets",
    ],
)
def test_every_answer_shows_the_page_of_every_edge(question, graph):
    answer = _ask(question, graph)
    assert answer.evidence_of == "rows"
    assert all(edge.page >= 1 and edge.document and edge.quote for edge in answer.evidence)


def test_the_evidence_is_that_of_the_rows_and_of_nothing_else(graph):
    answer = _ask("What does BERT use?", graph)
    stated = {(edge.head, edge.predicate, edge.tail, edge.document, edge.page) for edge in answer.evidence}
    assert stated == {
        ("BERT", "USES", "Transformer", "d2", 2),
        ("BERT", "USES", "Transformer", "d3", 4),
        ("BERT", "USES", "Adam", "d2", 5),
    }


def test_the_evidence_of_a_mention_is_the_sentence_that_names_it(graph):
    quotes = {edge.quote for edge in _ask("Papers about SQuAD", graph).evidence}
    assert "It is tested on SQuAD." in quotes


def test_what_a_paper_denies_is_no_fact(graph):
    assert "GPT-3" not in _first(_ask("Which models use SQuAD?", graph))
    assert "GPT-3" not in _first(_ask("What outperforms BERT?", graph))


def test_what_a_paper_only_deems_possible_is_no_fact(graph):
    assert _first(_ask("Which models are evaluated on GLUE?", graph)) == ["BERT"]


def test_a_denial_that_is_asked_for_is_shown_as_one(graph):
    answer = _ask("Does GPT-3 use SQuAD?", graph)
    assert "GPT-3 does not use SQuAD" in answer.text
    assert [edge.standing for edge in answer.evidence] == [Standing.NEGATED]


def test_all_that_is_said_of_an_entity_marks_denials_and_possibilities(graph):
    assert "GPT-3 does not outperform BERT" in _ask("What are the relations of BERT?", graph).text
    assert "RoBERTa is evaluated on GLUE (said to be possible)" in _ask("Tell me about RoBERTa", graph).text


def test_the_direction_of_a_statement_is_kept(graph):
    assert _ask("Does RoBERTa outperform BERT?", graph).rows
    assert not _ask("Does BERT outperform RoBERTa?", graph).rows


def test_a_path_is_said_edge_by_edge(graph):
    answer = _ask("How is RoBERTa connected to WikiText?", graph)
    assert answer.rows[0][0] == ["RoBERTa", "BERT", "WikiText"]
    assert "BERT is trained on WikiText" in answer.text


def test_no_path_leads_over_a_denial(graph):
    answer = _ask("How is GPT-3 connected to SQuAD?", graph)
    assert [edge.standing for edge in answer.evidence if edge.standing is Standing.NEGATED] == []
    assert answer.rows


def test_two_that_no_relation_connects_may_be_named_in_one_passage(graph):
    answer = _ask("What is the connection between GLUE and question answering?", graph)
    assert answer.how == "template:path"
    assert answer.rows == ()


def test_where_a_relation_holds_must_stand_in_what_is_quoted(graph):
    assert _first(_ask("Which models outperform BERT on RoBERTa?", graph)) == ["RoBERTa"]
    assert _first(_ask("Which models outperform BERT on SQuAD?", graph)) == []


def test_results_are_told_with_metric_and_value(graph):
    answer = _ask("What is the F1 of BERT on SQuAD?", graph)
    assert answer.rows == (("BERT", "SQuAD", "F1", "93.2"),)
    assert answer.evidence[0].page == 6


def test_a_metric_that_was_not_measured_gives_nothing_rather_than_another(graph):
    assert _ask("What is the BLEU of BERT on SQuAD?", graph).rows == ()


def test_a_definition_says_what_kind_of_thing_it_is(graph):
    assert _ask("What is BERT?", graph).text == "What is said of BERT: BERT is a language model."


def test_an_acronym_is_spelled_out_with_the_passage_that_does_so(graph):
    answer = _ask("What does BERT stand for?", graph)
    assert "Bidirectional Encoder Representations from Transformers" in answer.text
    assert answer.evidence[0].quote.startswith("Bidirectional Encoder Representations from Transformers (BERT)")


def test_values_of_the_question_never_stand_in_the_query(graph):
    answer = _ask("What does BERT use?", graph)
    assert "BERT" not in answer.cypher
    assert "bert" not in answer.cypher.lower()


def test_an_ambiguous_name_is_told(graph):
    answer = _ask("Who uses Adam?", graph)
    assert any("Adam (person)" in warning for warning in answer.warnings)


def test_a_guessed_spelling_is_told(graph):
    answer = _ask("What does Robertta use?", graph)
    assert _first(answer) == ["Adam", "Transformer"]
    assert any("'Robertta' was read as 'RoBERTa'" in warning for warning in answer.warnings)


def test_an_entity_that_the_graph_does_not_have_is_told(graph):
    answer = _ask("What does Zorkmid use?", graph)
    assert (answer.how, answer.rows) == ("none", ())
    assert answer.warnings == ("The graph has no entity called 'Zorkmid'.",)


def test_words_that_narrow_the_question_and_were_left_out_are_told(graph):
    answer = _ask("Which datasets does BERT use for French sentiment?", graph)
    assert answer.rows
    assert answer.warnings == ("The graph has no entity called 'French'.", "Not taken into account: sentiment.")


@pytest.mark.parametrize(
    "question",
    [
        "Why is the sky blue?",
        "Which datasets are good for children?",
        "Which methods exist for cooking?",
        "What is the most beautiful dataset?",
        "Which datasets of BERT are encrypted?",
        "",
    ],
)
def test_a_question_with_words_that_no_template_reads_is_left_to_the_passages(question, graph):
    assert _ask(question, graph).how == "none"


def test_that_nothing_was_found_is_an_answer_to_the_question_asked_not_to_another(graph):
    answer = _ask("What is BERT based on?", graph)
    assert (answer.rows, answer.how) == ((), "template:related")
    assert answer.text == "What BERT is based on: the graph has nothing."


def test_a_relation_that_only_this_graph_has_is_a_verb_of_its_language():
    store, knowledge = small_graph()
    assert _ask("What does BERT treat?", (store, knowledge)).how == "none"
    from paperatlas.graph.cypher.lexicon import lexicon_for

    lexicon = lexicon_for({"TREATS", "DIRECTED_BY"})
    assert lexicon.verb("treats", "").predicates == ("TREATS",)
    assert lexicon.verb("directed", "").head == "object"
    assert lexicon.verb("use", "") is None
