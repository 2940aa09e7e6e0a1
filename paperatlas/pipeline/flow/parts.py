"""The parts of a page: printed rows that belong together, with what they are so far known to be."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, multimode

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.lines import home_of
from paperatlas.pipeline.layout import Line, RawPage, Rect, Word
from paperatlas.pipeline.rects import centre, overlap_x, overlap_y, union
from paperatlas.pipeline.signs.directions import reads_leftward

__all__ = ["Part", "body_size", "parts_of", "rows_of"]

_KINDS: Mapping[str, BlockKind] = {
    "title": BlockKind.HEADING,
    "section-header": BlockKind.HEADING,
    "list-item": BlockKind.LIST,
    "caption": BlockKind.CAPTION,
    "formula": BlockKind.EQUATION,
    "footnote": BlockKind.FOOTNOTE,
}
"""What the layout model's classes come to until the rules have looked; all others are paragraphs."""
_NEAR = 0.7
"""Row heights: a line this near to a block of its own size, in its measure, is its first or last."""
_SAME_SIZE = 0.6
"""Points by which the sizes of one block's lines differ at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Printed rows that are read one after the other."""

    page: int
    kind: BlockKind
    rows: tuple[Line, ...]
    """From the top, each a whole row, words as they are read. A picture may have none."""
    frame: Rect | None = None
    """The box of a table or figure, which is more than that of its words."""

    @property
    def rect(self) -> Rect:
        return self.frame or union(row.rect for row in self.rows)

    @property
    def text(self) -> str:
        """As printed, rows joined by spaces, words at line ends still cut."""
        return " ".join(row.text for row in self.rows)

    @property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for row in self.rows for word in row.words)

    @property
    def size(self) -> float:
        """The size of most of its words; 0 where it has none."""
        return median(word.size for word in self.words) if self.rows else 0.0


def body_size(pages: Sequence[RawPage]) -> float:
    """The size in which most of a document is set; 10 where it has no words."""
    sizes = [round(word.size, 1) for page in pages for line in page.lines for word in line.words if len(word.text) > 2]
    return max(multimode(sizes)) if sizes else 10.0


def parts_of(page: RawPage, lines: Iterable[Line]) -> list[Part]:
    """The parts that some lines of a page make: by the model's regions, and by nearness where it saw none."""
    homes: dict[int, list[Line]] = {}
    strays: list[Line] = []
    for line in lines:
        home = home_of(line.rect, page.regions)
        if home is None:
            strays.append(line)
        else:
            homes.setdefault(home, []).append(line)
    for cluster in _clusters(strays):
        home = _home_nearby(cluster, page, homes)
        if home is None:
            homes[-1 - len(homes)] = cluster
        else:
            homes[home] += cluster
    return [
        Part(page=page.number, kind=_kind(page, home), rows=rows_of(members))
        for home, members in sorted(homes.items())
        if members
    ]


def _kind(page: RawPage, home: int) -> BlockKind:
    return _KINDS.get(page.regions[home].kind, BlockKind.PARAGRAPH) if home >= 0 else BlockKind.PARAGRAPH


def rows_of(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines to rows: an engine cuts a row at wide spaces."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: (centre(line.rect)[1], line.rect[0])):
        if rows and any(_beside(line, other) for other in rows[-1]) and not any(_over(line, other) for other in rows[-1]):
            rows[-1].append(line)
        else:
            rows.append([line])
    return tuple(_row(row) for row in rows)


def _row(lines: Sequence[Line]) -> Line:
    if len(lines) == 1:
        return lines[0]
    leftward = reads_leftward(line.text for line in lines)
    words = (word for line in sorted(lines, key=lambda line: line.rect[0], reverse=leftward) for word in line.words)
    return Line(tuple(words), union(line.rect for line in lines), lines[0].horizontal)


def _beside(a: Line, b: Line) -> bool:
    shorter = min(a.rect[3] - a.rect[1], b.rect[3] - b.rect[1])
    return overlap_y(a.rect, b.rect) > 0.5 * shorter


def _over(a: Line, b: Line) -> bool:
    return overlap_x(a.rect, b.rect) > 2.0


def _clusters(strays: Sequence[Line]) -> list[list[Line]]:
    """Lines without a region, those under each other together."""
    clusters: list[list[Line]] = []
    for line in sorted(strays, key=lambda line: (line.rect[1], line.rect[0])):
        joined = next((cluster for cluster in reversed(clusters) if _follows(line, cluster)), None)
        if joined is None:
            clusters.append([line])
        else:
            joined.append(line)
    return clusters


def _follows(line: Line, cluster: Sequence[Line]) -> bool:
    return any(_adjoins(line.rect, other.rect, line.words[0].size) and _same_size(line, other) for other in cluster[-3:])


def _adjoins(a: Rect, b: Rect, size: float) -> bool:
    return overlap_x(a, b) > 0 and -overlap_y(a, b) < _NEAR * size


def _same_size(a: Line, b: Line) -> bool:
    return abs(a.words[0].size - b.words[0].size) < _SAME_SIZE


def _home_nearby(cluster: Sequence[Line], page: RawPage, homes: Mapping[int, Sequence[Line]]) -> int | None:
    """The text region that lines just outside it belong to: same size, same measure, no wider gap than between its own lines."""
    rect = union(line.rect for line in cluster)
    for home, members in sorted(homes.items()):
        if home < 0 or page.regions[home].kind not in ("text", "list-item", "footnote", "caption"):
            continue
        region = page.regions[home].rect
        inside = rect[0] > region[0] - 3 and rect[2] < region[2] + 3
        if inside and _adjoins(rect, region, 0.6 * cluster[0].words[0].size) and _same_size(cluster[0], members[0]):
            return home
    return None
