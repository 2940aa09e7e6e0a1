"""Evaluate: question sets with their review, runs over them, and runs side by side and over time.

Everything is asked of the API by the part's scripts, as `paperatlas eval` and other programs may: the page holds no figures.
"""

from paperatlas.core.searching import STAGE_NAMES
from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import part

__all__ = ["build"]

_VIEWS = ("common", "charts", "sets", "jobs", "home", "run", "compare", "review")


def build(ui: Ui) -> None:
    """The tab, inside a `gr.Tab`."""
    part(
        "evaluate",
        {"read_only": ui.read_only, "stages": list(STAGE_NAMES)},
        scripts=("papers_common", *(f"evaluate_{each}" for each in _VIEWS)),
        styles=("papers_common",),
    )
