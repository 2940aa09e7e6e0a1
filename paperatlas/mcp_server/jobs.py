"""Work that may take longer than a client waits: each piece in a thread, with progress, a result that can be fetched later, and
an end when it is not wanted any more.

A client that waits 45 or 60 seconds and hears nothing ends the call. So whoever starts a job waits for a few seconds and else
hands out its id.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from paperatlas.core.errors import InputError, ProviderError
from paperatlas.mcp_server.reply import Reply

__all__ = ["Cancelled", "Job", "Jobs", "Pace", "Progress", "Question", "State", "Unanswered", "UnknownJob", "Work"]

State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]
Pace: TypeAlias = Literal["slow", "quick"]

_KEPT = 200
"""Finished jobs whose results can still be fetched; a result has at most some tens of kilobytes."""


class UnknownJob(InputError):
    code = "unknown_job"
    http_status = 404


class Cancelled(BaseException):  # as KeyboardInterrupt: what isolates the failure of one file must not take it for one
    """Raised in the thread of a job that is not wanted any more, at its next step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a job is. `total` is None where nobody knows."""

    done: float = 0.0
    total: float | None = None
    message: str = ""


class Unanswered(ProviderError):
    """The client was asked for something, and nothing came of it."""


class Question:
    """What a job asks the client. Whoever talks with the client puts its reply here."""

    def __init__(self, request: Any) -> None:
        self.id = secrets.token_hex(4)
        self.request = request
        """One of the protocol's requests to a client."""
        self._reply: Future[Any] = Future()

    def answer(self, reply: Any) -> None:
        self._end(lambda: self._reply.set_result(reply))

    def fail(self, error: BaseException) -> None:
        self._end(lambda: self._reply.set_exception(error))

    def wait(self, seconds: float) -> Any:
        """The reply. Raises what it failed with, TimeoutError."""
        return self._reply.result(seconds)

    @property
    def is_open(self) -> bool:
        return not self._reply.done()

    def _end(self, end: Callable[[], None]) -> None:
        """Only the first of two ends counts: a reply may come when nobody waits for it any more."""
        with suppress(InvalidStateError):
            end()


class Job:
    """One piece of work. Safe to use from many threads."""

    def __init__(self, id_: str, tool: str) -> None:
        self.id = id_
        self.tool = tool
        self.state: State = "waiting"
        self.progress = Progress()
        self.reply: Reply | None = None
        self.error: Exception | None = None
        self._changed = threading.Condition()
        self._revision = 0
        self._on_cancel: list[Callable[[], object]] = []
        self._questions: dict[str, Question] = {}
        self._is_heard = True

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "failed", "cancelled"}

    def wait(self, seconds: float, *, since: int | None = None) -> int:
        """Until it is over, or has changed since a revision, but no longer than `seconds`; the revision that it has now."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_over or (since is not None and self._revision != since), seconds)
            return self._revision

    def cancel(self) -> bool:
        """False when it was over already."""
        with self._changed:
            if self.is_over:
                return False
            self._move("cancelled")
            stops = tuple(self._on_cancel)
        for stop in stops:
            stop()
        return True

    def advance(self, progress: Progress) -> None:
        with self._changed:
            if not self.is_over:
                self.progress = progress
                self._move(self.state)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those that wait for a reply."""
        with self._changed:
            return tuple(each for each in self._questions.values() if each.is_open)

    def ask(self, request: Any, *, seconds: float) -> Any:
        """The client's reply to a request. Raises Unanswered, Cancelled."""
        question = Question(request)
        self.when_cancelled(lambda: question.fail(Cancelled()))
        with self._changed:
            if not self._is_heard:
                raise Unanswered("The client has gone on without waiting.", hint="Ask again.")
            self._questions[question.id] = question
            self._move(self.state)
        try:
            return question.wait(seconds)
        except TimeoutError as error:
            raise Unanswered(f"The client did not answer within {seconds:g} s.", hint="Ask again.") from error
        finally:
            question.fail(Unanswered("Nobody waits for the reply any more."))

    def replied(self, question: str, reply: Any) -> None:
        """A reply that came with a later call."""
        with self._changed:
            known = self._questions.get(question)
        if known is not None:
            known.answer(reply)

    def hang_up(self) -> None:
        """Nobody talks with the client for this job any more: what it asks, or would ask, is unanswered."""
        with self._changed:
            self._is_heard = False
            asked = tuple(self._questions.values())
        for question in asked:
            question.fail(Unanswered("The client has gone on without waiting.", hint="Ask again."))

    def when_cancelled(self, stop: Callable[[], object]) -> None:
        """Call `stop` when it is cancelled; at once when it was."""
        with self._changed:
            if self.state != "cancelled":
                self._on_cancel.append(stop)
                return
        stop()

    def begin(self) -> bool:
        """False when it was cancelled before its turn."""
        with self._changed:
            if self.is_over:
                return False
            self._move("running")
            return True

    def finish(self, *, reply: Reply | None = None, error: Exception | None = None) -> None:
        """Nothing happens when it was cancelled: nobody waits for the result."""
        with self._changed:
            if not self.is_over:
                self.reply, self.error = reply, error
                self._move("failed" if error else "done")

    def _move(self, state: State) -> None:
        self.state = state
        self._revision += 1
        self._changed.notify_all()


