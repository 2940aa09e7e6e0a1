"""The loop, from a question to a proven answer or a reasoned refusal."""

import re

import anyio
import pytest

from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.core.answers import Answer
from paperatlas.core.events import Answered, Event, Worked
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.models.bundled_embedder import bundled_embedder
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

ABSTRACT = (
    "Tide tables are printed in many ports. In this paper we introduce Northwind, a gated network that predicts tides."
    " Northwind is trained on 12,000 tide records from four harbours. It reaches an error of 2.3 percent on the held-out year."
    " The gate does not help in rivers."
)
METHOD = (
    "The gate closes when the wind turns. We train with the Adam optimizer and a learning rate of 0.01."
    " Training took 14 hours on two boards. The network has 6 layers, as in earlier work [13]."
    " We do not use dropout. The records come from the harbour office and were cleaned by hand."
)
RESULTS = (
    "Northwind outperforms the almanac in every harbour. The almanac has an error of 4.1 percent."
    " In rivers the gate brings nothing, because the current hides the wind."
)


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "Abstract", ABSTRACT)]),
        page(2, [(BlockKind.PARAGRAPH, "2 Method", METHOD), (BlockKind.PARAGRAPH, "3 Results", RESULTS)]),
        title="Northwind: Gated Networks for Tides",
    )


# What answers is judged by a model that was fitted on this embedder's cosines, so the test needs the real one.
EMBEDDER = bundled_embedder(threads=1)


def shelf_of(*papers: ParsedDocument) -> Shelf:
    return Shelf(*papers, embedder=EMBEDDER)


def events(question: str, shelf: Shelf) -> list[Event]:
    async def collect() -> list[Event]:
        return [event async for event in research(Question(text=question), shelf.deps())]

    return anyio.run(collect)


def ask(question: str, shelf: Shelf | None = None) -> Answer:
    *_, last = events(question, shelf or shelf_of(paper()))
    assert isinstance(last, Answered)
    return last.answer


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("What is Northwind?", "a gated network that predicts tides"),
        ("How many tide records is Northwind trained on?", "12,000"),
        ("What learning rate is used to train the network?", "0.01"),
        ("How long did the training of the network take?", "14 hours"),
        ("Why does the gate bring nothing in rivers?", "current hides the wind"),
    ],
)
def test_an_answer_is_said_in_the_papers_words_and_each_quote_stands_on_its_page(question: str, holds: str) -> None:
    shelf = shelf_of(paper())
    answer = ask(question, shelf)
    assert answer.status == "answered"
    assert holds in answer.text
    assert answer.citations
    for citation in answer.citations:
        assert citation.start is not None
        assert shelf.page(citation.document, citation.page).text[citation.start : citation.end] == citation.quote
        assert citation.boxes
        assert citation.doc == "paper.pdf"
    assert {int(n) for n in re.findall(r"\[(\d+)\]", answer.text)} == {citation.n for citation in answer.citations}


def test_a_reference_mark_stays_in_the_quote_and_leaves_the_answer() -> None:
    answer = ask("How many layers does the network have?")
    assert "[13]" in answer.citations[0].quote
    assert "[13]" not in answer.text


def test_the_answer_comes_last_and_carries_the_steps_that_were_told() -> None:
    told = events("What is Northwind?", shelf_of(paper()))
    steps = [event.step for event in told if isinstance(event, Worked)]
    assert isinstance(told[-1], Answered)
    assert told[-1].answer.trace == tuple(steps)
    assert all(step.name and step.seconds >= 0 for step in steps)


def test_an_empty_library_says_so() -> None:
    answer = ask("What is Northwind?", shelf_of())
    assert (answer.status, answer.reason) == ("abstained", "empty_library")


@pytest.mark.parametrize("question", ["What is the capital of France?", "Who composed the opera Fidelio?"])
def test_what_has_nothing_to_do_with_the_papers_is_refused_in_one_sentence(question: str) -> None:
    answer = ask(question)
    assert (answer.status, answer.reason, answer.citations, answer.closest) == ("abstained", "off_topic", (), None)


def test_what_is_not_stated_is_refused_with_the_closest_place_and_what_it_lacks() -> None:
    answer = ask("Which GPU was used to train the Northwind network?")
    assert (answer.status, answer.reason) == ("abstained", "not_in_documents")
    assert answer.closest is not None
    assert answer.text.startswith("Not stated in these papers. Closest: Northwind: Gated Networks for Tides, ")
    assert "GPU" in answer.text
    assert not answer.claims


def test_quotes_of_a_paper_that_is_removed_while_one_asks_are_not_shown() -> None:
    shelf = shelf_of(paper())
    listed = shelf.documents()
    shelf.documents = lambda: listed  # type: ignore[method-assign]
    shelf.forget(listed[0].id)
    assert ask("What learning rate is used to train the network?", shelf).status == "abstained"


def test_a_summary_is_short_and_begins_with_what_the_paper_contributes() -> None:
    answer = ask("Summarize the Northwind paper.")
    assert answer.text.startswith("In this paper we introduce Northwind")
    assert len(answer.claims) <= 6
    assert len(answer.text) <= 1200
    assert all(claim.citations for claim in answer.claims)


def test_a_page_is_fetched_once_for_a_question() -> None:
    shelf = shelf_of(paper())
    ask("What is Northwind?", shelf)
    assert len(shelf.fetched) == len(set(shelf.fetched))


def test_of_two_papers_the_one_that_is_about_the_name_answers() -> None:
    other = document(
        page(
            1,
            [
                (
                    BlockKind.PARAGRAPH,
                    "1 Introduction",
                    "Many gates exist. Northwind is a well-known name among sailors of the coast.",
                )
            ],
        ),
        title="On Names of Winds",
    )
    answer = ask("What is Northwind?", shelf_of(other, paper()))
    assert "gated network" in answer.text


def test_a_sentence_that_only_points_elsewhere_gives_way_to_one_that_tells() -> None:
    beside = " For the batch size of the gated network, please refer to Table 9. The batch size of the gate is 32 windows."
    telling = document(page(1, [(BlockKind.PARAGRAPH, "2 Method", METHOD + beside)]), title="Northwind: Gated Networks for Tides")
    answer = ask("What is the batch size of the gated network?", shelf_of(telling))
    assert "32" in answer.text
    assert "refer to" not in answer.text


def test_a_notice_of_the_publication_is_no_part_of_an_answer() -> None:
    notice = "31st Conference on Northwind Gated Networks and Harbours, Training 2017, Bergen."
    printed = document(
        page(1, [(BlockKind.PARAGRAPH, "Abstract", f"{ABSTRACT} {notice}")]),
        page(2, [(BlockKind.PARAGRAPH, "2 Method", METHOD)]),
        title="Northwind: Gated Networks for Tides",
    )
    answer = ask("How was Northwind trained on the records of the harbours?", shelf_of(printed))
    assert answer.status == "answered"
    assert all("31st Conference" not in citation.quote for citation in answer.citations)
