"""What a paper says of itself on its first pages: title, authors, venue, year, identifiers, abstract, language.

Positions and type come from the raw first page, where running heads, stamps and footnotes are still lines; the
abstract comes from the blocks, which are in reading order and mended.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paperatlas.core.types import Block, Metadata
from paperatlas.pipeline.front.abstract import abstract_lead, find_abstract, is_prose
from paperatlas.pipeline.front.byline import Byline, read_byline
from paperatlas.pipeline.front.identifiers import arxiv_id_in, arxiv_year, doi_in, emails_in
from paperatlas.pipeline.front.language import language_of
from paperatlas.pipeline.front.names import is_name
from paperatlas.pipeline.front.rows import Segment, rows_of, stacked
from paperatlas.pipeline.front.title import find_title
from paperatlas.pipeline.front.venue import find_venue, find_year
from paperatlas.pipeline.layout import Line, RawPage, Rect, text_of

__all__ = ["read_front_matter"]

_HEAD, _FOOT = 0.1, 0.88
"""Shares of the page's height above and below which lines belong to its edges: running heads, citation and copyright lines."""
_INFO_CITATION = ("subject", "doi", "wps-articledoi", "prism:doi", "crossmarkdomains")
"""Where publishers put the citation among a file's properties."""

_RUNNING = 0.06
"""Share of the height in which a later page has running heads and nothing else."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """Texts in which a paper names its venue, as printed lines and with wrapped lines mended."""

    lines: Sequence[str]
    paragraphs: Sequence[str]


def read_front_matter(
    pages: Sequence[RawPage], blocks: Sequence[Block], info: tuple[tuple[str, str], ...], join: Callable[[Sequence[str]], str]
) -> Metadata:
    """The metadata of a paper.

    Args:
        pages: the raw pages; only the first two are looked at.
        blocks: the blocks of pages 1 and 2 in reading order.
        info: the file's own properties (title, author, subject, …). Its dates are those of the file, not of the paper.
        join: mends the printed lines of a paragraph into one text.
    """
    first = next((page for page in pages[:2] if page.lines), None)
    if first is None:
        return Metadata()
    properties = {key.lower(): value for key, value in info}
    blocks = [block for block in blocks if block.box.page >= first.number]
    title = find_title(first, properties, join)
    below = title.box[3] if title.box else 0.0
    end = _front_end(first, blocks, below)
    front = [line for line in first.lines if line.horizontal and _in_front(line, title.box, first, below, end)]
    rows = rows_of(front)
    byline = read_byline(rows, rows_of(_foot(first))) if title.box else Byline()
    edge = _edge(_edge_rows(first, max(_HEAD * first.height, end), _FOOT * first.height), join)
    stated = [value for key in _INFO_CITATION if (value := properties.get(key))]
    imprints = [edge, _Edge(stated, stated), *(_running_heads(page, join) for page in pages[1:2] if page is not first)]
    arxiv = next((found for text in _stamped(first, edge.lines) if (found := arxiv_id_in(text))), "")
    abstract = find_abstract(blocks, below if byline.authors else None)
    return Metadata(
        title=title.text,
        authors=byline.authors or _stated_authors(properties.get("author", ""), first),
        year=next((year for each in imprints if (year := find_year(each.lines, each.paragraphs))), arxiv_year(arxiv)),
        venue=next((venue for each in imprints if (venue := find_venue(each.lines, each.paragraphs))), "arXiv" if arxiv else ""),
        doi=next((doi for each in imprints for text in each.lines if (doi := doi_in(text))), ""),
        arxiv_id=arxiv,
        abstract=abstract,
        language=language_of(" ".join([title.text, abstract, *(block.text for block in blocks)])),
        affiliations=byline.affiliations,
        emails=emails_in("\n".join([*_row_texts(rows), *edge.lines])),
        author_affiliations=byline.author_affiliations,
    )


def _front_end(page: RawPage, blocks: Sequence[Block], below: float) -> float:
    """Where the text begins: at the abstract's lead, else at the first heading or prose under the title."""
    leads = [line.rect[1] for line in page.lines if line.horizontal and line.rect[1] > below - 1 and abstract_lead(line.text)]
    if leads:
        return min(leads)
    here = [block for block in blocks if block.box.page == page.number and block.box.y0 > below - 1]
    prose = [block.box.y0 for block in here if is_prose(block.text)]
    return min(prose, default=0.5 * page.height)


def _in_front(line: Line, title: Rect | None, page: RawPage, below: float, end: float) -> bool:
    if not below - 1 <= (line.rect[1] + line.rect[3]) / 2 <= end:
        return False
    # A title within the left column: what stands in the right one is text already.
    if _drawn(line, page):
        return False
    narrow = title is not None and title[2] < 0.52 * page.width
    return not narrow or line.rect[0] < 0.48 * page.width


def _drawn(line: Line, page: RawPage) -> bool:
    """Whether a line is part of a figure or a table."""
    x, y = (line.rect[0] + line.rect[2]) / 2, (line.rect[1] + line.rect[3]) / 2
    boxes = [region.rect for region in page.regions if region.kind in ("table", "picture")]
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in boxes)


def _foot(page: RawPage) -> list[Line]:
    """The footnotes: what is set smaller than the text in the lower part of the page."""
    sizes: Counter[float] = Counter()
    for word in (word for line in page.lines for word in line.words):
        sizes[round(word.size, 1)] += len(word.text)
    body = sizes.most_common(1)[0][0]
    return [
        line
        for line in page.lines
        if line.horizontal
        and line.rect[1] > 0.6 * page.height
        and max(word.size for word in line.words) < 0.96 * body
        and not _drawn(line, page)
    ]


def _edge(rows: Sequence[Sequence[Segment]], join: Callable[[Sequence[str]], str]) -> _Edge:
    return _Edge(_row_texts(rows), [join(lines) for lines in stacked(rows)])


def _running_heads(page: RawPage, join: Callable[[Sequence[str]], str]) -> _Edge:
    """The running heads of the second page, which name the journal where the first page does not."""
    return _edge(_edge_rows(page, _RUNNING * page.height, (1 - _RUNNING) * page.height), join)


def _edge_rows(page: RawPage, head: float, foot: float) -> list[list[Segment]]:
    """The rows that begin above `head` or end below `foot`, from the top."""
    return rows_of(line for line in page.lines if line.horizontal and (line.rect[1] < head or line.rect[3] > foot))


def _row_texts(rows: Sequence[Sequence[Segment]]) -> list[str]:
    return [text_of(segment.words) for row in rows for segment in row]


def _stamped(page: RawPage, edges: Sequence[str]) -> list[str]:
    """Where an arXiv id of the paper itself can stand: the upright stamp in the margin, and the page's edges."""
    return [*(line.text for line in page.lines if not line.horizontal), *edges]


def _stated_authors(author: str, page: RawPage) -> tuple[str, ...]:
    """The authors in the file's properties, as far as the page prints their surnames."""
    names = [name.strip() for name in author.replace(" and ", ";").replace(",", ";").split(";")]
    printed = " ".join(line.text for line in page.lines)
    return tuple(name for name in names if is_name(name) and name.split()[-1] in printed)
