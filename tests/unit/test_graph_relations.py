"""Relations between the names of a passage: which, in which direction, with which standing."""

import re
from collections.abc import Iterator

import pytest

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.graph.extract.found import Found, FoundRelation
from paperatlas.graph.extract.parser import parsed
from paperatlas.graph.extract.relations import find_relations, means_in_title

OURS, PAPER = "Ours", "The paper"


def names_in(marked: str) -> tuple[str, list[Found]]:
    """A text and its names, which are marked `{name}` or `{name|kind}`; a method unless said otherwise."""
    text, names = "", list[Found]()
    for part in re.split(r"(\{[^}]*\})", marked):
        name, _, kind = part.strip("{}").partition("|")
        if part.startswith("{"):
            names.append(Found(len(text), len(text) + len(name), name, kind or "method", "test", 1.0))
            text += name
        else:
            text += part
    return text, names


def relations(marked: str, *, english: bool = True) -> tuple[str, list[Found], list[FoundRelation]]:
    """The relations of a text, where "we" is the paper and "our model" is Ours."""
    text, names = names_in(marked)
    names += [Found(0, 0, OURS, "method", "test", 1.0), Found(0, 0, PAPER, "work", "test", 1.0)]
    chunk = Chunk(
        id=ChunkId("chunk"),
        document=DocumentId("document"),
        ordinal=0,
        kind=ChunkKind.TEXT,
        text=text,
        context="",
        section="",
    )
    with parsed([chunk], english=english) as passages:
        found = find_relations(passages[0], names, self_name=len(names) - 2, work=len(names) - 1)
    return text, names, found


def triples(marked: str) -> set[str]:
    """As "head predicate tail", with the standing behind it unless it is asserted."""
    _, names, found = relations(marked)
    return set(said(names, found))


def said(names: list[Found], found: list[FoundRelation]) -> Iterator[str]:
    for each in found:
        standing = "" if each.standing == "asserted" else f" ({each.standing})"
        yield f"{names[each.head].text} {each.predicate} {names[each.tail].text}{standing}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{BERT} uses {WordPiece}.", "BERT uses WordPiece"),
        ("{Dropout} is used in {ResNet}.", "ResNet uses Dropout"),
        ("{RoBERTa} outperforms {BERT}.", "RoBERTa outperforms BERT"),
        ("{BERT} is outperformed by {RoBERTa}.", "RoBERTa outperforms BERT"),
        ("{RoBERTa} is better than {BERT}.", "RoBERTa outperforms BERT"),
        ("{RoBERTa} achieves higher accuracy than {BERT}.", "RoBERTa outperforms BERT"),
        ("{RoBERTa} is based on {BERT}.", "RoBERTa based_on BERT"),
        ("{RoBERTa} is an extension of {BERT}.", "RoBERTa extends BERT"),
        ("Compared to {BERT}, {RoBERTa} achieves good results.", "RoBERTa compared_with BERT"),
        ("The {Transformer} consists of an {encoder}.", "encoder part_of Transformer"),
        ("{XLNet} was introduced by {Google|organisation}.", "Google proposes XLNet"),
        ("{XLNet} is an {autoregressive model}.", "XLNet is_a autoregressive model"),
        ("{Aspirin|material} inhibits {COX-2|organism}.", "Aspirin inhibits COX-2"),
        ("{Smoking|concept} is associated with {lung cancer|disease}.", "Smoking associated_with lung cancer"),
        ("{Asbestos|material} causes {mesothelioma|disease}.", "Asbestos causes mesothelioma"),
        ("{Marie Curie|person} was born in {Warsaw|place}.", "Marie Curie born_in Warsaw"),
        ("{Paris|place} is the capital of {France|place}.", "Paris capital_of France"),
        ("{Inception|creation} is a film directed by {Christopher Nolan|person}.", "Inception directed_by Christopher Nolan"),
    ],
)
def test_a_sentence_states_its_relation_in_the_right_direction(text: str, expected: str) -> None:
    assert triples(text) == {expected}


def test_each_of_several_subjects_is_related_to_each_of_several_objects() -> None:
    assert triples("{BERT} and {RoBERTa} are evaluated on {GLUE|dataset} and {SQuAD|dataset}.") == {
        "BERT evaluated_on GLUE",
        "BERT evaluated_on SQuAD",
        "RoBERTa evaluated_on GLUE",
        "RoBERTa evaluated_on SQuAD",
    }


def test_a_relative_clause_says_it_of_the_noun_that_it_stands_beside() -> None:
    assert triples("{BERT} is outperformed by {RoBERTa}, which was trained on {Wikipedia|dataset}.") == {
        "RoBERTa outperforms BERT",
        "RoBERTa trained_on Wikipedia",
    }


def test_a_participle_says_it_of_what_was_built_not_of_who_built_it() -> None:
    assert "KGLM uses Adam" in triples("We train {KGLM} on {Wikipedia|dataset} using {Adam}.")


def test_a_describing_noun_passes_on_what_is_said_of_it() -> None:
    assert "DistilBERT based_on BERT" in triples("{DistilBERT} is a small model based on {BERT}.")


def test_two_verbs_share_a_subject() -> None:
    assert triples("{ResNet} is trained on {ImageNet|dataset} and tested on {COCO|dataset}.") == {
        "ResNet trained_on ImageNet",
        "ResNet evaluated_on COCO",
    }


@pytest.mark.parametrize(
    "text",
    [
        "We study {language models} such as {GPT-2} and {AWD-LSTM}.",
        "{GPT-2}, {AWD-LSTM}, and other {language models} are popular.",
    ],
)
def test_examples_are_of_the_kind_that_they_are_given_for(text: str) -> None:
    assert {"GPT-2 is_a language models", "AWD-LSTM is_a language models"} <= triples(text)


