"""Graph: what the papers say hangs together, as a picture, and questions to it with the rows beside it.

Everything is asked of the API by the part's scripts: the page holds no copy of the graph.
"""

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import part

__all__ = ["build"]

_SCRIPTS = ("graph_quote", "graph_rows", "graph_path", "graph_subjects", "graph_names", "graph_picture")


def build(ui: Ui) -> None:
    """The tab, inside a `gr.Tab`."""
    part("graph", {"read_only": ui.read_only}, scripts=_SCRIPTS)
