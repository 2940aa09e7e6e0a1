"""Word documents, through python-docx, in the order of their body."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, ClassVar

from lxml import etree

from paperatlas.core.errors import EncryptedFile, UnreadableFile
from paperatlas.core.types import BlockKind, Metadata
from paperatlas.pipeline.readers.archive import open_archive, parse_xml
from paperatlas.pipeline.readers.decoding import kind_of, without_unseen
from paperatlas.pipeline.readers.omml import MATH, MATH_PARAGRAPH, omml_text
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.single_page import SinglePageReader

__all__ = ["DocxReader"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NUMBER = re.compile(r"[(\[]?\s*([A-Z]?\.?\d{1,3}(?:[.-]\d{1,3}){0,2}[a-z]?)\s*[)\]]")
"""Of a formula, alone beside it."""
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_UNSEEN = frozenset({f"{_W}del", f"{_W}moveFrom", f"{_W}instrText", f"{_W}delText", _FALLBACK})
"""Deleted text, the code of fields, and the second copy of a drawing for older programs."""
_RUN = f"{_W}r"
_OFF = frozenset({"0", "false", "off"})
_TINY = 4
"""Half points: letters that nobody reads."""
_GROUNDS = frozenset({f"{_W}tc", f"{_W}txbxContent"})
"""Cells of tables and boxes, which a style may fill with any colour."""
_SIGNS = {f"{_W}tab": " ", f"{_W}br": " ", f"{_W}cr": " ", f"{_W}noBreakHyphen": "-", f"{_W}ptab": " "}
_HEADING = re.compile(r"heading\s+([1-9])$", re.IGNORECASE)
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"


class DocxReader(SinglePageReader):
    """Reads .docx: headings by their styles, lists, tables, captions, notes and the document's properties."""

    suffixes: ClassVar = frozenset({".docx"})
    version: ClassVar = "docx-3"

    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        document = _opened(content, name)
        outline.stated = _metadata(document.core_properties)
        for each in document.iter_inner_content():
            if hasattr(each, "rows"):
                _add_table(outline, each)
            else:
                _add_paragraph(outline, each)
        for note in _notes(document):
            outline.add(BlockKind.FOOTNOTE, note)
        outline.unshown += _unshown(document)


def _opened(content: bytes, name: str) -> Any:
    import docx  # noqa: PLC0415 - loaded only where a Word document is read
    from docx.opc.exceptions import OpcError  # noqa: PLC0415

    if content.startswith(_OLD_OFFICE):
        # Word keeps encrypted documents in the container of its old format.
        raise EncryptedFile(
            f"{name!r} needs a password or is in Word's old format.",
            hint="Open it in Word and save it as .docx without a password.",
        )
    if kind := kind_of(content) if not content.startswith(b"PK") else "":
        raise UnreadableFile(f"{name!r} is {kind}, not a Word document.", hint="Give it the ending of what it is.")
    open_archive(content, name).close()
    try:
        return docx.Document(BytesIO(content))
    except (KeyError, ValueError, AttributeError, OSError, zipfile.BadZipFile, zlib.error, etree.LxmlError, OpcError) as error:
        raise UnreadableFile(f"{name!r} is no Word document: {error}.", hint="Open it in Word and save it again.") from error


def _metadata(properties: Any) -> Metadata:
    authors = tuple(name for part in re.split(r"[;,]|\band\b", properties.author or "") if (name := " ".join(part.split())))
    return Metadata(title=" ".join((properties.title or "").split()), authors=() if authors == ("python-docx",) else authors)


def _add_paragraph(outline: Outline, paragraph: Any) -> None:
    formulas = list(paragraph._p.iter(MATH_PARAGRAPH))  # noqa: SLF001
    words = _text(paragraph._p, displayed=False) if formulas else ""  # noqa: SLF001
    number = _NUMBER.fullmatch(words)
    if formulas and (number or not words):
        outline.equation(" ".join(map(omml_text, formulas)), number[1] if number else "")
        return
    text = _text(paragraph._p)  # noqa: SLF001 - python-docx leaves out inserted text and formulas
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    if heading := _HEADING.match(style):
        outline.heading(text, int(heading[1]))
    elif level := _outline_level(paragraph._p):  # noqa: SLF001
        outline.heading(text, level)
    elif style == "Title":
        outline.add(BlockKind.TITLE, text)
    elif style == "Caption":
        outline.caption(text)
    elif style.startswith("List") or paragraph._p.find(f"{_W}pPr/{_W}numPr") is not None:  # noqa: SLF001
        outline.add(BlockKind.LIST, f"• {text}" if text else "")
    else:
        outline.add(BlockKind.PARAGRAPH, text)


