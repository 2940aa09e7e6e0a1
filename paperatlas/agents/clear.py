"""What of a quote another reader of the file finds: words that the page hides may lie in the midst of its printed lines."""

from collections.abc import Iterable, Sequence

from paperatlas.core.types import BlockKind, Box, Page, Piece

__all__ = ["clear_part"]

_CROSSED = 0.25
"""Share of a hidden word's height within a line's, from which readers that go line by line read it with that line."""


def clear_part(page: Page, start: int, end: int) -> tuple[int, int]:
    """The longest run of whole words of `text[start:end]` on lines without hidden words; all of it where nothing is hidden."""
    beside = [block.box for block in page.blocks if block.span and block.span.start < end and start < block.span.end]
    hidden = [
        block.box
        for block in page.blocks
        if block.kind is BlockKind.HIDDEN and any(_is_abreast(block.box, other) for other in beside)
    ]
    if not hidden:
        return start, end
    runs = [_whole_words(page.text, max(a, start), min(b, end)) for a, b in _runs(page.lines(start, end), hidden)]
    return max(runs, key=lambda run: run[1] - run[0], default=(start, start))


def _runs(lines: Sequence[Piece], hidden: Sequence[Box]) -> Iterable[tuple[int, int]]:
    """Half-open offsets of each run of lines that nothing hidden lies in."""
    run: tuple[int, int] | None = None
    for line in lines:
        if any(_crosses(box, line) for box in hidden):
            if run:
                yield run
            run = None
        else:
            run = (run[0] if run else line.start, line.end)
    if run:
        yield run


def _crosses(box: Box, line: Piece) -> bool:
    return min(box.y1, line.y1) - max(box.y0, line.y0) > _CROSSED * (box.y1 - box.y0)


def _is_abreast(box: Box, other: Box) -> bool:
    """Whether a hidden word lies in the column of a block."""
    return min(box.x1, other.x1) > max(box.x0, other.x0)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the halves of words at either end, whose other halves stand on other lines."""
    while start < end and start and not text[start - 1].isspace():
        start += 1
    while end > start and end < len(text) and not text[end].isspace():
        end -= 1
    return start, end
