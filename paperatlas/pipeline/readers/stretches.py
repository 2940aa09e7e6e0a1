"""Long documents, read in stretches: what one page needs to know of another is seldom far away, and memory is not endless."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from paperatlas.core.types import BlockKind, Page, ParsedDocument

__all__ = ["joined"]

_NO_SECTION = frozenset({BlockKind.HEADER, BlockKind.FOOTER})


def joined(parts: Sequence[ParsedDocument], *, pages: int) -> ParsedDocument:
    """One document of parts that follow each other.

    What stands before the first heading of a part belongs to the section that the part before ended with. Pages that no
    part has are empty: they could not be read.
    """
    first = parts[0]
    whole = list(_in_their_sections(parts))
    known = {page.number: page for part in whole for page in part.pages}
    return replace(
        first,
        pages=tuple(known.get(number) or Page(number=number, text="") for number in range(1, pages + 1)),
        headings=tuple(chain.from_iterable(part.headings for part in whole)),
        tables=tuple(chain.from_iterable(part.tables for part in whole)),
        figures=tuple(chain.from_iterable(part.figures for part in whole)),
        equations=tuple(chain.from_iterable(part.equations for part in whole)),
        references=tuple(chain.from_iterable(part.references for part in whole)),
        warnings=tuple(chain.from_iterable(part.warnings for part in whole)),
        words=sum(part.words for part in whole),
    )


def _in_their_sections(parts: Sequence[ParsedDocument]) -> Iterator[ParsedDocument]:
    section = ""
    for part in parts:
        yield _carried(part, section) if section else part
        own = [block.section for page in part.pages for block in page.blocks if block.section]
        section = own[-1] if own else section


def _carried(part: ParsedDocument, section: str) -> ParsedDocument:
    pages = tuple(
        replace(
            page,
            blocks=tuple(
                block if block.section or block.kind in _NO_SECTION else replace(block, section=section) for block in page.blocks
            ),
        )
        for page in part.pages
    )
    tables = tuple(table if table.section else replace(table, section=section) for table in part.tables)
    figures = tuple(figure if figure.section else replace(figure, section=section) for figure in part.figures)
    return replace(part, pages=pages, tables=tables, figures=figures)
