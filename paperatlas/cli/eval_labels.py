"""`eval router` and `eval verify`: labels against those of a file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED

if TYPE_CHECKING:
    from paperatlas.eval.labelling import Labelled

__all__ = ["app"]

app = typer.Typer()


@app.command()
def router(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help='JSONL: question, kind; "also" lists kinds that are right too.')],
    *,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="By rules and likeness alone.")] = False,
    as_json: AsJson = False,
) -> None:
    """How often the router says what kind of question it is. Works without a library."""
    from paperatlas.bootstrap import question_router

    ctx: Context = context.obj
    route = question_router(ctx.settings(), use_llm=not no_llm)

    def kind(row: Mapping[str, Any]) -> str:
        return str(route(row["question"], tuple(row.get("history", ())))["kind"])

    _measure(ctx, file, "kind", ("question",), kind, as_json=as_json)


@app.command()
def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="JSONL: claim, document (its text), label.")],
    *,
    as_json: AsJson = False,
) -> None:
    """How often claims are judged rightly by a given text: supported, contradicted or unverifiable."""
    from paperatlas.bootstrap import bundled_verifier

    ctx: Context = context.obj
    verifier = bundled_verifier(threads=ctx.settings().threads)

    def label(row: Mapping[str, Any]) -> str:
        return str(verifier.verify(row["claim"], row["document"]).label)

    _measure(ctx, file, "label", ("claim", "document"), label, as_json=as_json)


def _measure(
    ctx: Context, file: Path, label: str, needs: Sequence[str], labeller: Callable[[Mapping[str, Any]], str], *, as_json: bool
) -> None:
    from paperatlas.eval.labelling import label_rows, labels_json, labels_markdown, read_labelled

    rows: list[Labelled] = label_rows(read_labelled(file, label=label, needs=needs), label, labeller)
    if any(row.error for row in rows):
        ctx.output.exit_code = EXIT_FAILED
    ctx.output.result(labels_json(rows), as_json=as_json, text=lambda: labels_markdown(rows))
