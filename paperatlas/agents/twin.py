"""The same said elsewhere: papers say what they propose in the abstract, in the introduction and at the end."""

import math
import re
from typing import NamedTuple

from paperatlas.agents.evidence import is_aside
from paperatlas.agents.presence import is_bibliography
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import is_clear
from paperatlas.agents.terms import covered, question_terms, stems
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import sentences
from paperatlas.core.types import Chunk, ChunkKind

__all__ = ["Twin", "twin_of"]

_SAME = 0.6
"""Mean of the shares, by weight, that two sentences have of each other, from which they say the same."""
_NUMBER = re.compile(r"\(?[\divx]{1,3}[.)]\s+")
"""What numbers a sentence in a list."""


class Twin(NamedTuple):
    """A sentence of a chunk."""

    chunk: Chunk
    start: int
    end: int

    @property
    def text(self) -> str:
        return " ".join(self.chunk.text[self.start : self.end].split())


def twin_of(text: str, document: DocumentId, source: Source) -> Twin | None:
    """The sentence of the document, found by any reader of the file, that says most of what this one says."""
    terms, have = question_terms(text), frozenset(stems(text))
    best, most = None, _SAME
    for chunk in source.chunks(document):
        if chunk.kind is not ChunkKind.TEXT or is_bibliography(chunk.section) or is_aside(chunk.section):
            continue
        for begin, end in sentences(chunk.text):
            number = _NUMBER.match(chunk.text, begin, end)
            start = number.end() if number else begin
            said = chunk.text[start:end]
            if said == text:
                continue
            theirs = covered(terms, stems(said))
            if math.sqrt(theirs) <= most:  # whatever share of it stands here: nearly all sentences end at this
                continue
            share = math.sqrt(theirs * covered(question_terms(said), have))
            if share > most and all(is_clear(document, span, source) for span in chunk.locate(start, end)):
                best, most = Twin(chunk, start, end), share
    return best
