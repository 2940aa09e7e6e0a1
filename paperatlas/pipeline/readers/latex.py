"""LaTeX sources: a file with its parts, or a bundle as arXiv gives it out."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import BlockKind, Page, ParsedDocument, ParseWarning
from paperatlas.pipeline.readers.decoding import file_bytes
from paperatlas.pipeline.readers.latex_bundle import Bundle, is_main, open_bundle, pack
from paperatlas.pipeline.readers.latex_expand import Source, source_of
from paperatlas.pipeline.readers.latex_flow import Flow, find
from paperatlas.pipeline.readers.latex_front import FRONT, front_matter, front_nodes
from paperatlas.pipeline.readers.latex_macros import argument
from paperatlas.pipeline.readers.latex_nodes import Node, inside, parse
from paperatlas.pipeline.readers.latex_numbers import Numbers
from paperatlas.pipeline.readers.latex_references import Entry, cited_by, entries_of, is_numbered, listed
from paperatlas.pipeline.readers.latex_text import Printer
from paperatlas.pipeline.readers.outline import Outline

__all__ = ["LatexReader"]

_SINGLE = frozenset({".tex", ".ltx"})
_CLASS = re.compile(r"\\documentclass\s*+(?:\[[^\]]{0,2000}\]\s*+)?\{([^{}]*)\}")
_COMMENT = re.compile(r"(?<!\\)%([^\n]{12,2000})")
_WITHIN = re.compile(r"\\(?:numberwithin|counterwithin\*?)\s*\{(\w+)\}\s*\{section\}")


class LatexReader:
    """Reads LaTeX without running it."""

    suffixes: ClassVar = frozenset({".tex", ".ltx", ".tgz", ".gz", ".tar"})
    version: ClassVar = "latex-2"

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        content = file_bytes(path)
        on_page(1, 1)
        if 1 in skip:
            warning = ParseWarning(code="page_skipped", message="The text was left out.", page=1)
            return ParsedDocument(name=name, id=document_id(content), pages=(Page(number=1, text=""),), warnings=(warning,))
        bundle = open_bundle(content, name, folder=path.parent)
        outline = _outline(bundle, source_of(bundle), name)
        outline.unshown += (found[1] for name in bundle.files for found in _COMMENT.finditer(bundle.text(name)[0]))
        if outline.is_empty:
            raise UnreadableFile(f"{name!r} holds no text.", hint="Name the file that begins the document.")
        return outline.document(name=name, content=document_id(content))

    def is_document(self, path: Path) -> bool:
        """A `.tex` file that begins a document, or an archive that holds one."""
        try:
            content = file_bytes(path)
            return is_main(content) if path.suffix.lower() in _SINGLE else bool(open_bundle(content, path.name))
        except UnreadableFile:
            return False

    def gathered(self, path: Path) -> bytes | None:
        if path.suffix.lower() not in _SINGLE:
            return None
        content = file_bytes(path)
        bundle = open_bundle(content, path.name, folder=path.parent) if is_main(content) else None
        return pack(bundle) if bundle and len(bundle.files) > 1 else None


def _outline(bundle: Bundle, source: Source, name: str) -> Outline:
    nodes = parse(source.body, name)
    front = [*_preamble_front(source.preamble, name), *front_nodes(nodes)]
    printer = Printer(verbatim=source.verbatim)
    entries = _entries(bundle, source, nodes, printer)
    printer.cited, printer.numbered = cited_by(entries), is_numbered(source.preamble, entries)
    first = _flow(Outline(), source, printer, entries)
    first.run(nodes)
    printer.labels = first.labels
    outline = Outline(stated=front_matter(front, printer, name), warnings=[*bundle.warnings, *source.warnings])
    if outline.stated.title:
        outline.add(BlockKind.TITLE, outline.stated.title)
        outline.add(BlockKind.AUTHOR, ", ".join(outline.stated.authors))
    printer.footnotes.clear()
    _flow(outline, source, printer, entries).run(nodes)
    return outline


def _flow(outline: Outline, source: Source, printer: Printer, entries: Sequence[Entry]) -> Flow:
    document_class = _CLASS.search(source.preamble)
    kind = document_class[1].lower() if document_class else ""
    numbers = Numbers(
        has_chapters="\\chapter" in source.body and not kind.startswith("article"),
        is_roman=kind.startswith("ieee"),
        within=frozenset(match[1] for match in _WITHIN.finditer(source.preamble)),
    )
    return Flow(outline=outline, printer=printer, numbers=numbers, entries=entries, theorems=source.theorems)


def _entries(bundle: Bundle, source: Source, nodes: Sequence[Node], printer: Printer) -> list[Entry]:
    written = [entry for list_ in find(nodes, frozenset(("thebibliography",))) for entry in listed(inside(list_), printer)]
    return written or entries_of(bundle, source.preamble, source.body)


def _preamble_front(preamble: str, name: str) -> list[Node]:
    """The macros of the front matter that stand before the document; the rest is code."""
    found: list[Node] = []
    for match in re.finditer(r"\\([a-zA-Z]+)(?=\s*[\[{])", preamble):
        if match[1] not in FRONT:
            continue
        at = match.end()
        while group := argument(preamble, at, "[", "]") or argument(preamble, at):
            at = group[1]
        found.extend(front_nodes(parse(preamble[match.start() : at], name)))
    return found
