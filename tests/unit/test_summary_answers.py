"""Summaries as answers: of papers, of sections, and of what several papers say; extracted, or told by a model."""

from collections.abc import Sequence
from dataclasses import replace

import anyio
import pytest

from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.core.answers import Answer
from paperatlas.core.errors import BadOutput, TimedOut
from paperatlas.core.events import Answered
from paperatlas.core.ids import DocumentId
from paperatlas.core.searching import Scope
from paperatlas.core.summaries import WrittenSentence
from paperatlas.core.types import ParsedDocument
from paperatlas.models.scripted import ScriptedLLM
from paperatlas.pipeline.summarise.trees import Trees
from paperatlas.pipeline.summarise.written import Reply, Told, is_faithful
from tests.fakes.papers import shells, tides
from tests.fakes.shelf import Shelf


def dated(paper: ParsedDocument, name: str, *authors: str, year: int) -> ParsedDocument:
    return replace(paper, name=name, metadata=replace(paper.metadata, authors=authors, year=year))


TIDES = dated(tides(), "tides.pdf", "Aino Aalto", "Ben Brandt", "Cy Chen", year=2021)
SHELLS = dated(shells(), "shells.pdf", "Dee Dahl", year=2019)


class Notebook(Trees):
    """Keeps in memory what models write."""

    def __init__(self, shelf: Shelf) -> None:
        self.notes: dict[tuple[DocumentId, str], tuple[WrittenSentence, ...]] = {}
        super().__init__(shelf, keep=lambda document, key, sentences: self.notes.update({(document, key): tuple(sentences)}))

    def written(self, document: DocumentId, key: str) -> tuple[WrittenSentence, ...]:
        return self.notes.get((document, key), ())


def ask(
    question: str,
    *papers: ParsedDocument,
    llm: ScriptedLLM | None = None,
    scope: Sequence[DocumentId] = (),
    notebook: Notebook | None = None,
) -> Answer:
    shelf = Shelf(*(papers or (TIDES, SHELLS)))
    deps = replace(shelf.deps(), llm=llm, summaries=notebook or Trees(shelf))

    async def run() -> Answer:
        asked = Question(text=question, scope=Scope(documents=tuple(scope)))
        events = [event async for event in research(asked, deps)]
        assert isinstance(events[-1], Answered)
        return events[-1].answer

    return anyio.run(run)


def is_verbatim(answer: Answer) -> bool:
    pages = {(paper.id, page.number): page.text for paper in (TIDES, SHELLS) for page in paper.pages}
    return all(pages[c.document, c.page][c.start : c.end] == c.quote for c in answer.citations)


def test_a_paper_is_summed_up_from_its_tree_with_proof_for_each_sentence() -> None:
    answer = ask("Summarise the Northwind paper.")
    assert answer.text.startswith("We present Northwind, a gated network that forecasts tides [1].")
    assert all(claim.citations for claim in answer.claims)
    assert is_verbatim(answer)


@pytest.mark.parametrize(
    "question", ["Summarise section 2.", "Please recap the results section.", "What is the gist of the results?"]
)
def test_a_section_is_summed_up_from_itself(question: str) -> None:
    answer = ask(question, scope=[TIDES.id])
    assert "4.7 cm" in answer.text
    assert {citation.section for citation in answer.citations} == {"2 Results"}


def test_a_section_that_is_not_there_is_refused_by_name() -> None:
    answer = ask("Summarise section 17.", scope=[TIDES.id])
    assert (answer.status, answer.text) == ("abstained", "*Northwind: Gated Networks for Tides* has no section 17.")


def test_a_subject_that_is_no_section_is_told_from_what_the_paper_says_of_it() -> None:
    answer = ask("Summarise the learning rate of the paper.", scope=[TIDES.id])
    assert "0.02" in answer.text


def test_papers_that_speak_of_a_subject_have_a_line_each_with_whose_it_is() -> None:
    answer = ask("What do these papers say about tides?")
    assert answer.text.startswith("Aalto et al. (2021): ")
    assert is_verbatim(answer)


def test_a_paper_that_does_not_speak_of_the_subject_has_no_line() -> None:
    answer = ask("What do these papers say about iron?")
    assert {citation.document for citation in answer.citations} == {SHELLS.id}


def test_what_no_paper_speaks_of_is_refused() -> None:
    answer = ask("What do these papers say about volcanoes?")
    assert (answer.status, answer.reason) == ("abstained", "not_in_documents")


