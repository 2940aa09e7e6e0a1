"""What about a document makes one look again: what its own numbers, captions and headings promise and was not found."""

import re
from collections.abc import Iterator
from itertools import pairwise

from paperatlas.core.reading import Doubt
from paperatlas.core.types import Block, BlockKind, Heading, Page, ParsedDocument
from paperatlas.pipeline.floats.captions import label_of
from paperatlas.pipeline.report.numbering import listed, missing_labels, missing_numbers

__all__ = ["float_doubts", "metadata_doubts", "page_doubts", "section_doubts"]

_FEW_WORDS = 30
"""Words below which a page with a big picture says less than it shows."""
_BIG = 0.5
"""Share of a page from which a picture is most of it."""
_SENTENCES = 60
"""Words of running text on a page from which the share of its common words says something."""
_COMMON = frozenset("the of and to in a is that for with as are on by this we be from was which it at an or has not can".split())
_LEAST_COMMON = 0.08
"""They make up a third of English text; below this share letters are not what they seem, or the text is a list."""
_LONG = 4
"""Pages from which a document without a title, authors or a year was perhaps not understood; shorter ones may have none."""


def float_doubts(document: ParsedDocument) -> Iterator[Doubt]:
    """Captions without what they name, tables that are hardly any, and gaps between numbers."""
    captions = [
        (kind, label, page.number)
        for page in document.pages
        for block in page.blocks
        if block.kind is BlockKind.CAPTION and (found := label_of(block.text)) is not None
        for kind, label in [found]
    ]
    tables, figures = {table.label for table in document.tables}, {figure.label for figure in document.figures}
    for kind, label, page in captions:
        if label not in tables and label not in figures and kind != "listing":
            what = "no grid of a table" if kind == "table" else "no picture"
            yield Doubt(code=f"caption_without_{kind}", message=f"{label} has a caption, and {what} was found by it", page=page)
    for table in document.tables:
        columns = max(map(len, table.rows), default=0)
        if columns < 2 or len(table.rows) <= table.header_rows:
            size = f"{len(table.rows)} rows ({table.header_rows} of them header) of {columns} columns"
            message = f"{table.label or 'a table without a label'} was read as {size}"
            yield Doubt(code="poor_table", message=message, page=table.page)
    labels = [*tables, *figures, *(label for _, label, _ in captions)]
    for label, where in missing_labels(sorted(labels)):
        yield Doubt(code="label_missing", message=f"{label} was not found {where}")
    for gap in missing_numbers(int(each.number) for each in document.equations if each.number.isdigit()):
        yield Doubt(code="equation_missing", message=f"no equation ({listed(gap)}) was found before ({gap[-1] + 1})")


def section_doubts(document: ParsedDocument) -> Iterator[Doubt]:
    """Headings with nothing below them, and gaps between numbers of sections."""
    yield from _empty_sections(document)
    top = [int(heading.number) for heading in document.headings if heading.level == 1 and heading.number.isdigit()]
    if top == sorted(set(top)):  # else the numbers start anew in an appendix, or in the next paper of a volume
        for gap in missing_numbers(top):
            yield Doubt(
                code="section_missing", message=f"no heading of section {listed(gap)} was found before section {gap[-1] + 1}"
            )


def _empty_sections(document: ParsedDocument) -> Iterator[Doubt]:
    blocks = [block for page in document.pages for block in page.blocks if block.kind not in _EDGES]
    heads = [(index, block) for index, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    levels = _levels(document)
    for (index, block), (following, below) in pairwise(heads):
        level, next_level = levels.get(_place(block)), levels.get(_place(below))
        if following == index + 1 and level is not None and next_level is not None and next_level <= level:
            yield Doubt(code="empty_section", message=f"nothing was found under {block.text!r}", page=block.box.page)
    if heads and heads[-1][0] == len(blocks) - 1:
        yield Doubt(code="empty_section", message=f"nothing was found under {heads[-1][1].text!r}", page=heads[-1][1].box.page)


_EDGES = (BlockKind.HEADER, BlockKind.FOOTER)


def _levels(document: ParsedDocument) -> dict[tuple[int, int] | None, int]:
    return {_start(heading): heading.level for heading in document.headings if heading.span is not None}


def _start(heading: Heading) -> tuple[int, int] | None:
    return heading.span and (heading.span.page, heading.span.start)


def _place(block: Block) -> tuple[int, int] | None:
    return block.span and (block.span.page, block.span.start)


def page_doubts(page: Page, language: str) -> Iterator[Doubt]:
    """Pages that show more than was read, and pages whose letters make no words."""
    if page.source != "text":
        how = "recognised in an image" if page.source == "ocr" else "read off an image by a model"
        yield Doubt(code=f"read_by_{page.source}", message=f"the text of page {page.number} was {how}", page=page.number)
    words = sum(len(block.text.split()) for block in page.blocks)
    if page.blocks and words < _FEW_WORDS and _pictured(page) > _BIG:
        yield Doubt(
            code="mostly_picture", message=f"page {page.number} is mostly a picture, with {words} words", page=page.number
        )
    share = _share_of_common_words(page)
    if language == "en" and share is not None and share < _LEAST_COMMON:
        message = f"only {share:.0%} of the words on page {page.number} are common English ones: the letters may be wrong"
        yield Doubt(code="few_known_words", message=message, page=page.number)


def _pictured(page: Page) -> float:
    """The share of the page under its largest picture."""
    boxes = [block.box for block in page.blocks if block.kind is BlockKind.FIGURE]
    areas = ((box.x1 - box.x0) * (box.y1 - box.y0) for box in boxes)
    return max(areas, default=0.0) / max(1.0, page.width * page.height)


def _share_of_common_words(page: Page) -> float | None:
    texts = [block.text for block in page.blocks if block.kind in (BlockKind.PARAGRAPH, BlockKind.ABSTRACT)]
    words = re.findall(r"[^\W\d_]+", " ".join(texts).lower())
    return sum(word in _COMMON for word in words) / len(words) if len(words) >= _SENTENCES else None


def metadata_doubts(document: ParsedDocument) -> Iterator[Doubt]:
    """Which of title, authors and year a document of some length does not say."""
    metadata = document.metadata
    lacking = [
        name for name, value in (("title", metadata.title), ("authors", metadata.authors), ("year", metadata.year)) if not value
    ]
    if document.references and not metadata.abstract:
        lacking.append("abstract")
    if lacking and (len(document.pages) >= _LONG or document.references):
        yield Doubt(code="metadata_missing", message=f"not found: {', '.join(lacking)}")
