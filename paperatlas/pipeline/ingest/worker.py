"""The process that reads files: `python -c "from paperatlas.pipeline.ingest.worker import main; main()"`.

Jobs come in on stdin, what was read goes out on stdout. It ends when its stdin does, so it never outlives the process
that started it, however that one died.
"""

import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO

from paperatlas.core.errors import PaperAtlasError, UnreadableFile
from paperatlas.core.ports import OnPage
from paperatlas.pipeline.ingest.frames import Failed, FromWorker, Job, PageBegun, Read, Ready, Setup
from paperatlas.pipeline.ingest.recipe import Readers
from paperatlas.pipeline.processes.child import incoming, own_stdout
from paperatlas.pipeline.processes.pipes import Broken, receive, send

__all__ = ["main"]

_GRACE_SECONDS = 30.0
"""How much longer than the page limit a worker waits before it ends itself: normally its parent has ended it by then."""


def main() -> None:
    """Read files until there is no one left to read them for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent decides what it means
    jobs = sys.stdin.buffer
    results = own_stdout()
    try:
        setup = receive(jobs)
        send(results, Ready())
        _serve(setup, incoming(jobs).get, results)
    except Broken:
        return


def _serve(setup: Setup, next_job: Callable[[], Job], results: BinaryIO) -> None:
    readers = Readers(setup.recipe)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - `os.devnull` is not a path everywhere

        def arm() -> None:
            # The listening thread cannot run while C code holds the interpreter; this timer can.
            faulthandler.dump_traceback_later(setup.page_seconds + _GRACE_SECONDS, exit=True, file=nowhere)

        while True:
            job = next_job()
            arm()

            def on_page(number: int, total: int) -> None:
                arm()
                send(results, PageBegun(number=number, total=total))

            outcome = _read(job, readers, setup, on_page)
            faulthandler.cancel_dump_traceback_later()
            send(results, outcome)


def _read(job: Job, readers: Readers, setup: Setup, on_page: OnPage) -> FromWorker:
    try:
        document = readers.of_document(job.path).read(job.path, name=job.name, on_page=on_page, skip=job.skip)
        document = replace(document, id=job.content)
        return Read(document=document, chunks=setup.recipe.chunk(document))
    except Broken:
        raise
    except PaperAtlasError as error:
        return Failed(error=error)
    except Exception as error:  # noqa: BLE001 - the boundary of one file: whatever is wrong with it, the others go on
        return Failed(
            error=UnreadableFile(
                f"{job.name!r} could not be read: {type(error).__name__}: {error}.",
                hint="The file may be damaged; open it in a viewer and save it again.",
            )
        )
