"""A library changes to what was laid out for it, whatever interrupts.

What a copy holds is laid out beside the library's own files, and is complete when its folder has its final name. From then on
the library is to be that: whoever writes next finishes it first, under the library's lock, so that nothing comes between.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from paperatlas.catalog import CATALOG, EVALUATIONS, Database, Engine
from paperatlas.catalog.copying import damage_of, is_catalog, is_conversations, make_next
from paperatlas.core.disk import writing_to
from paperatlas.library.manifest import CONVERSATIONS, ORIGINALS, QUESTION_SETS
from paperatlas.pipeline.ingest.originals import Originals

__all__ = ["finish_restore", "is_ours", "is_unfinished", "laying_out"]

_WHOLE = "restoring"
"""A library's folder for what is to be put in place."""
_PART = "restoring.part"
"""The same before it is complete, and again when it is done with."""


@contextmanager
def laying_out(folder: Path) -> Iterator[Path]:
    """A folder to lay out files in, as they are to lie in the library. The caller holds the library's lock."""
    part = folder / _PART
    shutil.rmtree(part, ignore_errors=True)
    shutil.rmtree(folder / _WHOLE, ignore_errors=True)
    part.mkdir()
    try:
        yield part
        part.rename(folder / _WHOLE)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def finish_restore(folder: Path, catalog: Database, conversations: Engine, originals: Originals) -> None:
    """Put in place what was laid out, if something was. The caller holds the library's lock.

    The catalog changes in one transaction, in which all of its old and new state is marked for the indexes and the graph.

    Raises:
        StoreError: the library cannot be written to; it is still to be finished.
    """
    whole, part = folder / _WHOLE, folder / _PART
    with writing_to("The library", folder):
        if whole.exists():
            for file in sorted((whole / ORIGINALS).glob("*/*")):
                originals.adopt(file)
            if (new := whole / CONVERSATIONS).exists():
                _swap(new, conversations)
            if (new := whole / CATALOG).exists():
                make_next(new, catalog if _put_damaged_aside(catalog.engine) else None)
                _swap(new, catalog.engine)
            for name in ("runs", EVALUATIONS, QUESTION_SETS):
                _move(whole / name, folder / name)
            _move(whole, folder)
            whole.rename(part)
        if part.exists():
            shutil.rmtree(part, ignore_errors=True)


def is_unfinished(folder: Path) -> bool:
    """Whether something is laid out that the next change puts in place."""
    return (folder / _WHOLE).exists()


def is_ours(file: Path) -> bool:
    """Whether a database is sound, and has the tables that its name says."""
    return not damage_of(file) and (is_catalog(file) if file.name == CATALOG else is_conversations(file))


def _swap(new: Path, live: Engine) -> None:
    """Put one of the two databases in place."""
    _put_damaged_aside(live)
    live.become(new)
    new.unlink()  # a conversation may go on before the rest is done


def _put_damaged_aside(live: Engine) -> bool:
    """Put a damaged file out of the way, since no transaction can be had there; whether something sound is there."""
    file = live.file
    if file is None or not file.exists():
        return live.exists()
    if is_ours(file):
        return True
    file.replace(file.with_name(f"{file.stem}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}{file.suffix}"))
    for beside in ("-wal", "-shm"):
        file.with_name(file.name + beside).unlink(missing_ok=True)
    return False


def _move(source: Path, target: Path) -> None:
    """All files, with those in folders beneath where there are any. One that the library has already stays as it is there:
    originals are checked, and of the others those here are newer.
    """
    for file in sorted(source.glob("**/*" if source.name == QUESTION_SETS else "*")):
        there = target / file.relative_to(source)
        if file.is_file() and not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            file.replace(there)