def test_all_papers_are_summed_up_in_a_line_each() -> None:
    lines = ask("Summarise all papers.").text.splitlines()
    assert [line.split(":")[0] for line in lines if "(" in line] == ["Aalto et al. (2021)", "Dahl (2019)"]


def test_themes_say_how_the_groups_were_made() -> None:
    answer = ask("What are the main themes of these papers?")
    assert answer.computed is not None
    assert answer.computed.value == "2"
    assert len(answer.text.splitlines()) >= 2


def test_papers_of_the_same_authors_and_year_are_told_apart_by_title() -> None:
    answer = ask("Summarise all papers.", TIDES, dated(shells(), "other.pdf", "Aino Aalto", "Eve", "Kai", year=2021))
    assert "On the Colour of Shells: " in answer.text


# Told by a model


def told(text: str, *sentences: int) -> Told:
    return Told(text=text, sentences=list(sentences))


def reply(*sentences: Told) -> Reply:
    return Reply(summary=list(sentences))


FELL = told("It lowers the error by 31 %.", 4)


def test_a_model_tells_the_summary_and_each_sentence_keeps_its_sources() -> None:
    llm = ScriptedLLM([reply(told("Northwind is a gated network for forecasting tides.", 1, 3), FELL)])
    answer = ask("Summarise the Northwind paper.", llm=llm)
    assert answer.text == "Northwind is a gated network for forecasting tides [1][2]. It lowers the error by 31 % [3]."
    assert answer.citations[0].quote == "We present Northwind, a gated network that forecasts tides."
    assert answer.usage.llm_calls == 1


@pytest.mark.parametrize(
    "invented",
    [
        told("Northwind lowers the error by 47 %.", 1),
        told("Southwind is a gated network.", 1),
        told("Northwind does not forecast tides.", 1),
        told("Northwind forecasts tides.", 99),
    ],
)
def test_a_summary_that_says_more_than_its_sources_gives_way_to_the_extract(invented: Told) -> None:
    answer = ask("Summarise the Northwind paper.", llm=ScriptedLLM([reply(invented)]))
    assert answer.text.startswith("We present Northwind, a gated network that forecasts tides [1].")
    assert answer.usage.llm_calls == 1


def test_a_summary_that_leaves_most_out_gives_way_to_the_extract() -> None:
    llm = ScriptedLLM([reply(told("Northwind is a gated network for forecasting tides.", 1))])
    assert ask("Summarise the Northwind paper.", llm=llm).text.startswith("We present Northwind")


def test_a_sentence_that_says_more_than_its_sources_gives_way_to_them() -> None:
    llm = ScriptedLLM([reply(told("Northwind always forecasts tides in all bays.", 1, 3), FELL)])
    answer = ask("Summarise the Northwind paper.", llm=llm)
    assert "always" not in answer.text
    assert answer.text.startswith("We present Northwind, a gated network that forecasts tides [1]. Northwind reads the wind")


def test_a_model_that_answers_out_of_form_leaves_the_extract() -> None:
    answer = ask("Summarise the Northwind paper.", llm=ScriptedLLM([BadOutput("no form")]))
    assert answer.text.startswith("We present Northwind")


def test_a_model_out_of_reach_leaves_the_extract_and_that_is_said() -> None:
    answer = ask("Summarise the Northwind paper.", llm=ScriptedLLM([TimedOut("too late")]))
    assert answer.text.startswith("We present Northwind")
    assert (answer.status, answer.reason) == ("answered", "upstream")


def test_what_was_written_once_of_the_same_sentences_is_not_written_again() -> None:
    notebook = Notebook(Shelf(TIDES, SHELLS))
    llm = ScriptedLLM([reply(told("Northwind is a gated network for forecasting tides.", 1, 3), FELL)])
    first = ask("Summarise the Northwind paper.", llm=llm, notebook=notebook)
    second = ask("Summarise the Northwind paper.", llm=llm, notebook=notebook)
    assert second.text == first.text
    assert second.usage.llm_calls == 0
    assert [document for document, _ in notebook.notes] == [TIDES.id]


@pytest.mark.parametrize(
    ("text", "faithful"),
    [
        ("The error fell by 31 %.", True),
        ("The error fell by 3.1 %.", False),
        ("In Hallow the error fell.", True),
        ("In Tarn the error fell.", False),
        ("The error did not fall.", False),
    ],
)
def test_numbers_names_and_denials_have_to_stand_in_the_sources(text: str, faithful: bool) -> None:
    assert is_faithful(text, ["The error fell by 31 % in the bay of Hallow."]) is faithful
