"""Sections of a parsed paper, found by number or name."""

from collections.abc import Iterator
from dataclasses import dataclass

from paperatlas.core.sections import find_heading
from paperatlas.core.text import words
from paperatlas.core.types import Block, BlockKind, Figure, Heading, Page, ParsedDocument, Table

__all__ = ["BODY", "Section", "find_section", "floats", "text_blocks"]

BODY = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.ABSTRACT})
"""What is read as running text: no headings, tables, captions, equations or footnotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section: its heading, and how the paths of its blocks begin or contain it."""

    label: str
    heading: Heading | None
    """None for an abstract without a heading."""


def find_section(parsed: ParsedDocument, wanted: str) -> Section | None:
    """The section of that number or name, or with the usual other name; None when there is none."""
    heading = find_heading(parsed.headings, wanted)
    if heading is not None:
        return Section(label=f"section {heading.label}", heading=heading)
    abstract = any(block.kind is BlockKind.ABSTRACT for page in parsed.pages for block in page.blocks)
    return Section(label="the abstract", heading=None) if abstract and words(wanted) in (["abstract"], ["summary"]) else None


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
