"""The documents of a library in groups that speak of the same, each group named by what tells it from the others."""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paperatlas.core.concepts import concepts, spoken_as
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Catalog, Float32
from paperatlas.core.searching import Scope
from paperatlas.core.summaries import NodeId, SummaryNode, SummaryTree
from paperatlas.core.types import Document
from paperatlas.pipeline.summarise.clusters import groups

__all__ = ["topics"]

_BATCH = 4096
"""Vectors in memory at once, six megabytes."""
_REFERENCES = "References"
"""The section of reference lists: what a paper cites is not what it speaks of."""
_DIGITS = 16
"""Digits of the document's id that a chunk's id begins with."""
_SPOKEN_FOR = 6
"""Documents whose own summary is heard in that of their topic: those nearest to its centre."""
_WORDS = 3
_SHARED = 2
"""Documents of a topic that must speak of what it is named by."""
_AS_MUCH = 0.34
"""Part of the share that speaks of the first name which the others must have: better one name than one that fits few."""
_HEARD = 100
"""Documents that are asked how a concept is written."""
_SMOOTH = 0.1
"""Share of the other documents that is taken to use any word: one that they never use is telling, not infinitely so."""


def topics(documents: Sequence[Document], catalog: Catalog, tree: Callable[[DocumentId], SummaryTree]) -> tuple[SummaryNode, ...]:
    """The largest topic first; those of one size in order of their ids. Every document is in one.

    The order of `documents` makes no difference.
    """
    ordered = sorted(documents, key=lambda document: document.id)
    if not ordered:
        return ()
    vectors = _vectors([document.id for document in ordered], catalog)
    told = [_told(document) for document in ordered]
    made = [_topic(members, ordered, vectors, told, tree) for members in groups(vectors)]
    return tuple(sorted(made, key=lambda node: (-len(node.documents), node.id)))


def _vectors(documents: Sequence[DocumentId], catalog: Catalog) -> Float32:
    """The mean of the vectors of each document's chunks, its reference list left out."""
    everything = catalog.select(Scope(documents=tuple(documents))) or frozenset[ChunkId]()
    references = catalog.select(Scope(documents=tuple(documents), section=_REFERENCES)) or frozenset[ChunkId]()
    rows = {document[:_DIGITS]: row for row, document in enumerate(documents)}
    wanted = sorted(everything - references) or sorted(everything)
    sums: Float32 | None = None
    for start in range(0, len(wanted), _BATCH):
        ids = wanted[start : start + _BATCH]
        found = catalog.vectors(ids)
        sums = np.zeros((len(documents), found.shape[1]), dtype=np.float32) if sums is None else sums
        np.add.at(sums, [rows[id_[:_DIGITS]] for id_ in ids], found)
    if sums is None:
        return np.zeros((len(documents), 1), dtype=np.float32)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    units: Float32 = (sums / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return units


class _Told(NamedTuple):
    """What a document says of itself."""

    title: str
    text: str
    concepts: Mapping[str, float]
    named: frozenset[str]
    """The concepts in its title."""


def _told(document: Document) -> _Told:
    text = f"{document.title}. {document.metadata.abstract}"
    return _Told(document.title, text, concepts(text), frozenset(concepts(document.title)))


def _topic(
    members: Sequence[int],
    documents: Sequence[Document],
    vectors: Float32,
    told: Sequence[_Told],
    tree: Callable[[DocumentId], SummaryTree],
) -> SummaryNode:
    nearness = vectors[members] @ vectors[members].sum(axis=0)
    central = sorted(zip(members, nearness.tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))[:_SPOKEN_FOR]
    leading = [tree(documents[member].id).root.sentences[:1] for member, _ in central]
    ids = tuple(documents[member].id for member in members)
    return SummaryNode(
        id=NodeId(f"topic:{hashlib.sha256(','.join(ids).encode()).hexdigest()[:16]}"),
        level="topic",
        documents=ids,
        title=_label(members, told),
        sentences=tuple(sentence for first in leading for sentence in first),
        children=tuple(NodeId(f"{id_}:0") for id_ in ids),
    )


def _label(members: Sequence[int], told: Sequence[_Told]) -> str:
    """The few concepts that most of its documents and few others speak of, as they are written most often; of one document
    alone its title.
    """
    if len(members) == 1:
        return told[members[0]].title
    inside = _heard([told[member] for member in members])
    within = set(members)
    outside = _heard([text for at, text in enumerate(told) if at not in within])
    worth = {c: nats for member in members for c, nats in told[member].concepts.items()}
    shared = Counter(c for member in members for c in told[member].concepts)
    score = {
        c: worth[c] * inside[c] * math.log(1 + inside[c] / (_SMOOTH + outside.get(c, 0.0)))
        for c in inside
        if shared[c] >= _SHARED
    }
    ranked = sorted(score, key=lambda c: (-score[c], c))
    chosen = _apart([c for c in ranked if inside[c] > inside[ranked[0]] * _AS_MUCH])
    return ", ".join(_written(concept, members, told) for concept in chosen)


def _heard(told: Sequence[_Told]) -> dict[str, float]:
    """The share of these documents that speak of each concept: whole where it stands in the title, half in the abstract."""
    heard: dict[str, float] = defaultdict(float)
    for document in told:
        for concept in document.concepts:
            heard[concept] += (1.0 if concept in document.named else 0.5) / len(told)
    return heard


def _apart(ranked: Sequence[str]) -> list[str]:
    """The first few of which none shares a word with another."""
    chosen: list[str] = []
    used: set[str] = set()
    for concept in ranked:
        if not used.intersection(concept.split()):
            chosen.append(concept)
            used.update(concept.split())
        if len(chosen) == _WORDS:
            break
    return chosen


def _written(concept: str, members: Collection[int], told: Sequence[_Told]) -> str:
    speaking = [told[member].text for member in members if concept in told[member].concepts][:_HEARD]
    forms = Counter(form for text in speaking for stem, form in spoken_as(text) if stem == concept)
    return min(forms, key=lambda form: (-forms[form], form))
