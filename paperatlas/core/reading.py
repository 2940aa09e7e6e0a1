"""What is known of how a document was read: what was found on each page, and what a person should look at again."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Doubt", "PageReport", "ParseReport", "ReportSummary", "TextSource"]

TextSource: TypeAlias = Literal["text", "ocr", "vision"]
"""Where a page's text comes from: its text layer, a recogniser of letters, or a model that sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Something that was perhaps read wrongly, or is perhaps missing."""

    code: str
    message: str
    page: int | None = None
    """Where to look; None for the document as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReport:
    """What was found on one page."""

    number: int
    label: str
    words: int
    """Whitespace-separated tokens of all its blocks, running heads and tables included."""
    source: TextSource
    turn: int
    """Degrees clockwise from the page as it was read to the page as it is shown."""
    blocks: tuple[tuple[str, int], ...]
    """Kinds of blocks, and how many of each, in the order of their first."""
    tables: int
    figures: int
    equations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSummary:
    """A parse report in a line, as a library keeps it."""

    doubts: int
    codes: tuple[tuple[str, int], ...] = ()
    """Kinds of doubts, and how many of each; by name."""
    recognised_pages: int = 0
    """Pages whose text was recognised in an image."""
    empty_pages: int = 0
    """Pages without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseReport:
    """What was found in a document, and what is doubtful."""

    doc: str
    pages: tuple[PageReport, ...]
    words: int
    headings: int
    tables: int
    figures: int
    equations: int
    references: int
    doubts: tuple[Doubt, ...]
    """Those of the document first, then by page."""

    @property
    def summary(self) -> ReportSummary:
        return ReportSummary(
            doubts=len(self.doubts),
            codes=tuple(sorted(Counter(doubt.code for doubt in self.doubts).items())),
            recognised_pages=sum(page.source != "text" for page in self.pages),
            empty_pages=sum(page.words == 0 for page in self.pages),
        )
