"""The tabs, in order: the id, and what builds it. Its label is the word `tab.<id>`."""

from collections.abc import Callable

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.tabs import ask, evaluate, graph, library, read

__all__ = ["TABS"]

TABS: tuple[tuple[str, Callable[[Ui], None]], ...] = (
    ("ask", ask.build),
    ("library", library.build),
    ("read", read.build),
    ("graph", graph.build),
    ("evaluate", evaluate.build),
)
