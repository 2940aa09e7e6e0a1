"""How much room a library takes, by what it is used for."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Storage", "storage_of"]

_PLACES = {
    "originals": "originals",
    "lexical": "indexes",
    "vectors": "indexes",
    "chroma": "indexes",
    "graph": "graph",
    "uploads": "uploads",
}
"""Folders of a library, and what they count as; whatever else lies in it is the catalog and what is kept beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """Bytes on disk."""

    originals: int = 0
    """The papers' own files."""
    catalog: int = 0
    """What was read from them, vectors and conversations included."""
    indexes: int = 0
    graph: int = 0
    uploads: int = 0
    """Files as they were sent; let go in time, since the originals are kept."""

    @property
    def total(self) -> int:
        return self.originals + self.catalog + self.indexes + self.graph + self.uploads


def storage_of(folder: Path) -> Storage:
    """By walking through the library's folder; a file that goes meanwhile counts nothing."""
    sizes = dict.fromkeys(("originals", "catalog", "indexes", "graph", "uploads"), 0)
    for first, size in _files(folder):
        sizes[_PLACES.get(first, "catalog")] += size
    return Storage(**sizes)


def _files(folder: Path) -> Iterator[tuple[str, int]]:
    """The first part of each file's path in the folder, and its size."""
    for place, _, names in os.walk(folder):
        parts = Path(place).relative_to(folder).parts
        for name in names:
            try:
                size = os.stat(os.path.join(place, name)).st_size  # noqa: PTH116, PTH118 - a hundred thousand files
            except OSError:
                continue
            yield (parts[0] if parts else name), size
