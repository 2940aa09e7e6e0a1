"""Rows to paragraphs: regions that hold several are cut, and one that a column's end broke in two is made whole."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.layout import Line, Word

__all__ = ["Paragraph", "attach_leads", "bold_lead", "join_broken", "split_part"]

_INDENT = (0.7, 4.0)
"""In em: a first line is indented by at least and at most this; less is a ragged scan, more a centred line."""
_ALIGNED = 0.35
"""In em: how far the left edges of one paragraph's rows differ."""
_SHORT = 1.5
"""In em: a row that ends this far before the right edge ends its paragraph, when the next is indented."""
_WIDE_GAP = 0.6
"""In em, beyond the usual gap between rows: the space between two paragraphs set apart."""
_AHEAD = 3
"""Parts that a sentence may be interrupted by: floats with their captions, a line of lettering."""
_BULLET = re.compile(r"^[•◦▪‣∙●○■□➢➤✓✗–—\uf0b7\uf0a7]\s*(?=\S|$)")
_ENUMERATOR = re.compile(r"^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})\)|\d{1,2}\.)$")
_CLOSED = re.compile(r"[.!?:;…。！？][\"'”’»)\]]*$")
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ABSTRACT)
_GOES_ON = re.compile(r"^[\W_]*[a-zà-öø-ÿα-ω\d(]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """What becomes one block: usually one part, several where a column's end or a formula broke it."""

    kind: BlockKind
    parts: tuple[Part, ...]

    @property
    def page(self) -> int:
        return self.parts[0].page

    @property
    def rows(self) -> tuple[Line, ...]:
        return tuple(row for part in self.parts for row in part.rows)


def split_part(part: Part) -> list[Part]:
    """The paragraphs of a part, from the top."""
    if part.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.FOOTNOTE) or len(part.rows) < 2:
        return [part]
    groups: list[list[Line]] = [[part.rows[0]]]
    frame = _Frame.of(part)
    for index in range(1, len(part.rows)):
        if _begins(part.rows[index - 1], part.rows[index], part.rows[index + 1 : index + 2], frame, part.kind):
            groups.append([])
        groups[-1].append(part.rows[index])
    return [replace(part, rows=tuple(group)) for group in groups]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The measure in which a part is set."""

    left: float
    right: float
    size: float
    gap: float

    @classmethod
    def of(cls, part: Part) -> "_Frame":
        gaps = [below.rect[1] - above.rect[3] for above, below in pairwise(part.rows)]
        return cls(min(row.rect[0] for row in part.rows), max(row.rect[2] for row in part.rows), part.size, median(gaps))


def _begins(above: Line, row: Line, below: Sequence[Line], frame: _Frame, kind: BlockKind) -> bool:
    """Whether a row begins a paragraph of its own."""
    em = frame.size
    if row.rect[1] - above.rect[3] > frame.gap + _WIDE_GAP * em:
        return True
    if kind is BlockKind.FOOTNOTE:
        return row.words[0].superscript and len(row.words) > 1 and row.rect[0] - frame.left < 2 * em
    if _BULLET.match(row.text):
        return True
    if kind is BlockKind.LIST and _ENUMERATOR.match(row.words[0].text):
        return _closes(above, frame)
    if _starts_note(above, row):
        return True
    if bold_lead(row.words) and not above.words[-1].bold and _CLOSED.search(above.text):
        return True
    indent = row.rect[0] - frame.left
    indented = _INDENT[0] * em <= indent <= _INDENT[1] * em and abs(above.rect[0] - frame.left) < _ALIGNED * em
    outdented = not below or abs(below[0].rect[0] - frame.left) < _ALIGNED * em
    return kind is BlockKind.PARAGRAPH and indented and outdented and _closes(above, frame)


def _closes(row: Line, frame: _Frame) -> bool:
    return bool(_CLOSED.search(row.text)) or row.rect[2] < frame.right - _SHORT * frame.size


def _starts_note(above: Line, row: Line) -> bool:
    """A footnote that the model took for the last lines of the text above it."""
    smaller = _row_size(above) - _row_size(row) > 0.7
    return smaller and row.words[0].superscript and len(row.words) > 1


def _row_size(row: Line) -> float:
    return median(word.size for word in row.words)


def bold_lead(words: Sequence[Word]) -> int:
    """How many words at the beginning are bold where the rest is not; 0 when all or none are."""
    count = 0
    while count < len(words) and words[count].bold:
        count += 1
    return count if 0 < count < len(words) else 0


def attach_leads(parts: Sequence[Part], body: float) -> list[Part]:
    """Parts in reading order, each bold lead that fills its line made one with the paragraph that it leads.

    Such a line looks like a heading; that the text follows at the distance of the next line shows that it is none.
    """
    found: list[Part] = []
    for part in parts:
        if found and _leads(found[-1], part, body):
            found[-1] = replace(part, rows=(*found[-1].rows, *part.rows))
        else:
            found.append(part)
    return found


def _leads(lead: Part, part: Part, body: float) -> bool:
    if lead.kind is not BlockKind.HEADING or part.kind is not BlockKind.PARAGRAPH or lead.page != part.page:
        return False
    ends_bold = all(word.bold for word in lead.words) and not part.words[0].bold
    if not (ends_bold or bold_lead(lead.words)) or abs(lead.size - body) > 0.6 or lead.words[0].text[0].isdigit():
        return False
    spans = abs(lead.rect[2] - part.rect[2]) < 2 * body and abs(lead.rect[0] - part.rect[0]) < 2 * body
    fills = bool(bold_lead(lead.words)) or spans
    pitch = part.rows[0].rect[1] - lead.rows[-1].rect[1]
    usual = part.rows[1].rect[1] - part.rows[0].rect[1] if len(part.rows) > 1 else 1.3 * body
    return fills and 0 < pitch < usual + 0.25 * body


def join_broken(parts: Iterable[Part]) -> list[Paragraph]:
    """Paragraphs of a page from its parts in reading order, those broken by a column's end or a float made whole."""
    waiting = list(parts)
    found: list[Paragraph] = []
    broken: int | None = None
    for index, part in enumerate(waiting):
        if broken is not None and _continues(found[broken], part, waiting[index + 1 :]):
            found[broken] = replace(found[broken], parts=(*found[broken].parts, part))
        else:
            found.append(Paragraph(kind=part.kind, parts=(part,)))
            if part.kind in (BlockKind.HEADING, BlockKind.EQUATION):
                broken = None
            elif part.kind in (*_PROSE, BlockKind.LIST) and (broken is None or not _CLOSED.search(part.text)):
                broken = len(found) - 1
        if broken is not None and _CLOSED.search(found[broken].rows[-1].text):
            broken = None
    return found


def _continues(broken: Paragraph, part: Part, later: Sequence[Part]) -> bool:
    """Whether a part is what an unfinished paragraph goes on with."""
    last = broken.parts[-1]
    if part.kind not in _PROSE or broken.kind not in (part.kind, BlockKind.LIST) or abs(last.size - part.size) > 0.6:
        return False
    if _begins_small(part):
        return True
    # A sentence may go on with a name or an acronym: then the row before it fills its measure and the text goes on in
    # another column, and nothing that follows begins in the middle of a sentence.
    full = last.rows[-1].rect[2] > last.rect[2] - last.size
    moved = len(last.rows) > 1 and part.rect[1] < last.rect[1]
    return full and moved and not bold_lead(part.words) and not any(map(_begins_small, later[:_AHEAD]))


def _begins_small(part: Part) -> bool:
    return part.kind in _PROSE and bool(_GOES_ON.match(part.text)) and not _BULLET.match(part.text)
