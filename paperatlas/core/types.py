"""The nouns of PaperAtlas: frozen values that every package shares.

Frames of reference, everywhere: boxes are PDF points with the origin at the top left of the page as it is shown;
page numbers count the file's pages from 1 (a source without pages has page 1); offsets are half-open code points
in `Page.text`; scores are higher-is-better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple

from paperatlas.core.geometry import turned
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.reading import ReportSummary, TextSource
from paperatlas.core.standing import Notice, Standing, standing_of


class Box(NamedTuple):
    """A rectangle on a page."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


class Span(NamedTuple):
    """Code points `start` to `end` (exclusive) of one page's text."""

    page: int
    start: int
    end: int


class Piece(NamedTuple):
    """A run of a page's text that is printed without a break: a word, or one side of a word cut at a line's end."""

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float


class BlockKind(StrEnum):
    """What a block is on the page."""

    TITLE = "title"
    AUTHOR = "author"
    ABSTRACT = "abstract"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    FIGURE = "figure"
    CAPTION = "caption"
    EQUATION = "equation"
    FOOTNOTE = "footnote"
    REFERENCE = "reference"
    HEADER = "header"
    FOOTER = "footer"
    SIDEBAR = "sidebar"
    HIDDEN = "hidden"
    """Where a word lies that the page does not show, amid its printed lines. What it says is not kept: it is not meant to be
    read, or meant to mislead. Its place is: readers that go by the text layer find those lines broken there.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a page in reading order. `span` is None for what is kept out of the body (running heads, tables, chart text)."""

    kind: BlockKind
    text: str
    box: Box
    section: str = ""
    """Path of the headings above it, outermost first, joined by " > "."""
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: its body text in reading order, its blocks, and where each piece of the text is printed."""

    number: int
    text: str
    blocks: tuple[Block, ...] = ()
    width: float = 0.0
    height: float = 0.0
    label: str = ""
    """The number printed on the page, where the file names one ("iii", "1024")."""
    pieces: Sequence[Piece] = ()
    """Ordered by start; empty for sources without a geometry. A tuple, or `core.pieces.Pieces`, which equals it."""
    turn: int = 0
    """Degrees clockwise from the page held so that its text is level to the page as it is shown: 0, 90, 180 or 270."""
    source: TextSource = "text"

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """Where `text[start:end]` is printed: one box a printed line, in reading order."""
        return tuple(Box(self.number, *line[2:]) for line in self.lines(start, end))

    def lines(self, start: int, end: int) -> tuple[Piece, ...]:
        """The printed lines, or columns of text set downwards, that hold the pieces of `text[start:end]`, in reading order."""
        lines: list[Piece] = []
        for piece in self.pieces:
            if piece.end <= start or piece.start >= end:
                continue
            if lines and _runs_on(self._level(lines[-1]), self._level(piece)):
                lines[-1] = _with(lines[-1], piece)
            else:
                lines.append(piece)
        return tuple(lines)

    def _level(self, piece: Piece) -> Piece:
        """A piece as it lies when the page is held to be read."""
        if not self.turn:
            return piece
        return Piece(piece.start, piece.end, *turned(piece[2:], -self.turn, self.width, self.height))


def _runs_on(line: Piece, piece: Piece) -> bool:
    """Whether a piece follows on a printed line: to its right, or near to its left in text that is read from the right."""
    height = piece.y1 - piece.y0
    if min(line.y1, piece.y1) - max(line.y0, piece.y0) <= 0.5 * height:
        return False
    level = line.y1 - line.y0 < 1.5 * height and (piece.end - piece.start == 1 or piece.x1 - piece.x0 > 0.5 * height)
    return piece.x0 >= line.x0 or (level and 0 <= line.x0 - piece.x1 + 0.1 * height < height)


def _with(line: Piece, piece: Piece) -> Piece:
    return Piece(
        line.start,
        piece.end,
        min(line.x0, piece.x0),
        min(line.y0, piece.y0),
        max(line.x1, piece.x1),
        max(line.y1, piece.y1),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A section's heading. A run-in heading is the bold lead of a paragraph."""

    number: str
    text: str
    level: int
    page: int
    run_in: bool = False
    span: Span | None = None

    @property
    def label(self) -> str:
        """Number and text as printed: "3.1 Data"."""
        return f"{self.number} {self.text}".strip()


