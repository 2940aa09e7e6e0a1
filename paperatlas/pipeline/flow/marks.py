"""The raised marks in a text that call for a footnote of the same page.

They stay in the page's text, raised and at their word, since a quote is letter for letter; answers leave them out. A
raised number may as well be an exponent, a unit's or a citation: only a mark that begins a footnote and is set at a single
place of the page calls for it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.layout import Word

__all__ = ["note_calls"]

_CALLING = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.ABSTRACT, BlockKind.HEADING)
_NOTE = re.compile(r"^(\d{1,3}|[*∗†‡§¶#]{1,3})")


def note_calls(parts: Sequence[Part]) -> frozenset[Word]:
    """The words of a page that are calls for its footnotes."""
    notes = {
        mark[1]
        for part in parts
        if part.kind is BlockKind.FOOTNOTE and (mark := _NOTE.match(part.rows[0].words[0].text)) is not None
    }
    places: defaultdict[str, list[Word]] = defaultdict(list)
    for word in _raised(part for part in parts if part.kind in _CALLING):
        places[word.text].append(word)
    return frozenset(words[0] for mark, words in places.items() if mark in notes and len(words) == 1)


def _raised(parts: Iterable[Part]) -> Iterable[Word]:
    """Raised words behind a word or the end of a clause; what a letter or a number carries is an exponent."""
    for part in parts:
        words = part.words
        for index in range(1, len(words)):
            before, word = words[index - 1], words[index]
            if word.superscript and not (len(before.text) == 1 and before.text.isalnum()) and not before.text[-1].isdecimal():
                yield word