def _outline_level(paragraph: etree._Element) -> int:
    """The level that a paragraph has in the outline by itself; 0 for body text."""
    level = paragraph.find(f"{_W}pPr/{_W}outlineLvl")
    value = level.get(f"{_W}val", "") if level is not None else ""
    return int(value) + 1 if value.isdecimal() and int(value) < 9 else 0


def _text(element: etree._Element, *, displayed: bool = True) -> str:
    """The text as it stands with all changes accepted, on one line; with its displayed formulas or without."""
    return " ".join(without_unseen("".join(_runs(element, displayed=displayed))).split())


def _is_unseen(run: etree._Element) -> bool:
    """Whether a run of letters is hidden, too small to be seen, or of the colour of the paper where nothing gives it another."""
    style = run.find(f"{_W}rPr")
    if style is None:
        return False
    hidden = style.find(f"{_W}vanish")
    if hidden is not None and hidden.get(f"{_W}val", "1") not in _OFF:
        return True
    size, colour = style.find(f"{_W}sz"), style.find(f"{_W}color")
    if size is not None and size.get(f"{_W}val", "").isdecimal() and int(size.get(f"{_W}val", "")) <= _TINY:
        return True
    if colour is None or colour.get(f"{_W}val", "").upper() != "FFFFFF":
        return False
    grounds = [
        style.find(f"{_W}shd"),
        style.find(f"{_W}highlight"),
        *(each.find(f"{_W}pPr/{_W}shd") for each in run.iterancestors()),
    ]
    return all(ground is None for ground in grounds) and not any(each.tag in _GROUNDS for each in run.iterancestors())


def _unshown(document: Any) -> Iterator[str]:
    """Hidden runs, comments, and descriptions of pictures."""
    body = document.element.body
    yield " ".join(text.text or "" for run in body.iter(f"{_W}r") if _is_unseen(run) for text in run.iter(f"{_W}t"))
    for each in body.iter():
        if description := each.get("descr"):
            yield description
    for relation in document.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/comments"):
            yield " ".join(parse_xml(relation.target_part.blob).itertext())


def _runs(element: etree._Element, *, displayed: bool) -> Iterator[str]:
    walk = etree.iterwalk(element, events=("start",))
    for _, each in walk:
        if each.tag in _UNSEEN or (each.tag == MATH_PARAGRAPH and not displayed) or (each.tag == _RUN and _is_unseen(each)):
            walk.skip_subtree()
        elif each.tag == MATH:
            yield omml_text(each)
            walk.skip_subtree()
        elif each.tag == f"{_W}t":
            yield each.text or ""
        elif each.tag in _SIGNS:
            yield _SIGNS[each.tag]


def _add_table(outline: Outline, table: Any) -> None:
    """Merged cells keep their text in their first place. A table of one cell is a box around text."""
    seen: set[etree._Element] = set()
    rows: list[list[str]] = []
    for row in table.rows:
        texts = []
        for cell in row.cells:
            element = cell._tc  # noqa: SLF001 - merged cells are one element
            texts.append("" if element in seen else _text(element))
            seen.add(element)
        rows.append(texts)
    if sum(1 for row in rows for text in row if text) <= 1:
        for text in (text for row in rows for text in row):
            outline.add(BlockKind.PARAGRAPH, text)
        return
    marked = len(table._tbl.findall(f"{_W}tr/{_W}trPr/{_W}tblHeader"))  # noqa: SLF001
    outline.table(rows, header_rows=marked or int(len(rows) > 1))


def _notes(document: Any) -> Iterator[str]:
    for relation in document.part.rels.values():
        if relation.is_external or not relation.reltype.endswith(("/footnotes", "/endnotes")):
            continue
        root = parse_xml(relation.target_part.blob)
        for note in root:
            # The separators between text and notes are notes themselves, of a type.
            if note.get(f"{_W}type") is None:
                yield _text(note)
