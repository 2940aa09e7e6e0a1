"""One open library: catalog, indexes and originals, opened, changed and checked as one."""

from paperatlas.library.follow import Engines
from paperatlas.library.library import Library
from paperatlas.library.restoring import check_copy, restore
from paperatlas.library.twin import AsyncLibrary

__all__ = ["AsyncLibrary", "Engines", "Library", "check_copy", "restore"]
