"""How words are set, and what is set apart from the body of a document."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paperatlas.pipeline.layout import Word

__all__ = ["LARGER", "Type", "stands_apart", "type_of", "usual_type"]

LARGER = 0.6
"""Points above the body's size that show; sizes drift by a tenth or two within one text."""
_SMALLEST = 1.6
"""Points below the body's size down to which bold or capital type is still a heading's, not a label's."""
_CAPITALS = 7
"""Letters of the longest word of a heading set in capitals at least ("METHODS"); acronyms are shorter."""
_MOST = 0.8
"""Share of the letters that are bold or italic in what is called so: signs and numbers often are not."""


_MONOSPACED = re.compile(r"mono|courier|typewriter|consol|menlo|CMTT|CMSLTT|-?tt\d+$", re.IGNORECASE)


class Type(NamedTuple):
    """How words are set."""

    size: float
    bold: bool
    upper: bool
    italic: bool
    font: str

    @property
    def monospaced(self) -> bool:
        """Set as code is."""
        return bool(_MONOSPACED.search(self.font))

    @property
    def strength(self) -> tuple[float, bool, bool]:
        """What ranks headings: size, then capitals, then weight. Sizes of one level drift by a few tenths."""
        return round(self.size * 2) / 2, self.upper, self.bold


def type_of(words: Sequence[Word]) -> Type:
    """How some words are set; there must be one."""
    text = "".join(word.text for word in words)
    capitals = text.upper() == text and text.lower() != text
    return Type(
        size=max((word.size for word in words if len(word.text) > 1), default=words[0].size),
        bold=_letters(word for word in words if word.bold) > _MOST * len(text),
        upper=capitals and max(len(word.text) for word in words) >= _CAPITALS,
        italic=_letters(word for word in words if word.italic) > _MOST * len(text),
        font=_usual_font(words),
    )


def usual_type(words: Iterable[Word], size: float) -> Type:
    """How the body of a document is set, given its size."""
    body = [word for word in words if abs(word.size - size) < LARGER / 2]
    bold = 2 * sum(word.bold for word in body) > len(body)
    return Type(size, bold=bold, upper=False, italic=False, font=_usual_font(body))


def stands_apart(own: Type, body: Type) -> bool:
    """Whether type is set apart from the body as headings are."""
    marked = (own.bold and not body.bold) or own.upper
    return own.size >= body.size + LARGER or (marked and own.size >= body.size - _SMALLEST)


def _letters(words: Iterable[Word]) -> int:
    return sum(len(word.text) for word in words)


def _usual_font(words: Sequence[Word]) -> str:
    fonts: Counter[str] = Counter()
    for word in words:
        fonts[word.font] += len(word.text)
    return max(fonts, key=lambda font: (fonts[font], font), default="")
