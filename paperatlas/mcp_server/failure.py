"""Whatever goes wrong, as an error that says what to do."""

import sqlite3

from paperatlas.core.errors import LibraryDamaged, PaperAtlasError

__all__ = ["InternalError", "as_error"]


class InternalError(PaperAtlasError):
    """A fault of ours."""

    code = "internal"


def as_error(error: Exception) -> PaperAtlasError:
    """Of a fault the kind and the message, which may name a file of the person whose machine this is; never a traceback."""
    if isinstance(error, PaperAtlasError):
        return error
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return LibraryDamaged(f"The library cannot be read: {error}.", hint="Run `paperatlas doctor` and follow its remedies.")
    return InternalError(
        f"PaperAtlas failed: {type(error).__name__}: {error}",
        hint="This is a fault of PaperAtlas, not of the call. Try another tool; the server's log on stderr has the details.",
    )
