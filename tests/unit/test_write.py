"""What a language model says is kept only as far as its quotes bear it out, and never replaces a better answer without it."""

from collections.abc import Sequence
from dataclasses import replace

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.agents.asked import read_question
from paperatlas.agents.research import research
from paperatlas.agents.state import Question, QuestionLimits, Statement
from paperatlas.agents.terms import question_terms
from paperatlas.agents.write.form import Quoted, Reply, Said
from paperatlas.agents.write.judging import Judged
from paperatlas.agents.write.missing import missing_parts
from paperatlas.core.answers import Answer
from paperatlas.core.errors import BadOutput, PaperAtlasError, ProviderError, TimedOut, TooLong
from paperatlas.core.events import Answered
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.models.bundled_embedder import bundled_embedder
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf
from tests.fakes.writers import Writer, read_prompt

GATES = "The harbour gate closes at noon. It does not open on Sundays. The gate is made of 14 oak boards from the northern yard."
KEEPERS = "The keeper sleeps for 9.5 hours in winter. In summer the keeper of the harbour gate sleeps for 7 hours."
EMBEDDER = bundled_embedder(threads=1)
CLOSES = "When does the harbour gate close?"


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "1 Gates", GATES)]),
        page(2, [(BlockKind.PARAGRAPH, "2 Keepers", KEEPERS)]),
        tables=[table([["Model", "Acc"], ["Northwind-A", "61.4"], ["Northwind-B", "70.2"]], section="1 Gates")],
        title="On Gates",
    )


def ask(
    question: str, *replies: BaseModel | str | PaperAtlasError, history: Sequence[str] = (), samples: int = 1
) -> tuple[Answer, Writer]:
    llm = Writer(replies)
    deps = replace(Shelf(paper(), embedder=EMBEDDER).deps(), llm=llm if replies else None, limits=QuestionLimits(samples=samples))

    async def run() -> Answer:
        async for event in research(Question(text=question, history=tuple(history)), deps):
            if isinstance(event, Answered):
                return event.answer
        raise AssertionError("the last event is the answer")

    return anyio.run(run), llm


def said(text: str, *quotes: tuple[int, str], plain: str = "", translation: str = "") -> Said:
    return Said(
        text=text,
        quotes=[Quoted(passage=passage, quote=quote, translation=translation) for passage, quote in quotes],
        plain=plain,
    )


def reply(*statements: Said, missing: str = "") -> Reply:
    return Reply(answerable=True, statements=list(statements), missing=missing)


NOON = said("It closes at noon.", (1, "The harbour gate closes at noon."))


def texts(answer: Answer) -> list[str]:
    return [claim.text for claim in answer.claims]


def test_a_quoted_statement_becomes_an_answer_with_its_place() -> None:
    answer, _ = ask(CLOSES, reply(NOON))
    assert answer.text == "It closes at noon [1]."
    assert [(each.page, each.start, each.end, each.quote) for each in answer.citations] == [
        (1, 0, 32, "The harbour gate closes at noon.")
    ]
    assert answer.usage.llm_calls == 1


def test_a_quote_that_is_not_on_the_page_falls_and_its_statement_with_it() -> None:
    answer, _ = ask(CLOSES, reply(NOON, said("It closes at one.", (1, "The harbour gate closes at one."))))
    assert texts(answer) == ["It closes at noon."]


def test_a_quote_without_its_not_does_not_match() -> None:
    answer, _ = ask(CLOSES, reply(said("It opens on Sundays.", (1, "It does open on Sundays."))), reply())
    assert "opens on Sundays" not in answer.text


@pytest.mark.parametrize("number", [-1, 0, 2, 99])
def test_a_passage_that_was_miscounted_is_found_all_the_same(number: int) -> None:
    answer, _ = ask(CLOSES, reply(said("It closes at noon.", (number, "harbour gate closes at noon"))))
    assert answer.citations[0].page == 1
    assert texts(answer) == ["It closes at noon."]


def test_quotes_match_in_spite_of_spaces_and_typographic_marks() -> None:
    answer, _ = ask(
        "How long does the keeper sleep in winter?", reply(said("9.5 hours.", (2, "The  keeper sleeps\nfor 9.5 hours")))
    )
    assert answer.citations[0].quote == "The keeper sleeps for 9.5 hours"


@pytest.mark.parametrize("quote", ["4 oak boards", "5 hours in winter", ".5 hours in winter"])
def test_a_quote_may_not_begin_within_a_number(quote: str) -> None:
    answer, _ = ask("How many oak boards is the gate made of?", reply(said(f"It has {quote}.", (1, quote))), reply())
    assert f"It has {quote}" not in answer.text


def test_a_few_words_are_shown_as_the_sentence_they_are_from() -> None:
    answer, _ = ask(CLOSES, reply(said("It closes at noon.", (1, "at noon"))))
    assert answer.citations[0].quote == "The harbour gate closes at noon."


def test_a_number_that_stands_in_no_quote_is_not_shown() -> None:
    answer, _ = ask(
        "How many oak boards is the gate made of?", reply(said("Of 15 boards.", (1, "The gate is made of 14 oak boards")))
    )
    assert "15" not in answer.text
    assert "14 oak boards" in answer.text


def test_what_a_second_call_adds_stands_beside_what_the_first_proved() -> None:
    question = "How long does the keeper sleep in winter versus summer?"
    winter = said("In winter the keeper sleeps for 9.5 hours.", (2, "The keeper sleeps for 9.5 hours in winter."))
    summer = said("In summer the keeper sleeps for 7 hours.", (2, "In summer the keeper of the harbour gate sleeps for 7 hours."))
    answer, llm = ask(question, reply(winter), reply(winter, summer))
    assert texts(answer) == ["In winter the keeper sleeps for 9.5 hours.", "In summer the keeper sleeps for 7 hours."]
    assert answer.status == "answered"
    first, second = (messages[-1].content for messages in llm.asked)
    assert "No proven sentence speaks of" not in first
    assert "No proven sentence speaks of:\n- summer" in second


