"""The Python interface of PaperAtlas: one open library."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from paperatlas.core.answers import Answer
from paperatlas.core.asking import Asked, How
from paperatlas.core.calibration import Calibration
from paperatlas.core.conversation import Thread
from paperatlas.core.corrections import Corrected
from paperatlas.core.enriching import EnrichReport
from paperatlas.core.events import Answered, Event
from paperatlas.core.matrix import EvidenceMatrix
from paperatlas.core.online import FoundOnline
from paperatlas.core.ports import LLM
from paperatlas.core.reports import BackedUp, DoctorReport, IngestReport, MadeOf, OnProgress, Reembedded
from paperatlas.core.runs import RunRecord
from paperatlas.core.searching import ALL_STAGES, Mode, SearchOptions, SearchResult, Stages
from paperatlas.core.types import ChunkKind, Document
from paperatlas.core.verdicts import Verdict
from paperatlas.library import changing
from paperatlas.library.asking import Asking
from paperatlas.library.backing_up import back_up, export
from paperatlas.library.bridge import iterate
from paperatlas.library.calibrating import keep_threshold
from paperatlas.library.changing import Paths
from paperatlas.library.doctor import examine
from paperatlas.library.enriching import enrich
from paperatlas.library.graph import LibraryGraph
from paperatlas.library.labels import with_page_labels
from paperatlas.library.matrix import evidence_matrix
from paperatlas.library.online import Place, search_online
from paperatlas.library.opened import Opened
from paperatlas.library.parts import Parts
from paperatlas.library.reembed import reembed
from paperatlas.library.scoping import scope_of
from paperatlas.library.shelf import Shelf
from paperatlas.library.watching import Seen, WatchHow, watch

if TYPE_CHECKING:
    from paperatlas.agents.state import Deps

__all__ = ["Library"]

FOLLOWING = WatchHow()
SEARCH_BOX = SearchOptions(syntax=True)
"""What a person types into a search box may hold conditions; what agents ask in words does not."""


class Library(Shelf):
    """A folder of papers, opened. A context manager; safe to use from many threads.

    Documents are named as a person names them: by file name, title or the beginning of the id, without regard to case.
    """

    def __init__(self, parts: Parts) -> None:
        super().__init__(Opened(parts))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of files and indexes."""
        self._opened.close()

    @cached_property
    def graph(self) -> LibraryGraph:
        """Its knowledge graph."""
        return LibraryGraph(self._opened)

    @cached_property
    def asking(self) -> Asking:
        """The agents at work, for those who have an event loop of their own."""
        return Asking(self._opened)

    # Asking

    @property
    def has_llm(self) -> bool:
        """Whether a language model is configured; without one answers are extractive."""
        return self._opened.parts.llm is not None

    @property
    def made_of(self) -> MadeOf:
        """The models that it works with, and whether it reaches beyond this machine."""
        parts = self._opened.parts
        offline = parts.llm is None and parts.online is None and parts.spare_embedder is None
        return MadeOf(embedder=parts.embedder.id, model=parts.llm.model if parts.llm else "", offline=offline)

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
            scope_of(self.documents(), documents, collections),
            page=page,
            section=section,
            years=years,
            where=tuple(where),
            kinds=tuple(kinds),
            author=author,
        )
        found = self._opened.search(query, mode=mode, limit=limit, scope=scope, options=options)
        return with_page_labels(found, self.documents())

    def ask(self, question: str, **how: Unpack[How]) -> Answer:
        """The answer with its proof, or the reasoned refusal. Raises as `search` does, and ProviderError from a model."""
        *_, last = self.events(question, **how)
        assert isinstance(last, Answered), "the last event is the answer"
        return last.answer

    def analyze_figure(self, document: str, label: str, question: str) -> Answer:
        """What a figure shows, read by the model that sees, its box and caption cited; a refusal where it is not seen.

        Raises:
            UnknownDocument: there is none of that name.
            UnknownFloat: it has no such figure.
            ConfigError: no model that takes pictures is configured.
            ProviderError: it cannot be reached, or does not answer in form.
        """
        known = self.document(document)
        [answer] = iterate(lambda: self.asking.figure(known, label, question))
        return answer

    def events(self, question: str, **how: Unpack[How]) -> Iterator[Event]:
        """What happens while it is answered, each event as soon as it has, and last the answer. Raises as `ask` does."""
        asked = Asked.of(question, **how)
        return iterate(lambda: self.asking.events(asked))

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
        return evidence_matrix(
            self._chosen(documents, collections),
            tuple(questions),
            catalog=self._opened.catalog,
            ask=lambda question, document: self.ask(question, documents=[document], use_llm=use_llm),
            on_progress=on_progress,
        )

    def verify(self, claim: str, *, documents: Iterable[str] = (), collections: Iterable[str] = ()) -> Verdict:
        """Whether the papers bear out a claim, with the passages that say so or say otherwise. Raises as `search` does."""
        return self.asking.verify(claim, scope_of(self.documents(), documents, collections))

    def search_online(self, query: str, *, place: Place = "arxiv", limit: int = 10) -> tuple[FoundOnline, ...]:
        """Papers of arXiv, or pages of the web, that are not in the library; `source` of one is what `ingest` takes.

        Raises:
            ConfigError: the settings keep everything on this machine, or name no service for searching the web.
            ProviderError: the service failed.
        """
        return search_online(self._opened.parts.online, query, place=place, limit=limit)

    def deps(self, *, use_llm: bool = True, llm: LLM | None = None, stages: Stages = ALL_STAGES) -> "Deps":
        """What the agents work with, for benchmarks and for loops of one's own."""
        return self.asking.deps(use_llm=use_llm, llm=llm, stages=stages)

    # What was asked

    def threads(self) -> tuple[Thread, ...]:
        """The conversations that are kept, the one used last first."""
        return self._opened.conversations.threads()

    def forget(self, thread: str) -> int:
        """Forget a conversation; how many turns it had. Raises UnknownThread."""
        return self._opened.conversations.remove(thread)

    def runs(self) -> tuple[RunRecord, ...]:
        """How questions were worked on, at a glance, the newest first; none where runs are not kept."""
        return self._opened.runs.all()

    def run(self, id_: str) -> RunRecord:
        """A run with its events, by its id or the beginning of it. Raises UnknownRun."""
        return self._opened.runs.get(id_)

    def resume(self, run: str) -> Iterator[Event]:
        """Ask again what a run that did not come to its end was asked. What the model answered then is not paid for again.

        Raises:
            UnknownRun: there is none of that id.
            InputError: it came to its end, or is still under way.
        """
        return iterate(lambda: self.asking.resumed(run))

    # Changing

    def ingest(
        self,
        paths: Paths,
        *,
        collection: str = "",
        workers: int | None = None,
        force: bool = False,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Add files, folders and what addresses name, or bring changed ones up to date.

        What fails is in the report, and stops nothing. All that is in the library afterwards is put into `collection`, when one
        is named.

        Raises:
            LibraryLocked: another process is writing.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        return changing.ingest(self._opened, paths, collection=collection, workers=workers, force=force, on_progress=on_progress)

    def watch(
        self,
        folders: Iterable[str | os.PathLike[str]],
        how: WatchHow = FOLLOWING,
        *,
        stop: threading.Event | None = None,
        once: bool = False,
        on_seen: Callable[[Seen], None] = lambda _: None,
    ) -> None:
        """Follow folders until `stop` is set: take in what comes, bring up to date what changes, remove what goes.

        A file is read when it has not changed for a while. Where another process is writing, it waits. With `once` until what is
        there has been taken.

        Raises:
            InputError: a folder is not there.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        watch(self._opened, folders, how, stop=stop or threading.Event(), once=once, on_seen=on_seen)

    def collect(self, collection: str, documents: Iterable[str]) -> tuple[Document, ...]:
        """Put documents into a collection, which is made by that; all that are in it now.

        Raises:
            UnknownDocument: nothing was changed.
            LibraryLocked: another process is writing.
        """
        return changing.collect(self._opened, collection, documents)

    def uncollect(self, collection: str, documents: Iterable[str] = ()) -> tuple[Document, ...]:
        """Take documents out of a collection, all when none is named; those that are left. The library keeps them.

        Raises:
            UnknownDocument: there is no such document or collection; nothing was changed.
            LibraryLocked: another process is writing.
        """
        return changing.uncollect(self._opened, collection, documents)

    def read_again(self, documents: Iterable[str] | str, *, on_progress: OnProgress | None = None) -> IngestReport:
        """Read documents anew from their kept originals, wherever the files they came from are now.

        Raises:
            UnknownDocument: nothing was changed.
            LibraryLocked: another process is writing.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        return changing.read_again(self._opened, documents, on_progress=on_progress)

    def correct(self, document: str, **new: Unpack[Corrected]) -> Document:
        """Set title, authors, year, venue, doi or arxiv_id in place of what a document says of itself; None gives a field back.

        It stays when the document is read anew, and when its file changes.

        Raises:
            UnknownDocument: there is none of that name.
            InputError: a value cannot be one, as a year of five digits.
            LibraryLocked: another process is writing.
        """
        return changing.correct(self._opened, document, new)

    def enrich(
        self, documents: Iterable[str] = (), *, again: bool = False, on_progress: OnProgress | None = None
    ) -> EnrichReport:
        """Ask Crossref, and who else registers DOIs, about documents, all where none is named.

        What they do not say of themselves is filled in; what a person corrected stays. Retracted ones are marked. Those asked
        about in the last month are passed over, unless `again`.

        Raises:
            ConfigError: the settings keep everything on this machine.
            UnknownDocument: nothing was asked.
            EmbedderMismatch: the library's vectors are of another model than the configured one.
            LibraryLocked: another process is writing.
        """
        return enrich(self._opened, documents, again=again, on_progress=on_progress)

    def remove(self, documents: Iterable[str] | str) -> tuple[Document, ...]:
        """Remove documents and all that was made of them; those that are gone. All of them must exist.

        Raises:
            UnknownDocument: nothing was removed.
            LibraryLocked: another process is writing.
        """
        return changing.remove(self._opened, documents)

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

    # Copies

    def backup(self, folder: str | os.PathLike[str]) -> BackedUp:
        """Bring the copy in a folder to where the library is, while others read and write; `restore_library` puts it back.

        Interrupted anywhere, the copy that was there before is whole.

        Raises:
            StoreError: it cannot be written, or the library cannot be read.
            LibraryDamaged: the catalog is damaged, so that the earlier copy is the better one.
            LibraryLocked: another process is writing a copy there.
            UnreadableBackup: what lies there is no copy of a library.
        """
        return back_up(self._opened, Path(folder).expanduser().absolute())

    def export(self, file: str | os.PathLike[str]) -> BackedUp:
        """Write the library to one file, which appears when it is whole. Raises as `backup`."""
        return export(self._opened, Path(file).expanduser().absolute())
