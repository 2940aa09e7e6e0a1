"""What is to be marked in a copy of a paper, and said beside it."""

from dataclasses import dataclass

from paperatlas.core.types import Box

__all__ = ["Remark"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A passage, and the note that belongs to it."""

    boxes: tuple[Box, ...]
    """The printed lines of the passage; those of one page are one mark."""
    text: str
    """What the note says, such as the claim that the passage proves."""
    title: str = ""
    """Who, or what, says so."""
