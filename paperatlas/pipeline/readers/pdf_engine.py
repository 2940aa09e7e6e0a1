"""PyMuPDF behind `RawPage`: the only module that knows the engine.

Words come from MuPDF's own text page, regions and table grids straight from PyMuPDF's layout model: what
pymupdf4llm adds to them (markdown, pictures, its own order) costs as much again and is not wanted here.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pymupdf

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.flow.accents import compose_accents
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.plain import LONG_DOCUMENT, is_plain
from paperatlas.pipeline.flow.runs import words_and_slanted
from paperatlas.pipeline.layout import Line, RawPage, Rect, Region
from paperatlas.pipeline.readers.hidden_words import Drawn
from paperatlas.pipeline.readers.layout_model import load_layout_model
from paperatlas.pipeline.readers.ocr.seen import Picture
from paperatlas.pipeline.readers.pdf_asides import asides_of
from paperatlas.pipeline.readers.pdf_clipped import cut_away
from paperatlas.pipeline.readers.pdf_covered import painted_over
from paperatlas.pipeline.readers.pdf_frame import rotation_as_shown, turn_level, turn_to_level
from paperatlas.pipeline.readers.pdf_labels import labels_of
from paperatlas.pipeline.readers.pdf_marks import BOLD_NAME, drawings_and_rules
from paperatlas.pipeline.readers.pdf_mending import mend_page_tree
from paperatlas.pipeline.readers.pdf_pictures import page_of, picture_of
from paperatlas.pipeline.readers.pdf_refusals import no_pdf, refused_password
from paperatlas.pipeline.readers.pdf_visible import drawn, greys_of
from paperatlas.pipeline.readers.seen_words import Blanks, PageWords, words_seen
from paperatlas.pipeline.signs.directions import is_leftward
from paperatlas.pipeline.signs.glyphs import Glyph, clean

__all__ = ["BESIDE", "PdfFile", "open_pdf", "raw_pages"]

BESIDE = "beside"

_TEXT_FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_MEDIABOX_CLIP
    | pymupdf.TEXT_COLLECT_STYLES
    | pymupdf.TEXT_COLLECT_VECTORS
    | pymupdf.TEXT_IGNORE_ACTUALTEXT
)
"""No ligatures, no images (their bytes would come along), but styles (bold made by double print) and vector paths.

ActualText is ignored as the layout model ignores it: it may say another thing than the page shows.
"""
_LEFTWARD_FLAGS = _TEXT_FLAGS & ~pymupdf.TEXT_COLLECT_STYLES
"""For text read from the right: double print is looked for in equal letters, and costs one of two where one is in a ligature."""
_BOLD, _ITALIC = 1 << 4, 1 << 1
_BOLD_STYLE = 8
"""In a span's `char_flags`: bold by weight or by double print, also where the font's name hides it."""
_LEVEL = 0.99
"""Cosine of the steepest line that is still level: scans are skewed by a degree or two, turned text by ninety."""


class PdfFile:
    """An open PDF. A context manager; pages are read one at a time and let go."""

    def __init__(self, path: Path, *, name: str, password: str = "") -> None:
        """Opens a file, mending it where it can be.

        Raises:
            UnreadableFile: it is empty, damaged beyond repair, or no PDF.
            EncryptedFile: it needs a password, or another one.
        """
        _silence()
        self._document = open_pdf(path, name, password)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._document.close()
        pymupdf.TOOLS.store_shrink(100)

    def __len__(self) -> int:
        return int(self._document.page_count)

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        """The file's properties: title, author, subject, keywords and the like; and, as BESIDE, what it says beside its pages."""
        properties: dict[str, Any] = self._document.metadata or {}
        stated = ((key, clean_text(value)) for key, value in properties.items() if isinstance(value, str) and value.strip())
        return (*stated, *((BESIDE, clean_text(text)) for text in asides_of(self._document)))

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        """The file's bookmarks as (level from 1, title, page); empty where they are damaged."""
        try:
            return tuple((level, clean_text(title), page) for level, title, page, *_ in self._document.get_toc())
        except (RuntimeError, ValueError, IndexError):
            return ()

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return labels_of(self._document)

    def page(self, number: int) -> tuple[RawPage, int]:
        """A page, and how many words its text layer has.

        Raises whatever the engine raises on a page that is damaged.
        """
        page = self._document.load_page(number - 1)
        try:
            return _raw_page(page, number, self._labels[number - 1], spare_model=len(self) > LONG_DOCUMENT)
        finally:
            del page
            pymupdf.TOOLS.store_shrink(50)

    def picture(self, number: int) -> Picture:
        """The page in the frame in which `page` read it, which was called for it before."""
        return picture_of(self._document.load_page(number - 1))

    def regions(self, picture: Picture, lines: Sequence[Line]) -> tuple[Region, ...]:
        """The regions of a page of which only a picture is known, and the lines that were seen in it."""
        document, page = page_of(picture, lines)
        with document:
            return _regions(page, picture.width, picture.height)


