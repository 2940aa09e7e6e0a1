"""The grid runner: one question file, and every combination of chunking, embedder, mode and reranker."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from paperatlas.core.errors import EvaluationFailed, PaperAtlasError
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Searcher
from paperatlas.core.searching import Hit, Mode, Scope
from paperatlas.eval.judged import Judged
from paperatlas.eval.ranking import METRICS, interval, scores

__all__ = ["Combination", "Figure", "Opened", "Row", "combinations", "run_grid"]

DEPTH = 10
"""Hits asked for: no metric looks further."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Combination:
    """One way to set up a search."""

    chunking: str
    embedder: str
    reranker: str
    mode: Mode

    @property
    def label(self) -> str:
        return " · ".join(part for part in (self.chunking, self.embedder, self.mode, self.reranker) if part != "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A library set up one way."""

    searcher: Searcher
    names: Mapping[DocumentId, str]
    chunks: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a combination reached."""

    combination: Combination
    n: int
    failed: int
    """Questions whose search failed; they are in no mean."""
    chunks: int
    figures: Mapping[str, Figure]
    p50: float
    """Milliseconds a search, the embedding of the query included."""
    by_question: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def combinations(
    chunkings: Sequence[str], embedders: Sequence[str], modes: Sequence[Mode], rerankers: Sequence[str]
) -> list[Combination]:
    """All of them, those that share an index side by side."""
    return [
        Combination(chunking=chunking, embedder=embedder, reranker=reranker, mode=mode)
        for chunking, embedder, reranker, mode in product(chunkings, embedders, rerankers, modes)
    ]


def run_grid(questions: Sequence[Judged], grid: Sequence[Combination], open_: Callable[[Combination], Opened]) -> Iterator[Row]:
    """One row a combination, as soon as it is measured.

    Args:
        questions: what to ask, and what should be found.
        grid: what to measure.
        open_: sets a library up; asked again only when more than the mode changes.
    """
    last: tuple[tuple[str, str, str], Opened] | None = None
    for combination in grid:
        key = (combination.chunking, combination.embedder, combination.reranker)
        if last is None or last[0] != key:
            last = key, open_(combination)
        yield _measured(questions, combination, last[1])


def _measured(questions: Sequence[Judged], combination: Combination, opened: Opened) -> Row:
    ids = {name: id_ for id_, name in opened.names.items()}
    found: dict[str, dict[str, float]] = {}
    taken: list[float] = []
    for question in questions:
        scope = Scope(documents=(ids[question.doc],)) if question.doc in ids else None
        began = time.perf_counter()
        try:
            hits = opened.searcher.search(question.query, mode=combination.mode, limit=DEPTH, scope=scope).hits
        except PaperAtlasError:
            continue
        taken.append((time.perf_counter() - began) * 1000)
        found[question.id] = scores([_targets(hit, opened.names, by_page=question.by_page) for hit in hits], question.gold)
    if not found:
        raise EvaluationFailed(
            f"None of {len(questions)} searches succeeded with {combination.label}.", hint="Search once by hand."
        )
    means = {name: [score[name] for score in found.values()] for name in METRICS}
    return Row(
        combination=combination,
        n=len(found),
        failed=len(questions) - len(found),
        chunks=opened.chunks,
        figures={name: Figure(statistics.fmean(values), *interval(values)) for name, values in means.items()},
        p50=statistics.median(taken),
        by_question=found,
    )


def _targets(hit: Hit, names: Mapping[DocumentId, str], *, by_page: bool) -> frozenset[str]:
    name = names[hit.chunk.document]
    if not by_page:
        return frozenset({name})
    pages = {span.page for span in hit.chunk.spans} or {box.page for box in hit.chunk.boxes} or {hit.chunk.page}
    return frozenset(f"{name}#{page}" for page in pages)
