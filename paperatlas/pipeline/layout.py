"""A page as its reader engine sees it, before anyone has decided what is body, heading or table.

Everything that makes sense of a page (order, headings, tables, captions, references) works on these values, so
another engine only has to fill them in. Boxes are (x0, y0, x1, y1) in points, origin top left, of the page as it is
read: held so that most of its text is level, which a table set sideways and a page with /Rotate need not be as shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from paperatlas.pipeline.signs.scripts import runs_on

Rect: TypeAlias = tuple[float, float, float, float]


class Word(NamedTuple):
    """A word as printed, ligatures expanded, spacing accents composed."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    """Font size in points."""
    font: str
    bold: bool
    italic: bool
    superscript: bool

    @property
    def rect(self) -> Rect:
        return self.x0, self.y0, self.x1, self.y1


def text_of(words: Sequence[Word]) -> str:
    """Words of one row as a text: spaced, but where their script has no spaces and they are printed side by side."""
    text = ""
    for index, word in enumerate(words):
        last = words[index - 1]
        apart = max(word.x0 - last.x1, last.x0 - word.x1) / max(1.0, word.size)
        text += word.text if index == 0 or runs_on(last.text, word.text, apart) else f" {word.text}"
    return text


@dataclass(frozen=True, slots=True)
class Line:
    """Words on one baseline, left to right, not broken by a column gap."""

    words: tuple[Word, ...]
    rect: Rect
    horizontal: bool = True

    @property
    def text(self) -> str:
        return text_of(self.words)


RegionKind: TypeAlias = Literal[
    "title",
    "section-header",
    "text",
    "list-item",
    "table",
    "picture",
    "caption",
    "formula",
    "footnote",
    "page-header",
    "page-footer",
]


@dataclass(frozen=True, slots=True)
class Region:
    """What the layout model makes of a part of a page."""

    kind: RegionKind
    rect: Rect
    grid: tuple[tuple[Rect, ...], ...] = ()
    """For a table, the cell rectangles of the table model, row by row; empty when it gave none."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page of an engine: words, regions and drawn things."""

    number: int
    label: str
    width: float
    height: float
    lines: tuple[Line, ...]
    """In the order of the file, which means nothing."""
    regions: tuple[Region, ...]
    drawings: tuple[Rect, ...] = ()
    """Boxes of vector paths."""
    images: tuple[Rect, ...] = ()
    rules: tuple[Rect, ...] = ()
    """Horizontal and vertical strokes, as thin rectangles."""
    turn: int = 0
    """Degrees clockwise, 0, 90, 180 or 270, from the page as it is read to the page as it is shown."""
    hidden: tuple[Word, ...] = ()
    """Words of the text layer that a reader of the page does not see; not in `lines`."""
    layered: bool = False
    """Whether the words are an invisible layer over a scan, as OCR programs put it there."""
    source: Literal["text", "ocr", "vision"] = "text"
    """Whether the words are those of the file, or were read from the page's image."""
    troubles: tuple[str, ...] = ()
    """What failed while the page was read, in words."""