def raw_pages(path: Path) -> Iterator[RawPage]:
    """The pages of a file, one by one."""
    with PdfFile(path, name=path.name) as file:
        for number in range(1, len(file) + 1):
            yield file.page(number)[0]


def clean_text(text: str) -> str:
    """A property or bookmark on one line, without the signs that are no text."""
    return " ".join("".join(map(clean, text)).split())


def _silence() -> None:
    """MuPDF writes its own complaints to the process's output, where JSON may be under way."""
    pymupdf.TOOLS.mupdf_display_errors(False)  # noqa: FBT003 - the engine's signature
    pymupdf.TOOLS.mupdf_display_warnings(False)  # noqa: FBT003


def open_pdf(path: Path, name: str, password: str = "") -> Any:
    """The engine's own document. Raises as `PdfFile` does."""
    if path.stat().st_size == 0:
        raise UnreadableFile(f"{name!r} is empty", hint="Fetch the file again: it holds no bytes.")
    try:
        document = pymupdf.open(path, filetype="pdf")
        if document.needs_pass and password:
            document.authenticate(password)
        if not document.is_pdf:  # the engine also opens web pages and pictures, whatever they are called
            document.close()
            raise no_pdf(path, name, "it is of another kind")
        if not document.is_encrypted:
            mend_page_tree(document)
        # `needs_pass` stays true of a file that its password has opened; `is_encrypted` does not.
        pages = 0 if document.is_encrypted else document.page_count
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
        raise no_pdf(path, name, str(error)) from error
    if document.is_encrypted:
        document.close()
        raise refused_password(name, password)
    if pages == 0:
        document.close()
        raise no_pdf(path, name, "it has no pages")
    return document


def _raw_page(page: Any, number: int, label: str, *, spare_model: bool) -> tuple[RawPage, int]:
    """A page and its number of words; where `spare_model`, the layout model is not asked about plain text."""
    shown = rotation_as_shown(page)
    sheet = _sheet(page)
    content = sheet.extractRAWDICT()
    if level := turn_to_level(content, shown):
        turn_level(page, level)
        sheet = _sheet(page)
        content = sheet.extractRAWDICT()
    width, height = float(page.rect.width), float(page.rect.height)
    images = _images(page, width, height)
    printed = _words(content, width, height, painted_over(page))
    seen = words_seen(printed, images, tuple(page.rect), Blanks(lambda: greys_of(page)))
    words, slanted = seen.level, seen.slanted
    drawings, rules = drawings_and_rules(_paths(content, width, height))
    bare = [*lines_of(words, ()), *slanted] if spare_model else []
    regions = (
        ()
        if not words or (spare_model and is_plain(bare, [*drawings, *rules, *images], height))
        else _regions(page, width, height)
    )
    raw = RawPage(
        number=number,
        label=label,
        width=width,
        height=height,
        lines=(*lines_of(words, regions), *slanted),
        regions=regions,
        drawings=drawings,
        images=images,
        rules=rules,
        turn=(shown - level) % 360,
        hidden=(*seen.hidden, *cut_away(page, sheet.extractWORDS(), _TEXT_FLAGS)),
        layered=seen.layered,
    )
    return raw, len(sheet.extractText().split())


