"""Which parts are headings, on their own line or as the bold lead of a paragraph, and how they nest.

The layout model finds most headings but names none of their levels and takes authors, chart labels and the odd line
of text for headings; type, number, place and the file's bookmarks tell which are.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.heading_names import is_caption, is_known, is_outermost, split_number, starts_with_number
from paperatlas.pipeline.layout import Line, Word
from paperatlas.pipeline.nesting import Nesting, Type
from paperatlas.pipeline.paragraphs import bold_lead
from paperatlas.pipeline.parts import Part

__all__ = ["Head", "Type", "find_heads", "split_heads", "usual_type"]

_LONGEST = 25
"""Words of an own-line heading at most; bold paragraphs are longer."""
_LONGEST_LEAD = 90
"""Characters of a run-in heading at most."""
_CAPITALS = 7
"""Letters of the longest word of a heading set in capitals at least ("METHODS"); acronyms are shorter."""
_LARGER = 0.6
"""Points above the body's size that show; sizes drift by a tenth or two within one text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A heading: its own part, or the first `words` words of a paragraph's part."""

    number: str
    text: str
    level: int
    run_in: bool = False
    words: int = 0

    @property
    def label(self) -> str:
        return f"{self.number} {self.text}".strip()

    @property
    def opens_section(self) -> bool:
        """Own-line headings do; of run-in ones only those beside the numbered sections ("Funding:")."""
        return not self.run_in or self.level == 1


def usual_type(parts: Iterable[Part], size: float) -> Type:
    """How the body of a document is set."""
    fonts: dict[str, int] = {}
    bold = total = 0
    for part in parts:
        for word in part.words:
            if abs(word.size - size) < 0.3:
                fonts[word.font] = fonts.get(word.font, 0) + 1
                bold += word.bold
                total += 1
    font = max(fonts, key=lambda font: fonts[font], default="")
    return Type(size, bold=2 * bold > total, upper=False, italic=False, font=font)


def type_of(words: Sequence[Word]) -> Type:
    letters = "".join(char for word in words for char in word.text if char.isalpha())
    weight = sum(len(word.text) for word in words)
    fonts: dict[str, int] = {}
    for word in words:
        fonts[word.font] = fonts.get(word.font, 0) + len(word.text)
    return Type(
        size=max((word.size for word in words if len(word.text) > 1), default=words[0].size),
        bold=sum(len(word.text) for word in words if word.bold) > 0.8 * weight,
        upper=letters.upper() == letters and letters.lower() != letters and max(len(word.text) for word in words) >= _CAPITALS,
        italic=sum(len(word.text) for word in words if word.italic) > 0.8 * weight,
        font=max(fonts, key=lambda font: fonts[font]),
    )


def split_heads(part: Part, body: Type) -> list[Part]:
    """A part cut where a heading ends and text begins, or one heading ends and the next begins."""
    if part.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST) or len(part.rows) < 2:
        return [part]
    groups: list[list[Line]] = [[part.rows[0]]]
    for above, row in pairwise(part.rows):
        if _changes(part, above, row, body):
            groups.append([])
        groups[-1].append(row)
    if len(groups) == 1:
        return [part]
    return [_regrouped(part, tuple(group), body) for group in groups]


def _regrouped(part: Part, rows: tuple[Line, ...], body: Type) -> Part:
    heading = _differs(type_of([word for row in rows for word in row.words]), body)
    kind = BlockKind.HEADING if heading else BlockKind.PARAGRAPH if part.kind is BlockKind.HEADING else part.kind
    return Part(page=part.page, kind=kind, rows=rows)


def _changes(part: Part, above: Line, row: Line, body: Type) -> bool:
    upper, lower = type_of(above.words), type_of(row.words)
    if part.kind is BlockKind.HEADING:
        numbered = starts_with_number(row.text) and row.words[1].text[0].isupper()
        return (numbered and _differs(lower, body)) or abs(upper.size - lower.size) > 1.0 or (upper.bold and not lower.bold)
    if not (_differs(upper, body) and not _differs(lower, body)) or bold_lead(row.words):
        return False
    short = above.rect[2] < part.rect[2] - 2 * body.size
    return (short or starts_with_number(above.text)) and len(above.words) <= _LONGEST


def _differs(own: Type, body: Type) -> bool:
    """Whether type is set apart from the body as headings are."""
    larger = own.size >= body.size + _LARGER
    return larger or (own.size >= body.size - 1.6 and ((own.bold and not body.bold) or own.upper))


def find_heads(
    parts: Sequence[Part], body: Type, outline: Sequence[tuple[int, str, int]], front: Collection[int]
) -> dict[int, Head]:
    """The headings of a document, by index of their part.

    Args:
        parts: all parts in reading order.
        body: how the body is set.
        outline: the file's bookmarks: level, title, page.
        front: indexes of the parts that come before the abstract or the introduction, where no heading stands.
    """
    marks = {(page, _key(title)): level for level, title, page in outline}
    found: dict[int, Head] = {}
    nesting = Nesting()
    labels_end = _first_own_heading(parts, body, marks, front)
    for index, part in enumerate(parts):
        if index in front:
            continue
        own = _own_line(part, body, marks)
        if own is not None:
            level = nesting.place(own[0], own[1], type_of(part.words), marks.get((part.page, _key(part.text))))
            found[index] = Head(number=own[0], text=own[1], level=level)
        elif (count := _lead(part, body)) and (index >= labels_end or is_outermost(_lead_text(part, count))):
            text = _lead_text(part, count)
            level = 1 if is_outermost(text) else nesting.depth + 1
            found[index] = Head(number="", text=text, level=level, run_in=True, words=count)
    return found


def _first_own_heading(parts: Sequence[Part], body: Type, marks: Mapping[tuple[int, str], int], front: Collection[int]) -> int:
    """Where the front matter ends: before the first heading after the abstract's, bold leads are labels of the abstract."""
    for index, part in enumerate(parts):
        if index not in front and (own := _own_line(part, body, marks)) is not None and not is_outermost(own[1]):
            return index
    return 0


