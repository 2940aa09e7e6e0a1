"""Run-in headings: the bold lead of a paragraph."""

from collections.abc import Sequence

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.heading_names import is_caption
from paperatlas.pipeline.flow.paragraphs import bold_lead
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.flow.typefaces import Type
from paperatlas.pipeline.layout import Word
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["lead_text", "lead_words"]

_LONGEST = 90
"""Characters of a run-in heading at most; a longer bold beginning is emphasis."""
_OTHER_SIZE = 1.6
"""Points by which its size differs from the body's at most: run-in heads are set in the size of their paragraph."""
_PARAGRAPH = 40
"""Characters that follow a lead without a stop at least: less is a row of a form."""


def lead_words(part: Part, body: Type) -> int:
    """How many words at the beginning of a part are its heading; 0 for none."""
    if part.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST) or body.bold:
        return 0
    words = part.words
    count = bold_lead(words)
    if not count or not _is_name(lead_text(part, count)) or abs(words[0].size - body.size) > _OTHER_SIZE:
        return 0
    return count if not words[count].superscript and _is_closed(words, count) else 0


def lead_text(part: Part, count: int) -> str:
    return " ".join(word.text for word in part.words[:count])


def _is_name(text: str) -> bool:
    letters = sum(2 if is_unspaced(char) else 1 for char in text if char.isalpha())
    return (text[0].isupper() or is_unspaced(text[0])) and letters >= 4 and len(text) <= _LONGEST and not is_caption(text)


def _is_closed(words: Sequence[Word], count: int) -> bool:
    """Whether a lead is ended by a stop, a wide space, or a sentence that begins after it."""
    last, following = words[count - 1], words[count]
    rest = " ".join(word.text for word in words[count:])
    if len(rest) < 4:
        return False
    stopped = last.text[-1] in ".:?!—–-：。" or rest[0] in ".:—–："
    spaced = following.y0 < last.y1 and following.x0 - last.x1 > 0.6 * following.size
    return stopped or spaced or (rest[0].isupper() and len(rest) > _PARAGRAPH)
