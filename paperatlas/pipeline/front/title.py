"""Where a paper's title is printed, and how it reads."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paperatlas.core.text import match_key
from paperatlas.pipeline.front.rows import Segment, is_mark, rows_of
from paperatlas.pipeline.layout import RawPage, Rect, text_of

__all__ = ["Title", "find_title"]

_DEPTH = 0.6
"""Titles stand in the upper part of a page; large type further down is a figure or an advertisement."""
_SAME_SIZE = 0.12
"""Lines of one title differ in size only by the noise of OCR and by mathematics."""
_LONGEST = 45
"""Words of the longest title; more is a paragraph that a model took for one. For scripts without spaces, characters."""
_SECTION = re.compile(
    r"^(?:[IVX]+\.|\d+(?:\.\d+)*\.?)?\s*(?:abstract|introduction|contents|table of contents|references)\b", re.IGNORECASE
)
_FILE_NAME = re.compile(
    r"^(?:microsoft \w+ - |untitled|document\d*$|.*\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf|ps)$|[\w-]+$)", re.IGNORECASE
)
_MASTHEAD = re.compile(
    r"^(?:(?:the )?(?:[\w&-]+ ){0,3}(?:journal|transactions|annals|archives|bulletin|proceedings|letters|magazine"
    r"|review)(?: (?:of|on|in|for)\b.*)?$"
    r"|volume \d|vol\. ?\d|issn|www\.|https?:|original (?:article|paper|research)|(?:research|review) article|article|letter"
    r"|open access"
    r"|contents lists|available online|arxiv:)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Title:
    """A title and the box of its lines; no box when it is known but was not found on the page."""

    text: str
    box: Rect | None = None


def find_title(page: RawPage, info: dict[str, str], join: Callable[[Sequence[str]], str]) -> Title:
    """The title in the file's properties when the page prints it too, else the largest type near the top."""
    rows = rows_of(line for line in page.lines if line.horizontal and line.rect[1] < _DEPTH * page.height)
    lines = [segment for row in rows for segment in row]
    stated = re.sub(r"\s+", " ", info.get("title", "")).strip()
    if len(stated) > 8 and not _FILE_NAME.match(stated) and (box := _printed_at(stated, lines)):
        return Title(stated, box)
    chosen = _by_region(page, "title") or _by_region(page, "section-header") or _by_size(lines)
    if not chosen:
        return Title("")
    return Title(join([_without_marks(segment) for segment in chosen]), _around(chosen))


def _printed_at(title: str, lines: Sequence[Segment]) -> Rect | None:
    """The box of the consecutive lines that print this title, in the largest type when a running head repeats it."""
    wanted, places = _key(title), []
    for first in range(len(lines)):
        read = ""
        for last in range(first, min(first + 6, len(lines))):
            read += _key(lines[last].text)
            if read == wanted or (len(read) > len(wanted) and read.startswith(wanted) and len(read) - len(wanted) < 3):
                places.append(lines[first : last + 1])
            if not wanted.startswith(read):
                break
    return _around(max(places, key=lambda place: place[0].size)) if places else None


def _by_region(page: RawPage, kind: str) -> list[Segment]:
    """The lines of the layout model's title, the one in the largest type when it sees several, the upper of equals."""
    boxes = [region.rect for region in page.regions if region.kind == kind and region.rect[1] < _DEPTH * page.height]
    lines = [[line for line in page.lines if line.horizontal and _inside(line.rect, box)] for box in boxes]
    groups = [[segment for row in rows_of(inside) for segment in row] for inside in lines if inside]
    groups = sorted((group for group in groups if _plausible(group)), key=lambda group: group[0].rect[1])
    largest = max((line.size for group in groups for line in group), default=0.0)
    return next((group for group in groups if group[0].size > (1 - _SAME_SIZE) * largest), [])


def _by_size(lines: Sequence[Segment]) -> list[Segment]:
    groups: list[list[Segment]] = []
    for line in lines:
        last = groups[-1][-1] if groups else None
        follows = (
            last is not None
            and abs(line.size - last.size) <= _SAME_SIZE * last.size
            and line.row == last.row + 1
            and line.rect[1] - last.rect[3] < line.size
        )
        if follows:
            groups[-1].append(line)
        else:
            groups.append([line])
    return max((group for group in groups if _plausible(group)), key=lambda group: group[0].size, default=[])


def _plausible(group: Sequence[Segment]) -> bool:
    text = " ".join(line.text for line in group)
    letters = sum(char.isalpha() for char in text)
    wordy = 2 <= len(text.split()) <= _LONGEST or (len(text) <= _LONGEST and any(char > "\u2e80" for char in text))
    return (
        wordy
        and not _SECTION.match(text)
        and letters >= 4
        and letters > 0.5 * len(text.replace(" ", ""))
        and not _MASTHEAD.match(text)
    )


def _without_marks(segment: Segment) -> str:
    words = list(segment.words)
    while words and is_mark(words[-1], segment.size):
        words.pop()
    return re.sub(r"(?<=\w)[*∗†‡]+$", "", text_of(words))


def _inside(rect: Rect, box: Rect) -> bool:
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _around(segments: Sequence[Segment]) -> Rect:
    rects = [segment.rect for segment in segments]
    return min(r[0] for r in rects), min(r[1] for r in rects), max(r[2] for r in rects), max(r[3] for r in rects)


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", match_key(text))
