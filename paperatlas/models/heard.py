"""A streamed reply put together again, told to whoever hears it as it grows."""

from typing import Any

from paperatlas.core.audience import Hears
from paperatlas.models.replies import ThoughtFilter

__all__ = ["Whole"]


class Whole:
    """The pieces of one reply. The client's own code puts them together: calls of tools come in pieces too."""

    def __init__(self, hears: Hears) -> None:
        from openai.lib.streaming.chat import ChatCompletionStreamState  # noqa: PLC0415 - takes over a second to load

        self._pieces = ChatCompletionStreamState()
        self._hears = hears
        self._thoughts = ThoughtFilter()
        self._aloud = ""
        self._ended = False
        self.begun = False

    def take(self, piece: Any) -> None:
        """What is no piece of a completion is passed over: no field is taken for granted."""
        choices = getattr(piece, "choices", None)
        if not isinstance(choices, list):
            return
        self._pieces.handle_chunk(piece)
        self.begun = True
        if not choices:
            return
        self._ended = self._ended or bool(choices[0].finish_reason)
        said = getattr(choices[0].delta, "content", None)
        if isinstance(said, str) and (shown := self._thoughts.feed(said)):
            self._aloud += shown
            self._hears(self._aloud)

    @property
    def completion(self) -> Any:
        """As one that came whole; None where it broke off, or nothing came."""
        return self._pieces.current_completion_snapshot if self._ended else None
