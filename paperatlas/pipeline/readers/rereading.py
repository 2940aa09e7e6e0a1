"""Pages whose text layer is missing or not to be trusted, read again from their picture."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from paperatlas.pipeline.layout import Line, RawPage, Region
from paperatlas.pipeline.readers.doubts import is_picture, text_layer
from paperatlas.pipeline.readers.legibility import garble, known_share, words_in
from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.seen import Ocr, Picture, SeenLine, lines_seen, sureness
from paperatlas.pipeline.readers.paged import PagedFile

__all__ = ["OpenPictured", "PicturedFile", "Rereading", "open_rereading"]

_FEW = 50
"""Letters. A page with fewer, and something drawn on it, may be a picture of text: a stamp or a page number is all it has."""
_MORE_KNOWN = 1.5
"""Times as many known words among what was read as in a garbled layer, for it to be taken in its place."""
_SURE = 0.5
"""Below, what was "read" is handwriting, a photograph or another script: such words would be found and quoted as text."""


class PicturedFile(PagedFile, Protocol):
    """An open file whose pages can be looked at."""

    def picture(self, number: int) -> Picture:
        """The page in the frame in which `page` read it; `page` was called for it before."""
        ...

    def regions(self, picture: Picture, lines: Sequence[Line]) -> tuple[Region, ...]:
        """The regions of a page of which only a picture is known, and the lines that were seen in it."""
        ...


OpenPictured = Callable[[Path, str], AbstractContextManager[PicturedFile]]
"""Opens a file as `OpenPdf` does."""


@contextmanager
def open_rereading(path: Path, name: str, *, open_file: OpenPictured, ocr: Sequence[Ocr]) -> Iterator[PagedFile]:
    """An `OpenPdf`, given how to open and what to read pictures with: the first that does not fail."""
    with open_file(path, name) as file:
        yield Rereading(file, ocr) if ocr else file


class Rereading:
    """A `PagedFile` that reads again what its engine could not; pages that need it not are handed on as they are."""

    def __init__(self, file: PicturedFile, ocr: Sequence[Ocr]) -> None:
        self._file = file
        self._ocr = ocr

    def __len__(self) -> int:
        return len(self._file)

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        return self._file.info

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        return self._file.outline

    def page(self, number: int) -> tuple[RawPage, int]:
        raw, count = self._file.page(number)
        if not _needs_rereading(raw):
            return raw, count
        picture = self._file.picture(number)
        for ocr in self._ocr:
            try:
                seen = ocr.read(picture)
            except OcrFailed as error:
                raw = replace(raw, troubles=(*raw.troubles, str(error)))
                continue
            if seen and (sure := sureness(seen)) < _SURE:
                raw = replace(raw, troubles=(*raw.troubles, f"{ocr.name} is sure of {sure:.0%} of its letters only"))
                continue
            return self._read(raw, count, picture, seen, ocr)
        return raw, count

    def _read(self, raw: RawPage, count: int, picture: Picture, seen: Sequence[SeenLine], ocr: Ocr) -> tuple[RawPage, int]:
        """The page with what was seen in its picture, where that is better than what there is."""
        rough = lines_seen(seen, picture.scale)
        if not _reads_better(rough, raw):
            return raw, count
        # Where places are made up there are no regions to be found in them.
        regions = self._file.regions(picture, rough) if rough and ocr.source == "ocr" else ()
        lines = lines_seen(seen, picture.scale, regions)
        # What the engine took for images and drawings is the text itself; pictures are among the regions.
        again = replace(raw, lines=lines, regions=regions, images=(), drawings=(), layered=False, source=ocr.source)
        return again, sum(len(line.words) for line in lines)


def _needs_rereading(page: RawPage) -> bool:
    text = text_layer(page)
    letters = sum(not char.isspace() for char in text)
    if letters < _FEW:
        return is_picture(page)
    return bool(garble(text, layered=page.layered))


def _reads_better(lines: Sequence[Line], page: RawPage) -> bool:
    """Whether what was read is better than what there is."""
    read, there = "\n".join(line.text for line in lines), text_layer(page)
    if not there.strip():
        return True
    if len(there) < _FEW:
        return len(read) >= len(there)
    before, after = known_share(words_in(there)) or 0.0, known_share(words_in(read)) or 0.0
    return after >= max(_MORE_KNOWN * before, before + 0.1)
