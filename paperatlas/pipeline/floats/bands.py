"""The free band of a column between a caption and the nearest body text: where a float must be, found or not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from paperatlas.pipeline.floats.captions import Caption
from paperatlas.pipeline.floats.cells import baselines, is_numeric, word_height
from paperatlas.pipeline.layout import Line, RawPage, Rect, Region
from paperatlas.pipeline.rects import area, centre, covered, gap_between, meet, overlap_x, overlap_y, union

__all__ = ["Ground", "body_size", "free_band", "ground_of", "is_tabular", "without_decoration"]

_BODY = ("text", "section-header", "list-item", "title", "footnote", "formula", "page-header", "page-footer")
_WHOLE_PAGE = 0.7
"""A picture or frame over more of the page than this is its background (a scan, a slide), not a figure."""
_SMALL = 0.93
"""Print below this part of the body's size that stands by itself is a label in a drawing."""
_LONG = 0.6
"""A line over this part of its column is running text; labels are shorter."""
_MOSTLY = 0.6
"""The part of words that are numbers, or of rows with three columns, from which on text is a table."""
_ALIGNED = 4.0
"""Points by which the left edge of body text keeps to its column's."""
_HANGS = 12.0
"""Points. The lettering of a picture stands closer to it than the text around, which keeps a line's distance."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A page without its floats: columns, and the body text between which floats stand."""

    columns: tuple[tuple[float, float], ...]
    """Left and right edge of each text column, from the left: one or two."""
    body: tuple[Rect, ...]
    scanned: bool

    def column(self, rect: Rect) -> tuple[float, float]:
        """The edges of the column in which a rectangle stands; those of the page's text when it stands across."""
        whole = self.columns[0][0], self.columns[-1][1]
        if len(self.columns) == 1:
            return whole
        gutter = (self.columns[0][1] + self.columns[1][0]) / 2
        if rect[0] < gutter - 12 and rect[2] > gutter + 12:
            return whole
        return self.columns[0] if centre(rect)[0] < gutter else self.columns[1]


def body_size(pages: Sequence[RawPage]) -> float:
    """The font size of most of a document's letters."""
    letters: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            for word in line.words:
                letters[round(word.size, 1)] += len(word.text)
    return max(letters, key=lambda size: (letters[size], size), default=10.0)


def without_decoration(pages: Sequence[RawPage]) -> tuple[RawPage, ...]:
    """The pages without the drawings and bitmaps that many of them have at the same place: bars, seals, logos.

    Every other page of a printed paper has its own header; plots of one size come at one place on a few pages.
    """
    places: Counter[Rect] = Counter()
    for page in pages:
        places.update({_place(rect) for rect in (*page.drawings, *page.images, *page.rules)})
    many = max(3.0, 0.3 * len(pages))
    repeated = {place for place, count in places.items() if count >= many}
    return tuple(
        replace(
            page,
            drawings=tuple(rect for rect in page.drawings if _place(rect) not in repeated),
            images=tuple(rect for rect in page.images if _place(rect) not in repeated or _is_background(rect, page)),
            rules=tuple(rect for rect in page.rules if _place(rect) not in repeated),
        )
        for page in pages
    )


def _place(rect: Rect) -> Rect:
    x0, y0, x1, y1 = (float(round(corner)) for corner in rect)
    return x0, y0, x1, y1


def _is_background(rect: Rect, page: RawPage) -> bool:
    return area(rect) > _WHOLE_PAGE * page.width * page.height


def ground_of(page: RawPage, captions: Sequence[Caption], size: float) -> Ground:
    """What of a page is body text. `size` is the body's font size."""
    lines = _lines_by_region(page)
    scanned = any(_is_background(image, page) for image in page.images)
    frames = [
        rect
        for rect in (*page.drawings, *page.images, *(region.rect for region in page.regions if region.kind == "picture"))
        if not _is_background(rect, page)
    ]
    columns = _columns(page, lines)
    plain = Ground(columns, (), scanned)
    body = [
        rect
        for index, region in enumerate(page.regions)
        if region.kind in _BODY
        and lines[index]
        and not any(covered(region.rect, caption.rect) > 0.5 for caption in captions)
        and not any(covered(region.rect, frame) > 0.9 and area(frame) > area(region.rect) for frame in frames)
        and not is_tabular(lines[index])
        and not (region.kind == "text" and _hangs_on_picture(region.rect, plain.column(region.rect), page))
        and (_is_body(region, lines[index], plain.column(region.rect), size) or (scanned and len(lines[index]) > 1))
        for rect in _around_captions(region, lines[index], captions)
    ]
    loose = [
        line.rect
        for line in lines[-1]
        if not is_tabular([line])
        and _is_running(line, plain.column(line.rect), size)
        and not any(covered(line.rect, rect) > 0.5 for rect in (*frames, *(caption.rect for caption in captions)))
    ]
    return Ground(columns, (*body, *loose), scanned)


def _hangs_on_picture(rect: Rect, column: tuple[float, float], page: RawPage) -> bool:
    """Whether text that is narrower than its column on both sides stands close to a picture: then it is a part of that."""
    if rect[0] < column[0] + _ALIGNED or rect[2] > column[1] - _ALIGNED:
        return False
    pictures = [region.rect for region in page.regions if region.kind == "picture"]
    return any(
        overlap_x(rect, picture) > 0.5 * (rect[2] - rect[0]) and gap_between(rect, picture) < _HANGS for picture in pictures
    )


