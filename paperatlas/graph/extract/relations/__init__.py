"""Relations between the names of a passage, read from its syntax without a language model."""

from paperatlas.graph.extract.relations.find import find_relations

__all__ = ["find_relations"]
