"""Putting a library back from a copy, also while others have it open.

Everything is checked before anything is changed: the list, every checksum, the catalog's soundness and that it is a catalog.
Then the library changes to what was laid out (`putting.py`), and indexes and graph follow as after any other change.
"""

import shutil
import tempfile
import time
from pathlib import Path

from paperatlas.catalog import CATALOG, Database
from paperatlas.catalog.copying import contents_of
from paperatlas.catalog.schema import CATALOG_TABLES, CONVERSATIONS_TABLES
from paperatlas.core.disk import writing_to
from paperatlas.core.errors import EmbedderMismatch, InputError, StoreError
from paperatlas.core.reports import BackedUp, Fault, OnProgress, Restored
from paperatlas.library.bundles import Bundle, open_bundle, taken
from paperatlas.library.doctor import examine
from paperatlas.library.manifest import CONVERSATIONS, Kept, is_allowed, original_path, refused
from paperatlas.library.opened import Opened
from paperatlas.library.parts import Parts
from paperatlas.library.putting import finish_restore, is_ours, laying_out
from paperatlas.pipeline.ingest.originals import Originals

__all__ = ["check_copy", "restore"]

_SPARE_BYTES = 64 << 20
"""Room that must be left when all of a copy has been unpacked."""
_EXPECTED = frozenset(
    {"pending", "graph_pending", "unreadable_index", "unreadable_graph", "orphan_original"}
    | {f"{what}_in_{where}" for what in ("missing", "orphan") for where in ("lexical", "vector", "graph")}
)
"""What a check mends after a library was put back, since indexes are no part of a copy."""


def check_copy(source: Path) -> BackedUp:
    """Read all of a copy, and be sure that it is whole. Raises UnreadableBackup, StoreError."""
    began = time.perf_counter()
    with open_bundle(source) as bundle, tempfile.TemporaryDirectory() as work, writing_to("The copy", source):
        for kept in bundle.manifest.files:
            file = Path(work) / Path(kept.path).name
            taken(bundle, kept, file, place=source)
            _check(kept, file, source)
            file.unlink()
        manifest = bundle.manifest
    return BackedUp(
        place=str(source),
        generation=manifest.generation,
        documents=manifest.documents,
        files=len(manifest.files),
        bytes=manifest.bytes,
        copied=0,
        missing=(),
        seconds=time.perf_counter() - began,
    )


def restore(source: Path, parts: Parts, *, replace: bool = False, on_progress: OnProgress | None = None) -> Restored:
    """Make the library of `parts` what it was when the copy `source` was taken, and check it.

    What was in it and is not in the copy is gone afterwards, so a library that holds documents is replaced only when `replace`
    says so. Interrupted anywhere, the library is in its old state, or the next change finishes what was begun.

    Raises:
        UnreadableBackup: the copy is not whole, or not of PaperAtlas; nothing was changed.
        SchemaMismatch: a newer PaperAtlas took it.
        InputError: the library holds documents.
        LibraryLocked: another process is writing to the library.
        StoreError: it cannot be written.
    """
    began = time.perf_counter()
    folder = parts.folder.expanduser().absolute()
    with open_bundle(source) as bundle, writing_to("The library", folder):
        manifest = bundle.manifest
        database = Database(parts.engine_of(CATALOG_TABLES))
        folder.mkdir(parents=True, exist_ok=True)
        with database.exclusive(wait=parts.lock_seconds):
            if not replace:
                _refuse_to_replace(database)
            originals = parts.kept_originals()
            _unpack(bundle, source, folder, originals)
            finish_restore(folder, database, parts.engine_of(CONVERSATIONS_TABLES), originals)
        database.close()
    return Restored(
        place=str(source),
        made_at=manifest.made_at,
        documents=manifest.documents,
        files=len(manifest.files),
        faults=_followed(parts, on_progress),
        seconds=time.perf_counter() - began,
    )


def _followed(parts: Parts, on_progress: OnProgress | None) -> tuple[Fault, ...]:
    """Bring indexes and graph to where the catalog is; what was found that is no consequence of restoring."""
    opened = Opened(parts)
    try:
        opened.check_embedder()
        with opened.writing() as writer:
            report = examine(opened, writer, fix=True, on_progress=on_progress)
    except EmbedderMismatch as error:
        # To embed everything anew may take hours or cost money: that is for the person to decide.
        return (Fault(code=error.code, message=error.message, remedy=error.hint),)
    finally:
        opened.close()
    return tuple(fault for fault in report.faults if not (fault.fixed and fault.code in _EXPECTED))


def _refuse_to_replace(live: Database) -> None:
    try:
        documents = 0 if live.is_empty() else _documents_in(live)
    except StoreError:
        documents = -1
    if documents:
        held = "a catalog that cannot be read" if documents < 0 else f"{documents} documents"
        raise InputError(
            f"The library in {live.engine.place!r} holds {held}, and would be replaced.",
            hint="Name another folder with --library, or replace it with --replace.",
        )


def _documents_in(live: Database) -> int:
    with live.reading() as connection:
        return int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])


def _unpack(bundle: Bundle, source: Path, folder: Path, originals: Originals) -> None:
    """Lay out all that the library does not hold already, checked, for `finish_restore`."""
    wanted = [kept for kept in bundle.manifest.files if not (kept.is_original and originals.is_intact(Path(kept.path).name))]
    _has_room(wanted, folder)
    with laying_out(folder) as work:
        for kept in wanted:
            file = work / kept.path
            file.parent.mkdir(parents=True, exist_ok=True)
            taken(bundle, kept, file, place=source)
            _check(kept, file, source)


def _check(kept: Kept, file: Path, source: Path) -> None:
    """A copy comes from anybody, and what its catalog names is later opened and shown."""
    if kept.path in {CATALOG, CONVERSATIONS} and not is_ours(file):
        raise refused(str(source), f"{kept.path!r} is damaged or of another program")
    if kept.path == CATALOG:
        strange = [name for name in contents_of(file).originals if not is_allowed(original_path(name))]
        if strange:
            raise refused(str(source), f"its catalog names {strange[0][:80]!r} as an original")


def _has_room(wanted: list[Kept], folder: Path) -> None:
    needed, free = sum(kept.size for kept in wanted) + _SPARE_BYTES, shutil.disk_usage(folder).free
    if needed > free:
        raise StoreError(
            f"The copy takes {needed >> 20} MiB; the disk of {str(folder)!r} has {free >> 20} MiB left.",
            hint="Make room, or name a folder on another disk with --library. Nothing was changed.",
        )
