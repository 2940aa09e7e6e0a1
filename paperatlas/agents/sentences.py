"""The sentences of what was found, and what speaks for each as the answer to a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from paperatlas.agents.asked import Asked
from paperatlas.agents.phrasing import in_the_papers_words
from paperatlas.agents.terms import Term, covered, present, stems
from paperatlas.agents.values import has_shape, values
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Embedder
from paperatlas.core.searching import Hit
from paperatlas.core.text import sentences
from paperatlas.core.types import ChunkKind

__all__ = ["Sentence", "Signals", "read_signals", "sentences_of"]

_LEAST_WORDS = 3
"""Shorter "sentences" are headings, labels and broken lines."""
_WINDOW = 60
"""Characters to either side of a value in which the question's words must stand to be about that value: about ten words."""
_PASSAGES = 1024
"""Passages whose sentences are remembered: those of a few papers, which one asks several questions about."""
EMBEDDED = 40
"""Sentences whose vectors are computed, about 5 ms each: the rest share so few words with the question that they never win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a text chunk, or the statement of a table row."""

    text: str
    hit: Hit
    start: int
    """Where it begins in the chunk's text."""
    end: int
    stems: tuple[str, ...]
    around: frozenset[str]
    """Stems of the sentence before, this one, and the one after, and of what is given."""
    given: frozenset[str]
    """Stems of what its document and section are about: their sentences need not repeat it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What speaks for a sentence, each from 0 to 1."""

    cosine: float
    """Of the sentence and the question, in the mean of how it was asked and how its paper would put it."""
    asked_cosine: float
    """Of the sentence and the question as it was asked."""
    cover_around: float
    """Share of the question's weight in the sentence and its neighbours."""
    cover_chunk: float
    near: float
    """Share of the question's weight close to a value of the kind asked for."""
    shape: float
    """Whether the sentence holds the kind of answer that is asked for."""
    names: float
    numbers: float
    pairs: float
    """Share of the question's neighbouring words that are neighbours in the sentence too."""

    def values(self) -> Mapping[str, float]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def sentences_of(hits: Sequence[Hit], about: Mapping[DocumentId, frozenset[str]]) -> list[Sentence]:
    """All sentences of the hits, best hit first; each text once. `about` has the stems that each document takes as said."""
    found: dict[str, Sentence] = {}
    for hit in hits:
        for sentence in _of_chunk(hit, about.get(hit.chunk.document, frozenset())):
            found.setdefault(sentence.text, sentence)
    return list(found.values())


def _of_chunk(hit: Hit, about: frozenset[str]) -> list[Sentence]:
    text = hit.chunk.text
    if hit.chunk.kind is ChunkKind.TABLE:
        return []
    bounds = _bounds(text, whole=hit.chunk.kind is ChunkKind.ROW)
    given = about | present(hit.chunk.context)
    stemmed = [tuple(stems(text[start:end])) for start, end in bounds]
    return [
        Sentence(
            text=text[start:end],
            hit=hit,
            start=start,
            end=end,
            stems=stemmed[i],
            around=given.union(*stemmed[max(0, i - 1) : i + 2]),
            given=given,
        )
        for i, (start, end) in enumerate(bounds)
    ]


@lru_cache(maxsize=_PASSAGES)
def _bounds(text: str, *, whole: bool) -> tuple[tuple[int, int], ...]:
    bounds = [(0, len(text))] if whole else sentences(text)
    return tuple((start, end) for start, end in bounds if len(text[start:end].split()) >= _LEAST_WORDS)


def read_signals(
    question: str, asked: Asked, terms: Sequence[Term], candidates: Sequence[Sentence], embedder: Embedder
) -> list[tuple[Sentence, Signals]]:
    """The candidates most like the question in words, each with its signals."""
    if not candidates:
        return []
    chosen = sorted(candidates, key=lambda s: -covered(terms, s.stems) - 0.5 * covered(terms, s.around) + 0.01 * s.hit.rank)[
        :EMBEDDED
    ]
    asked_as = [in_the_papers_words(question, terms, sentence.given) for sentence in chosen]
    queries = {text: row for row, text in enumerate(dict.fromkeys((question, *asked_as)))}
    cosines = embedder.embed([s.text for s in chosen], kind="passage") @ embedder.embed(list(queries), kind="query").T
    first_of = {sentence.hit.chunk.id: sentence for sentence in chosen}
    by_chunk = {chunk: _of_passage(terms, sentence) for chunk, sentence in first_of.items()}
    return [
        (
            sentence,
            _signals(
                question,
                asked,
                terms,
                sentence,
                by_chunk[sentence.hit.chunk.id],
                cosine=float(row[queries[text]]),
                asked_cosine=float(row[0]),
            ),
        )
        for sentence, text, row in zip(chosen, asked_as, cosines, strict=True)
    ]


class _OfPassage(NamedTuple):
    """What of a question its passage has: the same for all its sentences."""

    cover: float
    names: float
    numbers: float


def _of_passage(terms: Sequence[Term], sentence: Sentence) -> _OfPassage:
    have = present(sentence.hit.chunk.text) | sentence.given
    return _OfPassage(
        cover=covered(terms, have),
        names=covered([term for term in terms if term.is_name], have),
        numbers=covered([term for term in terms if term.is_number], have),
    )


def _signals(
    question: str,
    asked: Asked,
    terms: Sequence[Term],
    sentence: Sentence,
    passage: _OfPassage,
    *,
    cosine: float,
    asked_cosine: float,
) -> Signals:
    return Signals(
        cosine=(cosine + asked_cosine) / 2,
        asked_cosine=asked_cosine,
        cover_around=covered(terms, sentence.around),
        cover_chunk=passage.cover,
        near=_near(asked, question, terms, sentence),
        shape=has_shape(asked, sentence.text, question),
        names=passage.names,
        numbers=passage.numbers,
        pairs=_pairs(question, sentence.stems),
    )


def _near(asked: Asked, question: str, terms: Sequence[Term], sentence: Sentence) -> float:
    text = sentence.text
    spots = values(asked, text, question)
    windows = (sentence.given.union(stems(text[max(0, a - _WINDOW) : b + _WINDOW])) for a, b in spots)
    return max((covered(terms, window) for window in windows), default=0.0)


def _pairs(question: str, said: Sequence[str]) -> float:
    asked_stems = stems(question)
    wanted = set(pairwise(asked_stems))
    have = set(pairwise(said)) | set(zip(said, said[2:], strict=False))
    return len(wanted & have) / len(wanted) if wanted else 0.0
