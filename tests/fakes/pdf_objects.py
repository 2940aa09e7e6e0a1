"""PDF files written object by object, for what no library would write: odd boxes, units, rotations, label trees."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: what it draws, and what its dictionary says besides."""

    content: str
    entries: str = ""
    media: str = "[0 0 400 600]"


_SPECIAL = str.maketrans("ﬁﬂﬃ\u00ad", "¡¢£¤")
_ENCODING = "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [161 /fi /fl /ffi /softhyphen] >>"
"""Codes of signs that nobody here prints are those of ligatures and of the soft hyphen, as typesetting programs have them."""


def shown(text: str, x: float, y: float, *, size: float = 12, font: str = "F1", turn: str = "1 0 0 1") -> str:
    """Content that prints a text with its baseline at (x, y) from the bottom left; `turn` begins the text's matrix."""
    escaped = text.translate(_SPECIAL).replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{font} {size} Tf {turn} {x} {y} Tm ({escaped}) Tj ET\n"


def pdf(leaves: Sequence[Leaf], *, catalog: str = "", tree: str = "") -> bytes:
    """A file of these pages. F1 is Helvetica, F2 Helvetica-Bold; `catalog` and `tree` are entries of catalog and page tree."""
    count = len(leaves)
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(count))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} {tree} >>",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding {_ENCODING} >>",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding {_ENCODING} >>",
    ]
    for index, leaf in enumerate(leaves):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {leaf.media} {leaf.entries} /Contents {6 + 2 * index} 0 R"
            " /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(leaf.content.encode('cp1252'))} >>\nstream\n{leaf.content}\nendstream")
    return _file([each.encode("cp1252") for each in objects])


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return bytes(out) + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end
