"""The strip beside a page: what the colours mean, what was found there, and what is doubtful."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pymupdf

from paperatlas.core.reading import ParseReport
from paperatlas.core.types import BlockKind, Page, ParsedDocument
from paperatlas.pipeline.rendering.palette import COLOURS, DOUBT, INK, Colour, font_for

__all__ = ["Legend", "legend_of"]

_WIDTH = 150.0
_SIZE, _LEADING = 7.5, 10.5
_EDGE = 10.0
_COLUMNS = 36
"""Letters in a line of the strip."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    colour: Colour = INK
    swatch: Colour | None = None
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Legend:
    """Lines of text, some with a swatch of colour. Sizes are those on a page of usual size."""

    lines: tuple[_Line, ...]
    width: float = _WIDTH

    @property
    def height(self) -> float:
        return 2 * _EDGE + _LEADING * len(self.lines)

    def draw(self, sheet: Any, *, left: float, unit: float) -> None:
        shape = sheet.new_shape()
        shape.draw_line(pymupdf.Point(left, 0), pymupdf.Point(left, sheet.rect.height))
        shape.finish(color=INK, width=0.4 * unit)
        for index, line in enumerate(self.lines):
            x, y = left + _EDGE * unit, (_EDGE + _LEADING * (index + 1)) * unit
            if line.swatch:
                shape.draw_rect(pymupdf.Rect(x, y - _SIZE * unit, x + _SIZE * unit, y))
                dashes = f"[{1.5 * unit:g}] 0" if line.dashed else None
                shape.finish(color=line.swatch, fill=line.swatch, fill_opacity=0.2, width=0.7 * unit, dashes=dashes)
                x += 1.6 * _SIZE * unit
            shape.insert_text((x, y), line.text, fontname=font_for(line.text), fontsize=_SIZE * unit, color=line.colour)
        shape.commit()


def legend_of(page: Page, document: ParsedDocument, report: ParseReport) -> Legend:
    """What there is to say of a page."""
    return Legend((*_name(page, document), *_kinds(page), *_facts(page), *_doubts(page, report)))


def _name(page: Page, document: ParsedDocument) -> Iterator[_Line]:
    yield from _wrapped(document.name)
    label = f", printed {page.label}" if page.label and page.label != str(page.number) else ""
    yield _Line(f"page {page.number} of {len(document.pages)}{label}")
    yield _Line("")


def _kinds(page: Page) -> Iterator[_Line]:
    counts = Counter(block.kind for block in page.blocks)
    out = {block.kind for block in page.blocks if block.span is None}
    for kind in BlockKind:
        if counts[kind]:
            note = ", not in the text" if kind in out else ""
            yield _Line(f"{counts[kind]} {kind.value}{note}", swatch=COLOURS[kind], dashed=kind in out)
    if not counts:
        yield _Line("nothing was found")


def _facts(page: Page) -> Iterator[_Line]:
    if page.source != "text":
        yield _Line(f"read by {page.source}")
    if page.turn:
        yield _Line(f"read turned, shown by {page.turn}° from it")


def _doubts(page: Page, report: ParseReport) -> Iterator[_Line]:
    first = page.number == report.pages[0].number
    doubts = [doubt for doubt in report.doubts if doubt.page == page.number or (first and doubt.page is None)]
    if doubts:
        yield _Line("")
        yield _Line("Doubtful:", DOUBT)
    for doubt in doubts:
        yield from (_Line(line.text, DOUBT) for line in _wrapped(f"- {doubt.message}"))


def _wrapped(text: str) -> Iterator[_Line]:
    yield from (_Line(line) for line in textwrap.wrap(text, _COLUMNS, subsequent_indent="  "))
