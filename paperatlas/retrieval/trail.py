"""What happened to each chunk on its way into the list, for people who ask why."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from paperatlas.core.answers import Usage
from paperatlas.core.errors import PaperAtlasError, ProviderError
from paperatlas.core.ids import ChunkId
from paperatlas.retrieval.fuse import Scored

__all__ = ["Trail"]

T = TypeVar("T")


class Trail:
    """The journal of one search: its stages, those that failed, and, when wanted, the remarks on each chunk."""

    def __init__(self, *, remarks: bool) -> None:
        self._wanted = remarks
        self._remarks: dict[ChunkId, list[str]] = {}
        self.stages: list[str] = []
        self.failed: list[tuple[str, str]] = []
        self.errors: list[PaperAtlasError] = []
        self.usage: Usage | None = None

    def start_remarks(self) -> None:
        """Forget what earlier rounds remarked: the last one decides."""
        self._remarks.clear()

    def note(self, stage: str) -> None:
        """A stage, as one line."""
        self.stages.append(stage)

    def remark(self, chunk: ChunkId, text: str) -> None:
        """Something a stage saw in a chunk."""
        if self._wanted:
            self._remarks.setdefault(chunk, []).append(text)

    def scores(self, ranking: Scored, form: str) -> None:
        """The place and score of each chunk of a ranking; `form` takes both."""
        if self._wanted:
            for place, (chunk, score) in enumerate(ranking, 1):
                self.remark(chunk, form.format(place=place, score=score))

    def moved(self, before: Scored, after: Scored, why: str) -> Scored:
        """`after`, with a remark on what moved more than by the moving of others, for `why`."""
        if self._wanted:
            places = {chunk: place for place, (chunk, _) in enumerate(before, 1)}
            for place, (chunk, _) in enumerate(after, 1):
                if chunk in places and abs(places[chunk] - place) > 1:
                    self.remark(chunk, f"{why}: from place {places[chunk]} to {place}")
        return after

    def survive(self, stage: str, work: Callable[[], T], instead: T) -> T:
        """What `work` gives, or `instead` when it fails, which is reported."""
        try:
            return work()
        except PaperAtlasError as error:
            self.spend(error.spent if isinstance(error, ProviderError) else None)
            self.errors.append(error)
            self.failed.append((stage, error.message))
            self.note(f"{stage}: failed, {error.message}")
            return instead

    def spend(self, usage: Usage | None) -> None:
        """What a language model has cost; None where it was not asked."""
        if usage is not None:
            self.usage = (self.usage or Usage()) + usage

    def remarks(self, chunks: Collection[ChunkId]) -> Mapping[ChunkId, tuple[str, ...]]:
        return {chunk: tuple(self._remarks.get(chunk, ())) for chunk in chunks}
