"""Captions, found by how they begin.

The layout model's class `caption` misses a third of them and takes other text for some, so a caption is what begins a
block with a label ("Table 2:", "Fig. 3.", "TABLE IV", "表 1"); where it ends is left to the block.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Literal, TypeAlias

from paperatlas.pipeline.floats.caption_lines import BREAK_GAP, caption_lines, printed_rows
from paperatlas.pipeline.layout import Line, RawPage, Rect, Region
from paperatlas.pipeline.rects import area, centre, covered, overlap_x, union

__all__ = ["Caption", "CaptionKind", "Join", "find_captions", "label_of"]

CaptionKind: TypeAlias = Literal["table", "figure", "listing"]
Join: TypeAlias = Callable[[Sequence[str]], str]
"""Text lines of a paragraph to one string, words cut at line ends mended."""

_KINDS: tuple[tuple[str, CaptionKind, str], ...] = (
    (r"tables?|tab\.|tabelle|tableau|tabla|tabela|tabella|таблица", "table", "Table"),
    (r"表格?", "table", "Table"),
    (r"figures?|fig\.?|figs\.|abbildung|abb\.|figura|рис\.|рисунок", "figure", "Figure"),
    (r"图|圖|図", "figure", "Figure"),
    (r"scheme", "figure", "Scheme"),
    (r"chart", "figure", "Chart"),
    (r"plate", "figure", "Plate"),
    (r"algorithm", "listing", "Algorithm"),
    (r"listing", "listing", "Listing"),
)
_NUMBER = r"(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.-]\d{1,3})*[a-z]?(?![\w%])|[IVXL]{1,6}(?!\w)|[A-Z](?=\s*[.:|])"
_START = re.compile(
    r"^\W{0,2}(?P<prefix>(?:supplement(?:ary|al)|supp\.|suppl\.|extended data|appendix|online)\s+)?"
    r"(?P<name>" + "|".join(f"(?:{pattern})" for pattern, _, _ in _KINDS) + r")\s*(?P<number>(?-i:" + _NUMBER + r"))"
    r"(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DELIMITER = re.compile(r"^\s*(?:[.:|：．。、]|[—–-]\s|\((?:cont|a\)|left|top))", re.IGNORECASE)
_CONTINUED = re.compile(r"^\W*+(?:cont(?:inued|\.|’d|'d|d)?\b|续)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """A caption on its page."""

    kind: CaptionKind
    label: str
    """Normalised: "Table 2", "Figure 3", "Figure S1"."""
    text: str
    """All of it, label included."""
    page: int
    rect: Rect
    continued: bool = False
    """Says that what it names began on an earlier page."""


@dataclass(frozen=True, slots=True)
class _Start:
    line: Line
    region: Region | None
    match: re.Match[str]


def find_captions(page: RawPage, join: Join) -> list[Caption]:
    """The captions of a page, from the top and then from the left."""
    page = _parted(page)
    homes = {id(line): _home(line, page.regions) for line in page.lines}
    starts = [
        _Start(line, homes[id(line)], match)
        for line in page.lines
        if line.horizontal and (match := _START.match(line.text)) and _begins_caption(line, homes[id(line)], match, page, homes)
    ]
    starts.sort(key=lambda start: (start.line.rect[1], start.line.rect[0]))
    return [_caption(start, starts, page, homes, join) for start in starts]


def _parted(page: RawPage) -> RawPage:
    """The page with lines cut where a second caption begins beside a first: their gap may be no wider than a justified space."""
    cuts = [cut for line in page.lines if line.horizontal and (cut := _second_start(line)) is not None]
    if not cuts:
        return page
    lines: list[Line] = []
    for line in page.lines:
        at = next((x for x, rect in cuts if _runs_through(line, x, rect)), None)
        lines += [line] if at is None else _cut(line, at)
    return replace(page, lines=tuple(lines))


def _second_start(line: Line) -> tuple[float, Rect] | None:
    """Where a caption begins within a line that is a caption's first, and that line."""
    if not _START.match(line.text):
        return None
    gaps = [right.x0 - left.x1 for left, right in pairwise(line.words)]
    for index in range(2, len(line.words)):
        match = _START.match(" ".join(word.text for word in line.words[index:]))
        if match and _DELIMITER.match(match["rest"]) and gaps[index - 1] > 1.5 * median(gaps):
            return line.words[index].x0, line.rect
    return None


