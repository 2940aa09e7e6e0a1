"""The source of what is running, for whoever uses it over a network: the AGPL, which PyMuPDF brings with it, wants it offered.

It is made of the installed package itself, so that it is the source of this version also where somebody has changed it.
"""

import zipfile
from functools import cache
from importlib import metadata, resources
from io import BytesIO
from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

__all__ = ["router"]

router = APIRouter()

_PACKAGE = "paperatlas"
_MADE = frozenset({"__pycache__"})
"""Folders of what Python makes of the source."""


@router.get("/source", include_in_schema=False)
def source() -> Response:
    """The package and its licences as a ZIP file."""
    name = f"{_PACKAGE}-{metadata.version(_PACKAGE)}-source.zip"
    return Response(_archive(), media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'})


@cache
def _archive() -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in (*_files(resources.files(_PACKAGE), _PACKAGE), *_about()):
            archive.writestr(path, content)
    return written.getvalue()


def _files(folder: "Traversable", at: str) -> "Iterator[tuple[str, bytes]]":
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir() and each.name not in _MADE:
            yield from _files(each, f"{at}/{each.name}")
        elif each.is_file():
            yield f"{at}/{each.name}", each.read_bytes()


def _about() -> "Iterator[tuple[str, bytes]]":
    """The licences, and the packages that it needs: what the distribution says of itself."""
    distribution = metadata.distribution(_PACKAGE)
    for each in distribution.files or ():
        if ".dist-info" in str(each) and ("license" in str(each).lower() or each.name == "METADATA"):
            yield each.name, each.read_binary()
