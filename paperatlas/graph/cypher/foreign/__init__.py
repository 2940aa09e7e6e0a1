"""Questions to any property graph, by its schema alone: labels, relationship types and properties are its words."""

from paperatlas.graph.cypher.foreign.compose import ForeignQuery, ask_schema
from paperatlas.graph.cypher.foreign.vocabulary import Vocabulary, read_vocabulary

__all__ = ["ForeignQuery", "Vocabulary", "ask_schema", "read_vocabulary"]
