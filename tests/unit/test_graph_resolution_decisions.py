"""What people decide about names goes before the rules, and outlives documents."""

import anyio
import pytest

from paperatlas.core.deciding import Decision
from paperatlas.core.knowledge import Member
from paperatlas.graph.resolve.arbitrate import Verdict, Verdicts, arbitrate
from paperatlas.graph.resolve.blocks import block_keys, decision_keys, tied_blocks
from paperatlas.graph.resolve.decided import decide
from paperatlas.graph.resolve.resolve import resolve
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.members import document, each_by_itself, named


def merge(*names, kind="", by="hand"):
    return Decision(verdict="merge", names=names, kind=kind, by=by)


def split(*names, kind="", documents=(), by="hand"):
    return Decision(verdict="split", names=names, kind=kind, documents=documents, by=by)


TRANSFORMERS = each_by_itself(named("sequence transduction model"), named("Transformer"), named("transformer"))


def test_names_merged_by_hand_are_one_and_the_reason_says_so():
    resolution = resolve(TRANSFORMERS, [merge("Sequence transduction model", "transformers")])
    [entity] = resolution.entities
    assert "decided by hand" in {link.reason for link in resolution.explain(entity.id)}


def test_a_merge_holds_for_documents_that_come_later():
    members = {**TRANSFORMERS, Member(document(9), 1): named("TRANSFORMER", "model")}
    assert len(resolve(members, [merge("sequence transduction model", "Transformer")]).entities) == 1


def test_a_merge_of_two_names_leaves_homonyms_of_another_family_alone():
    members = each_by_itself(named("MiniMax", "organisation"), named("MiniMax AI", "organisation"), named("minimax", "method"))
    entity_of = resolve(members, [merge("MiniMax", "MiniMax AI")]).entity_of
    first, second, third = (entity_of[Member(document(at), 1)] for at in (1, 2, 3))
    assert first == second != third


def test_a_merge_across_families_is_done_where_there_is_nothing_else_to_merge():
    members = each_by_itself(named("Hugging Face", "organisation"), named("HF hub", "creation"))
    assert len(resolve(members, [merge("Hugging Face", "HF hub")]).entities) == 1


def test_guards_do_not_hold_against_a_person():
    members = each_by_itself(named("GPT-3", "model"), named("GPT-3.5", "model"))
    assert len(resolve(members, [merge("GPT-3", "GPT-3.5")]).entities) == 1


def test_a_split_name_is_parted_from_its_other_names_but_not_from_its_spellings():
    members = each_by_itself(named("graph attention network", "method", "GAT"), named("GAT"), named("GATs"))
    assert len(resolve(members).entities) == 1
    entity_of = resolve(members, [split("GAT")]).entity_of
    long, short, plural = (entity_of[Member(document(at), 1)] for at in (1, 2, 3))
    assert short == plural != long


def test_two_names_split_from_each_other_are_two_whatever_joins_them():
    members = each_by_itself(named("reinforcment learning"), named("reinforcement learning"))
    assert len(resolve(members, [split("reinforcment learning", "reinforcement learning")]).entities) == 2
    both = [merge("reinforcment learning", "reinforcement learning"), split("reinforcement learning", "reinforcment learning")]
    assert len(resolve(members, both).entities) == 2


def test_a_homonym_is_kept_apart_by_document():
    members = each_by_itself(named("Apollo", "method"), named("Apollo", "method"), named("Apollo", "model"))
    resolution = resolve(members, [split("apollo", documents=(document(2),))])
    entity_of = resolution.entity_of
    assert entity_of[Member(document(1), 1)] == entity_of[Member(document(3), 1)] != entity_of[Member(document(2), 1)]
    assert len(resolution.entities) == 2


