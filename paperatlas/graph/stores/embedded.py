"""The graph in files, without a server."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import LibraryDamaged, LibraryLocked, StoreError
from paperatlas.core.graph_ports import Backend
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, GraphRows
from paperatlas.graph.stores.kglite_engine import Snapshot, empty_graph, write

if TYPE_CHECKING:
    import kglite

__all__ = ["EmbeddedStore"]

ATTEMPTS = 5
"""A reader may find a file and lose it to a commit before it is read; five commits in that moment do not happen."""


class EmbeddedStore:
    """Implements `GraphStore` in a folder that exists.

    `<n>.kgl` is the n-th commit, whole. It appears under that name by a rename, once it is on the disk, and is never written
    to again: a reader in any process holds one commit or the next, and a writer that is killed leaves the last one as it
    was. The engine's own log is not used, since its readers see only what was last saved, and its file takes one opener.
    """

    backend: Backend = "embedded"

    def __init__(self, folder: Path) -> None:
        """Opens the newest commit in `folder`.

        Raises:
            LibraryDamaged: its file cannot be read.
        """
        self._folder = folder
        self._number = 0
        self._graph = empty_graph()
        self._snapshot = Snapshot(self._graph)
        self._changed = False
        self.refresh()

    def apply(self, change: GraphChange) -> None:
        import kglite  # noqa: PLC0415

        if not self._changed:
            self.refresh()
        try:
            write(self._graph, change)
        except kglite.KgError as error:
            self._reset()
            raise StoreError(
                f"The graph {str(self._folder)!r} cannot be changed: {error}.",
                hint="Run the command again; it goes on where it was.",
            ) from error
        except KeyboardInterrupt:
            # Half of a change must not get into a commit, and what was applied before it lies in the same graph.
            self._reset()
            raise
        self._changed = True

    def commit(self) -> None:
        """Raises LibraryLocked when another process has committed meanwhile."""
        if not self._changed:
            return
        if self._newest() != self._number:
            self._reset()
            raise LibraryLocked(
                f"The graph {str(self._folder)!r} was changed by another process meanwhile.",
                hint="Run the command again; it goes on where it was.",
            )
        import kglite  # noqa: PLC0415

        target = self._file(self._number + 1)
        try:
            with warnings.catch_warnings():
                # Of 65,536 nodes on it warns that a part is read into memory instead of mapped, as smaller graphs are.
                warnings.simplefilter("ignore", kglite.MappedFallbackWarning)
                self._graph.save(str(target))
        except (kglite.KgError, OSError, ValueError) as error:
            self._reset()
            raise StoreError(
                f"The graph cannot be written to {str(target)!r}: {error}.",
                hint="Free some space or fix the folder's rights, and run the command again.",
            ) from error
        self._number += 1
        self._changed = False
        self._snapshot = Snapshot(self._graph)
        self._sweep()

    def refresh(self) -> None:
        """Not while there are changes without a commit: they were made to the state that is open."""
        if self._changed:
            return
        for _ in range(ATTEMPTS):
            newest = self._newest()
            if newest == self._number:
                return
            with suppress(FileNotFoundError):
                self._graph = self._loaded(newest)
                self._number = newest
                self._snapshot = Snapshot(self._graph)
                return
        raise self._damaged("its newest file is not there")

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        return self._snapshot.query(cypher, parameters, limit=limit, seconds=seconds)

    def nodes(self) -> Iterator[GraphNode]:
        return self._snapshot.nodes()

    def edges(self) -> Iterator[GraphEdge]:
        return self._snapshot.edges()

    def close(self) -> None:
        """Lets go of the files, which Windows would else not let anyone delete, and drops what was not committed."""
        self._graph = empty_graph()
        self._snapshot = Snapshot(self._graph)
        self._number, self._changed = 0, False

    def _reset(self) -> None:
        """Back to the last commit."""
        self.close()
        self.refresh()

    def _loaded(self, number: int) -> "kglite.KnowledgeGraph":
        import kglite  # noqa: PLC0415

        path = self._file(number)
        if not path.exists():
            raise FileNotFoundError(path)
        try:
            return kglite.load(str(path))
        except kglite.KgError as error:
            if not path.exists():
                raise FileNotFoundError(path) from error
            raise self._damaged(f"{path.name} cannot be read: {error}") from error

    def _newest(self) -> int:
        return max((int(file.stem) for file in self._folder.glob("*.kgl") if file.stem.isdigit()), default=0)

    def _file(self, number: int) -> Path:
        return self._folder / f"{number}.kgl"

    def _sweep(self) -> None:
        """Removes what no reader will open any more. A file that Windows holds for a reader goes at a later commit."""
        for file in self._folder.iterdir():
            if file != self._file(self._number):
                with suppress(OSError):
                    file.unlink()

    def _damaged(self, why: str) -> LibraryDamaged:
        return LibraryDamaged(
            f"The graph {str(self._folder)!r} is damaged: {why}.",
            hint="`paperatlas doctor --fix` writes it anew from the catalog.",
        )
