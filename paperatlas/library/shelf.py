"""The reading side of a library: its documents, their pages, sections and summaries."""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path

from paperatlas.catalog import Evaluations
from paperatlas.catalog.conversations import unknown_thread
from paperatlas.core.answers import SectionText
from paperatlas.core.conversation import TurnRecord
from paperatlas.core.corrections import Correction
from paperatlas.core.errors import UnsupportedFile
from paperatlas.core.find import Place, find_in
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog, PageRenderer
from paperatlas.core.reading import ParseReport
from paperatlas.core.registry import Registered
from paperatlas.core.remarks import Remark
from paperatlas.core.sections import find_section
from paperatlas.core.summaries import Summary, SummaryNode
from paperatlas.core.types import Box, Document, Metadata, ParsedDocument
from paperatlas.core.works import Work, group_works
from paperatlas.library.bibliography.cited import cited_in
from paperatlas.library.bibliography.writing import BibliographyForm, bibliography
from paperatlas.library.cited import cited_documents
from paperatlas.library.names import resolve
from paperatlas.library.notes.writing import NotesReport, write_notes
from paperatlas.library.opened import Opened
from paperatlas.library.scoping import scope_of
from paperatlas.library.storage import Storage, storage_of
from paperatlas.library.summaries import cited, section_of
from paperatlas.pipeline.report.report import report

__all__ = ["Shelf"]


