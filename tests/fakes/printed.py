"""Raw pages set by hand: words of fixed width on lines, lines in columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.layout import Line, RawPage, Region, RegionKind, Word
from paperatlas.pipeline.rects import union

WIDTH, HEIGHT = 612.0, 792.0


@dataclass(frozen=True, slots=True)
class Column:
    """Lines set one below the other, and the region that a layout model would see in them."""

    lines: tuple[Line, ...]
    region: Region


def word(text: str, x: float, y: float, *, size: float = 10.0, bold: bool = False, superscript: bool = False) -> Word:
    """A word whose letters are half as wide as high, its top at y."""
    font = "Serif-Bold" if bold else "Serif"
    return Word(text, x, y, x + 0.5 * size * len(text), y + size, size, font, bold, italic=False, superscript=superscript)


def line(text: str, x: float, y: float, *, size: float = 10.0, bold: bool = False) -> Line:
    """A line of words with a quarter em between them. `*word*` is bold, `^word` is raised."""
    words: list[Word] = []
    for token in text.split():
        marked, raised = token.startswith("*") and token.endswith("*") and len(token) > 2, token.startswith("^")
        bare = token.strip("*") if marked else token[1:] if raised else token
        words.append(word(bare, x, y, size=0.7 * size if raised else size, bold=bold or marked, superscript=raised))
        x = words[-1].x1 + 0.25 * size
    return Line(tuple(words), union(each.rect for each in words))


def column(
    texts: Sequence[str],
    x: float,
    y: float,
    *,
    size: float = 10.0,
    bold: bool = False,
    kind: RegionKind = "text",
    leading: float = 1.2,
) -> Column:
    """Lines of text below each other, the first with its top at y. A text that begins with a tab is indented by 1.5 em."""
    lines = tuple(
        line(text.strip(), x + (1.5 * size if text.startswith("\t") else 0), y + row * leading * size, size=size, bold=bold)
        for row, text in enumerate(texts)
    )
    return Column(lines, Region(kind, union(each.rect for each in lines)))


def page(number: int, columns: Iterable[Column], *, more: Iterable[Line] = (), width: float = WIDTH) -> RawPage:
    """A page of columns; `more` are lines that no region holds."""
    columns = tuple(columns)
    return RawPage(
        number=number,
        label="",
        width=width,
        height=HEIGHT,
        lines=(*(each for held in columns for each in held.lines), *more),
        regions=tuple(held.region for held in columns),
    )
