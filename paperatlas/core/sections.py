"""The text of one section, found by the name that a person gives it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from paperatlas.core.answers import SectionText
from paperatlas.core.errors import UnknownSection
from paperatlas.core.text import words
from paperatlas.core.types import BlockKind, Heading, ParsedDocument, Span

__all__ = ["FRONT_MATTER", "REFERENCES", "find_heading", "find_section"]

FRONT_MATTER = "Front matter"
"""Section of title and authors."""
REFERENCES = "References"
"""Section of every reference entry, whatever the paper calls its list, so that a search can leave them out."""

_GROUPS = (
    "abstract / summary",
    "introduction / background / motivation / overview",
    "related work / prior work / previous work / literature review / background / state of the art",
    "method / methodology / approach / our approach / materials and methods / methods and materials / model / proposed method",
    "experiment / experimental setup / evaluation / experimental evaluation / experimental results / setup",
    "result / findings / experimental results / results and discussion / evaluation",
    "discussion / analysis / results and discussion / discussion and conclusion",
    "conclusion / concluding remarks / summary and conclusion / discussion and conclusion / conclusion and future work / outlook",
    "limitation / threats to validity / limitations and future work",
    "future work / future directions / outlook / conclusion and future work / limitations and future work",
    "data / dataset / data set / corpus / materials",
    "acknowledgment / acknowledgement",
    "references / bibliography / works cited / literature cited",
    "appendix / appendices / supplementary material / supplement / supporting information",
)
"""Names under which papers keep the same thing. A person's word is tried as it is before any of these."""
_NUMBERED = re.compile(r"(?:section|sec\.?|chapter|part|appendix|§)?\s*((?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*)\.?", re.IGNORECASE)
_NEAR = 85
"""Similarity, in percent, from which a heading is taken for a misspelt name: one wrong letter in seven."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A heading, and the page and offset at which its section begins."""

    heading: Heading
    page: int
    start: int


def find_section(document: ParsedDocument, name: str) -> SectionText:
    """The section, from its heading to the next of its level or above.

    Raises:
        UnknownSection: none is called that; the hint lists the headings.
    """
    placed = [_place(document, heading) for heading in document.headings]
    at = _match(document.headings, name)
    if at is not None:
        return _section(document, placed[at].heading.label, _spans(document, placed[at], _next(placed, at)))
    if words(name) == ["abstract"] and (abstract := _abstract_spans(document)):
        return _section(document, "Abstract", abstract)
    raise UnknownSection(f"{document.name!r} has no section {name!r}.", hint=_hint(document.headings))


def find_heading(headings: Sequence[Heading], name: str) -> Heading | None:
    """The heading that a person means by a number, a name or its usual synonym."""
    at = _match(headings, name)
    return None if at is None else headings[at]


def _match(headings: Sequence[Heading], name: str) -> int | None:
    """The most literal reading of the name that fits; of several headings that fit it, the outermost, then the first."""
    for reading in _readings(name):
        if fitting := [at for at, heading in enumerate(headings) if reading(heading)]:
            return min(fitting, key=lambda at: (headings[at].run_in, headings[at].level))
    near = process.extractOne(_key(name), [_key(each.text) for each in headings], scorer=fuzz.ratio, score_cutoff=_NEAR)
    return near[2] if near else None


def _readings(name: str) -> tuple[Callable[[Heading], bool], ...]:
    wanted = _key(name)
    number = _NUMBERED.fullmatch(name.strip())
    alike = frozenset[str]().union(*(group for group in _SYNONYMS if wanted in group))
    return (
        lambda heading: number is not None and heading.number.rstrip(".").casefold() == number[1].casefold(),
        lambda heading: bool(wanted) and wanted in {_key(heading.text), _key(heading.label)},
        lambda heading: _key(heading.text) in alike,
        lambda heading: _holds(heading, wanted),
        lambda heading: any(_holds(heading, other) for other in alike),
    )


def _holds(heading: Heading, wanted: str) -> bool:
    return bool(wanted) and f" {wanted} " in f" {_key(heading.text)} "


def _key(text: str) -> str:
    """Words without their plural s, so that "Conclusions" is "conclusion"."""
    return " ".join(word.removesuffix("s") for word in words(text))


_SYNONYMS = tuple(frozenset(map(_key, group.split("/"))) for group in _GROUPS)


def _place(document: ParsedDocument, heading: Heading) -> _Placed:
    if heading.span:
        return _Placed(heading, heading.span.page, heading.span.start)
    text = next((page.text for page in document.pages if page.number == heading.page), "")
    return _Placed(heading, heading.page, max(text.find(heading.text), 0))


def _next(placed: Sequence[_Placed], at: int) -> _Placed | None:
    level = placed[at].heading.level
    return next((each for each in placed[at + 1 :] if each.heading.level <= level), None)


def _spans(document: ParsedDocument, begin: _Placed, end: _Placed | None) -> tuple[Span, ...]:
    return tuple(_stretches(document, begin, end))


def _stretches(document: ParsedDocument, begin: _Placed, end: _Placed | None) -> Iterator[Span]:
    for page in document.pages:
        if page.number < begin.page or (end and page.number > end.page):
            continue
        start = begin.start if page.number == begin.page else 0
        stop = end.start if end and page.number == end.page else len(page.text)
        stretch = page.text[start:stop]
        if stripped := stretch.strip():
            start += len(stretch) - len(stretch.lstrip())
            yield Span(page.number, start, start + len(stripped))


def _abstract_spans(document: ParsedDocument) -> tuple[Span, ...]:
    """Of an abstract without a heading of its own."""
    blocks = (block for page in document.pages for block in page.blocks if block.kind is BlockKind.ABSTRACT)
    return tuple(block.span for block in blocks if block.span)


def _section(document: ParsedDocument, heading: str, spans: tuple[Span, ...]) -> SectionText:
    texts = {page.number: page.text for page in document.pages}
    return SectionText(
        document=document.id,
        doc=document.name,
        heading=heading,
        page=spans[0].page if spans else 1,
        text="\n".join(texts[span.page][span.start : span.end] for span in spans),
        spans=spans,
    )


def _hint(headings: Sequence[Heading]) -> str:
    named = [heading.label for heading in headings if not heading.run_in] or [heading.label for heading in headings]
    return f"It has: {'; '.join(named[:30])}." if named else "No headings were found in it."
