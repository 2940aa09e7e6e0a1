"""The words of a formula as one line of text: what stands over and under a bar is a fraction, not two more lines."""

from collections.abc import Sequence

from paperatlas.pipeline.floats.cells import baselines
from paperatlas.pipeline.layout import Rect, Word
from paperatlas.pipeline.rects import centre, overlap_x, overlap_y, union

__all__ = ["formula_text"]

_NEAR = 1.3
"""In word heights. What a bar divides stands this near to it."""
_SHORT = 3.0
"""Points. A shorter stroke is a minus or an accent."""
_PART = 0.15
"""A word of which less than this lies over or under a bar stands beside it."""
_MOST = 0.6
"""And one of which less than this does was set together with what is beside: then the parts cannot be told."""


def formula_text(words: Sequence[Word], rules: Sequence[Rect]) -> str:
    """The words line by line from the top, fractions as "(…) / (…)". `rules` are the strokes of the page."""
    if not words:
        return ""
    box = union(word.rect for word in words)
    height = _letter_height(words)
    bars = [rule for rule in rules if _is_bar(rule, box, rules)]
    rest = list(words)
    for bar in sorted(bars, key=lambda bar: (bar[2] - bar[0], bar)):  # from the inside: a long bar's parts may be fractions
        rest = _divided(rest, bar, height)
    return " ".join(word.text for line in baselines(rest, height) for word in line)


def _letter_height(words: Sequence[Word]) -> float:
    """That of the words on the line: half of a formula's words may be indices."""
    heights = sorted(word.y1 - word.y0 for word in words)
    return heights[3 * len(heights) // 4]


def _is_bar(rule: Rect, box: Rect, rules: Sequence[Rect]) -> bool:
    """Whether a stroke lies in a formula and is no line of a matrix, which others cross."""
    if rule[2] - rule[0] <= max(_SHORT, rule[3] - rule[1]) or not box[1] < rule[1] < box[3]:
        return False
    across = _SHORT / 2
    crossed = any(
        other[3] - other[1] > _SHORT and rule[0] < other[0] < rule[2] and overlap_y(other, rule) > -across for other in rules
    )
    return overlap_x(rule, box) > 0 and not crossed


def _divided(words: Sequence[Word], bar: Rect, height: float) -> list[Word]:
    """The words with those over and under a bar made one; all of them where only one side has any, as under a root."""
    middle = (bar[1] + bar[3]) / 2
    touching = [word for word in words if _share(word, bar) > _PART]
    over = _reached([word for word in touching if centre(word.rect)[1] < middle], bar, height)
    under = _reached([word for word in touching if centre(word.rect)[1] >= middle], bar, height)
    whole_words = all(_share(word, bar) > _MOST for word in (*over, *under))
    if not (over and under and whole_words) or any(_is_root(word, bar) for word in words):
        return list(words)
    parts = [
        text if len(part) == 1 else f"({text})"
        for part in (over, under)
        for text in [" ".join(word.text for line in baselines(part, height) for word in line)]
    ]
    whole = over[0]._replace(
        text=" / ".join(parts), x0=bar[0], x1=bar[2], y0=middle - height / 2, y1=middle + height / 2, superscript=False
    )
    taken = {id(word) for word in (*over, *under)}
    return [*(word for word in words if id(word) not in taken), whole]


def _share(word: Word, bar: Rect) -> float:
    """The part of a word's width that is over or under a bar."""
    return max(0.0, overlap_x(word.rect, bar)) / max(word.x1 - word.x0, 0.1)


def _is_root(word: Word, bar: Rect) -> bool:
    """Whether a bar is the roof of a root."""
    return word.text.endswith("√") and abs(word.x1 - bar[0]) < _SHORT


def _reached(words: Sequence[Word], bar: Rect, height: float) -> list[Word]:
    """The words from a bar on, as far as they follow one another."""
    taken: list[Word] = []
    reach = bar
    for word in sorted(words, key=lambda word: (abs(centre(word.rect)[1] - bar[1]), word.x0)):
        if max(reach[1] - word.y1, word.y0 - reach[3]) > (_NEAR - 1) * height:
            continue
        taken.append(word)
        reach = union((reach, word.rect))
    return taken
