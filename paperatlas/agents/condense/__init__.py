"""Follow-up questions in words that stand by themselves."""

from paperatlas.agents.condense.condense import condense
from paperatlas.agents.condense.condensed import Condensed

__all__ = ["Condensed", "condense"]
