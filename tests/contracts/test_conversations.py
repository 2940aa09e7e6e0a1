"""Threads on disk: what is kept, how much of it, by several processes at once, and what a damage costs."""

import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.catalog import Conversations
from paperatlas.catalog.schema import CONVERSATIONS_TABLES
from paperatlas.core.answers import Answer, Citation, Claim, Route
from paperatlas.core.conversation import Turn
from paperatlas.core.errors import InputError, LibraryDamaged, SchemaMismatch, UnknownThread
from paperatlas.core.ids import DocumentId
from tests.fakes.engines import Place

ROUTE = Route(kind="fact", tools=("vector",), hops=1, decided_by="rules", confidence=0.9)
NAMES = {DocumentId("d1"): "lamps.note"}


def a_turn(question: str, text: str = "It shines. [1].") -> Turn:
    citation = Citation(
        n=1, document=DocumentId("d1"), doc="lamps.note", title="The Amber Lamp", page=1, section="", quote="It shines.", boxes=()
    )
    answer = Answer(
        question=question,
        status="answered",
        text=text,
        confidence=0.9,
        route=ROUTE,
        citations=(citation,),
        claims=(Claim(text="It shines.", label="supported", citations=(1,)),),
    )
    return Turn(question=question, condensed=f"{question} In full.", documents=(DocumentId("d1"),), answer=answer)


@pytest.fixture
def kept(place: Place) -> Conversations:
    return place.conversations(turns=5, threads=3)


def test_what_was_said_is_read_back_as_it_was_said(kept: Conversations) -> None:
    turn = a_turn("How bright is it?")
    kept.add("lamps", turn, NAMES)
    [record] = kept.turns("lamps")
    assert record.turn == turn
    assert record.number == 1
    assert [(thread.name, thread.turns, thread.question) for thread in kept.threads()] == [("lamps", 1, "How bright is it?")]


def test_nothing_is_made_before_something_is_said(kept: Conversations) -> None:
    assert kept.threads() == ()
    assert kept.turns("lamps") == ()
    assert kept.damage() == ""
    assert not kept.are_there()


def test_another_process_reads_what_this_one_wrote(kept: Conversations, place: Place) -> None:
    kept.add("lamps", a_turn("How bright is it?"), NAMES)
    script = (
        "import sys; from tests.fakes.engines import Place;"
        "print(Place(*sys.argv[1:]).conversations().turns('lamps')[0].turn.question)"
    )
    done = subprocess.run([sys.executable, "-c", script, *place], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "How bright is it?"


def test_a_long_thread_keeps_its_last_turns_and_goes_on_counting(kept: Conversations) -> None:
    for number in range(8):
        kept.add("lamps", a_turn(f"Question {number}?"), NAMES)
    assert [record.number for record in kept.turns("lamps")] == [4, 5, 6, 7, 8]
    assert [record.turn.question for record in kept.turns("lamps", last=2)] == ["Question 6?", "Question 7?"]


def test_of_too_many_threads_the_one_longest_not_used_goes(kept: Conversations) -> None:
    for name in ("a", "b", "c"):
        kept.add(name, a_turn("First?"), NAMES)
    kept.add("a", a_turn("Again?"), NAMES)
    kept.add("d", a_turn("New?"), NAMES)
    assert [thread.name for thread in kept.threads()] == ["d", "a", "c"]


def test_a_thread_is_forgotten_as_a_whole(kept: Conversations) -> None:
    kept.add("lamps", a_turn("One?"), NAMES)
    kept.add("tides", a_turn("Two?"), NAMES)
    assert kept.remove("lamps") == 1
    assert [thread.name for thread in kept.threads()] == ["tides"]
    with pytest.raises(UnknownThread, match="lamps"):
        kept.remove("lamps")


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_a_thread_needs_a_name_that_can_be_typed(kept: Conversations, name: str) -> None:
    with pytest.raises(InputError):
        kept.add(name, a_turn("One?"), NAMES)


WRITER = """
import sys
from paperatlas.core.conversation import Turn
from tests.fakes.engines import Place
kept = Place(*sys.argv[2:]).conversations()
for number in range(20):
    kept.add("both", Turn(question=f"{sys.argv[1]} {number}"), {})
"""


def test_two_processes_write_to_one_thread_and_no_turn_is_lost(place: Place) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, who, *place]) for who in ("one", "other")]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0]
    turns = place.conversations().turns("both")
    assert [record.number for record in turns] == list(range(1, 41))
    for who in ("one", "other"):
        said = [record.turn.question for record in turns if record.turn.question.startswith(who)]
        assert said == [f"{who} {number}" for number in range(20)]


def test_many_threads_begin_a_conversation_at_once(kept: Conversations) -> None:
    threads = [threading.Thread(target=kept.add, args=("lamps", a_turn(f"{n}?"), NAMES)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [record.number for record in kept.turns("lamps")] == [1, 2, 3, 4, 5]


def test_a_damaged_file_is_told_of_and_put_aside(tmp_path: Path) -> None:
    kept, file = Place(str(tmp_path)).conversations(), tmp_path / "conversations.sqlite3"
    file.write_bytes(b"not a database, but long enough to be taken for one" * 20)
    assert kept.damage()
    with pytest.raises(LibraryDamaged, match="conversations"):
        kept.threads()
    assert kept.put_aside(file).exists()
    kept.add("lamps", a_turn("Again?"), NAMES)
    assert kept.damage() == ""


def test_what_a_newer_version_wrote_is_not_touched(kept: Conversations, place: Place) -> None:
    kept.add("lamps", a_turn("One?"), NAMES)
    newer = replace(
        CONVERSATIONS_TABLES, steps=(*CONVERSATIONS_TABLES.steps, "CREATE TABLE more (name TEXT PRIMARY KEY) STRICT;")
    )
    engine = place.engine(newer)
    with closing(engine.connect()) as connection:
        engine.migrate(connection)
    with pytest.raises(SchemaMismatch, match="schema 2"):
        kept.threads()


def test_an_answer_in_a_form_that_is_not_known_leaves_its_question(kept: Conversations) -> None:
    kept.add("lamps", a_turn("One?"), NAMES)
    with kept._writing() as connection:
        connection.execute("""UPDATE turns SET answer = '{"event": "answer"}'""")
    [record] = kept.turns("lamps")
    assert record.turn.question == "One?"
    assert record.turn.answer is None