def _own_line(part: Part, body: Type, marks: Mapping[tuple[int, str], int]) -> tuple[str, str] | None:
    """Number and text of a heading on its own line; None when the part is none."""
    text = " ".join(part.text.split())
    letters = sum(char.isalpha() for char in text)
    if part.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH) or letters < 2 or len(part.rows) > 4 or is_caption(text):
        return None
    if len(text.split()) > _LONGEST or (letters < 0.5 * len(text.replace(" ", "")) and letters < 8):
        return None
    own = type_of(part.words)
    number, rest = split_number(text, set_off=_gap_after_first(part))
    apart = _differs(own, body)
    listed = (part.page, _key(text)) in marks or (part.page, _key(rest)) in marks
    known = is_known(rest)
    if part.kind is BlockKind.HEADING:
        accepted = apart or known or listed or (bool(number) and (own.italic or own.font != body.font))
        accepted = accepted or ((own.italic or own.font != body.font) and rest[0].isupper() and len(text.split()) <= 12)
    else:
        accepted = (
            (apart and (bool(number) or known or _stands_alone(part, own, body))) or listed or (known and len(part.rows) == 1)
        )
    if not accepted or (rest[0].islower() and not number and not listed) or _is_sentence(text, own, body):
        return None
    return number, rest


def _is_sentence(text: str, own: Type, body: Type) -> bool:
    """A bold remark rather than a heading: it ends as sentences do and is too long for a name."""
    return text.endswith((".", ";", ",")) and len(text.split()) > 14 and own.size < body.size + _LARGER


def _stands_alone(part: Part, own: Type, body: Type) -> bool:
    text = part.text
    named = text[:1].isupper() and not text.rstrip().endswith((",", ";", "-"))
    return named and own.size >= body.size - 0.3 and len(text.split()) <= 12 and (own.bold or own.size >= body.size + 1.5)


def _gap_after_first(part: Part) -> bool:
    """Whether the first word is set off from the second, as numbers are."""
    words = part.rows[0].words
    return len(words) > 1 and words[1].x0 - words[0].x1 > 0.5 * words[0].size


def _lead(part: Part, body: Type) -> int:
    """How many words of a paragraph are its run-in heading; 0 for none."""
    if part.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST) or body.bold:
        return 0
    count = bold_lead(part.words)
    if not count:
        return 0
    words = part.words
    text = _lead_text(part, count)
    rest = " ".join(word.text for word in words[count:])
    letters = sum(char.isalpha() for char in text)
    if not text[0].isupper() or letters < 4 or len(text) > _LONGEST_LEAD or len(rest) < 4 or is_caption(text):
        return 0
    if abs(words[0].size - body.size) > 1.6 or words[count].superscript:
        return 0
    closed = text[-1] in ".:?!—–-" or rest[0] in ".:—–"
    return count if closed or (rest[0].isupper() and len(rest) > 40) or _gap_before(words, count) else 0


def _gap_before(words: Sequence[Word], index: int) -> bool:
    return words[index].y0 < words[index - 1].y1 and words[index].x0 - words[index - 1].x1 > 0.6 * words[index].size


def _lead_text(part: Part, count: int) -> str:
    return " ".join(word.text for word in part.words[:count])


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()
