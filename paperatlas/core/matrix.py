"""An evidence matrix: papers by questions, each cell with its proof or "not stated"."""

from dataclasses import dataclass

from paperatlas.core.answers import Citation
from paperatlas.core.types import Document

__all__ = ["Cell", "EvidenceMatrix", "MatrixRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a paper says to a question."""

    text: str = ""
    """Empty where the paper does not say."""
    citations: tuple[Citation, ...] = ()

    @property
    def is_stated(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """A paper."""

    document: Document
    cells: tuple[Cell, ...]
    """One a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceMatrix:
    """Citations are numbered through the whole of it, row by row."""

    columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
