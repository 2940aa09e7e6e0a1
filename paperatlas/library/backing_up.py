"""Taking a copy of a library while others read it and write to it.

The copy is of one state: that of the catalog, which SQLite copies as it is at one moment. Whatever else belongs to that state
never changes under its name. Only what is removed meanwhile may be gone when its turn comes; then the copy begins anew.
"""

import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from paperatlas.catalog import CATALOG, EVALUATIONS
from paperatlas.catalog.copying import Contents, contents_of, damage_of
from paperatlas.core.disk import writing_to
from paperatlas.core.errors import LibraryDamaged, StoreError
from paperatlas.core.reports import BackedUp
from paperatlas.library.bundles import FolderTarget, Target, ZipTarget, working_in
from paperatlas.library.manifest import AUDIT, CONVERSATIONS, PLACES, QUESTION_SETS, Kept, Manifest, original_path
from paperatlas.library.opened import Opened

__all__ = ["back_up", "export"]

_HINT = "See that the disk has room and the place can be written. A copy that was there before is untouched."
_ATTEMPTS = 5
"""A removal in the middle of a copy is rare; five of them, each in a new one, do not happen."""


class _MovedOn(Exception):
    """What the copied catalog names has been removed from the library since."""


def back_up(opened: Opened, folder: Path) -> BackedUp:
    """Bring the backup in a folder to where the library is. Interrupted anywhere, the one that was there before is whole.

    Raises:
        StoreError: it cannot be written, or the library cannot be read.
        LibraryDamaged: the library's catalog is damaged; a backup that was made before is untouched.
        LibraryLocked: another process is writing a backup there.
        UnreadableBackup: what lies there is no backup of ours, or is damaged.
    """
    with writing_to("The copy", folder, hint=_HINT):
        folder.mkdir(parents=True, exist_ok=True)
        with working_in(folder) as work:
            return _whole(opened, lambda: FolderTarget(folder, work), folder, work)


def export(opened: Opened, file: Path) -> BackedUp:
    """Write the library to one file. It appears when it is whole. Raises as `back_up`."""
    with writing_to("The copy", file, hint=_HINT):
        file.parent.mkdir(parents=True, exist_ok=True)
        aside = file.with_name(f"{file.name}.part")
        with working_in(aside) as work:
            done = _whole(opened, lambda: ZipTarget(file, work), file, work)
        with suppress(OSError):  # another process begins an export to the same file at this moment
            for left in aside.iterdir():
                left.unlink()
            aside.rmdir()
        return done


def _whole(opened: Opened, begin: Callable[[], Target], place: Path, work: Path) -> BackedUp:
    began = time.perf_counter()
    for _ in range(_ATTEMPTS):
        with suppress(_MovedOn), closing(begin()) as target:
            return _Copying(opened, target, work).done(place, began)
    raise StoreError(
        "Documents were removed again and again while the copy was made.", hint="Run the command again when that is over."
    )


class _Copying:
    """One attempt."""

    def __init__(self, opened: Opened, target: Target, work: Path) -> None:
        self._opened = opened
        self._folder = opened.folder
        self._target = target
        self._work = work
        self._files: list[Kept] = []
        self._missing: list[str] = []

    def done(self, place: Path, began: float) -> BackedUp:
        catalog = self._work / CATALOG
        self._opened.database.engine.copy_to(catalog)
        if damage := damage_of(catalog):
            raise LibraryDamaged(
                f"The catalog of the library is damaged, so that no copy was made: {damage}.",
                hint="`paperatlas doctor` says what is damaged; `paperatlas restore` takes an earlier backup.",
            )
        contents = contents_of(catalog)
        self._put(CATALOG, catalog)
        self._put_conversations()
        self._put_originals(contents)
        self._put_others()
        manifest = Manifest(
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            generation=contents.generation,
            schema=contents.schema,
            documents=contents.documents,
            files=tuple(self._files),
        )
        self._target.finish(manifest)
        return BackedUp(
            place=str(place),
            generation=contents.generation,
            documents=contents.documents,
            files=len(manifest.files),
            bytes=manifest.bytes,
            copied=self._target.copied,
            missing=tuple(self._missing),
            seconds=time.perf_counter() - began,
        )

    def _put(self, path: str, file: Path) -> Kept:
        kept = self._target.put(path, file)
        self._files.append(kept)
        return kept

    def _put_conversations(self) -> None:
        conversations, copy = self._opened.conversations, self._work / CONVERSATIONS
        if not conversations.damage() and conversations.are_there():
            conversations.engine.copy_to(copy)
            self._put(CONVERSATIONS, copy)

    def _put_originals(self, contents: Contents) -> None:
        for name in contents.originals:
            try:
                kept = self._target.held(original_path(name)) or self._target.put(
                    original_path(name), self._opened.originals.path(name)
                )
            except FileNotFoundError:
                if name not in {original for _, original in self._opened.audit.originals()}:
                    raise _MovedOn from None
                self._missing.append(name)
                continue
            if kept.sha256.startswith(Path(name).stem):
                self._files.append(kept)
            else:
                self._missing.append(name)

    def _put_others(self) -> None:
        """What a library can do without, but a person may not."""
        kinds = ("runs/*.jsonl", f"{EVALUATIONS}/*.json", f"{QUESTION_SETS}/*/*.json", f"{QUESTION_SETS}/*/*.jsonl")
        found = [file for kind in kinds for file in self._folder.glob(kind)]
        for file in [*found, self._folder / AUDIT, self._folder / PLACES]:
            with suppress(FileNotFoundError):  # there is none, or it was just let go
                self._put(file.relative_to(self._folder).as_posix(), file)
