"""The knowledge graph as the agents ask it."""

from dataclasses import replace

from paperatlas.core.graph_answers import GraphAnswer
from paperatlas.library.opened import Opened

__all__ = ["GraphAsking"]

_ROWS = 50
"""More names than anyone reads as an answer."""
_SECONDS = 8.0
"""For one query: less than the agents wait."""


class GraphAsking:
    """Implements `GraphAsker` over a library's graph. Nothing is opened or loaded before the first question."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def ask(self, question: str) -> GraphAnswer:
        from paperatlas.graph.cypher.ask import ask_templates  # noqa: PLC0415 - loads what few questions need
        from paperatlas.graph.cypher.linking import link  # noqa: PLC0415

        linked = link(question, self._opened.knowledge)
        if not linked:
            return GraphAnswer(question=question, how="none")
        answer = ask_templates(question, store=self._opened.graph(), linked=linked, limit=_ROWS, seconds=_SECONDS)
        return replace(answer, named={one.entity.name: one.text for one in linked})
