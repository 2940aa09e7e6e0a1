"""The words that a page itself holds, by which what a model says of it is checked."""

import re

from paperatlas.core.types import Page
from paperatlas.pipeline.layout import RawPage

__all__ = ["printed_words", "words_of"]

_WORD = re.compile(r"\w+")


def printed_words(raw: RawPage, page: Page) -> frozenset[str]:
    """The words of a page's text layer, none where its text was itself read from a picture.

    Those of its blocks too, in which words that lines had broken are whole.
    """
    if raw.source != "text":
        return frozenset()
    return words_of(" ".join([*(line.text for line in raw.lines), *(block.text for block in page.blocks)]))


def words_of(text: str) -> frozenset[str]:
    """In any order and case."""
    return frozenset(_WORD.findall(text.casefold()))
