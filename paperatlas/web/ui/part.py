"""A piece of the page with markup, style and behaviour of its own, each in a file beside the code."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from typing import Any

import gradio as gr

__all__ = ["asset", "part"]


@cache
def asset(name: str) -> str:
    """The text of a file in `assets`."""
    return (resources.files("paperatlas.web.ui") / "assets" / name).read_text(encoding="utf-8")


def part(
    name: str,
    value: Any = None,
    *,
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    server_functions: Sequence[Callable[..., Any]] = (),
    **props: Any,
) -> gr.HTML:
    """`assets/<name>.html` is its template, `<name>.css` its style, `<name>.js` what runs when it is there.

    The script has what `gr.HTML` gives it: `element`, `props`, `trigger`, `watch`, `server`, `upload`. Values are data, never
    markup: the template is fixed, and the script makes elements of them with `atlas.make`. `scripts` name further files whose
    text goes before it: a part whose script has several subjects is written in several. `styles` are the same for its style.
    """
    return gr.HTML(
        value,
        html_template=asset(f"{name}.html"),
        css_template="\n".join(asset(f"{each}.css") for each in (*styles, name)),
        js_on_load="\n".join(asset(f"{each}.js") for each in (*scripts, name)),
        server_functions=list(server_functions) or None,
        apply_default_css=False,
        elem_classes=["part", f"part-{name}"],
        **props,
    )
