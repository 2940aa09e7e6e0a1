"""Jobs of the MCP server: turns, results, progress, and an end when they are not wanted."""

import threading
from collections.abc import Iterator

import pytest

from paperatlas.core.errors import InputError
from paperatlas.mcp_server.jobs import Jobs, UnknownJob, Work
from paperatlas.mcp_server.reply import Reply

LONG = 60.0


def reply(text: str = "done") -> Reply:
    return Reply(data={"text": text}, text=text)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


def test_a_job_ends_with_its_result_and_is_found_by_its_id() -> None:
    jobs = Jobs(slow=1, quick=1)
    job = jobs.start("x", lambda _work: reply("here"))
    job.wait(LONG)
    assert jobs.get(job.id).reply == reply("here")
    assert job.state == "done"


def test_a_failure_is_kept_for_who_asks() -> None:
    def fails(_work: Work) -> Reply:
        raise InputError("no", hint="yes")

    job = Jobs(slow=1, quick=1).start("x", fails)
    job.wait(LONG)
    assert (job.state, str(job.error)) == ("failed", "no")


def test_an_id_that_nobody_gave_out_is_refused() -> None:
    with pytest.raises(UnknownJob, match="no job 'x'"):
        Jobs(slow=1, quick=1).get("x")


def test_slow_jobs_wait_their_turn_and_quick_ones_do_not_wait_for_them(gate: threading.Event) -> None:
    jobs, begun = Jobs(slow=1, quick=1), threading.Semaphore(0)

    def slow(_work: Work) -> Reply:
        begun.release()
        gate.wait()
        return reply()

    first, second = jobs.start("a", slow), jobs.start("b", slow)
    quick = jobs.start("c", lambda _work: reply(), pace="quick")
    quick.wait(LONG)
    assert quick.state == "done"
    begun.acquire()
    assert sorted([first.state, second.state]) == ["running", "waiting"]
    gate.set()
    first.wait(LONG)
    second.wait(LONG)
    assert (first.state, second.state) == ("done", "done")


def test_a_cancelled_job_gives_its_slot_back_although_its_thread_is_stuck(gate: threading.Event) -> None:
    jobs = Jobs(slow=1, quick=1)
    begun = threading.Event()

    def stuck(_work: Work) -> Reply:
        begun.set()
        gate.wait()
        return reply()

    first = jobs.start("a", stuck)
    begun.wait()
    assert first.cancel()
    second = jobs.start("b", lambda _work: reply())
    second.wait(LONG)
    assert (first.state, second.state) == ("cancelled", "done")
    assert not first.cancel()


def test_the_slot_of_a_stuck_job_is_not_given_back_twice(gate: threading.Event) -> None:
    jobs = Jobs(slow=1, quick=1)
    begun, over = threading.Event(), threading.Event()

    def stuck(_work: Work) -> Reply:
        begun.set()
        gate.wait()
        over.set()
        return reply()

    jobs.start("a", stuck)
    begun.wait()
    jobs.cancel_all()
    gate.set()
    over.wait()
    again = threading.Event()

    def waits(_work: Work) -> Reply:
        again.wait()
        return reply()

    running = jobs.start("b", waits)
    waiting = jobs.start("c", lambda _work: reply())
    running.wait(LONG, since=0)
    assert {running.state, waiting.state} <= {"running", "waiting"}
    again.set()
    waiting.wait(LONG)
    assert waiting.state == "done"


def test_work_stops_at_its_next_step_and_what_it_waits_for_is_told() -> None:
    jobs = Jobs(slow=1, quick=1)
    told, stopped = threading.Event(), threading.Event()

    def working(work: Work) -> Reply:
        work.when_cancelled(told.set)
        try:
            while True:
                work.step("on")
        finally:
            stopped.set()

    job = jobs.start("a", working)
    job.wait(LONG, since=1)
    job.cancel()
    assert told.wait(LONG)
    assert stopped.wait(LONG)
    assert job.reply is None


def test_a_change_wakes_who_waits_for_it(gate: threading.Event) -> None:
    def working(work: Work) -> Reply:
        work.note("first", done=1, total=3)
        gate.wait()
        return reply()

    job = Jobs(slow=1, quick=1).start("a", working)
    revision = -1
    while not job.progress.message:
        revision = job.wait(LONG, since=revision)
    assert (job.progress.done, job.progress.total, job.progress.message) == (1, 3, "first")


def test_only_so_many_results_are_kept() -> None:
    jobs = Jobs(slow=4, quick=4)
    first = jobs.start("a", lambda _work: reply())
    first.wait(LONG)
    for _ in range(300):
        jobs.start("b", lambda _work: reply()).wait(LONG)
    with pytest.raises(UnknownJob):
        jobs.get(first.id)
