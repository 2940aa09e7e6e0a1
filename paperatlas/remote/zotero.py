"""The Zotero desktop application, which tells programs on its machine what is in its library (`/api/users/0/…`).

Its files are read where they lie. What it says of them is written down in the form of its extension Better BibTeX, which the
reader of bibliographies takes.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from paperatlas.core.errors import InputError, ProviderError
from paperatlas.remote.fetching import Fetcher
from paperatlas.remote.keeping import folder_of, write_whole
from paperatlas.remote.replies import json_value

__all__ = ["Zotero", "zotero_collection"]

_SOURCE = re.compile(r"zotero:\s*(?P<collection>.*)$", re.IGNORECASE)
_PAGE = 500
"""Items of one reply. It would send all at once, which of a large library is many megabytes."""
_HEADERS = {"Zotero-API-Version": "3", "Accept": "application/json"}
_KINDS = frozenset({"application/pdf", "application/epub+zip"})
"""Attachments that are papers; snapshots of web pages are mostly of a publisher's landing page."""
_HEADER = {"label": "BetterBibTeX JSON"}


def zotero_collection(source: str) -> str | None:
    """The collection that a source names ("zotero:Moss"), empty for all; None where it names something else."""
    found = _SOURCE.match(source.strip())
    return found["collection"].strip() if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zotero:
    url: str
    fetcher: Fetcher

    def bring(self, collection: str, into: Path) -> tuple[Path, ...]:
        """The files of all papers, or of those in a collection and beneath it, and what Zotero says of them.

        Raises:
            InputError: there is no such collection, or nothing in it has a file.
            ProviderError: Zotero is not running, or does not let programs ask it.
        """
        collections = {str(each.get("key")): each for each in self._all("collections")}
        wanted = _beneath(collection, collections) if collection else None
        items = {str(each.get("key")): each for each in self._all("items")}
        chosen = {
            key: item for key, item in items.items() if wanted is None or wanted & {*map(str, item.get("collections") or ())}
        }
        files = self._files(items, chosen)
        if not files:
            where = f" in {collection!r}" if collection else ""
            raise InputError(f"Zotero has no PDF{where}.", hint="Attach files to the items, or name another collection.")
        listing = {
            "config": _HEADER,
            "collections": {
                key: {
                    "name": each.get("name"),
                    "parent": each.get("parentCollection") or "",
                    "items": [item for item in files if key in map(str, items[item].get("collections") or ())],
                }
                for key, each in collections.items()
            },
            "items": [{**items[key], "attachments": [{"path": str(path)} for path in held]} for key, held in files.items()],
        }
        written = write_whole(
            json.dumps(listing, ensure_ascii=False).encode(), folder_of(into, f"zotero:{collection}") / "zotero.json"
        )
        return (*dict.fromkeys(path for held in files.values() for path in held), written)

    def _files(self, items: Mapping[str, Mapping[str, Any]], chosen: Mapping[str, Any]) -> dict[str, list[Path]]:
        """The files of each chosen item; a file without an item stands for itself."""
        found: dict[str, list[Path]] = {}
        for key, item in items.items():
            owner = str(item.get("parentItem") or key)
            if item.get("itemType") != "attachment" or owner not in chosen or item.get("contentType") not in _KINDS:
                continue
            if path := self._path(key):
                found.setdefault(owner, []).append(path)
        return found

    def _path(self, key: str) -> Path | None:
        """Where the file of an attachment lies; None where it is not on this machine."""
        try:
            reply = self.fetcher.get(self._address(f"items/{quote(key, safe='')}/file/view/url"), headers=_HEADERS)
        except InputError:  # it was never downloaded
            return None
        parts = urlsplit(reply.content.decode("utf-8", "replace").strip().strip('"'))
        if parts.scheme != "file":
            return None
        path = Path(url2pathname(parts.path))
        return path if path.is_file() else None

    def _all(self, what: str) -> Iterator[Mapping[str, Any]]:
        start = 0
        while True:
            query = {"format": "json", "limit": str(_PAGE), "start": str(start)}
            page = self._page(self._address(what), query)
            yield from (each["data"] for each in page if isinstance(each, dict) and isinstance(each.get("data"), dict))
            start += len(page)
            if len(page) < _PAGE:
                return

    def _page(self, address: str, query: Mapping[str, str]) -> Sequence[Any]:
        try:
            reply = self.fetcher.get(address, query=query, headers=_HEADERS)
        except ProviderError as error:
            raise ProviderError(
                f"Zotero does not answer: {error.message}",
                hint="Start Zotero, and allow other applications on this computer to communicate with it (Settings, Advanced).",
            ) from error
        value = json_value(reply, setting="ZOTERO_URL")
        return value if isinstance(value, list) else ()

    def _address(self, path: str) -> str:
        return f"{self.url.rstrip('/')}/api/users/0/{path}"


def _beneath(name: str, collections: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The keys of a collection and of all that are in it. Raises InputError."""
    wanted = {key for key, each in collections.items() if str(each.get("name", "")).casefold() == name.casefold()}
    if not wanted:
        names = sorted(str(each.get("name")) for each in collections.values())
        raise InputError(f"Zotero has no collection {name!r}.", hint=f"It has: {', '.join(names) or 'none'}.")
    while more := {key for key, each in collections.items() if each.get("parentCollection") in wanted} - wanted:
        wanted |= more
    return wanted
