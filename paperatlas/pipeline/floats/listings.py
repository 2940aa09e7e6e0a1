"""Algorithms and program listings: code under a caption, which is neither a table nor sentences.

A box is taken only where it is sure, since its text leaves the body: inside a frame, between the rules that such floats
are set with, or as far as line after line is code.
"""

import re
from collections.abc import Callable, Sequence

from paperatlas.pipeline.floats.attach import Side
from paperatlas.pipeline.floats.captions import Caption
from paperatlas.pipeline.floats.cells import baselines, word_height
from paperatlas.pipeline.floats.scene import Scene
from paperatlas.pipeline.layout import Rect, Word
from paperatlas.pipeline.rects import area, centre, covered, overlap_x, union, without

__all__ = ["is_monospaced", "listing_box", "program_box"]

_MONOSPACED = re.compile(
    r"Mono|Courier|Typewriter|Consol|Menlo|Inconsolata|NimbusMon|Code(?:Pro|New)|Terminal|tt\d+$", re.IGNORECASE
)
_OPENS = re.compile(
    r"\d{1,3}[:.]?$|(?:for|foreach|while|if|else|elseif|elif|end|endfor|endif|return|repeat|until|procedure|function|def|class|"
    r"import|from|begin|require|ensure|input|inputs|output|outputs|data|result|initiali[sz]e|initiali[sz]ation|loop|do|switch|"
    r"case|print|public|private|static|void|int|const|let|var)\b|[#}{]|//|/\*|▷|>>>|\$",
    re.IGNORECASE,
)
"""How a line of code begins: with its number, a word of the language, or a sign of it."""
_HOLDS = re.compile(r"←|:=|\+=|==|▷|//|\bdo$|\bthen$|[;{}]$|\w\(.{0,500}\)$|\w = ")
_MOST = 0.6
"""The part of a listing's lines that show that they are code; the others may say anything."""
_FEWEST = 2
"""Lines of the shortest listing."""
_LEADING = 1.6
"""In word heights. Lines of one listing stand closer, blank ones included."""
_ACROSS = 0.6
"""Of its column's width: rules that part a float from the text are longer."""
_NEAR = 1.6
"""In word heights. The rules about a caption stand closer to it."""


def is_monospaced(words: Sequence[Word]) -> bool:
    """Whether most words are set in a typeface for programs."""
    return sum(_MONOSPACED.search(word.font) is not None for word in words) > _MOST * len(words)


def _is_code(line: Sequence[Word]) -> bool:
    """Whether a line shows that it is code."""
    text = " ".join(word.text for word in line)
    return is_monospaced(line) or _OPENS.match(line[0].text) is not None or _HOLDS.search(text) is not None


def listing_box(scene: Scene, caption: Caption, usual: Side) -> Rect | None:
    """The box of the code that a caption names; None where there is no code that is sure to be it."""
    sides = (usual, -usual) if usual else (-1, 1)
    found = _framed(scene, caption)
    for side in sides:
        found = found or _between_rules(scene, caption, side) or _code_lines(scene, caption, side, _is_code)
    return _with_frame(scene, found) if found else None


def program_box(scene: Scene, caption: Caption, side: Side) -> Rect | None:
    """The box of a program at a caption that does not say it is one: code by its typeface, since labels look like code too."""
    return _code_lines(scene, caption, side, is_monospaced)


def _framed(scene: Scene, caption: Caption) -> Rect | None:
    """The rest of the smallest drawn frame around a caption."""
    frames = [rect for rect in scene.page.drawings if covered(caption.rect, rect) > 0.9 and area(rect) > 2 * area(caption.rect)]
    frame = min(frames, key=area, default=None)
    if frame is None or not _is_listing(_lines(scene, frame)):
        return None
    return without(frame, caption.rect)


def _with_frame(scene: Scene, box: Rect) -> Rect:
    """The box with the frame drawn around it and nothing else."""
    inside = len(_lines(scene, box))
    frames = [rect for rect in scene.page.drawings if covered(box, rect) > 0.9 and len(_lines(scene, rect)) == inside]
    return union((box, max(frames, key=area))) if frames else box


def _between_rules(scene: Scene, caption: Caption, side: Side) -> Rect | None:
    """What stands between the two rules that follow a caption (`side` -1) or come before it (1)."""
    left, right = scene.ground.column(caption.rect)
    height = word_height([word for line in scene.page.lines if scene.is_caption(line.rect) for word in line.words])
    levels = sorted(
        (rule[1] + rule[3]) / 2
        for rule in scene.page.rules
        if rule[3] - rule[1] < rule[2] - rule[0] and overlap_x(rule, (left, 0, right, 0)) > _ACROSS * (right - left)
    )
    if side < 0:
        beyond = [level for level in levels if level > caption.rect[3] - 2]
        pair = beyond[:2]
    else:
        beyond = [level for level in levels if level < caption.rect[1] + 2]
        pair = beyond[-2:]
    if len(pair) < 2 or (pair[0] - caption.rect[3] if side < 0 else caption.rect[1] - pair[1]) > _NEAR * height:
        return None
    box = (left, pair[0], right, pair[1])
    return box if _is_listing(_lines(scene, box)) else None


def _code_lines(scene: Scene, caption: Caption, side: Side, shows: Callable[[Sequence[Word]], bool]) -> Rect | None:
    """The lines of code that follow a caption without a gap."""
    left, right = scene.ground.column(caption.rect)
    column = (left, caption.rect[3], right, scene.page.height) if side < 0 else (left, 0.0, right, caption.rect[1])
    lines = _lines(scene, column)
    height = word_height([word for line in lines for word in line])
    taken: list[list[Word]] = []
    edge = caption.rect[3] if side < 0 else caption.rect[1]
    for line in lines if side < 0 else reversed(lines):
        rect = union(word.rect for word in line)
        gap = rect[1] - edge if side < 0 else edge - rect[3]
        wide = rect[2] - rect[0] > 0.9 * (right - left)
        if gap > _LEADING * height or (wide and not shows(line)):
            break
        taken.append(line)
        edge = rect[3] if side < 0 else rect[1]
    while taken and not shows(taken[-1]):
        taken.pop()
    return union(word.rect for line in taken for word in line) if _is_listing(taken, shows) else None


def _is_listing(lines: Sequence[Sequence[Word]], shows: Callable[[Sequence[Word]], bool] = _is_code) -> bool:
    return len(lines) >= _FEWEST and sum(map(shows, lines)) >= _MOST * len(lines)


def _lines(scene: Scene, box: Rect) -> list[list[Word]]:
    """The printed lines inside a box, from the top, without captions."""
    words = [
        word
        for line in scene.page.lines
        if line.horizontal
        for word in line.words
        if box[0] - 3 <= centre(word.rect)[0] <= box[2] + 3
        and box[1] <= centre(word.rect)[1] <= box[3]
        and not scene.is_caption(word.rect)
    ]
    return baselines(words, word_height(words))
