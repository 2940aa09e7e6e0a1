"""A model in a process of its own: what is asked comes back, and what goes wrong has a name and a way out."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.errors import ConfigError, MissingExtra, ProviderError, TimedOut
from paperatlas.models.bge_worker import read_frame, write_frame
from paperatlas.models.worker_process import WorkerProcess
from tests.fakes.bge import worker_program


@contextmanager
def running(**overrides: Any) -> Iterator[WorkerProcess]:
    process = WorkerProcess(worker_program(**overrides))
    try:
        yield process
    finally:
        process.close()


def dense(*texts: str) -> dict[str, Any]:
    return {"op": "dense", "texts": list(texts)}


@given(st.dictionaries(st.text(), st.text() | st.integers()), st.binary())
def test_a_frame_is_read_as_it_was_written(header: dict[str, Any], content: bytes):
    pipe = io.BytesIO()
    write_frame(pipe, header, content)
    whole = pipe.getvalue()
    assert read_frame(io.BytesIO(whole)) == (header, content)
    assert read_frame(io.BytesIO(whole[:-1])) is None, "the other end died within a frame"


def test_requests_are_answered_in_turn_by_one_process():
    with running() as process:
        first = process.ask(dense("lamp"))
        pid = process._running._process.pid
        assert (process.ask(dense("tide", "lamp"))[1] == first[0]).all()
        assert process._running._process.pid == pid


def test_nothing_is_started_before_the_first_request():
    with running(python=Path("/no/such/python")) as process:
        assert process._running is None


def test_a_worker_may_ask_back_before_it_answers():
    wanted: list[dict[str, Any]] = []

    def serve(asked: dict[str, Any]) -> dict[str, Any]:
        wanted.append(asked)
        return {"vectors": [[1.0]]}

    with running() as process:
        told = process.tell({"op": "ask back", "texts": ["lamp"]}, serve)
        assert process.ask(dense("lamp")).shape == (1, 16), "the next request is as any other"
    assert wanted == [{"wants": "vectors", "texts": ["lamp"]}]
    assert told == {"served": {"vectors": [[1.0]]}}


def test_what_libraries_print_does_not_reach_the_protocol():
    with running(load={"op": "load", "path": "!noise"}) as process:
        assert process.ask(dense("a !noise text")).shape == (1, 16)


def test_a_worker_that_dies_is_reported_with_its_last_words_and_started_again():
    with running() as process:
        with pytest.raises(ProviderError, match=r"exit code 7(.|\n)*the roof is on fire") as raised:
            process.ask(dense("!die"))
        assert raised.value.hint
        assert raised.value.exit_code == 3
        assert process.ask(dense("lamp")).shape == (1, 16)


def test_a_worker_that_died_while_idle_is_started_again_unnoticed():
    with running() as process:
        process.ask(dense("lamp"))
        process._running._process.kill()
        process._running._process.wait()
        assert process.ask(dense("lamp")).shape == (1, 16)


def test_a_worker_that_hangs_is_ended():
    with running(seconds=0.3) as process:
        process.ask(dense("lamp"))
        hung = process._running._process
        with pytest.raises(TimedOut, match=r"0\.3 s"):
            process.ask(dense("!hang"))
        assert hung.returncode is not None


def test_a_slow_start_has_a_limit_of_its_own():
    with running(load={"op": "load", "path": "!hang"}, start_seconds=0.3) as process, pytest.raises(TimedOut):
        process.ask(dense("lamp"))


def test_a_request_that_fails_leaves_the_worker_running():
    with running() as process:
        with pytest.raises(ProviderError, match="no such thing"):
            process.ask(dense("!fail"))
        pid = process._running._process.pid
        process.ask(dense("lamp"))
        assert process._running._process.pid == pid


def test_what_is_no_frame_is_an_error_and_not_a_wait():
    with running(seconds=30) as process, pytest.raises(ProviderError):
        process.ask(dense("!garbage"))


def test_a_missing_environment_says_how_to_make_it():
    with running(python=Path("/no/such/python")) as process, pytest.raises(MissingExtra, match="no/such/python") as raised:
        process.ask(dense("lamp"))
    assert "make setup-bge" in raised.value.hint


@pytest.mark.parametrize(("kind", "error"), [("environment", MissingExtra), ("model", ConfigError)])
def test_a_model_that_cannot_be_loaded_is_named(kind: str, error: type[ConfigError]):
    load = {"op": "load", "path": "!fail", "kind": kind}
    with running(load=load) as process, pytest.raises(error, match="no such thing") as raised:
        process.ask(dense("lamp"))
    assert raised.value.hint
    assert process._running is None


def test_closing_ends_the_process():
    with running() as process:
        process.ask(dense("lamp"))
        started = process._running._process
    assert started.returncode is not None
