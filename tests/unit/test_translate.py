"""A question in another language than the papers is put into theirs for the search, when a language model is there."""

import anyio
import pytest

from paperatlas.agents.state import Question
from paperatlas.agents.translate import Translated, in_papers_language
from paperatlas.agents.write.prompt import opinion_messages
from paperatlas.core.answers import Kind, Route
from paperatlas.core.errors import TimedOut
from paperatlas.core.ids import document_id
from paperatlas.core.searching import Scope
from paperatlas.core.types import Document, Metadata
from paperatlas.models.scripted import ScriptedLLM

ASKED = Question(text="Welcher Katalysator wurde verwendet?")
ENGLISH = "Which catalyst was used?"


def paper(name: str, language: str) -> Document:
    return Document(
        id=document_id(name.encode()),
        name=name,
        metadata=Metadata(title=name, language=language),
        pages=8,
        words=100,
        chunks=1,
        tables=0,
        figures=0,
        references=0,
        status="ready",
        added_at="2026-01-01T00:00:00Z",
    )


TIDES, EBBE, FLOOD = paper("tides.pdf", "en"), paper("ebbe.pdf", "de"), paper("flood.pdf", "")
LIBRARY = (TIDES, EBBE, FLOOD)


def planned(kind: Kind = "fact", language: str = "de", *documents: Document) -> Route:
    scope = Scope(documents=tuple(document.id for document in documents))
    return Route(kind=kind, tools=(), hops=1, decided_by="rules", confidence=0.9, scope=scope, language=language)


def searched(plan: Route, llm: ScriptedLLM | None) -> Question:
    return anyio.run(in_papers_language, ASKED, plan, LIBRARY, llm)


def test_it_is_searched_in_the_language_of_most_papers_and_answered_in_its_own() -> None:
    llm = ScriptedLLM([Translated(question=ENGLISH)])
    question = searched(planned(), llm)
    assert (question.text, question.original) == (ENGLISH, ASKED.text)
    assert "into English" in llm.asked[0][0].content
    assert ASKED.text in opinion_messages(question, ["Platinum was used."])[-1].content


@pytest.mark.parametrize(
    "plan", [planned(language="en"), planned("count"), planned("metadata"), planned("position"), planned("fact", "de", EBBE)]
)
def test_what_is_found_as_it_is_asked_costs_no_call(plan: Route) -> None:
    llm = ScriptedLLM([])
    assert searched(plan, llm) == ASKED
    assert llm.asked == []


@pytest.mark.parametrize(
    "reply",
    [TimedOut("The model did not answer.", hint="Try again."), "{}", Translated(question=" "), Translated(question="x" * 300)],
)
def test_where_the_translation_fails_it_is_searched_as_asked(reply: TimedOut | str | Translated) -> None:
    assert searched(planned(), ScriptedLLM([reply])) == ASKED


def test_without_a_model_it_is_searched_as_asked() -> None:
    assert searched(planned(), None) == ASKED
