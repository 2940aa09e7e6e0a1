"""Which document a person means."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import PurePath

from rapidfuzz import fuzz, process

from paperatlas.core.errors import AmbiguousDocument, UnknownDocument
from paperatlas.core.types import Document

__all__ = ["resolve"]

_LEAST_ID_DIGITS = 6
"""Fewer digits of an id could be a number that a person means as a name."""
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)")
_NEAR = 60
"""Similarity, in percent, from which a name is offered as perhaps meant."""


def resolve(named: str, documents: Sequence[Document]) -> Document:
    """The document of that name, file stem, title, DOI or beginning of an id, without regard to case.

    The most literal reading that fits exactly one document wins.

    Raises:
        UnknownDocument: none fits; the hint names the nearest.
        AmbiguousDocument: several do; the hint names them.
    """
    wanted = _folded(named)
    for reading in _READINGS:
        found = [document for document in documents if reading(document, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousDocument(
                f"{named!r} may be any of {len(found)} documents.",
                hint=f"Say which: {_listed(found)}.",
                named=named,
                candidates=tuple(document.id for document in found),
            )
    raise UnknownDocument(f"The library has no document {named!r}.", hint=_nearest(wanted, documents))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


_READINGS: tuple[Callable[[Document, str], bool], ...] = (
    lambda document, wanted: document.id == wanted,
    lambda document, wanted: _folded(document.name) == wanted,
    lambda document, wanted: any(_folded(source) == wanted for source in document.sources),
    lambda document, wanted: _folded(PurePath(document.name).name) == wanted,
    lambda document, wanted: _folded(PurePath(document.name).stem) == wanted,
    lambda document, wanted: _folded(document.metadata.title) == wanted,
    lambda document, wanted: document.metadata.doi != "" and _folded(document.metadata.doi) == _DOI_PREFIX.sub("", wanted),
    lambda document, wanted: len(wanted) >= _LEAST_ID_DIGITS and document.id.startswith(wanted),
)


def _listed(documents: Sequence[Document]) -> str:
    names = sorted(document.name for document in documents)
    return ", ".join(repr(name) for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _nearest(wanted: str, documents: Sequence[Document]) -> str:
    if not documents:
        return "The library is empty: ingest papers first."
    labels = {index: _folded(f"{document.name} {document.title}") for index, document in enumerate(documents)}
    near = process.extract(wanted, labels, scorer=fuzz.partial_ratio, limit=3, score_cutoff=_NEAR)
    if not near:
        return "`paperatlas documents` lists what it has."
    return f"Nearest: {_listed([documents[index] for _, _, index in near])}."
