"""The list of what a copy of a library holds, with checksums; and what may be on such a list at all.

A copy may come from anybody. So nothing of it is taken that the list does not name, and the list names only what a library
of ours is made of: no path of the copy ever decides where something is written.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Literal, Self

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass

from paperatlas.catalog import CATALOG, EVALUATIONS
from paperatlas.core.errors import UnreadableBackup
from paperatlas.eval.question_sets import FOLDER as QUESTION_SETS

__all__ = [
    "AUDIT",
    "CONVERSATIONS",
    "MANIFEST",
    "MOST_BYTES",
    "ORIGINALS",
    "PLACES",
    "QUESTION_SETS",
    "Kept",
    "Manifest",
    "is_allowed",
    "original_path",
    "refused",
]

MANIFEST = "manifest.json"
CONVERSATIONS = "conversations.sqlite3"
ORIGINALS = "originals"
AUDIT = "audit.jsonl"
"""Who changed what over the web."""
PLACES = "graph-map.json"
"""Where each name stands on the map of the graph."""
MOST_BYTES = 256 << 20
"""Of a manifest: a million files take some 150 MB."""
_ALLOWED = re.compile(
    rf"{re.escape(CATALOG)}|{re.escape(CONVERSATIONS)}"
    rf"|{ORIGINALS}/([0-9a-f]{{2}})/\1[0-9a-f]{{30}}(?:\.\w{{1,16}})?"
    rf"|runs/[\w-]{{1,80}}\.jsonl|{EVALUATIONS}/[\w+-][\w.+-]{{0,199}}\.json|{re.escape(AUDIT)}|{re.escape(PLACES)}"
    rf"|{QUESTION_SETS}/[0-9a-f]{{16}}/(?:set\.json|questions\.jsonl|decisions\.jsonl)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """One file of a library."""

    path: str
    """In the library's folder, with slashes."""
    size: int
    sha256: str

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.path).suffix

    @property
    def is_original(self) -> bool:
        """An original never changes under its name."""
        return self.path.startswith(f"{ORIGINALS}/")


@checked_dataclass(frozen=True, slots=True, kw_only=True, config={"extra": "forbid"})
class Manifest:
    """Everything of one state of a library that cannot be made again."""

    format: Literal["paperatlas-library-1"] = "paperatlas-library-1"
    made_at: str
    generation: int
    """Of the catalog."""
    schema: int
    documents: int
    files: tuple[Kept, ...]

    @classmethod
    def read(cls, content: bytes, place: str) -> Self:
        """What was written.

        Raises:
            UnreadableBackup: it is no list of ours, or names what cannot be part of a library.
        """
        try:
            manifest: Self = TypeAdapter(cls).validate_json(content)
        except ValidationError as error:
            raise refused(place, f"its {MANIFEST} is damaged or of another program") from error
        for why in manifest._faults():
            raise refused(place, why)
        return manifest

    def written(self) -> bytes:
        return json.dumps(asdict(self), indent=1).encode()

    @property
    def bytes(self) -> int:
        return sum(kept.size for kept in self.files)

    def _faults(self) -> Iterator[str]:
        seen: set[str] = set()
        for kept in self.files:
            if not is_allowed(kept.path) or kept.path in seen:
                yield f"{kept.path[:80]!r} cannot be part of a library"
            if kept.size < 0 or not re.fullmatch(r"[0-9a-f]{64}", kept.sha256):
                yield f"what it says of {kept.path!r} cannot be"
            seen.add(kept.path)
        if CATALOG not in seen:
            yield "it has no catalog"


def is_allowed(path: str) -> bool:
    """Whether a library may have such a file."""
    return _ALLOWED.fullmatch(path) is not None


def original_path(name: str) -> str:
    """Where an original of that file name lies in a library."""
    return f"{ORIGINALS}/{name[:2]}/{name}"


def refused(place: str, why: str) -> UnreadableBackup:
    """The error of whoever brings a copy that cannot be taken."""
    return UnreadableBackup(
        f"{place!r} is no whole copy of a library: {why}.",
        hint="Take another copy; nothing of this one was used.",
    )
