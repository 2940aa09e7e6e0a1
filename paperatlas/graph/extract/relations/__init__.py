"""Relations between the names of a passage, read from its syntax without a language model."""

from paperatlas.graph.extract.relations.find import find_relations
from paperatlas.graph.extract.relations.title import USED_BY_TITLE, means_in_title

__all__ = ["USED_BY_TITLE", "find_relations", "means_in_title"]
