"""How sources become documents and chunks; a change of it is what makes earlier results stale."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from paperatlas.core.errors import UnsupportedFile
from paperatlas.core.ports import Discerning, DocumentReader, GatheringReader, ListingReader, RecordReader
from paperatlas.core.types import Chunk, ParsedDocument

__all__ = ["Readers", "Recipe"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Handed to the reader processes, so all of it can be pickled: functions of modules, or partials of them."""

    readers: Callable[[], Sequence[DocumentReader]]
    """Makes the readers; cheap, since it is called in every process."""
    record_readers: Callable[[], Sequence[RecordReader]]
    listing_readers: Callable[[], Sequence[ListingReader]] = tuple
    chunk: Callable[[ParsedDocument], tuple[Chunk, ...]]
    chunking: str
    """Changes when `chunk` would cut another way."""
    readers_anew: Callable[[], Sequence[DocumentReader]] | None = None
    """Readers that look up nothing of earlier readings, where `readers` do."""

    def anew(self) -> "Recipe":
        """The same, with everything read anew."""
        return replace(self, readers=self.readers_anew or self.readers)


class Readers:
    """The readers of a recipe by the kind of file."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe

    @cached_property
    def _documents(self) -> dict[str, DocumentReader]:
        return {suffix: reader for reader in self._recipe.readers() for suffix in reader.suffixes}

    @cached_property
    def _records(self) -> dict[str, RecordReader]:
        return {suffix: reader for reader in self._recipe.record_readers() for suffix in reader.suffixes}

    @cached_property
    def _listings(self) -> dict[str, ListingReader]:
        return {suffix: reader for reader in self._recipe.listing_readers() for suffix in reader.suffixes}

    @property
    def suffixes(self) -> frozenset[str]:
        return frozenset(self._documents) | frozenset(self._records) | frozenset(self._listings)

    def of_records(self, path: Path) -> RecordReader | None:
        """The reader of a file that holds a document a line; None for a file that is one document."""
        return self._records.get(path.suffix.lower())

    def of_listings(self, path: Path) -> ListingReader | None:
        """The reader of a bibliography file; None for any other."""
        return self._listings.get(path.suffix.lower())

    def of_document(self, path: Path) -> DocumentReader:
        """Raises UnsupportedFile."""
        reader = self._documents.get(path.suffix.lower())
        if reader is None:
            raise UnsupportedFile(
                f"{path.name!r} is not of a kind that can be read.",
                hint=f"These are: {', '.join(sorted(self.suffixes - frozenset(self._listings)))}.",
            )
        return reader

    def is_document(self, path: Path) -> bool:
        """Whether a file found in a folder, of a kind that can be read, is to be taken: no part of a document, no other JSON."""
        suffix = path.suffix.lower()
        reader = {**self._listings, **self._documents}.get(suffix)
        return not isinstance(reader, Discerning) or reader.is_document(path)

    def gathered(self, path: Path) -> bytes | None:
        """A document that lies in several files as one; None for one that is a single file. Raises UnreadableFile."""
        reader = self.of_document(path)
        return reader.gathered(path) if isinstance(reader, GatheringReader) else None
