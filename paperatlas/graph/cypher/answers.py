"""Moved to `paperatlas.core.graph_answers`."""

from paperatlas.core.graph_answers import EdgeEvidence, GraphAnswer, Tried

__all__ = ["EdgeEvidence", "GraphAnswer", "Tried"]
