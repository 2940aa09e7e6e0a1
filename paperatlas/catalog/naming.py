"""The names by which people know documents: the file's own, with as much of its folder as tells it from the others."""

from collections.abc import Mapping
from pathlib import PurePath

__all__ = ["distinct_names"]


def distinct_names(base: str, folders: Mapping[str, str]) -> dict[str, str]:
    """A name for each of the documents that share the name `base`, given the folder of each by its id.

    One alone keeps the bare name; several get the last parts of their folders, each as few as make it unique.
    """
    if len(folders) == 1:
        return dict.fromkeys(folders, base)
    parts = {document: PurePath(folder).parts for document, folder in folders.items()}
    return {
        document: _shortest(base, own, [p for other, p in parts.items() if other != document]) for document, own in parts.items()
    }


def _shortest(base: str, own: tuple[str, ...], others: list[tuple[str, ...]]) -> str:
    for depth in range(1, len(own) + 1):
        tail = own[-depth:]
        if all(other[-depth:] != tail for other in others):
            break
    return "/".join([*(part.strip("/\\") for part in own[-depth:]), base]) if own else base
