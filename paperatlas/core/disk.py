"""What the file system refuses, as what a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperatlas.core.errors import StoreError

__all__ = ["unwritable", "writing_to"]

_HINT = "See that the disk has room and the folder may be written to, and run the command again: it goes on where it was."


@contextmanager
def writing_to(what: str, place: Path, *, hint: str = _HINT) -> Iterator[None]:
    """Raises StoreError where the file system raises OSError; `what` begins a sentence, as "The library"."""
    try:
        yield
    except OSError as error:
        raise unwritable(what, place, error.strerror or str(error), hint=hint) from error


def unwritable(what: str, place: Path, why: str, *, hint: str = _HINT) -> StoreError:
    """The error of whoever cannot write to a place."""
    return StoreError(f"{what} {str(place)!r} could not be written: {why}.", hint=hint)
