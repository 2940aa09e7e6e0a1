"""What the engines of PDF files have in common: which drawn things count, which fonts are bold, how a page is held."""

import re
from collections import Counter
from collections.abc import Iterable

from paperatlas.pipeline.layout import Rect

__all__ = ["BOLD_NAME", "drawings_and_rules", "turn_to_read"]

BOLD_NAME = re.compile(r"Bold|Black|Heavy|Demi|Medi(?:$|Ital)|BX(?:TI|SL)?\d*$", re.IGNORECASE)
"""Bold fonts by name, where the file leaves the flag out: Nimbus "Medi" is Times bold, CMBX is Computer Modern bold."""
_RULE = 1.6
"""Points. A thinner path is a rule; the thickest ones in ruled tables (booktabs) are 1 pt."""
_SPECK = 0.7
"""Points. Paths smaller than this in both directions are dots of a plot, not drawings of their own."""
_MOST_PATHS = 4000
"""Of a page with more paths (maps, dense plots) the largest are kept: they span its drawings all the same."""
_MOST_LETTERS = 0.5
"""Share of a page's letters that must run one way to turn the page for them; else it is read as it is shown."""
_RUNNING = 4
"""Words in a line from which it is running text: the labels of a chart are often more letters, and set sideways."""


def drawings_and_rules(paths: Iterable[Rect]) -> tuple[tuple[Rect, ...], tuple[Rect, ...]]:
    """Of the boxes of a page's paths, those of drawings and those of rules, from the top; each box once."""
    seen = dict.fromkeys(rect for rect in paths if max(rect[2] - rect[0], rect[3] - rect[1]) >= _SPECK)
    largest = sorted(seen, key=lambda rect: max(rect[2] - rect[0], rect[3] - rect[1]), reverse=True)[:_MOST_PATHS]
    ordered = sorted(largest, key=lambda rect: (rect[1], rect[0], rect))
    return tuple(path for path in ordered if not _is_rule(path)), tuple(path for path in ordered if _is_rule(path))


def _is_rule(rect: Rect) -> bool:
    width, height = rect[2] - rect[0], rect[3] - rect[1]
    return min(width, height) <= _RULE and max(width, height) > 5 * _RULE


def turn_to_read(lines: Iterable[tuple[int, str]], shown: int) -> int:
    """Degrees clockwise by which the page as stored must be turned for most of its text to be level.

    Args:
        lines: each line's text, and the turn that would make it level.
        shown: the rotation as shown: what is kept where the letters run every way, or there are none.
    """
    letters: Counter[int] = Counter()
    running: Counter[int] = Counter()
    for way, text in lines:
        letters[way] += len(text)
        running[way] += len(text) if len(text.split()) >= _RUNNING else 0
    ways = {_most(count, shown) for count in (letters, running) if count.total()}
    return ways.pop() if len(ways) == 1 else shown


def _most(letters: Counter[int], shown: int) -> int:
    way, most = letters.most_common(1)[0]
    return way if most > _MOST_LETTERS * letters.total() else shown
