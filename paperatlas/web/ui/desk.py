"""What the tabs share: the desk they work at, the parts that one changes for another, and what the head shows."""

import re
from typing import Any

import gradio as gr

from paperatlas.mcp_server.desk import Desk

__all__ = ["Ui"]


class Ui:
    """Filled while the page is built."""

    head: gr.HTML
    tabs: gr.Tabs

    def __init__(self, desk: Desk, *, read_only: bool = False) -> None:
        self.desk = desk
        self.read_only = read_only
        """Nothing that changes the library is offered."""

    def state(self) -> dict[str, Any]:
        """How many papers there are, and what answers."""
        library = self.desk.library
        used = library.made_of
        return {
            "papers": len(library.documents()),
            "model": used.model,
            "embedder": _short(used.embedder),
            "offline": used.offline,
        }


def _short(embedder: str) -> str:
    """Its name without version and settings, as the setting `embedder` has it."""
    return re.split(r"[@/]|-en-|-int8|-q4", embedder.rpartition("api:")[2], maxsplit=1)[0]
