"""Tesseract, where the system has it: a program of its own, so neither its memory nor its crashes are ours."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any

from lxml import etree

from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.seen import Picture, SeenLine, SeenWord, TextSource

__all__ = ["Tesseract", "tesseract_languages"]

_SECONDS = 120.0
"""For one picture; a dense page takes five on one core."""
_INK = 0.9
"""Of the font size: what the letters of a line span from the tallest to the lowest, which is what Tesseract measures."""
_OWN_CORE = {"OMP_THREAD_LIMIT": "1"}
"""Its threads wait for each other more than they work: one page a core is faster than one page on all."""
_NO_TEXT = frozenset({"osd", "equ", "snum"})
"""Its data files that are no language."""
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_BOX = re.compile(rf"bbox {_NUMBER} {_NUMBER} {_NUMBER} {_NUMBER}")
_BASELINE = re.compile(rf"baseline {_NUMBER} {_NUMBER}")
_SIZE = re.compile(rf"x_size {_NUMBER}")
_SURE = re.compile(rf"x_wconf {_NUMBER}")


class Tesseract:
    """`Ocr` by the `tesseract` on the path."""

    name = "tesseract"
    source: TextSource = "ocr"

    def __init__(self, languages: tuple[str, ...]) -> None:
        """`languages` by its own names; those that are not installed are refused by Tesseract itself."""
        self._languages = languages

    def read(self, picture: Picture) -> tuple[SeenLine, ...]:
        """Raises OcrFailed."""
        command = ["tesseract", "stdin", "stdout", "-l", "+".join(self._languages)]
        command += ["--dpi", str(round(72 * picture.scale)), "hocr"]
        try:
            done = subprocess.run(  # noqa: S603 - our own words and names of installed languages
                command, input=picture.png, capture_output=True, timeout=_SECONDS, check=True, env={**os.environ, **_OWN_CORE}
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise OcrFailed(f"tesseract failed: {error}") from error
        return tuple(_lines(done.stdout))


@cache
def tesseract_languages() -> tuple[str, ...]:
    """The languages Tesseract can read here, English first; empty where it is not installed."""
    if shutil.which("tesseract") is None:
        return ()
    try:
        listed = subprocess.run(
            ["tesseract", "--list-langs"],  # noqa: S607 - the user's own path says which
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    names = {line.strip() for line in listed.splitlines()[1:]} - _NO_TEXT
    return tuple(sorted(filter(None, names), key=lambda name: (name != "eng", name)))


def _lines(hocr: bytes) -> Iterator[SeenLine]:
    try:
        page = etree.fromstring(hocr, etree.XMLParser(recover=True, no_network=True, resolve_entities=False))
    except etree.XMLSyntaxError as error:
        raise OcrFailed(f"tesseract wrote no hOCR: {error}") from error
    for paragraph in page.iterfind(".//{*}p[@class='ocr_par']"):
        printed = list(paragraph)
        sizes = [float(found[1]) for line in printed if (found := _SIZE.search(line.get("title", "")))]
        size = median(sizes) / _INK if sizes else 0.0
        yield from (line for each in printed if (line := _line(each, size)) is not None)


def _line(line: Any, size: float) -> SeenLine | None:
    title = line.get("title", "")
    box = _BOX.search(title)
    words = tuple(word for child in line if (word := _word(child)) is not None)
    if box is None or not words or size == 0.0:
        return None
    x0, top, x1, bottom = map(float, box.groups())
    slope, offset = map(float, found.groups()) if (found := _BASELINE.search(title)) else (0.0, 0.0)
    return SeenLine(
        words=words,
        top=top,
        bottom=bottom,
        baseline=bottom + offset + slope * (x1 - x0) / 2,
        size=size,
        level="textangle" not in title,
    )


def _word(span: Any) -> SeenWord | None:
    title, text = span.get("title", ""), "".join(span.itertext()).strip()
    box, sure = _BOX.search(title), _SURE.search(title)
    if not text or box is None:
        return None
    return SeenWord(text=text, x0=float(box[1]), x1=float(box[3]), sure=float(sure[1]) / 100 if sure else 0.0)
