"""A check of the conversations beside the catalog."""

from collections.abc import Iterator

from paperatlas.library.finding import FIX, Finding, finding
from paperatlas.library.opened import Opened

__all__ = ["ConversationChecks"]


class ConversationChecks:
    """Yields what it finds; the caller holds the library's lock."""

    def __init__(self, opened: Opened) -> None:
        self._conversations = opened.conversations

    def file(self) -> Iterator[Finding]:
        if damage := self._conversations.damage():
            yield finding(
                "damaged_conversations", f"The conversations are damaged: {damage}", f"{FIX} puts them aside", self._aside
            )

    def _aside(self) -> bool:
        file = self._conversations.engine.file
        if file is not None:
            self._conversations.put_aside(file)
        return file is not None
