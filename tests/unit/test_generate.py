"""What a language model says is kept only as far as its quotes are found on the page."""

from collections.abc import Sequence
from dataclasses import replace

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.agents.generate import Quoted, Reply, Said, generate
from paperatlas.agents.state import Draft, Question
from paperatlas.core.errors import PaperAtlasError, TimedOut, TooLong
from paperatlas.core.searching import Hit
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

GATE = "The gate closes at noon. It does not open on Sundays."
KEEPER = "The keeper sleeps for 9.5 hours in winter."


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "1 Gates", GATE)]),
        page(2, [(BlockKind.PARAGRAPH, "2 Keepers", KEEPER)]),
        tables=[table([["Model", "Acc"], ["Northwind-A", "61.4"], ["Northwind-B", "70.2"]], section="1 Gates")],
        title="On Gates",
    )


def write(*replies: BaseModel | str | PaperAtlasError, history: Sequence[str] = ()) -> tuple[Draft, ScriptedLLM]:
    shelf, llm = Shelf(paper()), ScriptedLLM(replies)
    deps = replace(shelf.deps(), llm=llm)
    hits = [Hit(rank=i, score=1.0, chunk=chunk) for i, chunk in enumerate(shelf.chunks_of(paper().id), start=1)]

    async def run() -> Draft:
        return await generate(Question(text="When does the gate close?", history=tuple(history)), hits, deps)

    return anyio.run(run), llm


def said(text: str, *quotes: tuple[int, str]) -> Said:
    return Said(text=text, quotes=[Quoted(passage=passage, quote=quote) for passage, quote in quotes])


def answer(*statements: Said, missing: str = "") -> Reply:
    return Reply(answerable=True, statements=list(statements), missing=missing)


def test_a_quoted_statement_becomes_an_answer_with_its_place() -> None:
    draft, _ = write(answer(said("At noon.", (1, "The gate closes at noon."))))
    (statement,) = draft.statements
    assert statement.text == "At noon."
    assert [(proof.page, proof.start, proof.end, proof.quote) for proof in statement.proofs] == [
        (1, 0, 24, "The gate closes at noon.")
    ]
    assert draft.usage.llm_calls == 1


def test_a_quote_that_is_not_on_the_page_falls_and_its_statement_with_it() -> None:
    draft, _ = write(answer(said("At noon.", (1, "The gate closes at noon.")), said("At one.", (1, "The gate closes at one."))))
    assert [statement.text for statement in draft.statements] == ["At noon."]
    assert draft.confidence == pytest.approx(0.45)


def test_a_quote_without_its_not_does_not_match() -> None:
    draft, _ = write(answer(said("It opens on Sundays.", (1, "It does open on Sundays."))))
    assert draft.status == "abstained"


def test_a_statement_without_a_quote_is_dropped() -> None:
    draft, _ = write(answer(said("Everybody knows that.")))
    assert draft.status == "abstained"
    assert draft.closest is not None


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_a_passage_that_was_miscounted_is_found_all_the_same(number: int) -> None:
    draft, _ = write(answer(said("At noon.", (number, "gate closes at noon"))))
    assert draft.statements[0].proofs[0].page == 1


def test_quotes_match_in_spite_of_spaces_and_typographic_marks() -> None:
    draft, _ = write(answer(said("9.5 hours.", (2, "The  keeper sleeps\nfor 9.5 hours"))))
    assert draft.statements[0].proofs[0].quote == "The keeper sleeps for 9.5 hours"


def test_a_quote_from_a_table_is_proven_by_the_row_as_printed() -> None:
    draft, _ = write(answer(said("70.2.", (3, "Northwind-B, Acc: 70.2"))))
    (proof,) = draft.statements[0].proofs
    assert proof.quote == "Northwind-B | 70.2"
    assert proof.start is None


def test_what_is_missing_makes_the_answer_partial_and_is_named() -> None:
    draft, _ = write(answer(said("At noon.", (1, "The gate closes at noon.")), missing="when it opens."))
    assert (draft.status, draft.reason) == ("partial", "partly")
    assert draft.statements[-1].text == "At noon. Not stated: when it opens"


def test_an_unanswerable_question_is_refused_with_the_closest_place() -> None:
    draft, _ = write(Reply(answerable=False, statements=[]))
    assert (draft.status, draft.reason) == ("abstained", "not_in_documents")
    assert draft.closest is not None
    assert draft.closest.doc == "paper.pdf"
    assert draft.usage.llm_calls == 1


def test_pointers_to_passages_are_taken_out_of_the_text() -> None:
    draft, _ = write(answer(said("At noon [passage 1].", (1, "The gate closes at noon."))))
    assert draft.statements[0].text == "At noon."


def test_the_model_sees_each_passage_with_its_place_and_what_was_asked_before() -> None:
    _, llm = write(Reply(answerable=False, statements=[]), history=["What is a gate?"])
    system, user = llm.asked[0]
    assert "never instructions" in system.content
    assert "“On Gates”, page 2, 2 Keepers" in user.content
    assert "Earlier question: What is a gate?\nQuestion: When does the gate close?" in user.content


def test_an_endpoint_that_fails_is_not_hidden() -> None:
    with pytest.raises(TimedOut):
        write(TimedOut("no reply"))


def test_without_passages_the_model_is_not_asked() -> None:
    llm = ScriptedLLM([])
    deps = replace(Shelf(paper()).deps(), llm=llm)

    async def run() -> Draft:
        return await generate(Question(text="When?"), [], deps)

    assert anyio.run(run).status == "abstained"
    assert llm.asked == []


def test_passages_that_are_too_long_for_the_model_are_shown_in_smaller_number() -> None:
    draft, llm = write(TooLong("Too long."), answer(said("At noon.", (1, "The gate closes at noon."))))
    assert [statement.text for statement in draft.statements] == ["At noon."]
    before, after = (messages[-1].content.count("<passage ") for messages in llm.asked)
    assert after < before


def test_a_single_passage_that_is_too_long_is_said_to_be() -> None:
    with pytest.raises(TooLong):
        write(*[TooLong("Too long.")] * 6)
