"""A file of plain pages, some of which do to their process what broken PDFs do."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.layout import RawPage
from tests.fakes.printed import column, page


class NoteFile:
    """A `PagedFile` of pages with one line each."""

    info = outline = ()

    def __init__(self, pages: list[str]) -> None:
        self._pages = pages

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, number: int) -> tuple[RawPage, int]:
        text = self._pages[number - 1]
        match text:
            case "!die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "!loop":
                while True:
                    pass
            case "!wait":
                time.sleep(3600)
            case "!eat":
                bytearray(4 << 30)
            case "!raise":
                raise RuntimeError("cycle in page tree")
            case "!pid":
                text = str(os.getpid())
        return page(number, [column([text], 72, 300)]), len(text.split())


@contextmanager
def open_note(path: Path, name: str) -> Iterator[NoteFile]:
    pages = path.read_text(encoding="utf-8").split("\f")
    if pages[0] == "!refuse":
        raise UnreadableFile(f"{name!r} is not a note")
    if pages[0] == "!die on opening":
        os.kill(os.getpid(), signal.SIGKILL)
    yield NoteFile(pages)
