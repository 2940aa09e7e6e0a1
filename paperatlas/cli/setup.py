"""`models` and `config show`: what is used, and where each choice came from."""

import typer

from paperatlas.cli.context import AsJson

__all__ = ["app", "config"]

app = typer.Typer()
config = typer.Typer(help="Settings.", no_args_is_help=True)


@app.command()
def models(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Which models are used, and from where."""
    from paperatlas.bootstrap import describe_models

    found = describe_models(context.obj.settings())
    context.obj.output.result(
        {"models": found}, as_json=as_json, text=lambda: "\n".join(f"{m['role']:10s} {m['id']}  ({m['source']})" for m in found)
    )


@config.command("show")
def show(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Every setting in force, with where it came from; secrets are masked."""
    from paperatlas.settings import show_settings

    shown = show_settings(context.obj.config, library=context.obj.library)
    context.obj.output.result(
        {"settings": [{"name": s.name, "value": s.value, "origin": s.origin, "description": s.description} for s in shown]},
        as_json=as_json,
        text=lambda: "\n".join(f"{s.name:14s} {s.value or '-':40s} {s.origin}\n{'':14s} {s.description}" for s in shown),
    )
