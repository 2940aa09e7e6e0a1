"""Sections of a document by the names that people use for them."""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from paperatlas.core.errors import UnknownSection
from paperatlas.core.text import words
from paperatlas.core.types import BlockKind, Heading, ParsedDocument, SectionText, Span

__all__ = ["find_heading", "section_text"]

_SYNONYMS = (
    ("abstract", "summary"),
    ("introduction", "introductory"),
    ("conclusion", "conclusions", "concluding", "summary"),
    ("related work", "related works", "background", "literature review", "previous work", "prior work"),
    ("method", "methods", "methodology", "approach", "materials and methods", "model"),
    ("results", "result", "findings", "experimental results"),
    ("experiments", "experiment", "experimental setup", "evaluation", "experimental settings"),
    ("discussion", "analysis"),
    ("acknowledgements", "acknowledgments", "acknowledgement", "acknowledgment"),
    ("references", "bibliography", "literature cited"),
    ("limitations", "limitation"),
    ("appendix", "appendices", "supplementary material"),
)
"""Names that papers use for the same part, the usual one first."""
_NUMBER = re.compile(r"(?:section\s+)?([a-z]?\d+(?:\.\d+)*|[a-z](?:\.\d+)*|[ivx]+)", re.IGNORECASE)


def find_heading(headings: Sequence[Heading], wanted: str) -> Heading | None:
    """The heading of that number or name; of a name that none bears, the one with the usual other name."""
    plain = wanted.strip().lower().rstrip(".")
    if number := _NUMBER.fullmatch(plain):
        found = next((h for h in headings if h.number.lower().rstrip(".") == number[1]), None)
        if found:
            return found
    for names in ((plain,), *(group for group in _SYNONYMS if plain in group)):
        for name in names:
            for fits in (_equals, _opens, _holds):
                if found := _first(headings, words(name), fits):
                    return found
    return None


def _first(headings: Sequence[Heading], name: list[str], fits: Callable[[list[str], list[str]], bool]) -> Heading | None:
    """Own-line headings before run-in ones: those name sections."""
    ordered = sorted(headings, key=lambda heading: heading.run_in)
    return next((h for h in ordered if fits(words(h.text), name) or fits(words(h.label), name)), None)


def _equals(heading: list[str], name: list[str]) -> bool:
    return heading == name


def _opens(heading: list[str], name: list[str]) -> bool:
    return bool(name) and heading[: len(name)] == name


def _holds(heading: list[str], name: list[str]) -> bool:
    return bool(name) and any(heading[i : i + len(name)] == name for i in range(len(heading)))


def section_text(document: ParsedDocument, wanted: str) -> SectionText:
    """The body text of a section, from its heading to the next of its level, subsections included.

    Raises:
        UnknownSection: with the nearest headings in its hint.
    """
    heading = find_heading([h for h in document.headings if not h.run_in], wanted) or find_heading(document.headings, wanted)
    if heading is None:
        if wanted.strip().lower() in _SYNONYMS[0] and (spans := _abstract(document)):
            return _made(document, "Abstract", spans)
        labels = [h.label for h in document.headings]
        near = get_close_matches(wanted, labels, n=3, cutoff=0.4) or labels[:5]
        raise UnknownSection(
            f"{document.name!r} has no section {wanted!r}.", hint=f"It has: {', '.join(near)}." if near else "It has no headings."
        )
    return _made(document, heading.label, _spans(document, heading))


def _abstract(document: ParsedDocument) -> list[Span]:
    return [b.span for page in document.pages for b in page.blocks if b.kind is BlockKind.ABSTRACT and b.span]


def _spans(document: ParsedDocument, heading: Heading) -> list[Span]:
    """The body of a section, a span a block, in reading order."""
    begin = heading.span.start if heading.span else 0
    after = _next(document.headings, heading)
    spans = []
    for page in document.pages:
        for block in page.blocks:
            if block.span is None or block.kind in (BlockKind.FOOTNOTE, BlockKind.CAPTION):
                continue
            here = (page.number, block.span.start)
            if here < (heading.page, begin) or (after is not None and here >= after):
                continue
            if block.kind is BlockKind.HEADING and here == (heading.page, begin):
                continue
            spans.append(block.span)
    return spans


def _next(headings: Sequence[Heading], heading: Heading) -> tuple[int, int] | None:
    """Page and offset at which the next heading of its level, or of a higher one, begins."""
    place = (heading.page, heading.span.start if heading.span else 0)
    later = [
        (h.page, h.span.start if h.span else 0)
        for h in headings
        if h.level <= heading.level and h.run_in <= heading.run_in and (h.page, h.span.start if h.span else 0) > place
    ]
    return min(later, default=None)


def _made(document: ParsedDocument, heading: str, spans: Sequence[Span]) -> SectionText:
    texts = {page.number: page.text for page in document.pages}
    return SectionText(
        document=document.id,
        doc=document.name,
        heading=heading,
        page=spans[0].page if spans else 1,
        text="\n".join(texts[span.page][span.start : span.end] for span in spans),
        spans=tuple(spans),
    )
