"""A library that is talked to: follow-ups are understood, answers remembered, and nobody waits for whoever writes papers."""

from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from paperatlas.agents.condense.by_model import Standalone
from paperatlas.core.errors import InputError, UnknownThread
from paperatlas.core.events import Worked
from paperatlas.library import AsyncLibrary, Library
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.libraries import open_test_library


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lamps.note").write_text("# The Amber Lamp\nIt shines at 40 lumens.\f# Discussion\nIt is bright.", encoding="utf-8")
    (folder / "tides.note").write_text("# On Tides\nThe tide is high.", encoding="utf-8")
    return folder


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
        yield library


def test_a_question_leans_on_what_was_said_in_its_thread(library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="t")
    *before, _ = events = list(library.events("and tides.note?", thread="t"))
    answer = events[-1].answer  # type: ignore[union-attr]
    assert answer.question == "and tides.note?"
    assert answer.condensed == "How many pages does tides.note have?"
    assert answer.computed
    assert answer.computed.value == "1"
    assert answer.trace[0].name == "condense"
    assert answer.condensed in answer.trace[0].detail
    assert isinstance(before[0], Worked)


def test_what_stands_by_itself_is_asked_as_it_is(library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="t")
    answer = library.ask("How many pages does tides.note have?", thread="t")
    assert answer.condensed == ""
    assert all(step.name != "condense" for step in answer.trace)


def test_earlier_questions_may_be_given_without_a_thread(library: Library) -> None:
    answer = library.ask("and tides.note?", history=["How many pages does lamps.note have?"])
    assert answer.condensed == "How many pages does tides.note have?"
    assert library.threads() == ()


def test_a_thread_goes_on_after_the_library_was_closed(tmp_path: Path, library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="t")
    with open_test_library(tmp_path / "library") as again:
        assert again.ask("and tides.note?", thread="t").condensed == "How many pages does tides.note have?"
        assert [kept.turn.question for kept in again.turns("t")] == ["How many pages does lamps.note have?", "and tides.note?"]


def test_threads_know_nothing_of_each_other(library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="one")
    assert library.ask("and tides.note?", thread="other").condensed == ""


def test_a_thread_is_answered_and_kept_while_another_writes_papers(tmp_path: Path, library: Library) -> None:
    with open_test_library(tmp_path / "library") as reader, library._opened.writing() as writer, writer.transaction():
        # Both locks are held: that of the library, and that of the catalog's file.
        writer.note("something", "changed")
        reader.ask("How many pages does lamps.note have?", thread="t")
        assert reader.ask("and tides.note?", thread="t").condensed == "How many pages does tides.note have?"
        assert len(reader.turns("t")) == 2


def test_answers_stay_readable_when_their_papers_are_gone(library: Library) -> None:
    given = library.ask("How many pages does lamps.note have?", thread="t")
    library.remove("lamps.note")
    [kept] = library.turns("t")
    assert kept.turn.answer is not None
    assert kept.turn.answer.text == given.text
    assert kept.turn.answer.computed == given.computed
    assert library.ask("and tides.note?", thread="t").condensed == "How many pages does tides.note have?"


def test_the_part_that_was_asked_is_asked_again_by_a_follow_up(library: Library) -> None:
    library.ask("Is it bright?", documents=["tides"], thread="t")
    asked = library.ask("and high?", thread="t")
    assert asked.route.scope.documents == (library.document("tides").id,)
    asked = library.ask("and now?", documents=["lamps"], thread="t")
    assert asked.route.scope.documents == (library.document("lamps").id,)


def test_a_thread_is_forgotten(library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="t")
    assert library.forget("t") == 1
    assert library.threads() == ()
    with pytest.raises(UnknownThread):
        library.turns("t")


def test_a_thread_without_a_name_is_refused_before_anything_is_done(library: Library) -> None:
    with pytest.raises(InputError, match="name of a thread"):
        library.ask("How many pages does lamps.note have?", thread=" ")


def test_an_answer_is_given_where_it_cannot_be_remembered(library: Library) -> None:
    library.ask("How many pages does lamps.note have?", thread="t")
    path = library._opened.conversations.engine.file
    with library._opened.conversations._writing() as connection:
        connection.execute("ALTER TABLE turns RENAME TO moved")
        connection.execute("CREATE VIEW turns AS SELECT * FROM moved")
    assert path.exists()
    assert library.ask("How many pages does tides.note have?", thread="t").status == "answered"


def test_doctor_puts_damaged_conversations_aside(library: Library) -> None:
    library._opened.conversations.engine.file.write_bytes(b"no database" * 500)
    [fault] = library.doctor().faults
    assert fault.code == "damaged_conversations"
    [fault] = library.doctor(fix=True).faults
    assert fault.fixed
    library.ask("How many pages does lamps.note have?", thread="t")
    assert library.doctor().sound


def test_what_understanding_costs_is_in_the_answer_s_cost(tmp_path: Path, library: Library) -> None:
    llm = ScriptedLLM([Standalone(question="How many pages does tides.note have?")])
    library.ask("How many pages does lamps.note have?", thread="t")
    with open_test_library(tmp_path / "library", llm=llm) as other:
        answer = other.ask("and the other one, tides.note?", thread="t")
    assert answer.condensed == "How many pages does tides.note have?"
    assert answer.usage.llm_calls == 1


def test_the_asynchronous_library_talks_too(tmp_path: Path, library: Library) -> None:
    async def talk() -> list[str]:
        async with AsyncLibrary(lambda: open_test_library(tmp_path / "library")) as twin:
            await twin.ask("How many pages does lamps.note have?", thread="t")
            answer = await twin.ask("and tides.note?", thread="t")
            names = [thread.name for thread in await twin.threads()]
            turns = await twin.turns("t")
            await twin.forget("t")
            return [answer.condensed, *names, str(len(turns)), str(len(await twin.threads()))]

    assert anyio.run(talk) == ["How many pages does tides.note have?", "t", "2", "0"]
