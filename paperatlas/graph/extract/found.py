"""What passes between the steps of extraction: passages with their syntax, and names found in them."""

from dataclasses import dataclass
from typing import NamedTuple

from spacy.tokens import Doc

from paperatlas.core.knowledge import Standing
from paperatlas.core.types import Chunk

__all__ = ["Found", "FoundRelation", "Passage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage of running text and its syntax."""

    chunk: Chunk
    syntax: Doc
    """Of `chunk.text` with its references in brackets blank: offsets are the same, words are read from `chunk.text`.

    Where the text is not English it has words and nothing else: `has_annotation("DEP")` tells.
    """


class Found(NamedTuple):
    """A name in a passage."""

    start: int
    """Offsets into the passage's text, half-open."""
    end: int
    text: str
    kind: str
    extractor: str
    confidence: float
    weight: float = 1.0


class FoundRelation(NamedTuple):
    """A relation between two names of one passage."""

    head: int
    """Index into the passage's names."""
    predicate: str
    tail: int
    start: int
    """The sentence that says so: offsets into the passage's text."""
    end: int
    extractor: str
    confidence: float
    standing: Standing = Standing.ASSERTED
