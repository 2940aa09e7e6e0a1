"""Why a file is no PDF that can be read, in words that help."""

from pathlib import Path

from paperatlas.core.errors import EncryptedFile, UnreadableFile

__all__ = ["no_pdf", "refused_password"]

_HEAD = 1024
"""Bytes in which a file says what it is."""
_KINDS = (
    (b"PK\x03\x04", "a ZIP archive, as DOCX and EPUB files are"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript file"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"II*\x00", "a TIFF picture"),
    (b"MM\x00*", "a TIFF picture"),
    (b"\x1f\x8b", "compressed with gzip"),
)
_HTML = (b"<!doctype html", b"<html", b"<head", b"<script")


def no_pdf(path: Path, name: str, why: str) -> UnreadableFile:
    """The refusal of a file that the engine cannot open, for a reason of the engine's."""
    with path.open("rb") as file:
        head = file.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    if any(sign in head.lower() for sign in _HTML) and b"%PDF-" not in head:
        hint = "It is likely a publisher's error or log-in page: fetch the PDF itself, or name the file .html to read the page."
        return UnreadableFile(f"{name!r} is a web page, not a PDF", hint=hint)
    for sign, kind in _KINDS:
        if head.startswith(sign):
            return UnreadableFile(f"{name!r} is {kind}, not a PDF", hint="Give it the ending of what it is, or fetch the PDF.")
    return UnreadableFile(
        f"{name!r} cannot be read as a PDF: {why.replace(str(path), name)}",
        hint="Open it in a viewer; if that fails too, fetch it again.",
    )


def refused_password(name: str, password: str) -> EncryptedFile:
    """The refusal of a file that is encrypted, with the password that did not open it, if there was one."""
    if password:
        return EncryptedFile(f"{name!r} is encrypted, and the password given does not open it", hint="Check the password.")
    return EncryptedFile(
        f"{name!r} needs a password", hint="Give it with --password or PAPERATLAS_PDF_PASSWORD; it is not stored."
    )