@dataclass(frozen=True, slots=True)
class Work:
    """What the function of a job is given: to say how far it is, and to learn that it is not wanted any more."""

    job: Job

    def note(self, message: str, *, done: float | None = None, total: float | None = None) -> None:
        """How far it is; one step further where nothing is said."""
        before = self.job.progress.done
        self.job.advance(Progress(done=before + 1 if done is None else done, total=total, message=message))

    def step(self, message: str, *, done: float | None = None, total: float | None = None) -> None:
        """As `note`, and the place to stop at. Raises Cancelled."""
        self.note(message, done=done, total=total)
        if self.job.state == "cancelled":
            raise Cancelled

    def ask(self, request: Any, *, seconds: float) -> Any:
        """The client's reply to one of the protocol's requests. Raises Unanswered, Cancelled."""
        return self.job.ask(request, seconds=seconds)

    def when_cancelled(self, stop: Callable[[], object]) -> None:
        """For work that waits for something else: call `stop` when it is cancelled."""
        self.job.when_cancelled(stop)


class Jobs:
    """The jobs of a server. So many of either pace run at once, and the others wait their turn; quick ones never wait for slow.

    A cancelled job gives its slot back at once, even if its thread is still on its way to its next step.
    """

    def __init__(self, *, slow: int, quick: int) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._free: dict[Pace, int] = {"slow": slow, "quick": quick}
        self._turn = threading.Condition()

    def start(self, tool: str, function: Callable[[Work], Reply], *, pace: Pace = "slow") -> Job:
        """Begin in a thread of its own, which never keeps the process alive: what is interrupted is finished the next time."""
        job = Job(secrets.token_hex(6), tool)
        with self._turn:
            self._jobs[job.id] = job
            self._forget_old()
        job.when_cancelled(self._wake)
        context = copy_context()
        threading.Thread(target=lambda: context.run(self._run, job, function, pace), name=f"job {tool}", daemon=True).start()
        return job

    def get(self, id_: str) -> Job:
        """Raises UnknownJob."""
        with self._turn:
            job = self._jobs.get(id_)
        if job is None:
            raise UnknownJob(
                f"There is no job {id_!r}.",
                hint="Ids come with the results of slow tools, and end with the server. Call the tool again.",
            )
        return job

    def cancel_all(self) -> None:
        with self._turn:
            jobs = tuple(self._jobs.values())
        for job in jobs:
            job.cancel()

    def _run(self, job: Job, function: Callable[[Work], Reply], pace: Pace) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._free[pace] > 0 or job.is_over)
            if not job.begin():
                return
            self._free[pace] -= 1
        slot = _Slot(lambda: self._release(pace))
        job.when_cancelled(slot.release)
        try:
            job.finish(reply=function(Work(job)))
        except Cancelled:
            pass  # it is over already
        except SystemExit as error:
            job.finish(error=RuntimeError(f"something called exit({error.code!r})"))
        except Exception as error:  # noqa: BLE001 - the edge of the job: whoever asks for the result is told
            job.finish(error=error)
        finally:
            slot.release()

    def _release(self, pace: Pace) -> None:
        with self._turn:
            self._free[pace] += 1
            self._turn.notify_all()

    def _wake(self) -> None:
        with self._turn:
            self._turn.notify_all()

    def _forget_old(self) -> None:
        for id_, job in tuple(self._jobs.items())[: max(0, len(self._jobs) - _KEPT)]:
            if job.is_over:
                del self._jobs[id_]


class _Slot:
    """Given back once, by whoever comes first."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release = release
        self._held = True
        self._lock = threading.Lock()

    def release(self) -> None:
        with self._lock:
            held, self._held = self._held, False
        if held:
            self._release()
