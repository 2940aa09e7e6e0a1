"""Every question's course on disk: kept as it happened, bounded, told apart by how it ended, and taken up again."""

import json
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import anyio
import pytest

from paperatlas.core.asking import Asked
from paperatlas.core.errors import EmbedderMismatch, InputError, UnknownRun
from paperatlas.core.events import Answered
from paperatlas.core.runs import RunRecord
from paperatlas.core.searching import Stages
from paperatlas.core.wire_events import event_json
from paperatlas.library import AsyncLibrary, Library
from paperatlas.library.runs import Runs
from paperatlas.mcp_server.addresses import address_of
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.resources import Resources
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import HashEmbedder

QUESTION = "How many pages does tides.note have?"


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tides.note").write_text("# On Tides\nThe tide is high.", encoding="utf-8")
    return folder


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library", runs=5) as library:
        library.ingest(papers)
        yield library


def runs_in(tmp_path: Path, *ids: str, keep: int = 5) -> Runs:
    given = iter(ids)
    return Runs(tmp_path / "runs", keep=keep, make_id=lambda: next(given))


def test_the_stream_of_a_question_is_kept_as_it_was(library: Library) -> None:
    events = list(library.events(QUESTION))
    last = events[-1]
    assert isinstance(last, Answered)
    run = library.run(last.answer.run_id)
    assert list(run.events) == [event_json(event, library.names()) for event in events]
    assert (run.state, run.asked.question) == ("answered", QUESTION)


def test_how_it_was_asked_is_kept_too(library: Library) -> None:
    answer = library.ask(
        QUESTION, documents=["tides"], history=["Which papers are here?"], use_llm=False, stages=Stages.without("bm25")
    )
    assert library.run(answer.run_id).asked == Asked(
        question=QUESTION,
        documents=("tides",),
        history=("Which papers are here?",),
        use_llm=False,
        stages=Stages.without("bm25"),
    )


def test_none_is_kept_where_none_is_wanted(tmp_path: Path, papers: Path) -> None:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
        assert library.ask(QUESTION).run_id == ""
        assert library.runs() == ()
        assert not (tmp_path / "library" / "runs").exists()


def test_only_the_newest_are_kept(library: Library) -> None:
    ids = [library.ask(QUESTION).run_id for _ in range(7)]
    assert [run.id for run in library.runs()] == list(reversed(ids[-5:]))
    with pytest.raises(UnknownRun):
        library.run(ids[0])


def test_a_question_that_is_no_longer_listened_to_is_stopped_and_can_be_taken_up(library: Library) -> None:
    async def listen_to_one() -> None:
        async with aclosing(library.asking.events(Asked(question=QUESTION))) as events:  # type: ignore[type-var]
            await anext(events)

    anyio.run(listen_to_one)
    [run] = library.runs()
    assert run.state == "stopped"
    *_, last = library.resume(run.id)
    assert isinstance(last, Answered)
    taken_up = library.run(last.answer.run_id)
    assert (taken_up.state, taken_up.resumes, taken_up.asked) == ("answered", run.id, run.asked)


def test_an_error_is_the_end_of_a_run(tmp_path: Path, library: Library) -> None:
    with (
        open_test_library(tmp_path / "library", runs=5, embedder=HashEmbedder(name="other")) as other,
        pytest.raises(EmbedderMismatch),
    ):
        other.ask("Why is the tide high?")
    run = library.run(library.runs()[0].id)
    assert run.state == "failed"
    assert run.events[-1]["code"] == "embedder_mismatch"


def test_what_came_to_its_end_is_not_asked_again(library: Library) -> None:
    answer = library.ask(QUESTION)
    with pytest.raises(InputError, match="came to its end"):
        list(library.resume(answer.run_id))


def test_a_question_that_names_no_document_begins_no_run(library: Library) -> None:
    with pytest.raises(InputError):
        library.ask(QUESTION, documents=["nobody"])
    assert library.runs() == ()


def test_a_run_that_is_under_way_is_told_from_one_that_was_cut(tmp_path: Path) -> None:
    runs = runs_in(tmp_path, "1")
    run = runs.begin(Asked(question=QUESTION))
    assert run is not None
    assert [each.state for each in runs.all()] == ["running"]
    with pytest.raises(InputError, match="under way"):
        runs.unfinished("1")
    run._lock.release()  # as the system does when the process is gone
    assert [each.state for each in runs.all()] == ["cut"]
    assert runs.unfinished("1").asked.question == QUESTION
    run._out.close()


def test_a_line_that_was_cut_in_the_middle_is_not_read(tmp_path: Path) -> None:
    runs = runs_in(tmp_path, "1")
    run = runs.begin(Asked(question=QUESTION))
    assert run is not None
    run._write({"event": "draft", "text": "It is"})
    run._close()
    with (tmp_path / "runs" / "1.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"event": "answer", "ans')
    record = runs.get("1")
    assert record.state == "cut"
    assert [event["event"] for event in record.events] == ["draft"]


@pytest.mark.parametrize("content", ["", "nothing\n", '{"event": "draft", "text": "headless"}\n', "[]\n"])
def test_a_file_without_a_beginning_is_no_run(tmp_path: Path, content: str) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "1.jsonl").write_text(content, encoding="utf-8")
    assert runs_in(tmp_path).all() == ()


def test_the_beginning_of_an_id_is_enough_where_it_is_one(tmp_path: Path) -> None:
    runs = runs_in(tmp_path, "ab1", "ab2")
    for _ in range(2):
        run = runs.begin(Asked(question=QUESTION))
        assert run is not None
        run._close()
    assert runs.get("ab1").id == "ab1"
    for wrong in ("ab", "", "c"):
        with pytest.raises(UnknownRun):
            runs.get(wrong)


def test_a_question_is_answered_where_no_run_can_be_written(library: Library) -> None:
    (library.folder / "runs").write_text("a file where the folder should be", encoding="utf-8")
    assert library.ask(QUESTION).status == "answered"


def test_the_asynchronous_library_keeps_and_takes_up_runs_too(tmp_path: Path, library: Library) -> None:
    async def cut_and_resume() -> tuple[RunRecord, RunRecord]:
        async with AsyncLibrary(lambda: open_test_library(tmp_path / "library", runs=5)) as twin:
            events = twin.events(QUESTION)
            await anext(aiter(events))
            await events.aclose()  # type: ignore[attr-defined]
            [cut] = await twin.runs()
            async for event in twin.resume(cut.id):
                last = event
            assert isinstance(last, Answered)
            return cut, await twin.run(last.answer.run_id)

    cut, taken_up = anyio.run(cut_and_resume)
    assert (cut.state, taken_up.state, taken_up.resumes) == ("stopped", "answered", cut.id)


def test_each_line_of_a_run_is_one_json_object(library: Library) -> None:
    run = library.ask(QUESTION).run_id
    lines = (library.folder / "runs" / f"{run}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["event"] for line in lines][0 :: len(lines) - 1] == ["asked", "answer"]


def test_a_run_is_read_over_mcp_by_the_id_of_its_answer(library: Library) -> None:
    answer = library.ask(QUESTION)
    read = json.loads(Resources(Desk(lambda: library))._content(address_of(f"run://{answer.run_id}"))[1])
    assert read["question"] == QUESTION
    assert read["events"][-1]["answer"] == answer.text
    with pytest.raises(UnknownRun):
        Resources(Desk(lambda: library))._content(address_of("run://nothing"))
