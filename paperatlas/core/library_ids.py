"""What tells a library from others on a server that they share."""

import hashlib
from pathlib import Path

__all__ = ["HOME", "library_id"]

HOME = "home.id"
"""Of the folder of a library that several machines share, who may each have it under another path."""


def library_id(folder: Path) -> str:
    """Sixteen digits: of the id that lies in the folder, else of the folder's path on this machine."""
    home = folder / HOME
    told = home.read_text(encoding="utf-8") if home.is_file() else str(folder.expanduser().absolute())
    return hashlib.sha256(told.encode()).hexdigest()[:16]
