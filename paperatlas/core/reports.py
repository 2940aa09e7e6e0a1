"""What work on a library reports: how an ingest went document by document, and what a check found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from paperatlas.core.answers import Usage
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.types import ParseWarning

__all__ = [
    "BackedUp",
    "DoctorReport",
    "Failure",
    "Fault",
    "IngestReport",
    "IngestStatus",
    "Ingested",
    "MadeOf",
    "ModelEstimate",
    "ModelReading",
    "OnProgress",
    "Progress",
    "Reembedded",
    "Restored",
]

IngestStatus: TypeAlias = Literal["added", "updated", "unchanged", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a source could not be taken, in a form that can be kept."""

    code: str
    message: str
    hint: str = ""

    @classmethod
    def of(cls, error: PaperAtlasError) -> "Failure":
        return cls(code=error.code, message=error.message, hint=error.hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    """What became of one source."""

    source: str
    """Its resolved path, `path#id` for a record."""
    doc: str
    """The name a person knows the document by; a failed source's own name."""
    doc_id: str
    """Empty when the source could not be read at all."""
    status: IngestStatus
    pages: int = 0
    chunks: int = 0
    entities: int = 0
    relations: int = 0
    warnings: tuple[ParseWarning, ...] = ()
    error: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What became of every source, in the order in which they were taken."""

    documents: tuple[Ingested, ...]
    notes: tuple[str, ...]
    """What was left out or is gone, for a person to read."""
    seconds: float

    @property
    def failed(self) -> tuple[Ingested, ...]:
        return tuple(each for each in self.documents if each.status == "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEstimate:
    """What it would take to have a model read documents for the graph, rather too much than too little."""

    documents: int
    passages: int
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReading:
    """What a model has read for the graph."""

    documents: tuple[str, ...]
    """Names of those that were read to their end; the others are as they were."""
    left: int
    """Documents that are still to be read."""
    passages: int
    entities: int
    """That the rules had not found."""
    relations: int
    dropped: int
    """Names and relations that the passages do not bear out."""
    silent: tuple[str, ...]
    """Passages in which the model found nothing though the rules had: document and page."""
    failed: tuple[str, ...]
    """Passages that it could not read, and why."""
    usage: Usage
    stopped: Failure | None = None
    """What ended it before its end; what was read is kept, and the next run goes on there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeOf:
    """What a library works with."""

    embedder: str
    """Its id: name, version and settings."""
    model: str
    """The language model; "" where there is none."""
    offline: bool
    """Nothing is asked of any service: no language model behind an endpoint, no embedder of a service, no papers from the web."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reembedded:
    """How a library came to its embedder."""

    embedder: str
    dimension: int
    chunks: int
    embedded: int
    """Texts that the model was given; the rest had a vector of it already, or shares one."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an ingest is. `total` grows while files of many records are read."""

    done: int
    total: int
    source: str
    """What was finished or is being read."""
    page: int = 0
    """The page that is being read; 0 when the source is finished."""
    pages: int = 0


OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Something that does not hold in a library, and what to do about it."""

    code: str
    message: str
    remedy: str
    fixed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BackedUp:
    """A copy of a library."""

    place: str
    generation: int
    """Of the library when it was taken: it counts its changes."""
    documents: int
    files: int
    bytes: int
    """Of all files together, before they are packed."""
    copied: int
    """Files that were written; the others lay there from an earlier backup."""
    missing: tuple[str, ...]
    """File names of kept originals that the library has lost, or that have changed: the copy lacks them too."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A library put back from a copy."""

    place: str
    """Of the copy."""
    made_at: str
    """When the copy was taken."""
    documents: int
    files: int
    faults: tuple[Fault, ...]
    """What was found when the library was checked afterwards; indexes that were made anew are no faults."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport:
    """What a check of a library found."""

    faults: tuple[Fault, ...]
    checked: tuple[str, ...]
    """Each check that was made, in words."""

    @property
    def sound(self) -> bool:
        """Nothing is wrong, or nothing any more."""
        return all(fault.fixed for fault in self.faults)
