"""Both ends of a child process: who starts and ends it, and how it begins and knows that it is not needed any more."""

import os
import queue
import signal
import subprocess
import sys
import threading
from typing import Any, BinaryIO

from paperatlas.pipeline.processes.pipes import Broken, receive

__all__ = ["Child", "incoming", "own_stdout"]

_WHY = {
    "SIGKILL": ", as a system does that is out of memory",
    "SIGXCPU": ", as a system does when processor time is over",
}


class Child:
    """A process of our own interpreter. Values go in by `jobs` and come out by `results`."""

    def __init__(self, command: str) -> None:
        """`command` is Python: an import of the child's main function and its call."""
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
            [sys.executable, "-c", command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.jobs, self.results = self._process.stdin, self._process.stdout

    @property
    def is_dead(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        self._process.kill()

    def cause_of_death(self) -> str:
        """Waits for the end, and says in words what it was."""
        code = self._process.wait()
        if code >= 0:
            return f"ended with code {code}"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        return f"was killed by {name}{_WHY.get(name, '')}"

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for pipe in (self.jobs, self.results):
            try:
                pipe.close()
            except OSError:  # what was buffered for a process that is gone
                continue


def own_stdout() -> BinaryIO:
    """In the child: the pipe to the parent, while everything a library prints goes to stderr instead."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


def incoming(pipe: BinaryIO) -> "queue.SimpleQueue[Any]":
    """In the child: its jobs, read by a thread that ends the process when the parent is gone, whatever is under way."""
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                jobs.put(receive(pipe))
        except Broken:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return jobs