class Shelf:
    """What can be read of a library without asking or changing anything. Needs neither indexes nor models."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    @property
    def folder(self) -> Path:
        return self._opened.folder

    @property
    def catalog(self) -> Catalog:
        """Its read side, for what no method here gives: passages by id, the texts of pages, the generation of the last change."""
        return self._opened.catalog

    @property
    def evaluations(self) -> Evaluations:
        """Runs over question files."""
        return self._opened.evaluations

    def documents(self) -> Sequence[Document]:
        """Ordered by name."""
        return self._opened.catalog.documents()

    def names(self) -> Mapping[DocumentId, str]:
        """The name of each document by its id."""
        return {document.id: document.name for document in self.documents()}

    def works(self) -> tuple[Work, ...]:
        """The documents as works: a preprint and what was published of it are one, with the reason."""
        catalog = self._opened.catalog
        return group_works(catalog.documents(), lambda document: "\n".join(catalog.texts(document).values()))

    def document(self, name: str) -> Document:
        """Raises UnknownDocument, with the nearest names in its hint."""
        return resolve(name, self.documents())

    def parsed(self, name: str) -> ParsedDocument:
        """All that was read from a document: pages, tables, references. Raises UnknownDocument."""
        return self._opened.catalog.parsed(self.document(name).id)

    def report(self, name: str) -> ParseReport:
        """What was found in a document when it was read, and what is doubtful. Raises UnknownDocument."""
        return report(self.parsed(name))

    def find(self, name: str, query: str) -> tuple[Place, ...]:
        """Every place where words stand in a document, page by page, with its boxes. Raises UnknownDocument."""
        return tuple(find_in(self.parsed(name), query))

    def cited(self, name: str) -> Mapping[int, Document]:
        """The documents of the library that a document cites, by the index (0-based) of the reference. Raises UnknownDocument."""
        return cited_documents(self.parsed(name).references, self.documents())

    def stated(self, name: str) -> Metadata:
        """What a document says of itself, whatever was corrected. Raises UnknownDocument."""
        return self._opened.catalog.stated(self.document(name).id)

    def correction(self, name: str) -> Correction:
        """What a person corrected of a document. Raises UnknownDocument."""
        return self._opened.catalog.correction(self.document(name).id)

    def registered(self, name: str) -> Registered:
        """What a registry said of a document when it was asked; empty before. Raises UnknownDocument."""
        return self._opened.catalog.registered(self.document(name).id)

    def bibliography(
        self,
        documents: Iterable[str] = (),
        *,
        collections: Iterable[str] = (),
        thread: str = "",
        form: BibliographyForm = "bibtex",
    ) -> str:
        """Documents as BibTeX, RIS or CSL-JSON: those named, those of collections, those that a conversation cites; else all.

        Raises:
            UnknownDocument: there is no document or collection of that name.
            UnknownThread: there is no such conversation.
        """
        chosen = self._chosen(documents, collections)
        return bibliography(cited_in(self.turns(thread), chosen) if thread else chosen, form)

    def notes(
        self,
        folder: str | os.PathLike[str],
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        copy_files: bool = True,
    ) -> NotesReport:
        """Write a note on each paper into a folder, such as a vault of Obsidian, with summary, quotes, pages and links.

        Again brings them up to date; what a person wrote below the marker, and other properties, stay. `copy_files` puts the
        papers beside them, so that links to pages work in the folder; else they lead to the library's own files.

        Raises:
            UnknownDocument: nothing was written.
            StoreError: the folder cannot be written to.
        """
        chosen = self._chosen(documents, collections)
        place = Path(folder).expanduser().absolute()
        return write_notes(self._opened, chosen, place, summary_of=self.summary, copy_files=copy_files)

    def _chosen(self, documents: Iterable[str], collections: Iterable[str]) -> list[Document]:
        """All where nothing is named. Raises UnknownDocument."""
        known = self.documents()
        scope = scope_of(known, documents, collections)
        return [
            document
            for document in known
            if (not scope.documents or document.id in scope.documents)
            and (not scope.collections or {*scope.collections} & {*document.collections})
        ]

    # What was said

    def turns(self, thread: str) -> tuple[TurnRecord, ...]:
        """What was said in a conversation, oldest first. Raises UnknownThread."""
        turns = self._opened.conversations.turns(thread)
        if not turns:
            raise unknown_thread(thread)
        return turns

    def storage(self) -> Storage:
        """How much room the library takes."""
        return storage_of(self.folder)

    def original(self, name: str) -> Path | None:
        """The kept file of a document; None for a record of a JSONL file. Raises UnknownDocument."""
        kept = self._opened.catalog.original(self.document(name).id)
        return self._opened.originals.path(kept) if kept else None

    def page_image(self, document: str, number: int, *, dpi: float = 150, highlight: Iterable[Box] = ()) -> bytes:
        """A page as PNG, with boxes marked: those of a citation show the quote where it is printed.

        Raises:
            UnknownDocument: there is none of that name.
            InputError: it has no printed pages, or no such page.
        """
        return self._renderer.page(self._printed(document), number, dpi=dpi, highlight=tuple(highlight))

    def crop(self, document: str, box: Box, *, dpi: float = 200, margin: float = 6, highlight: Iterable[Box] = ()) -> bytes:
        """The part of a page under a box, as of a figure or a table, and `margin` points around it, as PNG.

        Raises:
            UnknownDocument: there is none of that name.
            InputError: it has no printed pages, or nothing of the box is on its page.
        """
        return self._renderer.region(self._printed(document), box, dpi=dpi, margin=margin, highlight=tuple(highlight))

    def annotated(self, document: str, remarks: Iterable[Remark]) -> bytes:
        """A copy of a document's file with passages marked as with a highlighter, each with its note.

        Raises:
            UnknownDocument: there is none of that name.
            InputError: it has no printed pages, or no such page.
        """
        return self._opened.parts.annotate(self._printed(document), tuple(remarks))

    def section(self, document: str, name: str) -> SectionText:
        """The text of a section by number, name or usual synonym. Raises UnknownDocument, UnknownSection."""
        return find_section(self.parsed(document), name)

    def summary(self, document: str, section: str = "") -> Summary:
        """A document or one of its sections in a few of its own sentences. Raises UnknownDocument, UnknownSection."""
        return self.outline(document, section)[0]

    def outline(self, document: str, section: str = "") -> tuple[Summary, ...]:
        """As `summary`, and then each section beneath it, in reading order."""
        with self._opened.catalog.snapshot():
            tree = self._opened.summaries.of(self.document(document).id)
            return self._cited(tree.beneath(section_of(tree, section)))

    def topics(self) -> tuple[Summary, ...]:
        """The documents in groups that speak of the same, the largest group first."""
        with self._opened.catalog.snapshot():
            return self._cited(self._opened.summaries.topics())

    def _cited(self, nodes: Iterable[SummaryNode]) -> tuple[Summary, ...]:
        documents = {document.id: document for document in self.documents()}
        return tuple(cited(node, self._opened.catalog, documents) for node in nodes)

    @cached_property
    def _renderer(self) -> PageRenderer:
        return self._opened.parts.renderer()

    def _printed(self, name: str) -> Path:
        original = self.original(name)
        if original is None:
            raise UnsupportedFile(f"{name!r} is a record and has no printed pages to show.", hint="Read its text instead.")
        return original

    # For people

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {str(self.folder)!r}, {len(self.documents())} documents>"

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        rows = "".join(
            f"<tr><td>{escape(document.name)}</td><td>{escape(document.title)}</td>"
            f"<td>{escape(', '.join(document.metadata.authors))}</td><td>{document.metadata.year or ''}</td>"
            f"<td>{document.pages}</td></tr>"
            for document in self.documents()
        )
        head = "".join(f"<th>{name}</th>" for name in ("doc", "title", "authors", "year", "pages"))
        return f"<table><caption>{escape(str(self.folder))}</caption><tr>{head}</tr>{rows}</table>"
