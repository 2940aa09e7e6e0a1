"""A question that takes for granted what its paper denies is corrected, with proof."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.premise import premise_of
from paperatlas.agents.research import research
from paperatlas.agents.state import Deps, Question
from paperatlas.core.answers import Answer, Label
from paperatlas.core.events import Answered
from paperatlas.core.types import BlockKind
from paperatlas.core.verdicts import Judgement
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

TEXT = (
    "Northwind is a network of twelve layers. We do not use dropout in Northwind. "
    "Its accuracy rises with the depth of the network. It was trained for nine days on one machine."
)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Why does the paper use dropout?", "the paper does use dropout"),
        ("Why does the encoder consist of 12 identical layers?", "the encoder does consist of 12 identical layers"),
        ("Why is the CNN model faster to train than the BPE model?", "the CNN model is faster to train than the BPE model"),
        ("How much did the accuracy of Northwind drop?", "the accuracy of Northwind did drop"),
        ("For what reason was the model trained on two machines?", "the model was trained on two machines"),
    ],
)
def test_a_premise_is_the_question_as_a_statement(question: str, statement: str) -> None:
    premise = premise_of(question)
    assert premise is not None
    assert premise.statement == statement


@pytest.mark.parametrize(
    "question",
    [
        "Which dropout rate is used?",
        "Does the paper use dropout?",
        "Dropout",
        "Why?",
        "How many layers does it have?",
        "Why is it so?",
    ],
)
def test_what_takes_nothing_for_granted_has_no_premise(question: str) -> None:
    assert premise_of(question) is None


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    for question in (text, f"Why does {text}?"):
        premise = premise_of(question)
        assert premise is None or premise.statement != premise.denial


class Says:
    """Implements `ClaimVerifier`: judges by the text alone, as it was told to."""

    def __init__(self, labels: Mapping[str, tuple[Label, float, str]]) -> None:
        self._labels = labels
        self.claims: list[str] = []

    def verify(self, claim: str, text: str, *, about: object = ()) -> Judgement:
        self.claims.append(claim)
        label, score, against = next((said for words, said in self._labels.items() if words in text), ("unverifiable", 0.4, ""))
        return Judgement(claim=claim, label=label, score=score, evidence=(), why="the text says otherwise", against=against)


DENIED: tuple[Label, float, str] = ("contradicted", 0.05, "denied")


def shelf() -> Shelf:
    return Shelf(document(page(1, [(BlockKind.PARAGRAPH, "1 Method", TEXT)]), title="Northwind"))


async def ask(question: str, verifier: Says) -> Answer:
    deps: Deps = replace(shelf().deps(), verifier=verifier)
    *_, last = [event async for event in research(Question(text=question), deps)]
    assert isinstance(last, Answered)
    return last.answer


@pytest.mark.anyio
async def test_a_false_premise_is_corrected_with_the_sentence_that_denies_it() -> None:
    got = await ask("Why does the paper use dropout in Northwind?", Says({"not use dropout": DENIED}))
    assert (got.status, got.reason) == ("abstained", "false_premise")
    assert got.text == "The paper does not use dropout in Northwind; the paper says: “We do not use dropout in Northwind” [1]."
    assert [citation.quote for citation in got.citations] == ["We do not use dropout in Northwind."]
    assert got.closest is not None


@pytest.mark.anyio
@pytest.mark.parametrize(
    "said",
    [
        ("contradicted", 0.5, "denied"),
        ("contradicted", 0.05, "name"),
        ("contradicted", 0.05, ""),
        ("unverifiable", 0.05, "denied"),
        ("supported", 0.9, ""),
    ],
    ids=["unsure", "another word", "no fault named", "left open", "borne out"],
)
async def test_only_a_plain_contradiction_is_a_correction(said: tuple[Label, float, str]) -> None:
    got = await ask("Why does the paper use dropout in Northwind?", Says({"not use dropout": said}))
    assert got.reason != "false_premise"


@pytest.mark.anyio
async def test_a_denial_that_is_of_something_else_corrects_nothing() -> None:
    says = Says({"accuracy rises": DENIED})
    got = await ask("Why does the accuracy of the network rise with depth?", says)
    assert says.claims
    assert got.reason != "false_premise"


@pytest.mark.anyio
async def test_the_authors_of_one_of_several_papers_are_nobody_in_particular() -> None:
    other = document(
        page(1, [(BlockKind.PARAGRAPH, "1 Method", "Southwind uses dropout in all layers of its network.")]), title="Southwind"
    )
    of_north = document(page(1, [(BlockKind.PARAGRAPH, "1 Method", TEXT)]), title="Northwind")
    says = Says({"not use dropout": DENIED})
    deps = replace(Shelf(of_north, other).deps(), verifier=says)
    *_, last = [event async for event in research(Question(text="Why do the authors use dropout?"), deps)]
    assert isinstance(last, Answered)
    assert last.answer.reason != "false_premise"
    assert not says.claims
