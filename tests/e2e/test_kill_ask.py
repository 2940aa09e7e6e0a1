"""A question whose process is killed is taken up again, and what the model answered before is not paid for again."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.fakes.endpoint import Said, endpoint

STANDALONE = json.dumps({"question": "How long does the amber lamp shine in the dark?"})
LONGEST = 240.0
"""Seconds to wait for a command on a busy machine."""

pytestmark = pytest.mark.slow


def command(library: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "paperatlas", "--library", str(library), *arguments]


def told(library: Path, *arguments: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command(library, *arguments), capture_output=True, text=True, encoding="utf-8", timeout=LONGEST, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ingested")
    (folder / "lamps.md").write_text(
        "# The amber lamp\n\nThe amber lamp shines at 40 lumens for nine hours in the dark.\n", encoding="utf-8"
    )
    told(folder / "library", "ingest", str(folder / "lamps.md"))
    told(folder / "library", "ask", "How bright is the amber lamp?", "--thread", "t", "--no-llm", "--json")
    return folder / "library"


@pytest.fixture
def library(tmp_path: Path, ingested: Path) -> Path:
    return Path(shutil.copytree(ingested, tmp_path / "library"))


def test_a_killed_question_is_resumed_and_its_finished_calls_are_free(library: Path) -> None:
    script = [Said(text=STANDALONE), Said(stalls=True), *[Said(text=STANDALONE)] * 40]
    with endpoint(*script) as served:
        env = {
            **os.environ,
            "PAPERATLAS_LLM_BASE_URL": served.url,
            "PAPERATLAS_LLM_API_KEY": "x",
            "PAPERATLAS_REWRITING": "off",
        }
        ask = subprocess.Popen(
            command(library, "ask", "and for how long?", "--thread", "t", "--stream"),
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        watchdog = threading.Timer(LONGEST, ask.kill)
        watchdog.start()
        try:
            assert ask.stdout is not None
            seen = []
            for line in ask.stdout:
                seen.append(json.loads(line))
                if seen[-1]["event"] == "step":
                    break  # what comes next waits for the call that stalls, and would do without it after two minutes
            # In the middle of that call; else the resumed question would be the one that waits for it.
            while len(served.requests) < 2 and ask.poll() is None:
                time.sleep(0.05)
        finally:
            ask.kill()
            ask.communicate()
            watchdog.cancel()
            served.release()
        assert seen[0]["step"] == "condense"
        [cut, before] = json.loads(told(library, "runs", "list", "--json"))["runs"]
        assert (cut["state"], cut["thread"], before["state"]) == ("cut", "t", "answered")
        replayed = [json.loads(line) for line in told(library, "runs", "replay", cut["run"]).splitlines()]
        assert replayed[: len(seen)] == seen

        answer = json.loads(told(library, "runs", "resume", cut["run"], "--json", env=env))
        condensing = [request for request in served.requests if "Follow-up question" in json.dumps(request)]
        assert len(condensing) == 1, "the second time its answer was at hand"

    assert answer["question"] == "and for how long?"
    assert answer["condensed"] == json.loads(STANDALONE)["question"]
    states = [run["state"] for run in json.loads(told(library, "runs", "list", "--json"))["runs"]]
    assert states == ["answered", "cut", "answered"]
    turns = json.loads(told(library, "threads", "show", "t", "--json"))["turns"]
    assert [turn["question"] for turn in turns] == ["How bright is the amber lamp?", "and for how long?"]


def test_a_replay_prints_what_the_stream_printed(library: Path) -> None:
    streamed = told(library, "ask", "How many pages does lamps.md have?", "--stream", "--no-llm")
    run = json.loads(streamed.splitlines()[-1])["run_id"]
    assert told(library, "runs", "replay", run) == streamed


def test_threads_are_listed_and_forgotten_on_the_command_line(library: Path) -> None:
    assert [each["thread"] for each in json.loads(told(library, "threads", "list", "--json"))["threads"]] == ["t"]
    assert "How bright is the amber lamp?" in told(library, "threads", "show", "t")
    assert json.loads(told(library, "threads", "remove", "t", "--json")) == {"thread": "t", "removed": 1}
    assert "No conversations yet" in told(library, "threads", "list")