def test_an_apposition_says_what_something_is() -> None:
    assert "XLNet is_a autoregressive model" in triples("{XLNet}, an {autoregressive model}, is popular.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{KGLM} does not use {dropout}.", "KGLM uses dropout (negated)"),
        ("{KGLM} is trained without using {dropout}.", "KGLM uses dropout (negated)"),
        ("{KGLM} fails to outperform {GPT-2}.", "KGLM outperforms GPT-2 (negated)"),
        ("{KGLM} may use {dropout}.", "KGLM uses dropout (hypothetical)"),
        ("If {KGLM} uses {dropout}, it converges.", "KGLM uses dropout (hypothetical)"),
        ("In future work, we plan to use {dropout}.", "The paper uses dropout (hypothetical)"),
        ("Smith et al. report that {KGLM} outperforms {GPT-2}.", "KGLM outperforms GPT-2 (attributed)"),
        ("[12] shows that {KGLM} outperforms {GPT-2}.", "KGLM outperforms GPT-2 (attributed)"),
        ("According to prior work, {KGLM} outperforms {GPT-2}.", "KGLM outperforms GPT-2 (attributed)"),
        ("{KGLM} not only uses {dropout}.", "KGLM uses dropout"),
        ("We show that {KGLM} outperforms {GPT-2}.", "KGLM outperforms GPT-2"),
    ],
)
def test_what_is_denied_supposed_or_reported_is_kept_and_marked(text: str, expected: str) -> None:
    assert expected in triples(text)


def test_we_and_our_model_stand_for_the_paper_and_for_what_it_proposes() -> None:
    assert triples("We propose {KGLM}.") == {"The paper proposes KGLM"}
    assert triples("Our model outperforms {GPT-2}.") == {"Ours outperforms GPT-2"}


def test_without_a_name_for_it_our_model_states_nothing() -> None:
    text, names = names_in("Our model outperforms {GPT-2}.")
    chunk = Chunk(
        id=ChunkId("chunk"),
        document=DocumentId("document"),
        ordinal=0,
        kind=ChunkKind.TEXT,
        text=text,
        context="",
        section="",
    )
    with parsed([chunk], english=True) as passages:
        assert find_relations(passages[0], names) == []


def test_another_work_of_ours_is_not_this_one() -> None:
    assert not triples("Our previous model outperforms {GPT-2}.")


def test_a_pronoun_takes_up_the_one_thing_that_the_sentence_before_was_about() -> None:
    text = "We introduce a model called {M3}. It uses {dense retrieval}."
    assert "M3 uses dense retrieval" in triples(text)
    assert "Marie Curie born_in Warsaw" in triples("{Marie Curie|person} was a physicist. She was born in {Warsaw|place}.")


def test_a_pronoun_that_may_be_any_of_several_states_nothing() -> None:
    assert not triples("{BERT} and {ELMo} are popular. It uses {dense retrieval}.")


def test_a_thing_is_no_she() -> None:
    assert not triples("{BERT} is popular. She was born in {Warsaw|place}.")


def test_a_common_noun_that_introduces_a_proper_name_stands_for_it() -> None:
    assert triples("We propose a novel {algorithm}, {CISPO}.") == {"The paper proposes CISPO", "CISPO is_a algorithm"}


def test_a_relation_to_things_of_a_kind_is_one_to_the_examples() -> None:
    assert {"M1 outperforms open models", "M1 outperforms R1", "M1 outperforms Qwen3"} <= triples(
        "{M1} surpasses {open models} such as {R1} and {Qwen3}."
    )


def test_what_something_is_evaluated_with_is_no_part_of_it() -> None:
    assert not triples("{MTL} is evaluated using {perplexity|concept}.")


def test_the_aim_of_a_method_is_what_it_does() -> None:
    assert triples("The {MCLS} method aims to utilize multiple {CLS} tokens.") == {"MCLS uses CLS"}


def test_kinds_that_cannot_be_related_are_not() -> None:
    assert not triples("{BERT} was evaluated on {Paris|place}.")
    assert not triples("The {encoder} is directed by {Adam|method}.")


def test_a_relation_points_at_its_sentence() -> None:
    text, _, found = relations("Language is hard.  {BERT} uses {WordPiece}. So be it.")
    assert [text[each.start : each.end] for each in found] == ["BERT uses WordPiece."]


def test_text_without_syntax_has_no_relations() -> None:
    _, _, found = relations("{BERT} uses {WordPiece}.", english=False)
    assert found == []


def test_unknown_names_that_mislead_the_parser_are_related_by_the_words_between_them() -> None:
    assert triples("The {BERT} model is pre-trained on {BooksCorpus|dataset} and {Wikipedia|dataset}.") == {
        "BERT trained_on BooksCorpus",
        "BERT trained_on Wikipedia",
    }


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Text Embeddings Through {Self-Knowledge Distillation}", {"Self-Knowledge Distillation"}),
        ("Using {Knowledge Graphs} for {Language Modeling}", {"Knowledge Graphs"}),
        ("{Scaling} Efficiently with {Lightning Attention}", {"Lightning Attention"}),
        ("{Metformin|material} in patients with {method X}", set()),
        ("Alone with {Everybody|creation}", set()),
        ("{BERT} for {Parsing|task}", set()),
    ],
)
def test_a_title_says_what_its_paper_uses(title: str, expected: set[str]) -> None:
    text, names = names_in(title)
    assert {names[index].text for index in means_in_title(text, names)} == expected