def test_a_decision_about_a_kind_leaves_others_alone():
    members = each_by_itself(
        named("Adam", "method"), named("Kingma optimizer", "method"), named("Adam", "person"), named("Kingma optimizer", "person")
    )
    entity_of = resolve(members, [merge("Adam", "Kingma optimizer", kind="method")]).entity_of
    methods = {entity_of[Member(document(at), 1)] for at in (1, 2)}
    people = {entity_of[Member(document(at), 1)] for at in (3, 4)}
    assert len(methods) == 1
    assert len(people) == 2


def test_what_a_model_decides_gives_way_to_a_person():
    members = each_by_itself(named("text summarization", "task"), named("text summarizing", "task"))
    assert len(resolve(members, [merge("text summarization", "text summarizing", by="llm:m")]).entities) == 1
    against = [merge("text summarization", "text summarizing", by="llm:m"), split("text summarizing")]
    assert len(resolve(members, against).entities) == 2


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        (split("A method", "B method"), merge("a method", "B method"), 1),
        (split("A method"), merge("A method", "B method"), 1),
        (merge("A method", "B method"), split("B method"), 1),
        (merge("A method", "B method"), split("C method"), 2),
        (split("A method", "B method"), merge("B method", "C method"), 2),
        (merge("A method", "B method"), merge("A method", "B method"), 1),
    ],
)
def test_the_last_word_holds(old, new, kept):
    decisions = decide([old], new)
    assert decisions[-1] == new
    assert len(decisions) == kept


def test_a_decision_stands_under_the_keys_of_the_members_it_is_about():
    members = [named("Graph Attention Networks", "model"), named("Smith, John", "person"), named("Deep learning", "work")]
    for local in members:
        assert decision_keys(merge(local.name, "another")) & block_keys(local)
        assert decision_keys(merge(local.name, "another", kind=local.kind)) & block_keys(local)


def test_merges_tie_blocks_and_splits_do_not():
    tied = tied_blocks([merge("alpha method", "beta method"), split("gamma method")])
    assert len(tied) == 1
    assert tied[0] & block_keys(named("alpha method"))
    assert tied[0] & block_keys(named("beta method"))


def asked(members, *verdicts):
    """The decisions of a model that answers so, and what it was asked."""
    llm = ScriptedLLM([Verdicts(verdicts=[Verdict(pair=pair, same=same) for pair, same in verdicts])])
    decisions, usage = anyio.run(arbitrate, resolve(members).doubts, llm)
    assert usage.llm_calls == len(llm.asked)
    return decisions, "".join(message.content for messages in llm.asked for message in messages)


def test_a_model_is_asked_about_a_doubt_once_and_its_answer_is_a_decision():
    members = each_by_itself(
        named("text summarization", "task"), named("text summarizing", "task"), named("BERT"), named("RoBERTa")
    )
    decisions, told = asked(members, (1, "yes"))
    assert "text summarizing" in told
    assert "RoBERTa" not in told
    assert [decision.by for decision in decisions] == ["llm:scripted"]
    resolution = resolve(members, decisions)
    assert len(resolution.entities) == 3
    assert resolution.doubts == ()


@pytest.mark.parametrize(
    ("verdicts", "left"),
    [([(1, "no")], 0), ([(1, "unsure")], 1), ([], 1), ([(7, "yes")], 1), ([(1, "yes"), (1, "no")], 1)],
    ids=["no", "unsure", "left out", "of no pair", "both"],
)
def test_a_model_may_say_no_or_not_know(verdicts, left):
    members = each_by_itself(named("text summarization", "task"), named("text summarizing", "task"))
    decisions, _ = asked(members, *verdicts)
    resolution = resolve(members, decisions)
    assert len(resolution.entities) == 2
    assert len(resolution.doubts) == left


def test_no_model_is_asked_where_there_is_no_doubt():
    llm = ScriptedLLM([])
    decisions, usage = anyio.run(arbitrate, resolve(each_by_itself(named("BERT"), named("RoBERTa"))).doubts, llm)
    assert (decisions, usage.llm_calls, llm.asked) == ((), 0, [])