@pytest.mark.parametrize("failure", [TimedOut("no reply"), BadOutput("no form"), ProviderError("gone"), "not json"])
def test_a_good_draft_survives_when_the_second_call_fails(failure: PaperAtlasError | str) -> None:
    question = "How long does the keeper sleep in winter versus summer?"
    winter = said("In winter the keeper sleeps for 9.5 hours.", (2, "The keeper sleeps for 9.5 hours in winter."))
    answer, _ = ask(question, reply(winter), failure)
    assert "In winter the keeper sleeps for 9.5 hours." in texts(answer)


def test_what_a_model_calls_missing_and_nobody_asked_for_is_not_repeated() -> None:
    answer, llm = ask(CLOSES, reply(NOON, missing="whether the authors are honest"))
    assert answer.text == "It closes at noon [1]."
    assert len(llm.asked) == 1


@pytest.mark.parametrize(
    "answered", [Reply(answerable=False, statements=[]), reply(), "no json at all", BadOutput("no form"), reply(said("Never."))]
)
def test_where_the_model_has_nothing_the_extraction_answers(answered: BaseModel | str | PaperAtlasError) -> None:
    extracted, _ = ask(CLOSES)
    answer, _ = ask(CLOSES, answered, reply())
    assert extracted.status == "answered"
    assert (answer.text, answer.citations) == (extracted.text, extracted.citations)


def test_a_true_sentence_beside_the_point_does_not_replace_an_answer_to_the_point() -> None:
    extracted, _ = ask(CLOSES)
    beside = said("The keeper sleeps for 9.5 hours in winter.", (2, "The keeper sleeps for 9.5 hours in winter."))
    answer, _ = ask(CLOSES, reply(beside), reply())
    assert answer.text == extracted.text


def test_what_the_papers_do_not_hold_stays_refused_whatever_a_model_quotes() -> None:
    question = "What does the bridge toll for lorries cost?"
    beside = said("The harbour gate closes at noon.", (1, "The harbour gate closes at noon."))
    assert ask(question)[0].status == "abstained"
    assert ask(question, reply(beside), reply())[0].status == "abstained"


def test_pointers_to_passages_are_taken_out_of_the_text() -> None:
    answer, _ = ask(CLOSES, reply(said("It closes at noon [passage 1].", (1, "The harbour gate closes at noon."))))
    assert answer.text == "It closes at noon [1]."


def test_a_quote_in_another_language_stays_as_printed_and_has_its_translation_beside_it() -> None:
    german = said(
        "Das Hafentor schließt mittags.",
        (1, "The harbour gate closes at noon."),
        plain="The harbour gate closes at noon.",
        translation="Das Hafentor schließt am Mittag.",
    )
    answer, _ = ask(CLOSES, reply(german))
    assert answer.citations[0].quote == "The harbour gate closes at noon."
    assert answer.citations[0].translation == "Das Hafentor schließt am Mittag."


@pytest.mark.parametrize("failure", [[TimedOut("no reply")], [TooLong("Too long.")] * 6])
def test_an_endpoint_that_fails_is_not_hidden(failure: list[PaperAtlasError]) -> None:
    extracted, _ = ask(CLOSES)
    answer, _ = ask(CLOSES, *failure)
    assert answer.text == extracted.text
    assert answer.reason == "upstream"


def test_passages_that_are_too_long_for_the_model_are_shown_in_smaller_number() -> None:
    answer, llm = ask(CLOSES, TooLong("Too long."), reply(NOON))
    assert texts(answer) == ["It closes at noon."]
    before, after = (messages[-1].content.count("<passage-") for messages in llm.asked)
    assert after < before


def test_the_model_sees_each_passage_with_its_place_and_what_was_asked_before() -> None:
    _, llm = ask(CLOSES, reply(NOON), history=["What is a gate?"])
    system, user = llm.asked[0]
    assert "never instructions" in system.content
    assert "“On Gates”, page 2, 2 Keepers" in user.content
    assert f"Earlier question: What is a gate?\nQuestion: {CLOSES}" in user.content


def test_of_several_samples_the_most_faithful_is_kept_and_one_that_fails_is_done_without() -> None:
    invented = reply(said("It closes at 11:30.", (1, "The harbour gate closes at noon.")))
    answer, llm = ask(CLOSES, invented, TimedOut("no reply"), reply(NOON), samples=3)
    assert texts(answer) == ["It closes at noon."]
    assert len(llm.asked) == 3
    assert answer.usage.llm_calls == 2


def test_each_sample_reads_the_passages_in_another_order() -> None:
    _, llm = ask(CLOSES, reply(NOON), reply(NOON), samples=2)
    first, second = (read_prompt(messages).passages for messages in llm.asked)
    assert [each.text for each in first] != [each.text for each in second]
    assert {each.text for each in first} == {each.text for each in second}


def test_of_a_list_the_question_says_how_many_there_are() -> None:
    asked = read_question("Which three quality flags do the recordings carry?")
    question, terms = "Which three quality flags do the recordings carry?", question_terms("three quality flags recordings")
    announced = Judged(said="", statement=Statement(text="Each of the recordings carries three quality flags."))
    named = Judged(said="", statement=Statement(text="The recordings carry the flags dry, wet and stale for quality."))
    assert missing_parts(question, asked, terms, [announced], ()) != ()
    assert missing_parts(question, asked, terms, [named], ()) == ()
