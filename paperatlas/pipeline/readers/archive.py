"""ZIP archives from strangers: opened only when they unpack to a size that fits in memory."""

import zipfile
from io import BytesIO

from lxml import etree

from paperatlas.core.errors import EncryptedFile, UnreadableFile

__all__ = ["open_archive", "parse_xml"]

_MOST_UNPACKED = 1 << 30
"""Bytes. The largest books with all their pictures stay below it."""
_MOST_RATIO = 200
"""Deflated text shrinks ten- to twenty-fold, sparse XML up to a hundredfold; a bomb a thousandfold."""
_SMALL = 32 << 20
"""Bytes up to which any ratio is harmless."""
_MOST_MEMBERS = 65_536


def open_archive(content: bytes, name: str) -> zipfile.ZipFile:
    """The archive in these bytes.

    Raises:
        UnreadableFile: it is damaged, or unpacks to more than it may.
        EncryptedFile: its members need a password.
    """
    try:
        archive = zipfile.ZipFile(BytesIO(content))
        members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise UnreadableFile(f"{name!r} is damaged or cut short: {error}.", hint="Fetch or export the file again.") from error
    unpacked = sum(member.file_size for member in members)
    if unpacked > _MOST_UNPACKED or len(members) > _MOST_MEMBERS or (unpacked > _SMALL and unpacked > _MOST_RATIO * len(content)):
        raise UnreadableFile(
            f"{name!r} would unpack to {unpacked >> 20} MiB in {len(members)} parts.", hint="Export the text without its media."
        )
    if any(member.flag_bits & 1 for member in members):
        raise EncryptedFile(f"{name!r} needs a password.", hint="Save a copy without a password.")
    return archive


def parse_xml(content: bytes) -> etree._Element:
    """The root of an XML part. Entities are not expanded and nothing is fetched.

    Raises:
        lxml.etree.XMLSyntaxError: nothing of it can be read.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(content, parser=parser)
    if root is None:
        raise etree.XMLSyntaxError("no element found", 0, 1, 1)
    return root
