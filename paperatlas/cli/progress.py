"""The progress bar of an ingest, on stderr and only where a person watches."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from paperatlas.core.reports import Progress

__all__ = ["ingest_progress"]


@contextmanager
def ingest_progress() -> Iterator[Callable[[Progress], None]]:
    """A function that shows progress; silent when stderr is not a terminal."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(file=sys.stderr), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(progress: Progress) -> None:
            bar.update(task, completed=progress.done, total=progress.total, description=progress.source)

        yield show
