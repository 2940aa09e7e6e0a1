"""Ask: the conversation on the left, or papers side by side; their proof on the right.

What happens there goes over the same API as every program's: answers come as the stream of events that it gives, and
conversations are those that the library keeps.
"""

import gradio as gr

from paperatlas.web.ui.desk import Ui
from paperatlas.web.ui.part import part

__all__ = ["build"]


def build(_: Ui) -> None:
    """The tab, inside a `gr.Tab`."""
    with gr.Row(equal_height=False, elem_classes=["desk"]):
        with gr.Column(scale=6, min_width=320, elem_classes=["reading"]):
            part("conversation", scripts=("state", "steps", "answer", "composer", "threads", "options"))
            part("matrix")
        with gr.Column(scale=5, min_width=320, elem_classes=["proof"]):
            part("evidence")
