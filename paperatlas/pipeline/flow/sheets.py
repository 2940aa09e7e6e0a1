"""A page taken apart: body parts in reading order, floats in their place, and what runs along its edges."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.floats.floats import Floats
from paperatlas.pipeline.flow.headings import split_heads
from paperatlas.pipeline.flow.notes import mark_notes
from paperatlas.pipeline.flow.order import reading_order
from paperatlas.pipeline.flow.paragraphs import attach_leads, split_part
from paperatlas.pipeline.flow.parts import Part, parts_of, rows_of
from paperatlas.pipeline.flow.running import Running
from paperatlas.pipeline.flow.typefaces import Type
from paperatlas.pipeline.flow.upright import is_upright, upright_parts
from paperatlas.pipeline.front.abstract import is_prose
from paperatlas.pipeline.layout import Line, RawPage, Rect
from paperatlas.pipeline.rects import area, covered
from paperatlas.pipeline.signs.directions import reads_leftward

__all__ = ["Sheet", "sheet_of"]

_INSIDE = 0.5
"""Share of a line that lies in a table, figure or caption that it belongs to."""
_MOST_OF_PAGE = 0.6
"""A picture that holds this share of a page's words is the page's background, as in scans, not a figure on it."""
_FEW_WORDS = 120
"""Words on a page below which a picture may hold most of them: a full-page figure has labels."""
_ROW_OF_TEXT = 4
"""Words of a row of text at least; labels of figures have fewer."""
_LAST = (BlockKind.SIDEBAR, BlockKind.FOOTNOTE)
"""What is read after the body of its page, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page with its parts in reading order and its running lines."""

    raw: RawPage
    parts: tuple[Part, ...]
    running: tuple[tuple[BlockKind, Line], ...]


def sheet_of(page: RawPage, running: Running, numbers: Sequence[Line], floats: Floats, body: Type) -> Sheet:
    """Takes a page apart. `numbers` are its line numbers, already out of `page.lines`."""
    lines = [line for index, line in enumerate(page.lines) if index not in running]
    upright = [line for line in lines if is_upright(line)]
    framed, lines = _framed(page, _without(lines, upright), floats)
    rows = [part for whole in parts_of(page, lines) for part in split_heads(whole, body)]
    parts = mark_notes([piece for part in rows for piece in split_part(part)], page, body.size)
    ordered = attach_leads(_ordered([*parts, *framed]), body.size)
    return Sheet(
        raw=page,
        parts=(*ordered, *upright_parts(upright, page.number, page.rules)),
        running=(
            *((kind, page.lines[index]) for index, kind in sorted(running.items(), key=lambda each: page.lines[each[0]].rect)),
            *((BlockKind.HEADER, line) for line in numbers),
        ),
    )


def _ordered(parts: Sequence[Part]) -> list[Part]:
    leftward = reads_leftward(word.text for part in parts for word in part.words)
    bands = [
        [part for part in parts if part.kind not in _LAST],
        *([part for part in parts if part.kind is kind] for kind in _LAST),
    ]
    ordered: list[Part] = []
    for band in bands:
        rects = [part.rect for part in band]
        ordered += [band[index] for index in reading_order([_mirrored(rect) for rect in rects] if leftward else rects)]
    return ordered


def _mirrored(rect: Rect) -> Rect:
    """Where a rectangle stands when right and left change places: the columns of Arabic and Hebrew begin at the right."""
    return -rect[2], rect[1], -rect[0], rect[3]


def _framed(page: RawPage, lines: list[Line], floats: Floats) -> tuple[list[Part], list[Line]]:
    """The captions, tables and figures of a page with their lines, and the lines that are left."""
    frames = [
        *((BlockKind.CAPTION, box[1:]) for box in floats.captions if box.page == page.number),
        *(
            (BlockKind.TABLE, box[1:])
            for table in floats.tables
            for box in table.parts or (table.box,)
            if box.page == page.number
        ),
        *((BlockKind.FIGURE, figure.box[1:]) for figure in floats.figures if figure.page == page.number),
    ]
    parts: list[Part] = []
    words = sum(len(line.words) for line in lines)
    for kind, rect in frames:
        held = [line for line in lines if covered(line.rect, rect) > _INSIDE]
        if kind is BlockKind.FIGURE and _is_background(held, words):
            held = []
        lines = _without(lines, held)
        if held or kind is not BlockKind.CAPTION:
            parts.append(Part(page=page.number, kind=kind, rows=rows_of(held), frame=rect))
    for rect in _uncaptioned(page, [rect for _, rect in frames]):
        held = [line for line in lines if covered(line.rect, rect) > _INSIDE]
        if held and not _is_background(held, words) and not is_prose(" ".join(line.text for line in held)):
            lines = _without(lines, held)
            parts.append(Part(page=page.number, kind=BlockKind.FIGURE, rows=rows_of(held), frame=rect))
    return parts, lines


def _without(lines: list[Line], taken: Sequence[Line]) -> list[Line]:
    gone = {id(line) for line in taken}
    return [line for line in lines if id(line) not in gone]


def _is_background(held: Sequence[Line], words: int) -> bool:
    """Whether a picture lies under the text of a page, as in scans: most of the words, in rows of text."""
    rows = [line for line in held if line.horizontal and len(line.words) >= _ROW_OF_TEXT]
    return words > _FEW_WORDS and sum(len(line.words) for line in rows) > _MOST_OF_PAGE * words


def _uncaptioned(page: RawPage, known: Sequence[Rect]) -> list[Rect]:
    """Pictures that no figure covers: logos, badges, plots without a caption. Their lettering is no text either."""
    pictures = [region.rect for region in page.regions if region.kind == "picture"]
    return [rect for rect in pictures if area(rect) > 0 and not any(covered(rect, other) > _INSIDE for other in known)]
