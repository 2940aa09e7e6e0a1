"""What a report of a fault needs to know: one file that says how PaperAtlas is set up here, and nothing of what papers say."""

import json
import os
import platform
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import save
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.masking import masked_address, without_home

if TYPE_CHECKING:
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()

Json = dict[str, Any]


@app.command("bug-report")
def bug_report(
    context: typer.Context,
    *,
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("paperatlas-bug-report.json"),
    check: Annotated[bool, typer.Option("--check/--no-check", help="Also run doctor, which reads the whole library.")] = True,
    as_json: AsJson = False,
) -> None:
    """Write a file to attach to a report: versions, settings without secrets, what doctor says, sizes. No text of any paper."""
    ctx: Context = context.obj
    report: Json = {
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "system": _system(),
        "packages": _packages(),
        "settings": _or_error(lambda: _settings(ctx)),
        "library": _or_error(lambda: _library(ctx, check=check)),
    }
    content = json.dumps(report, ensure_ascii=False, indent=2)
    if as_json:
        ctx.output.result(report, as_json=True, text=str)
        return
    save(out, content.encode())
    ctx.output.result(report, as_json=False, text=lambda: f"Written to {out}. Look through it before you send it.")


def _or_error(work: Callable[[], Json]) -> Json:
    """A report is written above all where something does not work."""
    try:
        return work()
    except PaperAtlasError as error:
        # Messages name files and papers, which are nobody else's business; the code says what is wrong.
        return {"error": {"code": error.code, "hint": _plain(error.hint)}}


def _system() -> Json:
    return {
        "paperatlas": version("paperatlas"),
        "python": sys.version.split()[0],
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "encoding": sys.getfilesystemencoding(),
    }


def _packages() -> Json:
    """The packages that it asks for, and the versions that are there."""
    found: Json = {}
    for requirement in requires("paperatlas") or ():
        name = requirement.partition(";")[0].strip().split("[")[0]
        name = next((name[:at] for at, char in enumerate(name) if not (char.isalnum() or char in "-_.")), name)
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _settings(ctx: Context) -> Json:
    """Those that were set, with where; secrets and what addresses hold of them are masked."""
    from paperatlas.settings import show_settings

    shown = show_settings(ctx.config, library=ctx.library)
    return {each.name: {"value": _plain(each.value), "from": _plain(each.origin)} for each in shown if each.origin != "default"}


def _library(ctx: Context, *, check: bool) -> Json:
    settings = ctx.settings()
    if not settings.library.exists():
        return {"exists": False}
    with ctx.open() as library:
        return {
            "exists": True,
            **_sizes(library),
            "made_of": {"embedder": library.made_of.embedder, "model": library.made_of.model, "offline": library.made_of.offline},
            **({"doctor": _or_error(lambda: _doctor(library))} if check else {}),
        }


def _sizes(library: "Library") -> Json:
    from dataclasses import asdict

    documents = library.documents()
    free = shutil.disk_usage(library.folder).free
    return {
        "generation": library.catalog.generation(),
        "documents": len(documents),
        "kinds": dict(Counter(Path(document.name).suffix.lower() or "record" for document in documents)),
        "pages": sum(document.pages for document in documents),
        "chunks": sum(document.chunks for document in documents),
        "tables": sum(document.tables for document in documents),
        "bytes": asdict(library.storage()),
        "free_bytes": free,
    }


def _doctor(library: "Library") -> Json:
    """What was checked, and how many faults of each kind: their messages name papers."""
    report = library.doctor()
    faults: Mapping[str, int] = Counter(fault.code for fault in report.faults)
    return {"sound": report.sound, "checked": len(report.checked), "faults": dict(faults)}


def _plain(text: str) -> str:
    return without_home(masked_address(text))
