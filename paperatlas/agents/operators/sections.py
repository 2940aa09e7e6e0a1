"""Sections of a parsed paper, found by number or name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperatlas.core.text import words
from paperatlas.core.types import Block, BlockKind, Figure, Heading, Page, ParsedDocument, Table

__all__ = ["BODY", "Section", "find_section", "floats", "text_blocks"]

BODY = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.ABSTRACT})
"""What is read as running text: no headings, tables, captions, equations or footnotes."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section: its heading, and how the paths of its blocks begin or contain it."""

    label: str
    heading: Heading | None
    """None for an abstract without a heading."""


def find_section(parsed: ParsedDocument, wanted: str) -> Section | None:
    """The section of that number or name; of a name that none bears, the one with the usual other name."""
    wanted = wanted.strip().lower().rstrip(".")
    headings = parsed.headings
    if re.fullmatch(r"[a-z]?\d+(?:\.\d+)*|[a-z](?:\.\d+)*|[ivx]+", wanted):
        found = next((h for h in headings if h.number.lower().rstrip(".") == wanted), None)
        return Section(label=f"section {found.label}", heading=found) if found else None
    for names in ((wanted,), *(group for group in _SYNONYMS if wanted in group)):
        for name in names:
            for fits in (_equals, _opens, _holds):
                if found := next((h for h in headings if fits(words(h.text), words(name))), None):
                    return Section(label=f"section {found.label}", heading=found)
    if wanted in ("abstract", "summary") and any(
        block.kind is BlockKind.ABSTRACT for page in parsed.pages for block in page.blocks
    ):
        return Section(label="the abstract", heading=None)
    return None


def _equals(heading: list[str], name: list[str]) -> bool:
    return heading == name


def _opens(heading: list[str], name: list[str]) -> bool:
    return heading[: len(name)] == name


def _holds(heading: list[str], name: list[str]) -> bool:
    return bool(name) and any(heading[i : i + len(name)] == name for i in range(len(heading)))


def floats(parsed: ParsedDocument) -> list[Table | Figure]:
    """What has a label and a caption."""
    return [*parsed.tables, *parsed.figures]


def text_blocks(parsed: ParsedDocument, section: Section | None) -> Iterator[tuple[Page, Block]]:
    """The blocks of running text in a section and its subsections, in reading order; of the whole paper for None."""
    for page in parsed.pages:
        for block in page.blocks:
            if block.kind in BODY and block.span is not None and (section is None or _belongs(block, section)):
                yield page, block


def _belongs(block: Block, section: Section) -> bool:
    if section.heading is None:
        return block.kind is BlockKind.ABSTRACT
    label = section.heading.label
    return label in block.section.split(" > ") or section.heading.text in block.section.split(" > ")
