"""The sentences of a text that speak most of what a claim says, best first, and how near each is to it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperatlas.agents.verify.lexicon import FUNCTION_WORDS
from paperatlas.agents.verify.pointing import as_pointed
from paperatlas.agents.verify.words import stem
from paperatlas.core.ports import Embedder, Reranker
from paperatlas.core.rarity import rarity
from paperatlas.core.text import sentences, words

__all__ = ["Passage", "Passages", "find"]

_MOST_EMBEDDED = 40
"""Sentences of a long text that are embedded: those that share most words with the claim. Bounds the cost."""
_MOST_PAIRED = 12
"""Sentences that the cross-encoder reads, at about twenty milliseconds each: abstracts are read whole, mostly."""
_UNLISTED = 16.0
_SHARE, _COSINE, _PAIR = 3.0, 4.0, 2.0
"""What shared words, the embedder and the cross-encoder count for in the order: cosines spread over a third of their range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence of the text, half-open offsets, and its nearness to the claim."""

    text: str
    start: int
    end: int
    share: float
    """Of the claim's words, in nats, that stand in it."""
    cosine: float
    relevance: float
    """Of the cross-encoder, 0 to 1."""

    @property
    def worth(self) -> float:
        return _SHARE * self.share + _COSINE * self.cosine + _PAIR * self.relevance


@dataclass(frozen=True, slots=True, kw_only=True)
class Passages:
    """Of a claim, best first; `count` is how many sentences the text has."""

    claim: str
    """With the text's own "it" for a subject that the text only points at."""
    ranked: tuple[Passage, ...]
    count: int
    share: float
    """Of the claim's words that stand anywhere in the text."""
    stems: frozenset[str]
    """Of the whole text."""


def find(claim: str, text: str, embedder: Embedder, reranker: Reranker) -> Passages:
    """The sentences of a text by their worth for a claim."""
    claim = as_pointed(claim, text)
    spans = sentences(text) or [(0, len(text))]
    weights = _weights(claim)
    held = [frozenset(map(stem, words(text[start:end]))) for start, end in spans]
    shares = [_share(weights, stems) for stems in held]
    chosen = sorted(sorted(range(len(spans)), key=lambda index: -shares[index])[:_MOST_EMBEDDED])
    texts = [text[slice(*spans[index])] for index in chosen]
    own, *vectors = embedder.embed([claim, *texts], kind="passage")
    cosines = [float(np.dot(own, vector)) for vector in vectors]
    order = sorted(range(len(chosen)), key=lambda at: -(_SHARE * shares[chosen[at]] + _COSINE * cosines[at]))[:_MOST_PAIRED]
    relevance = reranker.score(claim, [texts[at] for at in order])
    ranked = [
        Passage(
            text=texts[at],
            start=spans[chosen[at]][0],
            end=spans[chosen[at]][1],
            share=shares[chosen[at]],
            cosine=cosines[at],
            relevance=1 / (1 + math.exp(-float(score) / 2)),
        )
        for at, score in zip(order, relevance, strict=True)
    ]
    everywhere = frozenset().union(*held)
    return Passages(
        claim=claim,
        ranked=tuple(sorted(ranked, key=lambda each: (-each.worth, each.start))),
        count=len(spans),
        share=_share(weights, everywhere),
        stems=everywhere,
    )


def _weights(claim: str) -> dict[str, float]:
    return {stem(word): rarity(word, unlisted=_UNLISTED) for word in words(claim) if word not in FUNCTION_WORDS}


def _share(weights: dict[str, float], stems: Sequence[str] | frozenset[str]) -> float:
    total = sum(weights.values())
    return sum(weight for word, weight in weights.items() if word in stems) / total if total else 0.0
