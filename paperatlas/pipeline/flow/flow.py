"""The text flow of a document: from raw pages to pages that read in order, with their headings and references.

raw pages → sheets (parts in reading order) → headings → sections → drafts of blocks → page texts
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from paperatlas.core.types import BlockKind, Box, Heading, Page, Reference
from paperatlas.pipeline.floats.floats import Floats, find_floats
from paperatlas.pipeline.flow.body import Draft, mend_page_ends, set_page, tokens_of
from paperatlas.pipeline.flow.headings import find_heads
from paperatlas.pipeline.flow.hyphens import Mender
from paperatlas.pipeline.flow.marks import note_calls
from paperatlas.pipeline.flow.paragraphs import Paragraph, join_broken
from paperatlas.pipeline.flow.parts import body_size
from paperatlas.pipeline.flow.running import Running, running_lines, without_line_numbers
from paperatlas.pipeline.flow.sections import Item, entries, in_sections, name_front
from paperatlas.pipeline.flow.sheets import Sheet, sheet_of
from paperatlas.pipeline.flow.typefaces import usual_type
from paperatlas.pipeline.front.title import find_title
from paperatlas.pipeline.layout import RawPage, Rect, Word
from paperatlas.pipeline.rects import meet, union

__all__ = ["Flow", "read_flow"]

_ASIDE = (BlockKind.TABLE, BlockKind.FIGURE)
"""Blocks whose printed text is kept out of the page's text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """What the text of a document comes to."""

    pages: tuple[Page, ...]
    headings: tuple[Heading, ...]
    floats: Floats
    references: tuple[Reference, ...]
    join: Callable[[Sequence[str]], str]
    """Makes one string of the printed lines of a paragraph, by this document's own words."""


def read_flow(
    raw: Sequence[RawPage],
    *,
    outline: Sequence[tuple[int, str, int]],
    info: tuple[tuple[str, str], ...],
    begins: bool = True,
) -> Flow:
    """Reads the pages of a document as one text.

    Args:
        raw: its pages, in order; those that could not be read left out.
        outline: the file's bookmarks: level from 1, title, page.
        info: the file's own properties.
        begins: the first page is the first of the document, where title and authors are.
    """
    counted = [without_line_numbers(page) for page in raw]
    pages = [page for page, _ in counted]
    mender = Mender(line.text for page in pages for line in page.lines)
    floats = find_floats(pages, mender.join)
    body = usual_type((word for page in pages for line in page.lines for word in line.words), body_size(pages))
    edges = running_lines(pages)
    sheets = [
        sheet_of(page, running, numbers, floats, body) for page, running, (_, numbers) in zip(pages, edges, counted, strict=True)
    ]
    title = _title(pages[0], edges[0], info, mender) if pages else None
    parts = [part for sheet in sheets for part in sheet.parts]
    parts, front = name_front(parts, title) if begins else (parts, frozenset())
    items = in_sections(parts, find_heads(parts, body, outline, front))
    items, references = entries(items, mender.join)
    drafts = [_drafts(sheet, [item for item in items if item.part.page == sheet.raw.number], mender) for sheet in sheets]
    done = [set_page(sheet.raw, page) for sheet, page in zip(sheets, mend_page_ends(drafts, mender), strict=True)]
    return Flow(
        pages=tuple(page for page, _ in done),
        headings=tuple(heading for _, headings in done for heading in headings),
        floats=_in_their_sections(floats, items),
        references=references,
        join=mender.join,
    )


def _title(page: RawPage, running: Running, info: tuple[tuple[str, str], ...], mender: Mender) -> Rect | None:
    """The box of the title, looked for beside the running lines first."""
    stated = {key.lower(): value for key, value in info}
    inner = replace(page, lines=tuple(line for index, line in enumerate(page.lines) if index not in running))
    return find_title(inner, stated, mender.join).box or find_title(page, stated, mender.join).box


def _drafts(sheet: Sheet, items: Sequence[Item], mender: Mender) -> list[Draft]:
    """The blocks of a page: running heads, the body in reading order, running feet."""
    edges = [Draft(kind=kind, box=Box(sheet.raw.number, *line.rect), aside=line.text) for kind, line in sheet.running]
    owner = {id(item.part): item for item in items}
    calls = note_calls([item.part for item in items])
    body = [
        _draft(paragraph, owner[id(paragraph.parts[0])], mender, calls) for paragraph in join_broken(item.part for item in items)
    ]
    return [
        *(draft for draft in edges if draft.kind is BlockKind.HEADER),
        *(draft for draft in body if draft.tokens or draft.aside is not None),
        *(draft for draft in edges if draft.kind is BlockKind.FOOTER),
        *_unseen(sheet.raw),
    ]


def _unseen(raw: RawPage) -> list[Draft]:
    """Where hidden words lie amid printed lines: they keep other readers of the file from finding those lines."""
    return [
        Draft(kind=BlockKind.HIDDEN, box=Box(raw.number, *word.rect), aside="")
        for word in raw.hidden
        if any(meet(word.rect, line.rect) for line in raw.lines)
    ]


def _draft(paragraph: Paragraph, item: Item, mender: Mender, calls: frozenset[Word]) -> Draft:
    box = Box(paragraph.page, *union(part.rect for part in paragraph.parts))
    if paragraph.kind in _ASIDE:
        printed = "\n".join(row.text for row in paragraph.rows)
        return Draft(kind=paragraph.kind, box=box, aside=printed, section=item.section)
    lead = item.part.words[: item.head.words] if item.head else ()
    tokens = tokens_of(paragraph.rows, mender, calls.difference(lead))
    return Draft(kind=paragraph.kind, box=box, tokens=tokens, section=item.section, head=item.head)


def _in_their_sections(floats: Floats, items: Sequence[Item]) -> Floats:
    """The tables and figures with the sections that they stand in."""
    sections = {(item.part.page, item.part.frame): item.section for item in items if item.part.frame is not None}
    return replace(
        floats,
        tables=tuple(replace(table, section=sections.get((table.page, table.box[1:]), "")) for table in floats.tables),
        figures=tuple(replace(figure, section=sections.get((figure.page, figure.box[1:]), "")) for figure in floats.figures),
    )
