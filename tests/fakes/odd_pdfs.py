"""PDFs that are odd in a known way, made by script."""

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pymupdf

PROSE = (
    "Reading order is a matter of geometry and of nothing else. The stream of a file may hold its words in any order at all, "
    "and a reader that trusts it will one day read a line of one column into the next. This paper shows what such errors "
    "cost, and how they are found before anyone has been misled by them. We compare three readers on forty pages of print."
)
WITHIN = pymupdf.Rect(72, 90, 500, 400)


def saved(path: Path, draw: Callable[[pymupdf.Document], None], **options: object) -> Path:
    """The file that `draw` makes of an empty document."""
    document = pymupdf.open()
    draw(document)
    document.save(path, **options)
    document.close()
    return path


def scanned(document: pymupdf.Document, *, layer: str = "", dpi: int = 150) -> None:
    """A page that is a picture of prose, with an invisible layer of text over it where one is given."""
    printed = pymupdf.open()
    page = printed.new_page()
    page.insert_textbox(WITHIN, PROSE, fontsize=11)
    picture = page.get_pixmap(dpi=dpi)
    scan = document.new_page()
    scan.insert_image(scan.rect, pixmap=picture)
    if layer:
        scan.insert_textbox(WITHIN, layer, fontsize=11, render_mode=3)
    printed.close()


def with_bogus_map(path: Path, map_: Callable[[int], int]) -> Path:
    """A page of prose whose font says of each letter that it is another one: `map_` of its code point."""

    def draw(document: pymupdf.Document) -> None:
        page = document.new_page()
        page.insert_font(fontname="F0", fontfile=str(files("reportlab") / "fonts" / "Vera.ttf"))
        page.insert_textbox(WITHIN, PROSE, fontsize=11, fontname="F0")

    saved(path, draw)
    document = pymupdf.open(path)
    for xref in range(1, document.xref_length()):
        kind, value = document.xref_get_key(xref, "ToUnicode")
        if kind == "xref":
            stream = int(value.split()[0])
            document.update_stream(stream, _mapped(document.xref_stream(stream), map_))
    document.saveIncr()
    document.close()
    return path


_HEAD = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
"""
_FOOT = b"endcmap CMapName currentdict /CMap defineresource pop end end"


def _mapped(table: bytes, map_: Callable[[int], int]) -> bytes:
    """A ToUnicode map with `map_` applied to all that it maps to; spaces stay spaces."""
    letters: dict[int, int] = {}
    hexes = rb"<([0-9A-Fa-f]{4})>\s*"
    for first, last, letter in re.findall(hexes * 3, table):
        for offset in range(int(last, 16) - int(first, 16) + 1):
            letters[int(first, 16) + offset] = int(letter, 16) + offset
    lines = [b"<%04X> <%04X>" % (code, letter if letter == 32 else map_(letter)) for code, letter in letters.items()]
    groups = [lines[at : at + 100] for at in range(0, len(lines), 100)]
    body = b"".join(b"%d beginbfchar\n%s\nendbfchar\n" % (len(group), b"\n".join(group)) for group in groups)
    return _HEAD + body + _FOOT
