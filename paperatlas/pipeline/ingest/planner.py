"""Going through files and records: hashing them, keeping their originals, handing to the workers what must be read."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from paperatlas.core.errors import InputError, UnreadableFile, UnsupportedFile
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import BadRecord, Record, RecordReader
from paperatlas.core.writing import CatalogWriter, Known, Made, Stamp
from paperatlas.pipeline.ingest.frames import Job, Read
from paperatlas.pipeline.ingest.originals import Originals, original_name
from paperatlas.pipeline.ingest.plan import Refused, Step
from paperatlas.pipeline.ingest.pools import ReadingPool
from paperatlas.pipeline.ingest.recipe import Readers, Recipe
from paperatlas.pipeline.ingest.sources import Found, record_stamp, stamp

__all__ = ["Planner", "gone_files"]


_REMOVE = "what was made of them stays until `paperatlas remove` takes it out"


class Planner:
    """Decides for each source. One use per ingest."""

    def __init__(self, recipe: Recipe, writer: CatalogWriter, originals: Originals, pool: ReadingPool, *, force: bool) -> None:
        self._recipe = recipe
        self._readers = Readers(recipe)
        self._writer = writer
        self._originals = originals
        self._pool = pool
        self._force = force
        self._begun: set[DocumentId] = set()
        """What this ingest reads already: the same bytes again are an alias."""
        self.total = 0
        """Sources known so far."""
        self.notes: list[str] = []

    def steps(self, found: Found) -> Iterator[Step | Refused]:
        """What to do, in the order in which it is to be committed."""
        self.total = len(found.refused) + len(found.files)
        for source, error in found.refused:
            yield Refused(source=source, name=Path(source).name, error=error)
        for path in found.files:
            reader = self._readers.of_records(path)
            if reader is None:
                yield self._file(path)
            else:
                self.total -= 1
                for step in self._records(path, reader):
                    self.total += 1
                    yield step

    def again(self, documents: Iterable[DocumentId]) -> Iterator[Step | Refused]:
        """Documents of the catalog, to be read anew from their originals."""
        named = tuple(documents)
        self.total = len(named)
        for document in named:
            yield self._again(document)

    def _again(self, document: DocumentId) -> Step | Refused:
        looked, known = replace(self._writer.stamp(document), content=document), self._writer.known(document)
        assert known is not None
        if not known.original:
            error = UnsupportedFile(f"{looked.base!r} is a record and has no file.", hint="Ingest the file that holds it.")
            return Refused(source=looked.source, name=looked.base, error=error)
        original = self._originals.path(known.original)
        if not original.is_file():
            missing = UnreadableFile(f"The kept original of {looked.base!r} is missing.", hint="Run `paperatlas doctor --fix`.")
            return Refused(source=looked.source, name=looked.base, error=missing)
        made = self.wanted(known, Made(reader=known.made.reader, chunking=self._recipe.chunking))
        reading = self._pool.read(self._job(looked, known.original))
        return Step(stamp=looked, made=made, original=known.original, fresh=True, read=reading.result, ready=reading.done)

    def _file(self, path: Path) -> Step | Refused:
        try:
            with self._whole(path) as whole:
                return self._look_at(path, whole)
        except InputError as error:
            return Refused(source=str(path), name=path.name, error=error)

    @contextmanager
    def _whole(self, path: Path) -> Iterator[Path]:
        """The file, or one that holds it with all its parts."""
        content = self._readers.gathered(path)
        if content is None:
            yield path
            return
        whole = self._originals.lay_down(content, path)
        try:
            yield whole
        finally:
            whole.unlink(missing_ok=True)

    def _look_at(self, path: Path, whole: Path) -> Step | Refused:
        looked = stamp(whole)
        if whole != path:
            looked = replace(looked, source=str(path), folder=str(path.parent), base=unicodedata.normalize("NFC", path.name))
        made = Made(reader=self._readers.of_document(path).version, chunking=self._recipe.chunking)
        original = original_name(whole, looked)
        if self._must_read(looked, made):
            try:
                self._originals.keep(whole, looked)
            except InputError as error:
                return Refused(source=looked.source, name=looked.base, error=error, stamp=looked)
            self._begun.add(looked.content)
            reading = self._pool.read(self._job(looked, original))
            return Step(stamp=looked, made=made, original=original, fresh=True, read=reading.result, ready=reading.done)
        later = partial(self._read_after_all, path, looked, original)
        return Step(stamp=looked, made=made, original=original, fresh=False, read=later, ready=lambda: True)

    def _must_read(self, looked: Stamp, made: Made) -> bool:
        if looked.content in self._begun:
            return False
        known = self._writer.known(looked.content)
        return known is None or self._force or self.wanted(known, made).reader != known.made.reader

    def wanted(self, known: Known, made: Made) -> Made:
        """What a document of the catalog should have been made with.

        The reader of its own original counts: the same bytes may also go by a name that another reader takes.
        """
        suffix = Path(known.original).suffix
        if not known.original or suffix not in self._readers.suffixes or self._readers.of_records(Path(known.original)):
            return made if not known.original else known.made
        return Made(reader=self._readers.of_document(Path(known.original)).version, chunking=made.chunking)

    def _job(self, looked: Stamp, original: str) -> Job:
        return Job(path=self._originals.path(original), name=looked.base, content=looked.content)

    def _read_after_all(self, path: Path, looked: Stamp, original: str) -> Read:
        """For a source whose bytes were in the catalog when it was planned and are gone when its turn comes."""
        with self._whole(path) as whole:
            self._originals.keep(whole, looked)
        return self._pool.read(self._job(looked, original)).result()

    def _records(self, path: Path, reader: RecordReader) -> Iterator[Step | Refused]:
        made = Made(reader=reader.version, chunking=self._recipe.chunking)
        seen: dict[str, DocumentId] = {}
        try:
            for record in reader.records(path):
                if isinstance(record, BadRecord):
                    yield Refused(
                        source=f"{path}#{record.name or f'line {record.line}'}",
                        name=record.name or f"{path.name} line {record.line}",
                        error=record.error,
                    )
                else:
                    yield self._record(path, reader, record, made, seen)
        except InputError as error:
            yield Refused(source=str(path), name=path.name, error=error)
            return
        self.notes.extend(_gone_records(path, seen, self._writer))

    def _record(
        self, path: Path, reader: RecordReader, record: Record, made: Made, seen: dict[str, DocumentId]
    ) -> Step | Refused:
        looked = record_stamp(path, record)
        if seen.setdefault(looked.source, looked.content) != looked.content:
            error = InputError(
                f"Line {record.line} of {path.name!r} has the id of an earlier line: {record.name!r}.",
                hint="Give each record an id of its own.",
            )
            return Refused(source=f"{looked.source} (line {record.line})", name=looked.base, error=error)
        fresh = self._must_read(looked, made)
        if fresh:
            self._begun.add(looked.content)
        # Read here and not by a worker: to hand a paragraph over costs as much as to take it apart.
        read = partial(self._read_record, reader, record, looked)
        return Step(stamp=looked, made=made, original="", fresh=fresh, read=read, ready=lambda: True)

    def _read_record(self, reader: RecordReader, record: Record, looked: Stamp) -> Read:
        try:
            document = replace(reader.parse(record), id=looked.content)
            return Read(document=document, chunks=self._recipe.chunk(document))
        except InputError:
            raise
        except Exception as error:
            # The boundary of one record: whatever is wrong with it, the others go on.
            raise UnreadableFile(
                f"Record {record.name!r} could not be read: {type(error).__name__}: {error}.",
                hint=f"Look at line {record.line} of its file.",
            ) from error


def _gone_records(path: Path, seen: Collection[str], writer: CatalogWriter) -> Iterator[str]:
    known = writer.recorded_under(str(path))
    gone = [base for source, folder, base in known if folder == str(path) and source not in seen]
    if gone:
        yield f"{len(gone)} records are no longer in {path.name!r}, such as {gone[0]!r}; {_REMOVE}"


def gone_files(folders: Iterable[Path], writer: CatalogWriter) -> Iterator[str]:
    """A note for each folder that files are gone from: what was made of them is not removed unasked."""
    for folder in folders:
        known = writer.recorded_under(str(folder))
        files = {Path(lies if source.startswith(f"{lies}#") else source) for source, lies, _ in known}
        gone = sorted(str(path) for path in files if not path.exists())
        if gone:
            yield f"{len(gone)} files are gone from {str(folder)!r}, such as {gone[0]!r}; {_REMOVE}"
