"""From words to the text of table cells, without changing what is printed."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from paperatlas.core.types import Box, Cell
from paperatlas.pipeline.floats.captions import Join
from paperatlas.pipeline.layout import Word
from paperatlas.pipeline.rects import union

__all__ = ["NUMBER", "baselines", "cell", "is_numeric", "numbers", "word_height"]

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NUMERIC = re.compile(
    r"[\s\-−–—+±~≈<>≤≥=.,:;/×·*^()\[\]%‰$€£¥°†‡§¶⋆∗|'′\"]*\d[\d\s\-−–—+±~≈<>≤≥=.,:;/×·*^()\[\]%‰$€£¥°†‡§¶⋆∗|'′\"]*"
    r"(?:[kKMBTGx]|ms|s|h|hrs?|min|pp|bn|mn)?[\s*†‡§¶a-d)]{0,4}"
)
_EMPTY_VALUE = re.compile(r"[-−–—]+|n/?a|nan|nil|ns|✓|✗|✔|✘|×|\.{1,3}|…", re.IGNORECASE)
_LEVEL = 0.45
"""In word heights. Words on one baseline differ by less in the height of their middles."""
_SMALL = 0.85
"""In word heights. Indices and marks are smaller."""
_CLING = 0.25
"""A raised or lowered mark shares this part of its height with its line at least."""
_GLUE = 0.12
"""Words nearer than this many font sizes were set without a space between them: marks, indices, signs."""


def is_numeric(text: str) -> bool:
    """Whether a cell holds a value (a number with its signs, units and marks, or the sign for none) rather than words."""
    text = text.strip()
    return bool(text) and (_NUMERIC.fullmatch(text) is not None or _EMPTY_VALUE.fullmatch(text) is not None)


def numbers(texts: Iterable[str]) -> Counter[str]:
    """How often each number occurs."""
    return Counter(number for text in texts for number in NUMBER.findall(text))


def word_height(words: Sequence[Word]) -> float:
    """The usual height of a word, which is the unit of distance inside a table."""
    return median(word.y1 - word.y0 for word in words) if words else 8.0


def baselines(words: Sequence[Word], height: float) -> list[list[Word]]:
    """Printed lines from the top, each from the left.

    Small words come last, so that the lines which they are raised or lowered from exist already.
    """
    lines: list[list[Word]] = []
    bands: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda word: (_is_small(word, height), (word.y0 + word.y1) / 2, word.x0, word.text)):
        home = _home(word, lines, bands, height)
        if home is None:
            lines.append([word])
            bands.append((word.y0, word.y1))
        else:
            lines[home].append(word)
            if word.y1 - word.y0 > bands[home][1] - bands[home][0]:
                bands[home] = (word.y0, word.y1)
    order = sorted(range(len(lines)), key=lambda index: sum(bands[index]))
    return [sorted(lines[index], key=lambda word: (word.x0, word.y0, word.text)) for index in order]


def _home(word: Word, lines: Sequence[Sequence[Word]], bands: Sequence[tuple[float, float]], height: float) -> int | None:
    """The line on whose baseline a word stands, or to which, being small, it clings."""
    middle = (word.y0 + word.y1) / 2
    level = [index for index, band in enumerate(bands) if abs(middle - sum(band) / 2) < _LEVEL * height]
    if level:
        return min(level, key=lambda index: abs(middle - sum(bands[index]) / 2))
    if not _is_small(word, height):
        return None
    shares = {
        index: (min(word.y1, bottom) - max(word.y0, top)) / (word.y1 - word.y0)
        for index, (top, bottom) in enumerate(bands)
        if min(word.y1, bottom) - max(word.y0, top) > _CLING * (word.y1 - word.y0)
    }
    return max(shares, key=lambda index: (_touches(word, lines[index]), shares[index]), default=None)


def _touches(word: Word, line: Sequence[Word]) -> bool:
    return any(-0.5 * other.size < max(word.x0 - other.x1, other.x0 - word.x1) < 0.3 * other.size for other in line)


def _is_small(word: Word, height: float) -> bool:
    return word.superscript or word.y1 - word.y0 < _SMALL * height


def cell(words: Sequence[Word], page: int, join: Join) -> Cell:
    """A cell of these words."""
    if not words:
        return Cell("")
    lines = [_line_text(line) for line in baselines(words, word_height(words))]
    plain = " ".join(lines)
    text = join(lines) if len(lines) > 1 else plain
    if numbers([text]) != numbers([plain]):  # a number cut at a line's end stays cut: nobody can tell a minus from a hyphen
        text = plain
    return Cell(text, Box(page, *union(word.rect for word in words)))


def _line_text(words: Sequence[Word]) -> str:
    text = ""
    last: Word | None = None
    for word in words:
        if last is not None:
            near = word.x0 - last.x1 < _GLUE * max(word.size, last.size)
            if near and word.superscript and not last.superscript and text[-1:].isdigit() and word.text[:1] in "0123456789-−–":
                text += "^"
            elif not near:
                text += " "
        text += word.text
        last = word
    return text
