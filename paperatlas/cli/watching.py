"""`watch`: a folder that the library follows."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context

if TYPE_CHECKING:
    from paperatlas.library.watching import Seen

__all__ = ["app"]

app = typer.Typer()


@app.command()
def watch(
    context: typer.Context,
    folders: Annotated[list[Path], typer.Argument(help="Folders to follow, with all beneath them.")],
    *,
    settle: Annotated[float, typer.Option(min=0, max=3600, help="Seconds that a file must not change before it is read.")] = 2.0,
    keep_removed: Annotated[bool, typer.Option("--keep-removed", help="Papers stay when their files go.")] = False,
    collection: Annotated[str, typer.Option(help="Put what comes into this collection too.")] = "",
    poll: Annotated[
        float | None, typer.Option(min=0.1, max=3600, help="Look every so many seconds; for disks in the network.")
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Bring the library up to date and end.")] = False,
    as_json: AsJson = False,
) -> None:
    """Follow folders: take in papers that come, bring changed ones up to date, remove those that go. Ends with Ctrl-C."""
    from paperatlas.cli.text import ingest_text
    from paperatlas.core.wire import ingest_json
    from paperatlas.library.watching import WatchHow

    ctx: Context = context.obj
    how = WatchHow(settle=settle, remove=not keep_removed, collection=collection, poll=poll)

    def told(seen: "Seen") -> None:
        removed = [document.name for document in seen.removed]
        lines = [ingest_text(seen.report)] if seen.report else []
        lines += [f"removed   {name}" for name in removed] + ([seen.note] if seen.note else [])
        ctx.output.result(
            {"ingested": ingest_json(seen.report) if seen.report else None, "removed": removed, "note": seen.note},
            as_json=as_json,
            text=lambda: "\n".join(lines),
        )

    with ctx.open() as library:
        if not once:
            ctx.output.say(f"Following {', '.join(map(str, folders))}. Ctrl-C ends it.")
        try:
            library.watch(folders, how, once=once, on_seen=told)
        except KeyboardInterrupt:
            ctx.output.say("Stopped. Run it again to go on.")
