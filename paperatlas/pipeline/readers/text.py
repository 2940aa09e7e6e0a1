"""Plain text: paragraphs between empty lines, and the headings that people make without markup."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median
from typing import ClassVar

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.hyphens import Mender
from paperatlas.pipeline.readers.decoding import decoded
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.single_page import SinglePageReader

__all__ = ["TextReader"]

_UNDERLINE = re.compile(r"([=\-~^*#])\1{2,}$")
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+[^\W\d_]")
_ITEM = re.compile(r"(?:[-*•‣▪●◦–]\s+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s+|\[\d{1,4}\]\s+)\S")
_KNOWN = re.compile(
    r"(?:abstract|summary|introduction|background|related work|methods?|materials and methods|results|discussion|conclusions?"
    r"|acknowledge?ments|references|bibliography|works cited|appendix(?: [A-Z])?|limitations)\W?$",
    re.IGNORECASE,
)
_LONGEST_HEADING = 12
_LONGEST_TITLE = 30
"""Words."""
_WRAPPED = (45, 110)
"""Characters of a line that an editor or a terminal has wrapped."""
_MOST_LINES = 400
"""Lines of a paragraph that are joined; a longer run is a list or a log, whose lines stand alone."""


@dataclass(frozen=True, slots=True)
class _Paragraph:
    lines: tuple[str, ...]

    @property
    def alone(self) -> str:
        """Its text when it is one line, underlined or not; else empty."""
        lines = [line for line in self.lines if not _UNDERLINE.match(line)]
        return lines[0] if len(lines) == 1 else ""

    @property
    def underlined(self) -> bool:
        return len(self.lines) == 2 and _UNDERLINE.match(self.lines[1]) is not None


class TextReader(SinglePageReader):
    """Reads text files in any common encoding."""

    suffixes: ClassVar = frozenset({".txt", ".text"})
    version: ClassVar = "text-2"

    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        text, warnings = decoded(content, name)
        outline.warnings.extend(warnings)
        paragraphs = _paragraphs(text)
        mender = Mender(text.splitlines())
        for at, paragraph in enumerate(paragraphs):
            before = paragraphs[at - 1] if at else None
            following = paragraphs[at + 1] if at + 1 < len(paragraphs) else None
            if at == 0 and _is_title(paragraph, following):
                outline.add(BlockKind.TITLE, paragraph.alone)
            elif level := _heading_level(paragraph, before, following):
                outline.heading(paragraph.alone, level)
            else:
                _add(outline, paragraph, mender)


def _paragraphs(text: str) -> list[_Paragraph]:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [_Paragraph(tuple(group)) for filled, group in groupby(lines, key=bool) if filled]


def _is_title(paragraph: _Paragraph, following: _Paragraph | None) -> bool:
    line = paragraph.alone
    return (
        bool(line)
        and following is not None
        and len(line.split()) <= _LONGEST_TITLE
        and not line.endswith((".", ",", ";", ":"))
        and not _KNOWN.match(line)
        and not _NUMBERED.match(line)
        and not _ITEM.match(line)
    )


def _heading_level(paragraph: _Paragraph, before: _Paragraph | None, following: _Paragraph | None) -> int:
    """1 for the outermost; 0 for what is no heading."""
    line = paragraph.alone
    if not line or following is None or len(line.split()) > _LONGEST_HEADING:
        return 0
    if paragraph.underlined:
        return 1 if paragraph.lines[1][0] in "=#*" else 2
    if line.endswith((".", ",", ";")) and not _KNOWN.match(line):
        return 0
    if number := _NUMBERED.match(line):
        beside = [_NUMBERED.match(each.alone) for each in (before, following) if each is not None]
        # "1. Eggs" above "2. Milk" is a list; "1 Introduction" above "1.1 Background" is not.
        depth = number[1].count(".")
        return 0 if any(each and each[1].count(".") == depth for each in beside) else 1 + depth
    letters = [char for char in line if char.isalpha()]
    return 1 if _KNOWN.match(line) or (len(letters) > 3 and line.isupper()) else 0


def _add(outline: Outline, paragraph: _Paragraph, mender: Mender) -> None:
    for lines in _items(paragraph.lines):
        kind = BlockKind.LIST if _ITEM.match(lines[0]) else BlockKind.PARAGRAPH
        if len(lines) == 1 or _is_wrapped(lines):
            outline.add(kind, mender.join(lines))
        else:
            for line in lines:
                outline.add(kind, line)


def _items(lines: Sequence[str]) -> list[list[str]]:
    """The items of a list; of a paragraph, itself."""
    starts = [at for at, line in enumerate(lines) if _ITEM.match(line)]
    if not starts:
        return [list(lines)]
    bounds = sorted({0, *starts, len(lines)})
    return [list(lines[start:end]) for start, end in pairwise(bounds)]


def _is_wrapped(lines: Sequence[str]) -> bool:
    """Whether the lines of a paragraph are one text, cut to a width."""
    if len(lines) > _MOST_LINES:
        return False
    shortest, longest = _WRAPPED
    return shortest <= median(len(line) for line in lines[:-1]) and max(len(line) for line in lines) <= longest