def _around_captions(region: Region, lines: Sequence[Line], captions: Sequence[Caption]) -> list[Rect]:
    """The box of a region; that of each of its lines where it runs around a caption and so around its figure."""
    if not any(meet(region.rect, caption.rect) for caption in captions):
        return [region.rect]
    return [line.rect for line in lines if not any(covered(line.rect, caption.rect) > 0.5 for caption in captions)]


def is_tabular(lines: Sequence[Line]) -> bool:
    """Whether text is set in columns, or is mostly numbers: no body text, whatever the model says."""
    words = [word for line in lines for word in line.words]
    if len(words) < 2:
        return False
    if sum(is_numeric(word.text) for word in words) > _MOSTLY * len(words):
        return True
    height = word_height(words)
    rows = baselines(words, height)
    wide = sum(sum(right.x0 - left.x1 > 1.5 * height for left, right in pairwise(row)) >= 2 for row in rows)
    return len(rows) > 1 and wide > _MOSTLY * len(rows)


def _lines_by_region(page: RawPage) -> Mapping[int, list[Line]]:
    """The horizontal lines of each region by its index; under -1 those of none."""
    found: dict[int, list[Line]] = {index: [] for index in range(-1, len(page.regions))}
    for line in page.lines:
        if not line.horizontal:
            continue
        homes = [index for index, region in enumerate(page.regions) if covered(line.rect, region.rect) > 0.5]
        found[min(homes, key=lambda index: area(page.regions[index].rect), default=-1)].append(line)
    return found


def _columns(page: RawPage, lines: Mapping[int, Sequence[Line]]) -> tuple[tuple[float, float], ...]:
    paragraphs = [r.rect for i, r in enumerate(page.regions) if r.kind in ("text", "list-item") and len(lines[i]) > 1]
    if not paragraphs:
        return ((0.05 * page.width, 0.95 * page.width),)
    narrow = [rect for rect in paragraphs if rect[2] - rect[0] < 0.55 * page.width]
    left = [rect for rect in narrow if rect[2] < 0.56 * page.width and rect[0] < 0.4 * page.width]
    right = [rect for rect in narrow if rect[0] > 0.44 * page.width]
    if left and right and min(sum(r[3] - r[1] for r in side) for side in (left, right)) > 20:
        return (
            (min(r[0] for r in left), median(r[2] for r in left)),
            (median(r[0] for r in right), max(r[2] for r in right)),
        )
    if narrow and len(narrow) == len(paragraphs) and (not left or not right):
        # All text on one side: the other column holds nothing but floats.
        edges = union(narrow)[0], union(narrow)[2]
        mirrored = page.width - edges[1], page.width - edges[0]
        if edges[1] < 0.56 * page.width or edges[0] > 0.44 * page.width:
            return (edges, mirrored) if edges < mirrored else (mirrored, edges)
    return ((min(r[0] for r in paragraphs), max(r[2] for r in paragraphs)),)


def _is_body(region: Region, lines: Sequence[Line], column: tuple[float, float], size: float) -> bool:
    if region.kind in ("page-header", "page-footer", "footnote", "title"):
        return True
    first = lines[0]
    printed = median(word.size for line in lines for word in line.words)
    aligned = abs(region.rect[0] - column[0]) < _ALIGNED
    centred = abs(centre(region.rect)[0] - (column[0] + column[1]) / 2) < _ALIGNED
    if region.kind == "section-header":
        return printed >= _SMALL * size and (aligned or (centred and first.words[0].bold))
    if region.kind == "formula":
        return printed >= _SMALL * size
    return (printed >= _SMALL * size and aligned) or sum(_is_running(line, column, 0.8 * size) for line in lines) >= 2


def _is_running(line: Line, column: tuple[float, float], size: float) -> bool:
    return (
        line.horizontal
        and line.rect[2] - line.rect[0] > _LONG * (column[1] - column[0])
        and median(word.size for word in line.words) >= _SMALL * size
        and len(line.words) > 3
    )


def free_band(caption: Rect, side: int, ground: Ground, others: Sequence[Rect], page: RawPage) -> Rect:
    """The band above (`side` 1: the caption is below its float) or below (-1) a caption, up to what is not free.

    `others` are captions and floats that are somebody else's.
    """
    left, right = ground.column(caption)
    left, right = min(left, caption[0]), max(right, caption[2])
    inside = [rect for rect in ground.body if overlap_x(rect, (left, 0.0, right, 0.0)) > 5]
    for other in (*others, *inside):  # captions side by side share the column, and text may run beside one
        if overlap_y(other, caption) > 0.3 * min(other[3] - other[1], caption[3] - caption[1]):
            if other[0] >= caption[2]:
                right = min(right, (caption[2] + other[0]) / 2)
            elif other[2] <= caption[0]:
                left = max(left, (other[2] + caption[0]) / 2)
    across = (left, 0.0, right, page.height)
    taken = [rect for rect in (*ground.body, *others) if overlap_x(rect, across) > 5]
    if side > 0:
        above = [rect[3] for rect in taken if centre(rect)[1] < caption[1]]
        return left, max(above, default=0.0), right, caption[1]
    below = [rect[1] for rect in taken if centre(rect)[1] > caption[3]]
    return left, caption[3], right, min(below, default=page.height)
