"""Read: a paper's pages with what is marked on them, its outline, tables, figures and references, and words looked for in it."""

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import part

__all__ = ["build"]

_SCRIPTS = ("papers_common", "reader_pages", "reader_side")


def build(_: Ui) -> None:
    """The tab, inside a `gr.Tab`."""
    part("reader", scripts=_SCRIPTS, styles=("papers_common",))
