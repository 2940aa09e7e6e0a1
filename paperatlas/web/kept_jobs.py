"""Work that a restart of the server does not lose: each piece is a folder of the library with `job.json` and what it works on.

It stays after its end, a while, to say what came of it.
"""

import hashlib
import json
import re
import secrets
import shutil
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.wire import error_json
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Cancelled, Job, Progress, UnknownJob, Work
from paperatlas.mcp_server.reply import Reply

__all__ = ["KeptJob", "KeptJobs", "State", "id_of"]

_RECORD = "job.json"
_KEPT = 200
"""Jobs that are over and still say what came of them."""
_ID = re.compile(r"[0-9a-f]{16}")

State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptJob:
    """What was taken on, and how far it is. Fields of a kind of job are texts, numbers and tuples of texts."""

    id: str
    at: str = ""
    """When it was taken on: ISO 8601, UTC."""
    state: State = "waiting"
    progress: str = ""
    done: float = 0.0
    total: float | None = None
    result: dict[str, Any] = field(default_factory=dict)
    error: dict[str, Any] = field(default_factory=dict)

    def json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_over(self) -> bool:
        return self.state in {"done", "failed", "cancelled"}


J = TypeVar("J", bound=KeptJob)


def id_of(key: str) -> str:
    """The id of what is sent with a key, which is the same when it is sent again; without one, any."""
    return hashlib.sha256(key.encode()).hexdigest()[:16] if key else secrets.token_hex(8)


class KeptJobs(ABC, Generic[J]):
    """Those of one kind, one at a time. Safe to use from many threads of one process; one server works for a library."""

    def __init__(self, desk: Desk, *, kind: type[J], noun: str, folder: str) -> None:
        """`folder` is one of the library's; `noun` is what a person calls a job of this kind."""
        self._desk = desk
        self._kind = kind
        self._noun = noun
        self._name = folder
        self._jobs: dict[str, Job] = {}
        self._turn = threading.Lock()

    @abstractmethod
    def _work(self, job: J, work: Work) -> dict[str, Any]:
        """Do it, for the first time or once more after an interruption; its result."""

    @property
    def _folder(self) -> Path:
        return self._desk.library.folder / self._name

    def _place(self, id_: str) -> Path:
        """The folder for what a job works on."""
        return self._folder / id_

    def _has(self, id_: str) -> bool:
        """Whether it was taken on."""
        return (self._place(id_) / _RECORD).exists()

    def _take_on(self, job: J) -> J:
        """Keep it, and begin."""
        self._place(job.id).mkdir(parents=True, exist_ok=True)
        self._write(replace(job, at=job.at or datetime.now(UTC).isoformat(timespec="seconds")))
        self._begin(job.id)
        self._forget_old()
        return self.get(job.id)

    def resume_soon(self) -> None:
        """Begin again what was not over when the server ended: work that was interrupted is finished by doing it again.

        In a thread, since the library has to be opened for it, which may fail: then whoever asks next is told.
        """

        def resume() -> None:
            with suppress(PaperAtlasError):
                for job in self.all():
                    if not job.is_over and job.id not in self._jobs:
                        self._begin(job.id)

        threading.Thread(target=resume, name=f"resume {self._name}", daemon=True).start()

    def all(self) -> tuple[J, ...]:
        """The newest first."""
        found = [self.get(folder.name) for folder in self._folders()]
        return tuple(sorted(found, key=lambda each: (each.at, each.id), reverse=True))

    def get(self, id_: str) -> J:
        """Raises UnknownJob."""
        job = self._jobs.get(id_)
        # Before what is kept: a job that ends in between is then still running here, rather than done without its result.
        state, now = (job.state, job.progress) if job else ("waiting", Progress())
        kept = self._read(id_)
        if job is None or kept.is_over:
            return kept
        return replace(kept, state=state, progress=now.message, done=now.done, total=now.total)

    def cancel(self, id_: str) -> J:
        """End it; what it has finished stays. Raises UnknownJob."""
        kept = self.get(id_)
        if not kept.is_over:
            if job := self._jobs.get(id_):
                job.cancel()
            self._write(replace(kept, state="cancelled"))
        return self.get(id_)

    def _begin(self, id_: str) -> None:
        self._jobs[id_] = self._desk.jobs.start(self._noun, lambda work: self._run(id_, work))

    def _run(self, id_: str, work: Work) -> Reply:
        kept = self._read(id_)
        try:
            with self._turn:
                result = self._work(kept, work)
        except Cancelled:
            self._write(replace(kept, state="cancelled"))
            raise
        except PaperAtlasError as error:
            self._write(replace(kept, state="failed", error=error_json(error)["error"]))
            raise
        self._write(replace(kept, state="done", result=result))
        return Reply(data=result, text="")

    def _read(self, id_: str) -> J:
        try:
            text = (self._place(id_) / _RECORD).read_text(encoding="utf-8") if _ID.fullmatch(id_) else "{}"
            row: dict[str, Any] = json.loads(text)
        except (OSError, ValueError):
            row = {}
        if not row:
            raise UnknownJob(f"There is no {self._noun} {id_!r}.", hint="List them to see which there are.")
        fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
        return self._kind(**fields)

    def _write(self, job: J) -> None:
        file = self._place(job.id) / _RECORD
        part = file.with_suffix(f".{secrets.token_hex(4)}")
        part.write_text(json.dumps(job.json(), ensure_ascii=False), encoding="utf-8")
        part.replace(file)

    def _folders(self) -> Iterator[Path]:
        if self._folder.is_dir():
            yield from (each for each in self._folder.iterdir() if (each / _RECORD).is_file())

    def _forget_old(self) -> None:
        for job in [each for each in self.all() if each.is_over][_KEPT:]:
            shutil.rmtree(self._place(job.id), ignore_errors=True)
