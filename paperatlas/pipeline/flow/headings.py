"""Which parts are headings, on their own line or as the bold lead of a paragraph, and how they nest.

The layout model finds most headings but names none of their levels and takes authors, chart labels and the odd line
of text for headings; type, number, place and the file's bookmarks tell which are.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.heading_names import is_caption, is_known, is_outermost, split_number, starts_with_number
from paperatlas.pipeline.flow.nesting import Nesting
from paperatlas.pipeline.flow.paragraphs import bold_lead
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.flow.run_in import lead_text, lead_words
from paperatlas.pipeline.flow.typefaces import LARGER, Type, stands_apart, type_of
from paperatlas.pipeline.layout import Line
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["Head", "find_heads", "split_heads"]

_MOST_WORDS, _MOST_ROWS = 25, 4
"""Of an own-line heading; bold paragraphs are longer."""
_UNMARKED_WORDS = 12
"""Of a heading that neither number nor weight tells from text; longer ones are text."""
_REMARK_WORDS = 14
"""A bold line of more words that ends as sentences do is a remark."""

_Marks = Mapping[tuple[int, str], int]
"""The file's bookmarks: page and letters of the title to level."""


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
        """As printed: "3.1 Data"."""
        return f"{self.number} {self.text}".strip()

    @property
    def opens_section(self) -> bool:
        """Own-line headings do; of run-in ones only those beside the numbered sections ("Funding:")."""
        return not self.run_in or self.level == 1


def split_heads(part: Part, body: Type) -> list[Part]:
    """A part cut where a heading ends and text begins, or one heading ends and the next begins."""
    if part.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST) or len(part.rows) < 2:
        return [part]
    groups: list[list[Line]] = [[part.rows[0]]]
    for above, row in pairwise(part.rows):
        if _changes(part, above, row, body):
            groups.append([])
        groups[-1].append(row)
    return [part] if len(groups) == 1 else [_regrouped(part, tuple(group), body) for group in groups]


def _regrouped(part: Part, rows: tuple[Line, ...], body: Type) -> Part:
    if stands_apart(type_of([word for row in rows for word in row.words]), body):
        return replace(part, kind=BlockKind.HEADING, rows=rows)
    return replace(part, kind=BlockKind.PARAGRAPH if part.kind is BlockKind.HEADING else part.kind, rows=rows)


def _changes(part: Part, above: Line, row: Line, body: Type) -> bool:
    upper, lower = type_of(above.words), type_of(row.words)
    if part.kind is BlockKind.HEADING:
        numbered = starts_with_number(row.text) and row.words[1].text[0].isupper() and stands_apart(lower, body)
        return numbered or abs(upper.size - lower.size) > 1.0 or (upper.bold and not lower.bold)
    if not stands_apart(upper, body) or stands_apart(lower, body) or bold_lead(row.words):
        return False
    short = above.rect[2] < part.rect[2] - 2 * body.size
    return (short or starts_with_number(above.text)) and len(above.words) <= _MOST_WORDS


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
    own_lines = {index: own for index, part in enumerate(parts) if index not in front and (own := _own_line(part, body, marks))}
    # Before the first heading after the abstract's, bold leads are the labels of a structured abstract.
    labels_end = next((index for index, (_, text) in own_lines.items() if not is_outermost(text)), 0)
    found: dict[int, Head] = {}
    nesting = Nesting()
    for index, part in enumerate(parts):
        if index in own_lines:
            number, text = own_lines[index]
            level = nesting.place(number, text, type_of(part.words), marks.get((part.page, _key(part.text))))
            found[index] = Head(number=number, text=text, level=level)
        elif index not in front and (count := lead_words(part, body)):
            text = lead_text(part, count)
            if index >= labels_end or is_outermost(text):
                level = 1 if is_outermost(text) else nesting.depth + 1
                found[index] = Head(number="", text=text, level=level, run_in=True, words=count)
    return found


def _own_line(part: Part, body: Type, marks: _Marks) -> tuple[str, str] | None:
    """Number and text of a heading on its own line; None when the part is none."""
    text = " ".join(part.text.split())
    if part.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH) or not _may_name(text, part):
        return None
    number, rest = split_number(text, set_off=_is_set_off(part))
    own = type_of(part.words)
    listed = (part.page, _key(text)) in marks or (part.page, _key(rest)) in marks
    remark = text.endswith((".", ";", ",")) and len(text.split()) > _REMARK_WORDS and own.size < body.size + LARGER
    remark = remark or text.endswith(("。", "，", "；", "、"))
    if remark or (rest[0].islower() and not number and not listed):
        return None
    seen = _model_agrees if part.kind is BlockKind.HEADING else _rules_agree
    return (number, rest) if listed or seen(part, own, body, number, rest) else None


def _may_name(text: str, part: Part) -> bool:
    """Whether a text has the measure of a heading: a few words, not mostly signs, no caption."""
    letters = sum(char.isalpha() for char in text)
    few = _measure(text) <= _MOST_WORDS and len(part.rows) <= _MOST_ROWS
    worded = letters >= 2 and letters >= 0.5 * len(text.replace(" ", ""))
    return few and worded and not is_caption(text)


def _model_agrees(part: Part, own: Type, body: Type, number: str, rest: str) -> bool:
    """For what the layout model calls a heading, any sign that it is not the body's type is enough."""
    if stands_apart(own, body) or is_known(rest):
        return True
    other = (own.italic or own.font != body.font) and not own.monospaced
    return other and (bool(number) or (_is_initial(rest[0]) and _measure(part.text) <= _UNMARKED_WORDS))


def _rules_agree(part: Part, own: Type, body: Type, number: str, rest: str) -> bool:
    """For what the layout model calls text, type and name must speak for a heading."""
    if is_known(rest) and len(part.rows) == 1:
        return True
    if not stands_apart(own, body):
        return False
    return bool(number) or is_known(rest) or _stands_alone(part, own, body)


def _stands_alone(part: Part, own: Type, body: Type) -> bool:
    named = _is_initial(part.text[0]) and not part.text.rstrip().endswith((",", ";", "-"))
    large = own.bold or own.size >= body.size + 1.5
    return named and large and own.size >= body.size - 0.3 and _measure(part.text) <= _UNMARKED_WORDS


def _measure(text: str) -> float:
    """Length in words; in scripts without spaces two signs are about a word."""
    signs = sum(map(is_unspaced, text))
    return signs / 2 if signs > len(text) / 2 else len(text.split())


def _is_initial(char: str) -> bool:
    """Whether a sign may begin a heading; scripts without capitals do not say."""
    return char.isupper() or is_unspaced(char)


def _is_set_off(part: Part) -> bool:
    """Whether the first word is set off from the second, as numbers are."""
    words = part.rows[0].words
    return len(words) > 1 and words[1].x0 - words[0].x1 > 0.5 * words[0].size


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()
