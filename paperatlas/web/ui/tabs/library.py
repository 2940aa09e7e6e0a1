"""Library: papers sent and taken out again, how each was read, what is set right of it, collections, tables and figures.

All of it is asked of the API by the part's scripts: a list of ten thousand papers comes a hundred at a time.
"""

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import part

__all__ = ["build"]

_SCRIPTS = ("papers_common", "uploads", "papers_list", "paper_card")


def build(_: Ui) -> None:
    """The tab, inside a `gr.Tab`."""
    part("library", scripts=_SCRIPTS, styles=("papers_common",))
