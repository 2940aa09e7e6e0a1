"""Bytes to text: which encoding a file is in, and whether it is text at all."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import ParseWarning

__all__ = ["decoded", "file_bytes", "kind_of", "without_unseen"]

_MAGIC = (
    (b"%PDF-", "a PDF file"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a compressed file"),
    (b"{\\rtf", "an RTF file"),
)
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
         (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff\ud800-\udfff]")
_UNSEEN = re.compile("[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u206f\U000e0000-\U000e007f]")
"""Signs that do not show: breaks without a width, marks that turn text around, tags. Joiners stay, since scripts need them."""
_TURNING = re.compile("[\u202d\u202e]")
_TAGS = re.compile("[\U000e0020-\U000e007e]{8,}")
"""Letters of a second alphabet that nothing prints; the flags of regions take six of them."""
_SAMPLE = 4096
_SHOWN = 120
"""Characters that a warning repeats."""
_MOST_BROKEN = 0.002
"""Share of characters that may be broken in a file that is still taken for UTF-8 rather than another encoding."""


def file_bytes(path: Path) -> bytes:
    """The content of a file.

    Raises:
        UnreadableFile: it cannot be opened, or is empty.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(
            f"{path.name!r} cannot be opened: {error.strerror}.", hint="Check that the file is there and may be read."
        ) from error
    if not content.strip():
        raise UnreadableFile(f"{path.name!r} is empty.", hint="Fetch or export the file again.")
    return content


def kind_of(content: bytes) -> str:
    """What a file that is no text is, by its first bytes; empty for text."""
    head = content[:1024].lstrip()
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")


def decoded(content: bytes, name: str, *, declared: str = "") -> tuple[str, tuple[ParseWarning, ...]]:
    """The text with plain line breaks and without control characters, and what had to be guessed.

    Args:
        content: the bytes of the file.
        name: its name, for messages.
        declared: the encoding that the file says it is in, tried after a byte order mark and before the usual ones.

    Raises:
        UnreadableFile: it is not text.
    """
    if kind := kind_of(content):
        raise UnreadableFile(f"{name!r} is {kind}, not what its name says.", hint="Give it the ending of what it is.")
    text, warnings = _decode(content, name, declared)
    text = _CONTROLS.sub(
        "", re.sub(r"\r\n?|\u2028|\x85", "\n", text).replace("\f", "\n\n").replace("\u2029", "\n\n").replace("\v", "\n")
    )
    warnings = (*warnings, *_unseen(text))
    text = without_unseen(text)
    if not text.strip():
        raise UnreadableFile(f"{name!r} holds no text.", hint="Fetch or export the file again.")
    return text, warnings


def without_unseen(text: str) -> str:
    """A text without the signs that do not show in it."""
    return _UNSEEN.sub("", text)


def _unseen(text: str) -> Iterator[ParseWarning]:
    """Signs with which a text is made to look other than it reads."""
    if said := "".join(chr(ord(char) - 0xE0000) for run in _TAGS.findall(text) for char in run):
        message = f"The file holds text in letters that nothing prints, which was left out: {said[:_SHOWN]!r}."
        yield ParseWarning(code="hidden_text", message=message)
    if _TURNING.search(text):
        message = "The file holds signs that turn text around, so that it reads other than it looks; they were left out."
        yield ParseWarning(code="turned_text", message=message)


def _decode(content: bytes, name: str, declared: str) -> tuple[str, tuple[ParseWarning, ...]]:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content.decode(encoding, "replace"), ()
    if wide := _wide(content[:_SAMPLE]):
        return content.decode(wide, "replace"), (_guessed(wide),)
    if b"\x00" in content[:_SAMPLE]:
        raise UnreadableFile(f"{name!r} is binary, not text.", hint="Give it the ending of what it is.")
    for encoding in filter(None, (_codec(declared), "utf-8")):
        try:
            return content.decode(encoding), ()
        except UnicodeDecodeError:
            continue
    text = content.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if broken <= max(1, _MOST_BROKEN * len(text)) and any(ord(char) > 127 and char != "\ufffd" for char in text):
        return text, (ParseWarning(code="broken_text", message=f"{broken} characters are not valid UTF-8 and were replaced."),)
    return content.decode("cp1252", "replace"), (_guessed("Windows-1252"),)


def _codec(declared: str) -> str:
    """The name of a declared encoding as Python knows it; empty when it is none, or no text encoding."""
    try:
        codec = codecs.lookup(declared) if declared else None
    except LookupError:
        return ""
    return codec.name if codec is not None and codec._is_text_encoding else ""  # noqa: SLF001 - there is no public way to ask


def _wide(sample: bytes) -> str:
    """UTF-16 without a byte order mark: every other byte of Western text is zero."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half and odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if half and even > 0.4 * half and odd < 0.05 * half else ""


def _guessed(encoding: str) -> ParseWarning:
    return ParseWarning(code="encoding_guessed", message=f"The file does not say its encoding; it was read as {encoding}.")