def _sheet(page: Any) -> Any:
    sheet = page.get_textpage(flags=_TEXT_FLAGS)
    return page.get_textpage(flags=_LEFTWARD_FLAGS) if is_leftward(sheet.extractText()) else sheet


def _words(
    content: dict[str, Any], width: float, height: float, is_painted_over: Callable[[Rect], bool]
) -> dict[Drawn, PageWords]:
    """The words of level text and the lines of text that runs in another direction, by how they are drawn."""

    def way_of(span: dict[str, Any]) -> Drawn:
        way = drawn(span)
        return "pale" if way == "plainly" and is_painted_over(tuple(span["bbox"])) else way

    runs: dict[Drawn, list[tuple[bool, list[Glyph]]]] = {}
    for block in content["blocks"]:
        for line in block.get("lines", ()):
            level = line["wmode"] == 0 and line["dir"][0] > _LEVEL
            ways = [way_of(span) for span in line["spans"]]
            for way in dict.fromkeys(ways):
                spans = [span for span, own in zip(line["spans"], ways, strict=True) if own == way]
                runs.setdefault(way, []).append((level, compose_accents(_glyphs(spans, width, height))))
    return {way: words_and_slanted(alike) for way, alike in runs.items()}


def _glyphs(spans: list[dict[str, Any]], width: float, height: float) -> list[Glyph]:
    found = []
    for span in spans:
        size, font = float(span["size"]), str(span["font"])
        bold = bool(span["flags"] & _BOLD or span["char_flags"] & _BOLD_STYLE or BOLD_NAME.search(font))
        italic = bool(span["flags"] & _ITALIC)
        for char in span["chars"]:
            x0, y0, x1, y1 = char["bbox"]
            text = clean(char["c"])
            if text and x1 > 0 and y1 > 0 and x0 < width and y0 < height:
                found.append(Glyph(text, x0, y0, x1, y1, char["origin"][1], size, font, bold, italic))
    return found


def _regions(page: Any, width: float, height: float) -> tuple[Region, ...]:
    load_layout_model()
    try:
        page.get_layout(return_raw=True)
    except (RuntimeError, ValueError, ArithmeticError, LookupError, pymupdf.mupdf.FzErrorBase):
        # It draws the page first, and some cannot be drawn: a kilometre wide, say. The rules read them without it.
        return ()
    found = []
    for group in page.layout_information or ():
        rect = _within(tuple(map(float, group["group_bbox"])), width, height)
        if rect is not None:
            found.append(Region(kind=group["class_name"], rect=rect, grid=_grid(rect, group.get("table_grid"))))
    return tuple(sorted(found, key=lambda region: (region.rect[1], region.rect[0], region.rect)))


def _grid(rect: Rect, lines: Any) -> tuple[tuple[Rect, ...], ...]:
    """The cells between the lines of a table, which the model gives relative to its corner."""
    if lines is None:
        return ()
    x0, y0, x1, y1 = rect
    across = [y0, *(y0 + float(line) for line in lines.h_lines), y1]
    down = [x0, *(x0 + float(line) for line in lines.v_lines), x1]
    return tuple(tuple((left, top, right, bottom) for left, right in pairwise(down)) for top, bottom in pairwise(across))


def _paths(content: dict[str, Any], width: float, height: float) -> list[Rect]:
    boxes = (_within(tuple(block["bbox"]), width, height) for block in content["blocks"] if block["type"] == 3)
    return [box for box in boxes if box is not None]


def _images(page: Any, width: float, height: float) -> tuple[Rect, ...]:
    boxes = (_within(tuple(item["bbox"]), width, height) for item in page.get_image_info())
    return tuple(sorted(box for box in boxes if box is not None))


def _within(rect: tuple[float, ...], width: float, height: float) -> Rect | None:
    """A rectangle cut to the page; None where nothing of it is on the page."""
    x0, y0, x1, y1 = max(0.0, rect[0]), max(0.0, rect[1]), min(width, rect[2]), min(height, rect[3])
    return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 and (x1 > x0 or y1 > y0) else None
