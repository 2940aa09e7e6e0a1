"""The Python interface of PaperAtlas: one open library."""

import os
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from paperatlas.core.answers import Answer, SectionText, Step
from paperatlas.core.calibration import Calibration
from paperatlas.core.errors import ConfigError, UnknownDocument, UnsupportedFile
from paperatlas.core.ids import DocumentId
from paperatlas.core.matrix import EvidenceMatrix
from paperatlas.core.ports import Catalog, PageRenderer
from paperatlas.core.reports import DoctorReport, IngestReport, OnProgress, Reembedded
from paperatlas.core.searching import ALL_STAGES, Mode, Scope, SearchOptions, SearchResult, Stages
from paperatlas.core.sections import find_section
from paperatlas.core.summaries import Summary, SummaryNode
from paperatlas.core.types import Box, ChunkKind, Document, ParsedDocument
from paperatlas.core.verdicts import ClaimVerifier, Verdict
from paperatlas.core.works import Work, group_works
from paperatlas.library.bridge import iterate
from paperatlas.library.calibrating import keep_threshold, kept_threshold
from paperatlas.library.doctor import examine
from paperatlas.library.graph import LibraryGraph
from paperatlas.library.knowing import follow_changes, know_ingested
from paperatlas.library.labels import with_page_labels
from paperatlas.library.matrix import evidence_matrix
from paperatlas.library.names import resolve
from paperatlas.library.opened import Opened
from paperatlas.library.parts import Parts
from paperatlas.library.reembed import reembed
from paperatlas.library.staged import Staged
from paperatlas.library.summaries import cited, section_of, summarise_missing
from paperatlas.pipeline.ingest.ingest import Ingest

if TYPE_CHECKING:
    from paperatlas.agents.state import Deps, Event

__all__ = ["Library", "plain"]

SEARCH_BOX = SearchOptions(syntax=True)
"""What a person types into a search box may hold conditions; what agents ask in words does not."""


