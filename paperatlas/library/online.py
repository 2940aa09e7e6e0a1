"""What a library may ask online, where its person has allowed that, and the files it fetched."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from paperatlas.core.errors import OnlineOff, PaperAtlasError
from paperatlas.core.online import FoundOnline, OnlineSearch, is_address
from paperatlas.core.types import Document
from paperatlas.library.parts import OnlineParts

__all__ = ["Brought", "Place", "allowed", "bring", "drop_fetched", "search_online"]

FETCHED = "fetched"
"""The folder in a library for what came from elsewhere."""
Place: TypeAlias = Literal["arxiv", "web"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """Sources that were named, as files, and those that could not be had."""

    paths: tuple[str | os.PathLike[str], ...]
    refused: tuple[tuple[str, PaperAtlasError], ...] = ()


def search_online(online: OnlineParts | None, query: str, *, place: Place, limit: int) -> tuple[FoundOnline, ...]:
    """Raises ConfigError where the settings do not allow it, and what the service raises."""
    return _service(allowed(online), place).search(query, limit=limit)


def _service(online: OnlineParts, place: Place) -> OnlineSearch:
    if place == "arxiv":
        return online.arxiv
    if online.web is None:
        raise OnlineOff(
            "No service for searching the web is set.", hint="Set PAPERATLAS_WEB_SEARCH to searxng, brave or tavily, and restart."
        )
    return online.web


def allowed(online: OnlineParts | None) -> OnlineParts:
    """Raises OnlineOff where the settings keep everything on this machine."""
    if online is None:
        raise OnlineOff("Nothing may be asked online.", hint="Set PAPERATLAS_ONLINE=on, and restart.")
    return online


def bring(sources: Sequence[str | os.PathLike[str]], online: OnlineParts | None, folder: Path) -> Brought:
    """Fetch what is named by its address; paths stay as they are. What cannot be had stops nothing."""
    paths: list[str | os.PathLike[str]] = []
    refused: list[tuple[str, PaperAtlasError]] = []
    for source in sources:
        if not isinstance(source, str) or not is_address(source):
            paths.append(source)
            continue
        try:
            paths.extend(allowed(online).papers.bring(source, folder / FETCHED))
        except PaperAtlasError as error:
            refused.append((source, error))
    return Brought(paths=tuple(paths), refused=tuple(refused))


def drop_fetched(documents: Iterable[Document], folder: Path) -> None:
    """Delete the files that were fetched for documents which are gone; those that a person named stay."""
    fetched = (folder / FETCHED).resolve()
    for source in (Path(source) for document in documents for source in document.sources):
        home = source.parent
        if home.parent == fetched:
            for file in home.glob("*"):
                file.unlink(missing_ok=True)
            with suppress(OSError):
                home.rmdir()
