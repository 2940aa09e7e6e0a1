"""What has pages that can be shown, and what is said of what has none."""

from pathlib import Path

from paperatlas.core.errors import UnknownPage, UnreadableFile, UnsupportedFile

__all__ = ["check_paged", "no_such_page"]

_PAGED = ".pdf"


def check_paged(file: Path) -> None:
    """Raises UnreadableFile where there is no such file, UnsupportedFile where it has no printed pages."""
    if not file.is_file():
        raise UnreadableFile(f"There is no file {str(file)!r}.", hint="Check the path.")
    if file.suffix.lower() != _PAGED:
        hint = "Pages and their parts are shown of PDF files; read its text instead."
        raise UnsupportedFile(f"{file.name!r} has no printed pages to show.", hint=hint)


def no_such_page(file: Path, number: int, count: int) -> UnknownPage:
    pages = "one page" if count == 1 else f"{count} pages"
    return UnknownPage(f"{file.name!r} has no page {number}.", hint=f"It has {pages}, counted from 1.")