class Library:
    """A folder of papers, opened. A context manager; safe to use from many threads.

    Documents are named as a person names them: by file name, title or the beginning of the id, without regard to case.
    """

    def __init__(self, parts: Parts) -> None:
        self._opened = Opened(parts)
        self._parts = parts

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of files and indexes."""
        self._opened.close()

    # Reading

    @property
    def folder(self) -> Path:
        return self._opened.folder

    def documents(self) -> Sequence[Document]:
        """Ordered by name."""
        return self._opened.catalog.documents()

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

    @property
    def catalog(self) -> Catalog:
        """Its read side, for what no method here gives: passages by id, the texts of pages, the generation of the last change."""
        return self._opened.catalog

    @cached_property
    def graph(self) -> LibraryGraph:
        """Its knowledge graph."""
        return LibraryGraph(self._opened)

    @cached_property
    def _renderer(self) -> PageRenderer:
        return self._parts.renderer()

    def _printed(self, name: str) -> Path:
        original = self.original(name)
        if original is None:
            raise UnsupportedFile(f"{name!r} is a record and has no printed pages to show.", hint="Read its text instead.")
        return original

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

    def names(self) -> Mapping[DocumentId, str]:
        """The name of each document by its id."""
        return {document.id: document.name for document in self.documents()}

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        documents: Iterable[str] = (),
        page: int | None = None,
        section: str = "",
        years: tuple[int, int] | None = None,
        where: Iterable[tuple[str, str]] = (),
        collections: Iterable[str] = (),
        kinds: Iterable[ChunkKind] = (),
        author: str = "",
        options: SearchOptions = SEARCH_BOX,
    ) -> SearchResult:
        """The passages that fit a query best, in the part of the library that is named.

        A "quoted phrase" or a prefix* in the query is a condition.

        Raises:
            UnknownDocument: there is no document or collection of that name.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        scope = replace(
            self._scope(documents, collections),
            page=page,
            section=section,
            years=years,
            where=tuple(where),
            kinds=tuple(kinds),
            author=author,
        )
        found = self._opened.search(query, mode=mode, limit=limit, scope=scope, options=options)
        return with_page_labels(found, self.documents())

    def ask(
        self,
        question: str,
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        history: Iterable[str] = (),
        stages: Stages = ALL_STAGES,
    ) -> Answer:
        """The answer with its proof, or the reasoned refusal. Raises as `search` does, and ProviderError from a model."""
        *_, last = self.steps(
            question, documents=documents, collections=collections, use_llm=use_llm, history=history, stages=stages
        )
        assert isinstance(last, Answer), "the last event is the answer"
        return last

    def matrix(
        self,
        questions: Iterable[str] = (),
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        on_progress: OnProgress | None = None,
    ) -> EvidenceMatrix:
        """Papers by questions, each cell cited or not stated.

        Without questions what a review asks of each paper: contribution, method, data, result, limits; these names may stand
        among questions of one's own. Raises as `ask` does.
        """
        scope = self._scope(documents, collections)
        chosen = [
            document
            for document in self.documents()
            if (not scope.documents or document.id in scope.documents)
            and (not scope.collections or {*scope.collections} & {*document.collections})
        ]
        return evidence_matrix(
            chosen,
            tuple(questions),
            catalog=self._opened.catalog,
            ask=lambda question, document: self.ask(question, documents=[document], use_llm=use_llm),
            on_progress=on_progress,
        )

    def steps(
        self,
        question: str,
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        history: Iterable[str] = (),
        stages: Stages = ALL_STAGES,
    ) -> Iterator[Step | Answer]:
        """Each step as it is done, and last the answer."""
        named, within, earlier = tuple(documents), tuple(collections), tuple(history)
        for event in iterate(
            lambda: self.events(question, documents=named, collections=within, use_llm=use_llm, history=earlier, stages=stages)
        ):
            yield plain(event)

    def events(
        self,
        question: str,
        *,
        documents: Iterable[str] = (),
        collections: Iterable[str] = (),
        use_llm: bool = True,
        history: Iterable[str] = (),
        stages: Stages = ALL_STAGES,
    ) -> "AsyncIterator[Event]":
        """The agents' own stream, to be iterated in an event loop."""
        from paperatlas.agents.research import research  # noqa: PLC0415 - loads what only questions need
        from paperatlas.agents.state import Question  # noqa: PLC0415

        asked = Question(text=question, scope=self._scope(documents, collections), history=tuple(history))
        return research(asked, self.deps(use_llm=use_llm, stages=stages))

    def verify(self, claim: str, *, documents: Iterable[str] = (), collections: Iterable[str] = ()) -> Verdict:
        """Whether the papers bear out a claim, with the passages that say so or say otherwise. Raises as `search` does."""
        from paperatlas.agents.verify.in_library import verify_in  # noqa: PLC0415 - loads what only claims need

        scope = self._scope(documents, collections)
        return verify_in(claim, scope, catalog=self._opened.catalog, searcher=self._opened, verifier=self._verifier)

    @cached_property
    def _verifier(self) -> ClaimVerifier:
        if self._parts.verifier is None:
            raise ConfigError("This library was opened without a verifier.", hint="Open it with `paperatlas.open_library`.")
        return self._parts.verifier()

    def deps(self, *, use_llm: bool = True, stages: Stages = ALL_STAGES) -> "Deps":
        """What the agents work with, for benchmarks and for loops of one's own."""
        from paperatlas.agents.state import Deps  # noqa: PLC0415

        off = stages.off if use_llm else stages.off | {"rewrite", "hyde"}
        return Deps(
            catalog=self._opened.catalog,
            searcher=Staged(self._opened, Stages(off=off)) if off else self._opened,
            embedder=self._parts.embedder,
            llm=self._parts.limited(self._parts.llm) if use_llm and self._parts.llm else None,
            summaries=self._opened.summaries,
            refuse_below=kept_threshold(self._opened),
            verifier=self._verifier if use_llm and self._parts.llm and self._parts.verifier else None,
        )

    def _scope(self, documents: Iterable[str], collections: Iterable[str] = ()) -> Scope:
        known = self.documents()
        named = tuple(dict.fromkeys(resolve(name, known).id for name in documents))
        there, wanted = {name for document in known for name in document.collections}, tuple(collections)
        if missing := [name for name in wanted if name not in there]:
            raise UnknownDocument(
                f"There is no collection {missing[0]!r}.", hint=f"There are: {', '.join(sorted(there)) or 'none yet'}."
            )
        return Scope(documents=named, collections=wanted)

    # Changing

    def ingest(
        self,
        paths: Iterable[str | os.PathLike[str]] | str | os.PathLike[str],
        *,
        collection: str = "",
        workers: int | None = None,
        force: bool = False,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Add files, folders and globs, or bring changed ones up to date. What fails is in the report and stops nothing.

        All that is in the library afterwards is put into `collection`, when one is named.

        Raises:
            LibraryLocked: another process is writing.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        named = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
        self._opened.check_embedder()
        with self._opened.writing() as writer:
            embedder, engines = self._parts.embedder, self._opened.engines
            if writer.embedder() is None:
                with writer.transaction():
                    writer.set_embedder(embedder.id, embedder.dimension)
            ingest = Ingest(
                writer=writer,
                lexical=engines.lexical,
                vector=engines.vector,
                quiet=self._opened.quiet,
                embedder=embedder,
                recipe=self._parts.recipe,
                originals=self._opened.originals,
                workers=workers or self._parts.workers,
                limits=self._parts.limits,
            )
            report = ingest.run(named, force=force, on_progress=on_progress)
            summarise_missing(writer)
            report = know_ingested(self._opened, writer, report, on_progress=on_progress)
            if collection:
                with writer.transaction():
                    writer.collect(collection, [DocumentId(done.doc_id) for done in report.documents if done.doc_id])
            return report

    def collect(self, collection: str, documents: Iterable[str]) -> tuple[Document, ...]:
        """Put documents into a collection, which is made by that; all that are in it now.

        Raises:
            UnknownDocument: nothing was changed.
            LibraryLocked: another process is writing.
        """
        with self._opened.writing() as writer:
            chosen = self._scope(documents).documents
            with writer.transaction():
                writer.collect(collection, chosen)
        return self._members(collection)

    def uncollect(self, collection: str, documents: Iterable[str] = ()) -> tuple[Document, ...]:
        """Take documents out of a collection, all when none is named; those that are left. The library keeps them.

        Raises:
            UnknownDocument: there is no such document or collection; nothing was changed.
            LibraryLocked: another process is writing.
        """
        with self._opened.writing() as writer:
            chosen = self._scope(documents, [collection]).documents or [each.id for each in self._members(collection)]
            with writer.transaction():
                writer.uncollect(collection, chosen)
        return self._members(collection)

    def _members(self, collection: str) -> tuple[Document, ...]:
        return tuple(document for document in self.documents() if collection in document.collections)

    def remove(self, documents: Iterable[str] | str) -> tuple[Document, ...]:
        """Remove documents and all that was made of them; those that are gone. All of them must exist.

        Raises:
            UnknownDocument: nothing was removed.
            LibraryLocked: another process is writing.
        """
        with self._opened.writing() as writer:
            known = self.documents()
            named = [documents] if isinstance(documents, str) else list(documents)
            gone = tuple({document.id: document for document in (resolve(name, known) for name in named)}.values())
            with writer.transaction():
                for document in gone:
                    writer.forget(document.id)
            for name in writer.orphaned_originals():
                self._opened.originals.drop(name)
            self._opened.catch_up(writer)
            follow_changes(self._opened, writer)
        return gone

    def reembed(self, *, on_progress: OnProgress | None = None) -> Reembedded:
        """Bring the library to the configured embedder. Searches with the one it has go on until the new vectors are there.

        May be interrupted, and done again to finish.

        Raises:
            LibraryLocked: another process is writing.
            ProviderError: the embedder's service failed; what was made is kept.
        """
        with self._opened.writing() as writer:
            return reembed(self._opened, writer, on_progress=on_progress)

    def calibrate(self) -> Calibration:
        """Fit the confidence below which questions are refused to this library; later questions use it.

        Raises:
            LibraryLocked: another process is writing.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        from paperatlas.agents.calibrate.fit import calibrate  # noqa: PLC0415 - spaCy

        found = calibrate(self.deps(use_llm=False), self.documents())
        if found.is_enough:
            keep_threshold(self._opened, found)
        return found

    def doctor(self, *, fix: bool = False, on_progress: OnProgress | None = None) -> DoctorReport:
        """Check that nothing is missing, doubled or orphaned; with `fix`, mend what can be mended.

        `on_progress` is told of the one repair that takes long, embedding.

        Raises:
            LibraryLocked: another process is writing, so nothing can be said.
        """
        with self._opened.writing() as writer:
            return examine(self._opened, writer, fix=fix, on_progress=on_progress)

    # For people

    def __repr__(self) -> str:
        return f"<Library {str(self.folder)!r}, {len(self.documents())} documents>"

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


def plain(event: "Event") -> Step | Answer:
    """An event of the agents as a value of the core."""
    from paperatlas.agents.state import Answered  # noqa: PLC0415 - see `events`

    return event.answer if isinstance(event, Answered) else event.step
