"""What the routes are given: the desk they work at, and the documents that an address names."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path

from paperatlas.core.types import Document
from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.web.evaluations import Evaluations
from paperatlas.web.removals import Removals
from paperatlas.web.uploads import Uploads

__all__ = [
    "AtDesk",
    "Leaving",
    "Named",
    "OpenLibrary",
    "Received",
    "ServedHere",
    "UnderWay",
    "WhatIsServed",
    "desk_of",
    "evaluations_of",
    "removals_of",
    "served_of",
    "uploads_of",
]


def desk_of() -> Desk:
    """Put in place by `web_app`."""
    raise NotImplementedError("web_app overrides this")


def uploads_of() -> Uploads:
    """Put in place by `web_app`."""
    raise NotImplementedError("web_app overrides this")


def evaluations_of() -> Evaluations:
    """Put in place by `web_app`."""
    raise NotImplementedError("web_app overrides this")


def removals_of() -> Removals:
    """Put in place by `web_app`."""
    raise NotImplementedError("web_app overrides this")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedHere:
    """What this server lets its callers do."""

    read_only: bool
    """Nothing changes the library."""
    takes_folders: bool
    """Folders of the server's machine may be named: whoever calls sits at it."""


def served_of() -> ServedHere:
    """Put in place by `web_app`."""
    raise NotImplementedError("web_app overrides this")


WhatIsServed = Annotated[ServedHere, Depends(served_of)]
AtDesk = Annotated[Desk, Depends(desk_of)]
Received = Annotated[Uploads, Depends(uploads_of)]
Leaving = Annotated[Removals, Depends(removals_of)]
UnderWay = Annotated[Evaluations, Depends(evaluations_of)]


def _library(desk: AtDesk) -> Library:
    return desk.library


OpenLibrary = Annotated[Library, Depends(_library)]


def _document(library: OpenLibrary, doc: Annotated[str, Path(max_length=300, description="Name, title or id")]) -> Document:
    return library.document(doc)


Named = Annotated[Document, Depends(_document)]
"""The document that the path names."""
