"""Twenty people ask at once, and a server that is killed loses nothing that it was given."""

import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from paperatlas.bootstrap import open_library
from paperatlas.settings import Settings

pytestmark = pytest.mark.slow

PEOPLE = 20
ROUNDS = 4
UNFAIR = 4.0
"""Nobody's wait is longer than so many times the median: some are behind others, and none is forgotten."""
GROWTH = 160
"""MiB that the process may be larger after the later rounds than after the first, in which models and indexes were loaded."""
LONGEST = 600
"""Seconds until a test gives up."""

QUESTIONS = (
    "How many readings were taken between 75 and 85 percent humidity?",
    "Which method has the lowest MAE on the site split?",
    "What is MossBank?",
    "What is the capital of Mongolia?",
    "Who wrote the paper about humidity?",
)


@dataclass(frozen=True)
class Server:
    process: "subprocess.Popen[str]"
    address: str

    def size(self) -> float:
        """MiB in memory, all that it is made of."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024


@contextmanager
def server(library: Path) -> Iterator[Server]:
    """`paperatlas serve` as a process; killed at the end."""
    command = [sys.executable, "-m", "paperatlas", "--library", str(library), "serve", "--port", "0"]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PAPERATLAS_", "OPENAI_"))}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=env, cwd=library.parent)
    watchdog = threading.Timer(LONGEST, process.kill)
    watchdog.start()
    try:
        assert process.stderr is not None
        said = next(line for line in process.stderr if "http://" in line)
        drain = threading.Thread(target=process.stderr.read, daemon=True)
        drain.start()
        yield Server(process, said.split()[-1].rstrip("/"))
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()
        drain.join()
        process.stderr.close()


@pytest.fixture(scope="module")
def library(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the sample papers but one, which is sent later."""
    folder = tmp_path_factory.mktemp("load") / "library"
    papers = sorted((root / "data" / "samples").iterdir())
    with open_library(settings=Settings(library=folder)) as opened:
        report = opened.ingest(papers[1:])
    assert [each.error for each in report.documents if each.error] == []
    return folder


def ask(client: httpx.Client, person: int, number: int) -> tuple[float, httpx.Response]:
    """A question of one person's conversation, and the seconds that they waited."""
    begun = time.perf_counter()
    question = {"question": QUESTIONS[(person + number) % len(QUESTIONS)], "thread": f"person-{person}"}
    reply = client.post("/api/v1/ask", json=question)
    return time.perf_counter() - begun, reply


def test_twenty_people_ask_at_once(library: Path, root: Path) -> None:
    everybody = threading.Barrier(PEOPLE)
    with server(library) as served, httpx.Client(base_url=served.address, timeout=LONGEST) as client:

        def person(which: int, number: int) -> tuple[float, httpx.Response]:
            everybody.wait()
            return ask(client, which, number)

        waits: list[list[float]] = []
        sizes: list[float] = []
        replies: list[httpx.Response] = []
        with ThreadPoolExecutor(PEOPLE) as people:
            for number in range(ROUNDS):
                came = list(people.map(person, range(PEOPLE), [number] * PEOPLE))
                waits.append([seconds for seconds, _ in came])
                replies += [reply for _, reply in came]
                sizes.append(served.size() if sys.platform == "linux" else 0.0)
        kept = {which: client.get(f"/api/v1/threads/person-{which}").json()["turns"] for which in range(PEOPLE)}

    sys.stdout.write(f"seconds, median and longest: {[(statistics.median(each), max(each)) for each in waits]}; MiB: {sizes}\n")
    assert {reply.status_code for reply in replies} == {200}
    assert {reply.json()["status"] for reply in replies} <= {"answered", "partial", "abstained"}
    assert {which: len(turns) for which, turns in kept.items()} == dict.fromkeys(range(PEOPLE), ROUNDS)
    assert max(max(each) / statistics.median(each) for each in waits) < UNFAIR
    assert max(sizes) - sizes[0] < GROWTH


def test_a_killed_server_loses_no_conversation_and_no_upload(library: Path, root: Path) -> None:
    paper = min((root / "data" / "samples").iterdir())
    with server(library) as served, httpx.Client(base_url=served.address, timeout=LONGEST) as client:
        _, answered = ask(client, PEOPLE, 0)
        sent = client.post("/api/v1/uploads", files={"files": (paper.name, paper.read_bytes())})
        served.process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    assert (answered.status_code, sent.status_code) == (200, 202)

    with server(library) as served, httpx.Client(base_url=served.address, timeout=LONGEST) as client:
        turns = client.get(f"/api/v1/threads/person-{PEOPLE}").json()["turns"]
        upload = client.get(f"/api/v1/uploads/{sent.json()['id']}").json()
        while upload["state"] in {"waiting", "running"}:
            time.sleep(0.2)  # asked without a pause, it is too many requests
            upload = client.get(f"/api/v1/uploads/{upload['id']}").json()
        documents = client.get("/api/v1/documents").json()["documents"]

    assert [each["question"] for each in turns] == [QUESTIONS[0]]
    assert upload["state"] == "done"
    assert paper.name in {each["doc"] for each in documents}
