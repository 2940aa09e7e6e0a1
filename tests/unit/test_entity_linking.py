"""Which entities a question names."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.knowledge import Entity, EntityId
from paperatlas.graph.cypher.linking import link
from tests.fakes.small_graph import KnownEntities, small_graph


@pytest.fixture(scope="module")
def knowledge() -> KnownEntities:
    return small_graph()[1]


def _known(*names: str, kind: str = "method") -> KnownEntities:
    return KnownEntities([Entity(id=EntityId(f"{kind}-{name}"), name=name, kind=kind, mentions=1) for name in names])


def _names(question: str, knowledge: KnownEntities) -> list[str]:
    return [one.entity.name for one in link(question, knowledge)]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does BERT use?", ["BERT"]),
        ("does roberta beat bert", ["RoBERTa", "BERT"]),
        ("Who wrote Attention Is All You Need?", ["Attention Is All You Need"]),
        ('Who wrote "attention is all you need"?', ["Attention Is All You Need"]),
        ("What papers does A Survey of Language Models cite?", ["A Survey of Language Models"]),
        ("Which methods use attention layers?", ["attention layer"]),
        ("What is the Stanford Question Answering Dataset?", ["SQuAD"]),
        ("What is BERT's training data?", ["BERT"]),
        ("Is QA a task?", ["question answering"]),
        ("Which papers are there?", []),
    ],
)
def test_the_longest_name_wins_in_any_case_number_or_quotes(question, named, knowledge):
    assert _names(question, knowledge) == named


def test_offsets_are_those_of_the_name_without_its_article(knowledge):
    question = "What uses the Transformer?"
    (linked,) = link(question, knowledge)
    assert question[linked.start : linked.end] == "Transformer"


def test_a_question_costs_two_reads_however_many_names_it_has():
    knowledge = small_graph()[1]
    link("How are BERT, RoBERTa, GPT-3 and the Transformer related to SQuAD and GLUE?", knowledge)
    assert knowledge.reads == ["named", "entities"]


def test_a_last_name_and_a_title_up_to_its_colon_will_do(knowledge):
    (linked,) = link("Which papers are by Vaswani?", knowledge)
    assert (linked.entity.name, linked.how) == ("Ashish Vaswani", "part")
    titled = _known("GraphWalk: Questions answered along paths", kind="work")
    assert _names("Who wrote GraphWalk?", titled) == ["GraphWalk: Questions answered along paths"]


def test_beside_a_known_name_only_what_is_written_as_one_is_guessed(knowledge):
    assert _names("Which papers by Devlin use BERT?", knowledge) == ["Jacob Devlin", "BERT"]
    assert _names("Which transfomers use BERT?", knowledge) == ["BERT"]


def test_all_names_are_read_only_where_nothing_is_named_exactly():
    knowledge = small_graph()[1]
    link("What does Robertta use?", knowledge)
    assert knowledge.reads == ["named", "entities", "all_entities"]


def test_a_misspelt_name_is_found_and_said_to_be_a_guess(knowledge):
    (linked,) = link("What does Robertta use?", knowledge)
    assert (linked.entity.name, linked.how) == ("RoBERTa", "typo")
    assert linked.candidates[0].score < 1


def test_another_number_is_no_misspelling():
    assert link("What does LLaMA-3 use?", _known("LLaMA-2")) == ()


def test_short_acronyms_are_never_guessed():
    assert link("What does BART use?", _known("BERT")) == ()


def test_guessing_can_be_switched_off(knowledge):
    assert link("What does Robertta use?", knowledge, typos=False) == ()


def test_of_one_name_for_two_things_both_are_kept_the_more_mentioned_first(knowledge):
    (linked,) = link("Who uses Adam?", knowledge)
    assert [(one.entity.kind) for one in linked.candidates] == ["method", "person"]
    assert linked.candidates[0].score > linked.candidates[1].score


def test_the_kind_that_the_question_gives_decides_between_them(knowledge):
    (linked,) = link("Which papers are by the author Adam?", knowledge)
    assert linked.entity.kind == "person"


def test_the_kind_that_is_asked_for_says_nothing_of_the_name_after_it(knowledge):
    (linked,) = link("Which datasets BERT uses", knowledge)
    assert (linked.entity.name, linked.candidates[0].score) == ("BERT", 1.0)


def test_a_name_as_written_is_surer_than_one_in_another_case(knowledge):
    (exact,), (folded,) = link("What is BERT?", knowledge), link("What is bert?", knowledge)
    assert exact.candidates[0].score > folded.candidates[0].score


def test_words_of_the_question_are_no_names_even_if_an_entity_is_called_so():
    assert link("Which model is used?", _known("model")) == ()


@given(st.text(max_size=120))
def test_any_text_can_be_linked_and_names_do_not_overlap(question):
    linked = link(question, _known("BERT", "a b", "\u0130x"))
    assert all(0 <= one.start < one.end <= len(question) for one in linked)
    assert all(one.end <= other.start for one, other in itertools.pairwise(linked))
