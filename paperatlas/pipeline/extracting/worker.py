"""The process that extracts: `python -c "from paperatlas.pipeline.extracting.worker import main; main()"`.

It is told once what to extract with, then gets documents on stdin and gives extractions on stdout, and ends when its
stdin does.
"""

import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paperatlas.core.knowledge import Extraction
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.processes.child import incoming, own_stdout
from paperatlas.pipeline.processes.pipes import Broken, receive, send

__all__ = ["Extract", "Failed", "main"]

Extract: TypeAlias = Callable[[ParsedDocument, Sequence[Chunk]], Extraction]
"""A function of a module or a partial of one, since it is pickled."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that nothing could be extracted of, and why."""

    why: str


def main() -> None:
    """Extract until there is no one left to extract for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent decides what it means
    results = own_stdout()
    try:
        extract: Extract = receive(sys.stdin.buffer)
        jobs = incoming(sys.stdin.buffer)
        while True:
            document, chunks = jobs.get()
            send(results, _attempt(extract, document, chunks))
    except Broken:
        return


def _attempt(extract: Extract, document: ParsedDocument, chunks: Sequence[Chunk]) -> Extraction | Failed:
    try:
        return extract(document, chunks)
    except Exception as error:  # noqa: BLE001 - the boundary of one document: whatever is wrong with it, the others go on
        return Failed(f"{type(error).__name__}: {error}")
