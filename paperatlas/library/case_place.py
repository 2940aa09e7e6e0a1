"""Where a paper has the answer to a question that was made of it, for a person who looks the question through."""

from collections.abc import Iterator, Sequence
from itertools import islice

from paperatlas.core.find import Place, find_in
from paperatlas.core.types import Box, ParsedDocument

__all__ = ["case_place"]

_MOST = 12
"""Places of one text that are marked: what stands on a page more often marks nothing."""


def case_place(document: ParsedDocument, page: int, quote: str, accepted: Sequence[str]) -> tuple[int, tuple[Box, ...]]:
    """The page to show, and the boxes to mark on it.

    Args:
        document: the paper.
        page: where the evidence is; 0 where only the paper is known.
        quote: its words. Cells of a table's row are parted by " | ", rows by line ends.
        accepted: what the answer says, looked for where the quote is not printed.
    """
    boxes = tuple(box for line in quote.split("\n") for box in _line(document, page, line))
    if boxes:
        return boxes[0].page, boxes
    places = [place for text in accepted for place in islice(_places(document, page, text), _MOST)]
    shown = page or min((place.page for place in places), default=1)
    return shown, tuple(box for place in places if place.page == shown for box in place.boxes)


def _line(document: ParsedDocument, page: int, line: str) -> Iterator[Box]:
    """The first text wherever it stands, and the others on a line with it."""
    first, *others = line.split(" | ")
    names = [box for place in islice(_places(document, page, first), _MOST) for box in place.boxes]
    beside = [box for other in others for place in _places(document, page, other) for box in place.boxes if _level(box, names)]
    held = [name for name in names if not others or _level(name, beside)]
    yield from held
    yield from beside


def _places(document: ParsedDocument, page: int, text: str) -> Iterator[Place]:
    return (place for place in find_in(document, text) if page in (0, place.page))


def _level(box: Box, others: Sequence[Box]) -> bool:
    """Whether the middle of it lies beside one of the others, as cells of a row do."""
    middle = (box.y0 + box.y1) / 2
    return any(other.page == box.page and other.y0 <= middle <= other.y1 for other in others)
