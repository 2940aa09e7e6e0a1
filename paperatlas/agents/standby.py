"""An embedder that another one stands in for when its service fails in the middle of a question."""

from collections.abc import Callable, Sequence
from typing import Literal

from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import Embedder, Float32

__all__ = ["Standby"]


class Standby:
    """Implements `Embedder` for one question.

    Sentences are weighed by cosines among what one question embeds, so any one model will do; two must never be mixed. So the
    other takes over at the first failure, and for good; a failure after vectors were given is raised, and what is asked anew
    is all of the other.
    """

    def __init__(self, embedder: Embedder, spare: Callable[[], Embedder] | None) -> None:
        self.id = embedder.id
        self._embedder = embedder
        self._spare = spare
        self._gave = False
        self.fault: ProviderError | None = None
        """Why the other stands in."""

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Raises ProviderError where there is no other, or vectors of the first were given already."""
        try:
            vectors = self._embedder.embed(texts, kind=kind)
        except ProviderError as fault:
            gave = self._gave
            self.replace(fault)
            if gave:
                raise
            return self._embedder.embed(texts, kind=kind)
        self._gave = self.fault is None
        return vectors

    @property
    def can_be_replaced(self) -> bool:
        return self._spare is not None

    def replace(self, fault: ProviderError) -> None:
        """From now on the other one embeds. Raises the fault where there is none."""
        if self._spare is None:
            raise fault
        self._embedder, self._spare, self.fault = self._spare(), None, fault
        self.id = self._embedder.id