class Cell(NamedTuple):
    """A table cell as printed."""

    text: str
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as a grid: every row has the same number of cells; a spanning cell fills its first column, the rest are empty."""

    label: str
    caption: str
    page: int
    box: Box
    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int = 1
    parts: tuple[Box, ...] = ()
    """One box a page when the table continues over pages."""
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure with its caption."""

    label: str
    caption: str
    page: int
    box: Box
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    """A displayed equation."""

    number: str
    text: str
    page: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One entry of the reference list; `number` is the printed one, None where entries are unnumbered."""

    number: int | None
    text: str
    page: int
    authors: tuple[str, ...] = ()
    year: int | None = None
    title: str = ""
    doi: str = ""
    arxiv_id: str = ""
    venue: str = ""
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What a document says of itself. Empty strings and None mean that it does not say."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""
    abstract: str = ""
    language: str = ""
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    author_affiliations: tuple[tuple[int, ...], ...] = ()
    """For each author, the indexes (0-based) into `affiliations`; empty where the paper does not tie them."""
    fields: tuple[tuple[str, str], ...] = ()
    """Further named values of a record, by name: what `--where ticker=COST` filters on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseWarning:
    """Something a person should know about how a document was read."""

    code: str
    message: str
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """All that a reader found in one source."""

    name: str
    """The file's name, or a record's id."""
    id: DocumentId
    pages: tuple[Page, ...]
    metadata: Metadata = field(default_factory=Metadata)
    headings: tuple[Heading, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    equations: tuple[Equation, ...] = ()
    references: tuple[Reference, ...] = ()
    warnings: tuple[ParseWarning, ...] = ()
    words: int = 0
    """Whitespace-separated tokens of the whole text layer, running heads and tables included."""


class ChunkKind(StrEnum):
    """What a chunk holds."""

    TEXT = "text"
    TABLE = "table"
    ROW = "row"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """What is indexed and found.

    A text chunk is `SPAN_JOIN`-joined page text, so each of its characters has a page and a box. A table chunk (the
    whole grid) and a row chunk (one statement a row) have no spans: their proof is the row's cells.
    """

    id: ChunkId
    document: DocumentId
    ordinal: int
    kind: ChunkKind
    text: str
    context: str
    """Title and section path: embedded and indexed with the text, never quoted."""
    section: str
    spans: tuple[Span, ...] = ()
    page: int = 1
    boxes: tuple[Box, ...] = ()
    """Coarse: a box for each block or table it covers. For a sentence ask `Page.boxes`."""
    table: int | None = None
    """Index into the document's tables, for table and row chunks."""
    row: int | None = None
    """Index into that table's rows, for row chunks."""

    SPAN_JOIN: ClassVar[str] = "\n"

    @property
    def embedded_text(self) -> str:
        """What is embedded: a passage that says "it" is found by what its title and section name."""
        return f"{self.context}\n{self.text}" if self.context else self.text

    def locate(self, start: int, end: int) -> tuple[Span, ...]:
        """The page spans under `text[start:end]`: one, or one a page when it runs over a page's end."""
        found, offset = [], 0
        for span in self.spans:
            length = span.end - span.start
            low, high = max(start, offset), min(end, offset + length)
            if low < high:
                found.append(Span(span.page, span.start + low - offset, span.start + high - offset))
            offset += length + len(self.SPAN_JOIN)
        return tuple(found)


_ADDRESSES = ("url", "source_url", "link")
"""Names under which records give their address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document of a library: what the catalog knows of it without opening its pages."""

    id: DocumentId
    name: str
    """The name a person knows it by, unique in the library."""
    metadata: Metadata
    pages: int
    words: int
    chunks: int
    tables: int
    figures: int
    references: int
    status: str
    added_at: str
    """ISO 8601, UTC."""
    sources: tuple[str, ...] = ()
    """Where it came from: resolved paths, `path#record` for a record of a JSONL file. The first is the one read."""
    collections: tuple[str, ...] = ()
    """Those it was put into, in order of name."""
    report: ReportSummary | None = None
    """What was doubtful when it was read; None when an earlier version read it, which did not say."""
    page_labels: Mapping[int, str] = field(default_factory=dict, hash=False)
    """What is printed on pages, by their number, where the file names it and it is not just that number."""
    notices: tuple[Notice, ...] = ()
    """What was published against it, as a registry knew when it was asked."""

    @property
    def standing(self) -> Standing:
        """Whether it is retracted, or under an expression of concern."""
        return standing_of(self.notices)

    @property
    def url(self) -> str:
        """Where it can be had: the address that came with it, else that of its DOI or arXiv id; empty when it has none."""
        given = next((value for name, value in self.metadata.fields if name.casefold() in _ADDRESSES), "")
        if given.startswith(("http://", "https://")):
            return given
        if self.metadata.doi:
            return f"https://doi.org/{self.metadata.doi}"
        return f"https://arxiv.org/abs/{self.metadata.arxiv_id}" if self.metadata.arxiv_id else ""

    @property
    def title(self) -> str:
        """The title it gives itself, else its name."""
        return self.metadata.title or self.name

    def page_label(self, number: int) -> str:
        """What is printed on a page, "" where it is just its number, or not named."""
        return self.page_labels.get(number, "")