def _runs_through(line: Line, x: float, first: Rect) -> bool:
    """Whether a line goes on under `first` on both sides of x, where it has a gap."""
    depth = 12 * (first[3] - first[1])  # captions set side by side are narrow, and so long
    if not (first[1] - 1 <= line.rect[1] <= first[3] + depth and line.rect[0] < x - 1 < line.rect[2]):
        return False
    return any(abs(word.x0 - x) < 2 for word in line.words)


def _cut(line: Line, x: float) -> list[Line]:
    parts = [tuple(word for word in line.words if (word.x0 > x - 2) is right) for right in (False, True)]
    return [Line(part, union(word.rect for word in part)) for part in parts if part]


def _home(line: Line, regions: Sequence[Region]) -> Region | None:
    holding = [region for region in regions if covered(line.rect, region.rect) > 0.5]
    return min(holding, key=lambda region: (area(region.rect), region.rect), default=None)


def _begins_caption(
    line: Line, region: Region | None, match: re.Match[str], page: RawPage, homes: dict[int, Region | None]
) -> bool:
    """A sentence may begin with a label too: what follows the label, the class and the place tell them apart."""
    rest = match["rest"]
    delimited = _DELIMITER.match(rest) is not None or _CONTINUED.match(rest) is not None
    alone = not rest.strip()
    label_words = len(line.text[: match.end("number")].split())
    lead_in = line.words[0].bold and label_words < len(line.words) and not line.words[label_words].bold
    titled = delimited or alone or (region is not None and region.kind == "section-header" and lead_in)
    if region is not None and region.kind in ("page-header", "page-footer", "section-header") and not titled:
        return False
    if not _opens_block(line, region, page, homes):
        above = _line_above(line, page)
        marked = line.words[0].bold and (above is None or not above.words[0].bold)
        spaced = above is None or line.rect[1] - above.rect[3] > BREAK_GAP * (line.rect[3] - line.rect[1])
        return delimited and (marked or spaced)
    if delimited or alone:
        return True
    following = rest.strip()
    if following[0] in "),;]":
        return False
    capital = following[0].isupper() or not following[0].isascii()
    return lead_in or (capital and (region is None or region.kind != "text" or _is_small(line, page)))


def _opens_block(line: Line, region: Region | None, page: RawPage, homes: dict[int, Region | None]) -> bool:
    if region is None or region.kind in ("table", "picture"):
        return True
    height = line.rect[3] - line.rect[1]
    return not any(
        other is not line
        and homes[id(other)] is region
        and other.horizontal
        and overlap_x(other.rect, line.rect) > 0
        and other.rect[1] < line.rect[1] - 0.5 * height
        for other in page.lines
    )


def _line_above(line: Line, page: RawPage) -> Line | None:
    above = [
        other
        for other in page.lines
        if other.horizontal and overlap_x(other.rect, line.rect) > 0 and centre(other.rect)[1] < line.rect[1]
    ]
    return max(above, key=lambda other: other.rect[3], default=None)


def _is_small(line: Line, page: RawPage) -> bool:
    sizes = sorted(word.size for other in page.lines for word in other.words)
    return line.words[0].size < sizes[len(sizes) // 2] - 0.4


def _caption(start: _Start, starts: Sequence[_Start], page: RawPage, homes: dict[int, Region | None], join: Join) -> Caption:
    others = [other.line for other in starts if other.line is not start.line]
    lines = caption_lines(start.line, others, page, homes, bare=not start.match["rest"].strip(" .:"))
    kind, label = _label(start.match)
    return Caption(
        kind=kind,
        label=label,
        text=join(printed_rows(lines)),
        page=page.number,
        rect=union(line.rect for line in lines),
        continued=_CONTINUED.match(start.match["rest"].lstrip(".: ")) is not None,
    )


def label_of(text: str) -> tuple[CaptionKind, str] | None:
    """What a caption's text names, and its normalised label: "Tab. 2: Results" is ("table", "Table 2")."""
    match = _START.match(text)
    return _label(match) if match else None


def _label(match: re.Match[str]) -> tuple[CaptionKind, str]:
    kind, name = _kind(match["name"])
    prefix = (match["prefix"] or "").strip().capitalize()
    label = f"{name} {match['number']}"
    return kind, f"{prefix} {label}" if prefix else label


def _kind(printed: str) -> tuple[CaptionKind, str]:
    for pattern, kind, name in _KINDS:
        if re.fullmatch(pattern, printed, re.IGNORECASE):
            return kind, name
    raise AssertionError(printed)  # the pattern is built of the same alternatives
