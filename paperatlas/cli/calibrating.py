"""`calibrate`: how sure an answer must be in this library to be given."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from paperatlas.cli.context import AsJson, Context

if TYPE_CHECKING:
    from paperatlas.core.calibration import Calibration

__all__ = ["app", "calibration_text"]

app = typer.Typer()

_BAR = 40
"""Characters of a bar that stands for all answers being wrong."""


@app.command()
def calibrate(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Fit the threshold of refusal to this library, by questions made from its own sentences. Later questions use it."""
    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.calibrate()
    ctx.output.result({**asdict(found), "enough": found.is_enough}, as_json=as_json, text=lambda: calibration_text(found))


def calibration_text(found: "Calibration") -> str:
    """The threshold, what it rests on, and the risk at each coverage, also as bars."""
    asked = f"{found.answerable} questions that the library answers, {found.unanswerable} that it does not"
    if not found.is_enough:
        return f"Too few to fit anything to: {asked}. The threshold stays at {found.before:.2f}; add more papers and try again."
    rows = [
        f"{point.coverage:8.0%}  {point.threshold:10.2f}  {point.risk:6.0%}  {'#' * round(_BAR * point.risk)}".rstrip()
        for point in found.curve
    ]
    refused = f"{found.refused_right:.0%} of those without an answer and {found.refused_wrong:.0%} of those with one"
    before = f"{found.before:.2f}: {found.before_right:.0%} and {found.before_wrong:.0%}"
    said = f"Questions are refused below {found.threshold:.2f} from now on, which are {refused} (before, below {before})."
    return "\n".join((f"Asked {asked}.", said, "", "answered  confidence   wrong", *rows))
