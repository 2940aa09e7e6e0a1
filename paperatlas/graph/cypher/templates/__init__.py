"""Question shapes and the Cypher they mean."""

from collections.abc import Callable, Collection, Iterator

from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.about import all_of_kind, described, other_names, related_kind
from paperatlas.graph.cypher.templates.pairs import comparison, connection, shared
from paperatlas.graph.cypher.templates.papers import co_authors, mentioned, mentioned_most, papers_by
from paperatlas.graph.cypher.templates.relations import related, said_of_both, superlatives
from paperatlas.graph.cypher.templates.results import best, results

__all__ = ["compose"]

_TEMPLATES: tuple[Callable[[Asked, Collection[str]], Iterator[Composed]], ...] = (
    other_names,
    co_authors,
    best,
    results,
    connection,
    shared,
    said_of_both,
    comparison,
    papers_by,
    mentioned,
    mentioned_most,
    related,
    superlatives,
    described,
    related_kind,
    all_of_kind,
)
"""In this order: what is more particular goes first."""


def compose(asked: Asked, types: Collection[str]) -> list[Composed]:
    """The queries that a question may mean, likeliest first, for a graph with these types of relationships.

    They are readings of one shape: where a shape fits and its queries give nothing, nothing is what the graph says, and the
    next shape would answer another question.
    """
    return next((found for template in _TEMPLATES if (found := list(template(asked, types)))), [])
