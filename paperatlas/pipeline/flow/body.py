"""Blocks to page text: every block on a line of its own, every printed word with its box.

A word cut at a page's end stands whole on the page where it ends, with the box of the half that is printed there;
the page before ends with the word before. So each page's text reads right, and so does the sentence that runs on.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from paperatlas.core.pieces import Pieces
from paperatlas.core.types import Block, BlockKind, Box, Heading, Page, Piece, Span
from paperatlas.pipeline.flow.headings import Head
from paperatlas.pipeline.flow.hyphens import LineEnd, Mender
from paperatlas.pipeline.layout import Line, RawPage, Rect, Word
from paperatlas.pipeline.signs.scripts import runs_on

__all__ = ["Draft", "Token", "mend_page_ends", "set_page", "tokens_of"]

_TOUCHING = 0.12
"""In em: words nearer than this were cut by a change of type, not by a space."""
_RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
"""Raised signs that Unicode has: "10⁻⁵" is no "10-5", and a note's mark no number."""
_RUNNING_ON = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.ABSTRACT, BlockKind.REFERENCE)


class Token(NamedTuple):
    """A printed word, or one side of a word that a line's end cuts."""

    text: str
    rect: Rect
    glued: bool
    """Follows the token before it without a space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A block before the text of its page is set."""

    kind: BlockKind
    box: Box
    tokens: tuple[Token, ...] = ()
    aside: str | None = None
    """The text of what is kept out of the page's text."""
    section: str = ""
    head: Head | None = None
    """The heading that it is or begins with."""


def tokens_of(rows: Sequence[Line], mender: Mender, calls: Collection[Word] = ()) -> tuple[Token, ...]:
    """The words of a paragraph, those cut at line ends mended: two tokens, the second glued to the first.

    `calls` are marks that call for a footnote: they stand at their word without a space, as printed.
    """
    tokens: list[Token] = []
    for row in rows:
        for position, word in enumerate(row.words):
            if position or not tokens:
                glued = bool(position) and (word in calls or _touches(row.words[position - 1], word))
            else:
                end = mender.between(tokens[-1].text, word.text)
                glued = end is not LineEnd.SPACE
                if end is LineEnd.MEND:
                    tokens[-1] = tokens[-1]._replace(text=tokens[-1].text[:-1])
            tokens.append(Token(_as_printed(word), word.rect, glued))
    return tuple(token._replace(text=token.text.replace("\u00ad", "")) for token in tokens if token.text.strip("\u00ad"))


def _as_printed(word: Word) -> str:
    raised = word.text.translate(_RAISED) if word.superscript else word.text
    return raised if not any(char.isalnum() and char.isascii() for char in raised) else word.text


def _touches(left: Word, right: Word) -> bool:
    gap = max(right.x0 - left.x1, left.x0 - right.x1) / max(left.size, right.size)
    if gap > _TOUCHING and not runs_on(left.text, right.text, gap):
        return False
    if left.superscript and not right.superscript:
        # A note's mark before the note; after an exponent or a mark the sentence goes on with its own signs only.
        return not right.text[0].isalnum()
    # A note's mark on a word is no part of it; an exponent on a number or a symbol is.
    return not (right.superscript and len(left.text) > 1 and left.text[-1].isalpha())


def mend_page_ends(pages: Sequence[Sequence[Draft]], mender: Mender) -> list[list[Draft]]:
    """The drafts of all pages with the words that page ends cut made whole."""
    mended = [list(drafts) for drafts in pages]
    for upper, lower in pairwise(mended):
        above = next((i for i in range(len(upper) - 1, -1, -1) if upper[i].kind in _RUNNING_ON and upper[i].tokens), None)
        below = next((i for i, draft in enumerate(lower) if draft.tokens and draft.kind is not BlockKind.CAPTION), None)
        if above is None or below is None or lower[below].kind not in _RUNNING_ON or lower[below].head:
            continue
        left, right = upper[above].tokens, lower[below].tokens
        end = mender.between(left[-1].text, right[0].text)
        if end is LineEnd.SPACE:
            continue
        first = len(left) - 1
        while first and left[first].glued:
            first -= 1
        half = "".join(token.text for token in left[first:])
        whole = (half[:-1] if end is LineEnd.MEND else half) + right[0].text
        lower[below] = replace(lower[below], tokens=(right[0]._replace(text=whole), *right[1:]))
        upper[above : above + 1] = [replace(upper[above], tokens=left[:first])] if first else []
    return mended


def set_page(raw: RawPage, drafts: Sequence[Draft]) -> tuple[Page, list[Heading]]:
    """A page and its headings."""
    lines: list[str] = []
    blocks: list[Block] = []
    pieces: list[Piece] = []
    headings: list[Heading] = []
    offset = 0
    for draft in drafts:
        if draft.aside is not None:
            blocks.append(Block(kind=draft.kind, text=draft.aside, box=draft.box, section=draft.section))
            continue
        text, placed = _typeset(draft.tokens, offset)
        span = Span(raw.number, offset, offset + len(text))
        blocks.append(Block(kind=draft.kind, text=text, box=draft.box, section=draft.section, span=span))
        if draft.head is not None:
            headings.append(_heading(draft.head, text, span, placed))
        lines.append(text)
        pieces += placed
        offset = span.end + 1
    page = Page(
        number=raw.number,
        text="\n".join(lines),
        blocks=tuple(blocks),
        width=raw.width,
        height=raw.height,
        label=raw.label,
        pieces=Pieces(pieces),
    )
    return page, headings


def _heading(head: Head, text: str, span: Span, pieces: Sequence[Piece]) -> Heading:
    """A heading as its page reads it: words that its line ends cut are whole there."""
    end = pieces[head.words - 1].end if head.run_in else span.end
    name = text[: end - span.start]
    if head.number:
        name = name[len(head.number) :].lstrip(" .:)—–-、．：")
    return Heading(
        number=head.number, text=name, level=head.level, page=span.page, run_in=head.run_in, span=Span(span.page, span.start, end)
    )


def _typeset(tokens: Sequence[Token], offset: int) -> tuple[str, list[Piece]]:
    text = ""
    pieces = []
    for token in tokens:
        text += "" if token.glued or not text else " "
        start = offset + len(text)
        text += token.text
        pieces.append(Piece(start, offset + len(text), *token.rect))
    return text, pieces
