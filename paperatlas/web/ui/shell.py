"""The page around the tabs: its head, its looks, and how it is mounted."""

import os
from typing import TYPE_CHECKING

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")  # read at import: nothing is to be asked of anybody
import gradio as gr

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import asset, part
from paperatlas.web.ui.tabs import TABS
from paperatlas.web.ui.words import script, translations, word

if TYPE_CHECKING:
    from fastapi import FastAPI

    from paperatlas.mcp_server.desk import Desk

__all__ = ["mount_pages", "pages"]

_SCRIPTS = ("choices.js", "page.js", "cited.js")
"""What the scripts of all parts use, in the order in which they need each other."""


def pages(desk: "Desk", *, read_only: bool = False) -> gr.Blocks:
    """The app, to be mounted."""
    ui = Ui(desk, read_only=read_only)
    with gr.Blocks(title="PaperAtlas", fill_width=True) as blocks:
        ui.head = part("head", ui.state(), scripts=("search",))
        with gr.Tabs(elem_id="tabs") as ui.tabs:
            for name, build in TABS:
                with gr.Tab(word(f"tab.{name}"), id=name, elem_id=f"tab-{name}"):
                    build(ui)
        blocks.load(ui.state, outputs=ui.head, show_progress="hidden", api_visibility="private")
    return blocks


def mount_pages(app: "FastAPI", desk: "Desk", *, read_only: bool) -> None:
    """At /, under everything that `app` has already."""
    gr.mount_gradio_app(
        app,
        pages(desk, read_only=read_only),
        path="/",
        theme=_theme(),
        css=asset("page.css"),
        head=f"<script>{script()}{''.join(map(asset, _SCRIPTS))}</script>",
        i18n=translations(),
        footer_links=[],
        show_error=True,
        ssr_mode=False,
    )


def _theme() -> gr.themes.Base:
    """Plain: colours and type are in page.css. System fonts, so that nothing is loaded from elsewhere."""
    sans, mono = ["system-ui", "-apple-system", "Segoe UI", "sans-serif"], ["ui-monospace", "Menlo", "Consolas", "monospace"]
    return gr.themes.Base(primary_hue="amber", neutral_hue="stone", font=sans, font_mono=mono)
