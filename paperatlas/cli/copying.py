"""`backup` and `restore`, `export` and `import`: copies of a whole library, and a library from a copy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED

if TYPE_CHECKING:
    from paperatlas.core.reports import BackedUp, Restored

__all__ = ["app"]

app = typer.Typer()

Replace = Annotated[bool, typer.Option("--replace", help="Replace the documents that the library holds.")]
Check = Annotated[bool, typer.Option("--check", help="Only read the copy, and say whether it is whole.")]


@app.command()
def backup(
    context: typer.Context,
    dest: Annotated[Path, typer.Argument(help="A folder. Only what is new is written to it.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Copy the library to a folder, while it is in use. Again to the same folder to bring the copy up to date."""
    ctx: Context = context.obj
    with ctx.open() as library:
        _tell_copied(ctx, library.backup(dest), as_json=as_json)


@app.command()
def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write, as papers.zip.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Write the library to one file, papers, conversations, corrections, collections and evaluations included."""
    ctx: Context = context.obj
    with ctx.open() as library:
        _tell_copied(ctx, library.export(file), as_json=as_json)


@app.command()
def restore(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(help="The folder of a backup, or an exported file.")],
    *,
    replace: Replace = False,
    check: Check = False,
    as_json: AsJson = False,
) -> None:
    """Make the library what it was when the copy was taken. Run again after an interruption to finish."""
    _put_back(context.obj, source, replace=replace, check=check, as_json=as_json)


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="An exported file.")],
    *,
    replace: Replace = False,
    check: Check = False,
    as_json: AsJson = False,
) -> None:
    """Make a library of an exported file, in the folder that --library names."""
    _put_back(context.obj, file, replace=replace, check=check, as_json=as_json)


def _put_back(ctx: Context, source: Path, *, replace: bool, check: bool, as_json: bool) -> None:
    from dataclasses import asdict

    from paperatlas.bootstrap import restore_library
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.library import check_copy

    if check:
        _tell_copied(ctx, check_copy(source), as_json=as_json)
        return
    with ingest_progress() as on_progress:
        done = restore_library(source, replace=replace, settings=ctx.settings(), on_progress=on_progress)
    ctx.output.result(asdict(done), as_json=as_json, text=lambda: _restored_text(done))
    if any(not fault.fixed for fault in done.faults):
        ctx.output.exit_code = EXIT_FAILED


def _tell_copied(ctx: Context, done: BackedUp, *, as_json: bool) -> None:
    from dataclasses import asdict

    ctx.output.result(asdict(done), as_json=as_json, text=lambda: _copied_text(done))
    if done.missing:
        ctx.output.exit_code = EXIT_FAILED


def _copied_text(done: BackedUp) -> str:
    told = f"{done.place}: {done.documents} documents, {done.files} files, {done.bytes / 1e6:.1f} MB"
    lost = [f"MISSING: the library has lost the original {name}; `paperatlas doctor` says whose it is" for name in done.missing]
    return "\n".join([f"{told}; {done.copied} written" if done.copied else told, *lost])


def _restored_text(done: Restored) -> str:
    faults = [
        f"{'mended' if fault.fixed else 'FAULT'}: {fault.message}" + ("" if fault.fixed else f"\n    {fault.remedy}")
        for fault in done.faults
    ]
    return "\n".join([f"{done.documents} documents, as they were at {done.made_at}", *faults])
