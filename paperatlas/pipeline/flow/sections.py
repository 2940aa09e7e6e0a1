"""What each part of a document belongs to: its front matter, a section, the reference list."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.core.types import BlockKind, Reference
from paperatlas.pipeline.bibliography.references import split_references, unheaded_parts
from paperatlas.pipeline.flow.han_headings import split_han_number
from paperatlas.pipeline.flow.heading_names import is_introduction, is_references
from paperatlas.pipeline.flow.headings import Head
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.front.abstract import abstract_lead, is_prose
from paperatlas.pipeline.layout import Line, Rect
from paperatlas.pipeline.rects import covered, overlap_x

__all__ = ["Item", "entries", "in_sections", "name_front"]

_SECTION_JOIN = " > "
_FRONT_PAGES = 2
"""Pages on which a document's front matter may stand: covers of preprints take the first."""
_PROSE = 30
"""Words of the shortest paragraph that ends a front matter without an abstract."""
_MOST = 0.6
"""Share of a part that lies in the title's box when it is the title."""
_TEXT = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.HEADING)


@dataclass(frozen=True, slots=True)
class Item:
    """A part with its heading, if it is or begins with one, and the path of its section."""

    part: Part
    head: Head | None
    section: str


def name_front(parts: Sequence[Part], title: Rect | None) -> tuple[list[Part], frozenset[int]]:
    """The parts with title and authors named so, and the indexes of those before the abstract or introduction."""
    first = parts[0].page if parts else 1
    end, led = _front_end(parts, first, title)
    named = list(parts)
    if any(_is_title(part, first, title) and split_han_number(part.text) for part in parts[:end]):
        return named, frozenset()  # a chapter by itself begins with its heading
    below: BlockKind | None = None
    for index in range(end):
        part = parts[index]
        if part.kind not in _TEXT:
            continue
        if _is_title(part, first, title):
            below = BlockKind.AUTHOR
            named[index] = replace(part, kind=BlockKind.TITLE)
        elif below is not None and not led and is_prose(part.text) and (len(part.words) >= _PROSE or below is BlockKind.ABSTRACT):
            below = BlockKind.ABSTRACT  # one without a heading of its own
            named[index] = replace(part, kind=below)
        else:
            author = below is BlockKind.AUTHOR and part.page == first
            named[index] = replace(part, kind=BlockKind.AUTHOR if author else BlockKind.PARAGRAPH)
    return named, frozenset(range(end))


def _front_end(parts: Sequence[Part], first: int, title: Rect | None) -> tuple[int, bool]:
    """Where the front matter ends, and whether an abstract with a lead begins there.

    It ends at the abstract's lead or the introduction's heading, else at the first prose below the title.
    """
    early = [index for index, part in enumerate(parts) if part.page < first + _FRONT_PAGES and part.kind in _TEXT]
    for index in early:
        text = parts[index].text
        if abstract_lead(text) or is_introduction(text):
            return index, abstract_lead(text)
    top = title[3] if title else 0.0
    for index in early:
        part = parts[index]
        if (part.page > first or part.rect[1] >= top - 1) and len(part.words) >= _PROSE and is_prose(part.text):
            return index, False
    titled = (index for index in early if _is_title(parts[index], first, title))
    return max(titled, default=-1) + 1, False


def _is_title(part: Part, first: int, title: Rect | None) -> bool:
    return part.page == first and title is not None and covered(part.rect, title) > _MOST


def in_sections(parts: Sequence[Part], heads: Mapping[int, Head]) -> list[Item]:
    """The parts with the paths of their sections. What only looks like a heading is a paragraph from here on."""
    path: list[tuple[int, str]] = []
    abstract = False
    items: list[Item] = []
    for index, part in enumerate(parts):
        head = heads.get(index)
        if head is not None and head.opens_section:
            while path and path[-1][0] >= head.level:
                path.pop()
            path.append((head.level, head.label.rstrip(" .:—–-")))
            abstract = abstract_lead(head.text)
        kind = part.kind
        if head is not None and not head.run_in:
            kind = BlockKind.HEADING
        elif kind is BlockKind.HEADING:
            kind = BlockKind.PARAGRAPH
        if kind is BlockKind.PARAGRAPH and (abstract or (head is None and abstract_lead(part.text) and not path)):
            kind = BlockKind.ABSTRACT
        items.append(Item(replace(part, kind=kind), head, _SECTION_JOIN.join(label for _, label in path)))
    return items


def entries(items: Sequence[Item], join: Callable[[Sequence[str]], str]) -> tuple[list[Item], tuple[Reference, ...]]:
    """The items with one for each entry of the reference list and page, and the entries read."""
    listed = _listed(items)
    members = [items[index].part for index in sorted(listed)]
    references = split_references([(part.page, rows) for part, rows in _columns(members)], join)
    starts = {
        (reference.page, round(reference.box.y0), round(reference.box.x0 / 20)) for reference in references if reference.box
    }
    found: list[Item] = []
    done: set[int] = set()
    for index, item in enumerate(items):
        if index not in listed:
            found.append(item)
        elif item.part.page not in done:
            done.add(item.part.page)
            rows = [row for part in members if part.page == item.part.page for row in part.rows]
            found += [
                Item(Part(page=item.part.page, kind=BlockKind.REFERENCE, rows=entry), None, item.section)
                for entry in _entries_of(rows, item.part.page, starts)
            ]
    return found, references


def _listed(items: Sequence[Item]) -> set[int]:
    """Indexes of the text below the headings of reference lists, each up to the next heading.

    Where there is no such heading, the entries numbered in brackets that run on from [1].
    """
    heads = [index for index, item in enumerate(items) if item.head is not None and not item.head.run_in]
    lists = [index for index in heads if items[index].head is not None and is_references(items[index].part.text)]
    if not lists:
        return set(unheaded_parts([[row.text for row in item.part.rows] for item in items]))
    found: set[int] = set()
    for start in lists:
        end = next((index for index in heads if index > start), len(items))
        found |= {index for index in range(start + 1, end) if items[index].part.kind in (BlockKind.PARAGRAPH, BlockKind.LIST)}
    return found


def _columns(parts: Sequence[Part]) -> Iterator[tuple[Part, list[Line]]]:
    """Runs of rows that stand in one column, with a part of each for its page."""
    run: list[Part] = []
    for part in parts:
        if run and not _goes_on_below(run[-1], part):
            yield run[0], [row for member in run for row in member.rows]
            run = []
        run.append(part)
    if run:
        yield run[0], [row for member in run for row in member.rows]


def _goes_on_below(upper: Part, lower: Part) -> bool:
    return lower.page == upper.page and lower.rect[1] > upper.rect[3] - 6 and overlap_x(lower.rect, upper.rect) > 0


def _entries_of(rows: Sequence[Line], page: int, starts: set[tuple[int, int, int]]) -> list[tuple[Line, ...]]:
    groups: list[list[Line]] = []
    for row in rows:
        place = round(row.rect[1])
        begins = any(
            (page, place + shift, round(row.rect[0] / 20) + side) in starts for shift in (-1, 0, 1) for side in (-1, 0, 1)
        )
        if not groups or begins:
            groups.append([])
        groups[-1].append(row)
    return [tuple(group) for group in groups]
