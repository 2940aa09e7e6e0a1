"""Papers that are taken out: each after a respite in which it can be called back, also after a restart of the server."""

import time
from dataclasses import dataclass
from typing import Any

from paperatlas.core.errors import LibraryLocked, UnknownDocument
from paperatlas.core.types import Document
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.web.kept_jobs import KeptJob, KeptJobs, id_of

__all__ = ["Removal", "Removals"]

FOLDER = "removals"
RESPITE = 12.0
"""Seconds: some more than a page offers to undo it."""
_PAUSE = 0.2
"""Seconds between two looks whether it was called back, or the library is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal(KeptJob):
    """A paper that is to go."""

    document: str
    doc: str
    title: str


class Removals(KeptJobs[Removal]):
    """Those of one library. To cancel one is to undo it."""

    def __init__(self, desk: Desk, *, respite: float = RESPITE) -> None:
        super().__init__(desk, kind=Removal, noun="removal", folder=FOLDER)
        self._respite = respite
        self._due: dict[str, float] = {}

    def start(self, document: Document) -> Removal:
        """Remove it when the respite is over. What is to go already is not taken on twice."""
        for each in self.all():
            if each.document == document.id and not each.is_over:
                return each
        return self._take_on(Removal(id=id_of(""), document=document.id, doc=document.name, title=document.title))

    def _begin(self, id_: str) -> None:
        # From now on, and not from when it was asked for: nobody could undo it while there was no server.
        self._due[id_] = time.monotonic() + self._respite
        self._jobs[id_] = self._desk.jobs.start(self._noun, lambda work: self._run(id_, work), pace="quick")

    def _work(self, job: Removal, work: Work) -> dict[str, Any]:
        """A library has one writer; another one is waited for. What is gone already is as it should be."""
        while time.monotonic() < self._due[job.id]:
            work.step(job.doc)
            time.sleep(_PAUSE)
        while True:
            work.step(job.doc)
            try:
                self._desk.library.remove([job.document])
            except UnknownDocument:
                break
            except LibraryLocked:
                time.sleep(_PAUSE)
            else:
                break
        return {"removed": job.document}
