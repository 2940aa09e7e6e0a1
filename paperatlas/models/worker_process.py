"""A model that runs in a process of its own, in another Python environment, seen from ours."""

import os
import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

import numpy as np

from paperatlas.core.errors import ConfigError, MissingExtra, PaperAtlasError, ProviderError, TimedOut
from paperatlas.core.ports import Float32
from paperatlas.models.bge_worker import read_frame, write_frame

__all__ = ["Serve", "WorkerProcess", "WorkerProgram"]

Serve: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Answers what a worker asks back before it can answer."""

LAST_WORDS = 12
"""Lines of the worker's stderr that are passed on when it dies: a traceback's end."""
END_SECONDS = 10.0
"""Longest wait for a worker that was told to end."""
OFFLINE = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
"""A model comes from the folder that was named, never from the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerProgram:
    """How a worker is started, and what it is told first."""

    name: str
    """What the worker is, for messages."""
    python: Path
    """The interpreter of its environment."""
    program: Path
    load: dict[str, Any]
    """Header of the first request."""
    start_seconds: float = 600.0
    """For importing torch (11 s on a quiet machine, minutes on a busy one) and reading two gigabytes of weights."""
    seconds: float = 600.0
    """For one request."""
    setup: str = "`make setup-bge` makes the environment."


class WorkerProcess:
    """Starts at the first request, and again at the next one after it died.

    Safe to use from many threads; one at a time is served.
    """

    def __init__(self, program: WorkerProgram) -> None:
        self._program = program
        self._lock = threading.Lock()
        self._running: _Running | None = None

    def ask(self, header: dict[str, Any]) -> Float32:
        """The array that answers a request.

        Raises:
            MissingExtra: the environment is not there, or lacks a package.
            ConfigError: the model cannot be loaded.
            TimedOut: no answer in time; the worker was ended.
            ProviderError: the worker died, or could not do what was asked.
        """
        with self._lock:
            reply, content = self._started().exchange(header, self._program.seconds)
            try:
                return np.frombuffer(content, dtype="<f4").reshape(reply["shape"]).astype(np.float32)
            except (KeyError, TypeError, ValueError) as error:
                self._end()
                raise ProviderError(f"{self._program.name} gave no array: {reply!r}.", hint="Please report it.") from error

    def start(self) -> None:
        """Start it now, for whoever would rather know early whether it can be. Raises as `ask`."""
        with self._lock:
            self._started()

    def tell(self, header: dict[str, Any], serve: Serve) -> dict[str, Any]:
        """The header that answers a request, after everything that the worker asked back was served.

        Raises:
            PaperAtlasError: as `ask`.
        """
        with self._lock:
            reply, _ = self._started().exchange(header, self._program.seconds, serve)
            return reply

    def close(self) -> None:
        """End the process, if it runs."""
        with self._lock:
            self._end()

    def _started(self) -> "_Running":
        if self._running and not self._running.alive():
            self._end()
        if self._running is None:
            running = _Running(self._program)
            try:
                running.exchange(self._program.load, self._program.start_seconds)
            except PaperAtlasError:
                running.end()
                raise
            self._running = running
        return self._running

    def _end(self) -> None:
        if self._running:
            self._running.end()
            self._running = None


class _Running:
    """One process: its pipes, and the threads that listen to them so that no wait is without end."""

    def __init__(self, program: WorkerProgram) -> None:
        """Raises MissingExtra."""
        self._program = program
        command = [str(program.python), "-I", str(program.program)]  # -I: nothing of our environment reaches it
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own interpreter
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **OFFLINE},
            )
        except OSError as error:
            raise MissingExtra(
                f"{program.name} cannot be started: there is no Python at {str(program.python)!r} ({error.strerror}).",
                hint=program.setup,
            ) from error
        assert self._process.stdin, "asked for"
        assert self._process.stdout, "asked for"
        assert self._process.stderr, "asked for"
        self._replies: queue.SimpleQueue[tuple[dict[str, Any], bytes] | None] = queue.SimpleQueue()
        self._said: deque[str] = deque(maxlen=LAST_WORDS)
        self._threads = (
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def alive(self) -> bool:
        return self._process.poll() is None

    def exchange(self, header: dict[str, Any], seconds: float, serve: Serve | None = None) -> tuple[dict[str, Any], bytes]:
        """Raises as WorkerProcess.ask."""
        frame = self._sent(header, seconds)
        while serve and "wants" in frame[0]:
            frame = self._sent(serve(frame[0]), seconds)
        if "error" in frame[0]:
            raise self._failure(frame[0])
        return frame

    def _sent(self, header: dict[str, Any], seconds: float) -> tuple[dict[str, Any], bytes]:
        """The next frame that comes after one was sent. Raises as WorkerProcess.ask, but for what the frame says."""
        assert self._process.stdin, "asked for"
        try:
            write_frame(self._process.stdin, header)
            frame = self._replies.get(timeout=seconds)
        except (OSError, ValueError) as error:  # ValueError: our end is closed
            raise self._died() from error
        except queue.Empty as error:
            self.end()
            raise TimedOut(
                f"{self._program.name} gave no answer within {seconds:g} s and was ended.",
                hint="Is the machine short of memory? Smaller batches or a GPU help.",
            ) from error
        if frame is None:
            raise self._died()
        return frame

    def end(self) -> None:
        """Close the pipes, which the worker takes for a wish to end; after a while, insist."""
        assert self._process.stdin, "asked for"
        with suppress(OSError):  # it died with a request half written
            self._process.stdin.close()
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(END_SECONDS)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()

    def _listen(self, pipe: IO[bytes]) -> None:
        try:
            while frame := read_frame(pipe):
                self._replies.put(frame)
        except (OSError, ValueError, MemoryError) as error:
            self._said.append(f"what it sent is no reply: {error}")
        self._replies.put(None)

    def _overhear(self, pipe: IO[bytes]) -> None:
        for line in pipe:
            self._said.append(line.decode("utf-8", "replace").rstrip())

    def _died(self) -> ProviderError:
        self.end()
        said = "\n".join(self._said)
        return ProviderError(
            f"{self._program.name} ended with exit code {self._process.returncode}." + (f" It said:\n{said}" if said else ""),
            hint="Out of memory is the usual cause; the next request starts it again.",
        )

    def _failure(self, reply: dict[str, Any]) -> PaperAtlasError:
        name, error = self._program.name, reply["error"]
        if reply.get("kind") == "environment":
            return MissingExtra(f"The environment of {name} lacks a package: {error}.", hint=self._program.setup)
        if reply.get("kind") == "model":
            return ConfigError(f"{name} cannot load {self._program.load.get('path')!r}: {error}", hint="Download it again.")
        return ProviderError(f"{name} failed: {error}", hint="A shorter or smaller request may pass.")
