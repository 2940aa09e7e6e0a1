"""Search that enters the tree of summaries where the question asks, and descends from there to passages.

What the passages nearest to the question belong to says which documents and sections it is about; how the question is
put says at which of them to enter (`breadth`). A broad question gets the passages that its documents are summed up by,
of each document in turn; one for a section gets that section; a fine one gets passages, those of the best sections first.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

from paperatlas.core.concepts import concepts
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Catalog, VectorIndex
from paperatlas.core.summaries import Summaries, SummaryNode, SummaryTree
from paperatlas.core.types import Chunk
from paperatlas.retrieval.breadth import Breadth, read_breadth
from paperatlas.retrieval.fuse import Scored
from paperatlas.retrieval.routes import Query, RouteName

__all__ = ["SummaryRoute"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_NEAREST = 200
"""Passages from which the documents and sections that a question is about are told."""
_VOTES = 3
"""Nearest passages that speak for a document or section: more would favour long ones, one would be chance."""
_DOCUMENTS = 24
"""Documents whose trees are entered."""
_OF_SECTION, _OF_WORDS = 0.3, 0.1
"""What the section of a passage, and the words of the question in that section's summary, count beside its own cosine."""


class SummaryRoute:
    """Implements `Route`. Beside other routes it has nothing to say of a question for one passage: those find it themselves."""

    name: RouteName = "summary"

    def __init__(self, catalog: Catalog, index: VectorIndex, summaries: Summaries) -> None:
        self._catalog = catalog
        self._index = index
        self._summaries = summaries

    def search(self, query: Query) -> Scored:
        breadth = read_breadth(query.text)
        if not query.vectors or (breadth.reach == "passage" and not query.alone):
            return []
        with self._catalog.snapshot():  # a route may run in a thread of its own, where the search's does not hold
            return self._found(query, breadth)

    def _found(self, query: Query, breadth: Breadth) -> Scored:
        found = _Found(dict(self._index.search(query.vectors[0], limit=_NEAREST, among=query.among)), self._catalog)
        trees = {document: self._summaries.of(document) for document in found.documents[:_DOCUMENTS]}
        if breadth.reach == "passage":
            return found.descended(query.text, trees)[: query.depth]
        allowed = (chunk for chunk in self._entered(breadth, found, trees) if query.among is None or chunk in query.among)
        return _falling(list(dict.fromkeys(allowed))[: query.depth])

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        """Nothing: a passage that no summary led to is not judged by them."""
        del query, chunks
        return {}

    def _entered(self, breadth: Breadth, found: "_Found", trees: Mapping[DocumentId, SummaryTree]) -> Iterator[ChunkId]:
        if breadth.reach == "library" and not breadth.subject:
            documents = _in_turn([[d for d in topic.documents if d in found.among] for topic in self._summaries.topics()])
            yield from _in_turn([_outline(self._summaries.of(document)) for document in list(documents)[:_DOCUMENTS]])
        elif breadth.reach == "library":
            yield from _in_turn([found.of(document) for document in trees])
        else:
            for tree in trees.values():
                node = tree.section(breadth.section) if breadth.section else None
                yield from _outline(tree, node) if node or not breadth.section else ()
            yield from found.nearest


class _Found:
    """The passages nearest to a question, by document and section."""

    def __init__(self, cosines: Mapping[ChunkId, float], catalog: Catalog) -> None:
        self._cosines = cosines
        self._chunks = catalog.chunks(sorted(cosines))
        self.nearest = sorted(self._chunks, key=lambda chunk: (-cosines[chunk], chunk))
        best = {document: self._vote(chunks) for document, chunks in _by(self._chunks.values(), lambda c: c.document).items()}
        self.documents = sorted(best, key=lambda document: (-best[document], document))
        """Best first."""

    @property
    def among(self) -> frozenset[DocumentId]:
        return frozenset(self.documents)

    def of(self, document: DocumentId) -> list[ChunkId]:
        """The passages of a document, nearest first."""
        return [chunk for chunk in self.nearest if self._chunks[chunk].document == document]

    def descended(self, question: str, trees: Mapping[DocumentId, SummaryTree]) -> Scored:
        """The passages by their own likeness and that of the sections they stand in."""
        asked = concepts(question)
        scores: dict[ChunkId, float] = {}
        for (document, section), chunks in _by(self._chunks.values(), lambda c: (c.document, c.section)).items():
            node = next((n for n in trees[document].nodes if n.section == section), None) if document in trees else None
            above = _OF_SECTION * self._vote(chunks) + _OF_WORDS * _named(asked, node)
            scores.update((chunk.id, self._cosines[chunk.id] + above) for chunk in chunks)
        return sorted(scores.items(), key=lambda item: (-item[1], item[0]))

    def _vote(self, chunks: Iterable[Chunk]) -> float:
        """The mean of the best cosines, passages that are not among the nearest taken to be no nearer than the last."""
        last = min(self._cosines.values())
        best = sorted((self._cosines[chunk.id] for chunk in chunks), reverse=True)[:_VOTES]
        return sum([*best, *[last] * (_VOTES - len(best))]) / _VOTES


def _by(chunks: Iterable[Chunk], key: Callable[[Chunk], K]) -> dict[K, list[Chunk]]:
    grouped: dict[K, list[Chunk]] = {}
    for chunk in chunks:
        grouped.setdefault(key(chunk), []).append(chunk)
    return grouped


def _outline(tree: SummaryTree, node: SummaryNode | None = None) -> list[ChunkId]:
    """The passages of a node: those its own summary is taken from, then those of its sections' summaries, then the rest."""
    nodes = list(tree.beneath(node or tree.root))
    said = [source.chunk for each in nodes for sentence in each.sentences for source in sentence.sources]
    return list(dict.fromkeys([*said, *(tree.passages(node) if node else ())]))


def _named(asked: Mapping[str, float], node: SummaryNode | None) -> float:
    """The share of what is asked that a section's heading and summary name."""
    if node is None or not asked:
        return 0.0
    said = concepts(" ".join([node.title, *(sentence.text for sentence in node.sentences)]))
    return sum(worth for concept, worth in asked.items() if concept in said) / sum(asked.values())


def _in_turn(lists: Sequence[Sequence[T]]) -> Iterator[T]:
    """The first of each, then the second of each, and so on."""
    return (item for row in zip_longest(*lists) for item in row if item is not None)


def _falling(chunks: Sequence[ChunkId]) -> Scored:
    """Scores that say the order and no more."""
    return [(chunk, 1.0 - place / len(chunks)) for place, chunk in enumerate(chunks)]
