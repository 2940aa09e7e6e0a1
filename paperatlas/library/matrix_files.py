"""An evidence matrix as Markdown, CSV or an Excel workbook."""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import InputError
from paperatlas.core.matrix import Cell, EvidenceMatrix, MatrixRow
from paperatlas.core.spreadsheet import harmless

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

__all__ = ["NOT_STATED", "as_markdown", "write_matrix"]

NOT_STATED = "not stated"
FIXED = ("paper", "authors", "year")
EVIDENCE = ("number", "document", "title", "page", "section", "quote", "row")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Characters that a workbook cannot hold."""
_WIDE, _NARROW = 48, 14
"""Characters of a column's width."""


def write_matrix(matrix: EvidenceMatrix, path: Path) -> None:
    """In the format of the suffix.

    Raises:
        InputError: there is no such format, or the file cannot be written.
    """
    writers = {".md": _write_markdown, ".csv": _write_csv, ".xlsx": _write_workbook}
    write = writers.get(path.suffix.lower())
    if write is None:
        raise InputError(
            f"A matrix cannot be written as {path.suffix or path.name!r}.", hint=f"Name a file that ends in {', '.join(writers)}."
        )
    try:
        write(matrix, path)
    except OSError as error:
        raise InputError(
            f"{str(path)!r} cannot be written: {error.strerror or error}.", hint="Name a file in a folder that is yours."
        ) from error


def as_markdown(matrix: EvidenceMatrix) -> str:
    """The table, and under it the quotes that its numbers stand for."""
    lines = [_line(("Paper", *matrix.columns)), _line("---" for _ in range(len(matrix.columns) + 1))]
    lines += [_line((_title(row), *(_marked(cell) for cell in row.cells))) for row in matrix.rows]
    evidence = [
        f"{c.n}. {c.title}, p. {c.page}{f', {c.section}' if c.section else ''}: “{' '.join(c.quote.split())}”"
        for row in matrix.rows
        for cell in row.cells
        for c in cell.citations
    ]
    return "\n".join([*lines, "", *evidence])


def _line(cells: Iterator[str] | Sequence[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"


def _title(row: MatrixRow) -> str:
    year = f" ({row.document.metadata.year})" if row.document.metadata.year else ""
    return f"{row.document.title}{year}"


def _marked(cell: Cell) -> str:
    """The text with the numbers of its citations, where it does not name them itself."""
    missing = [f"[{c.n}]" for c in cell.citations if f"[{c.n}]" not in cell.text]
    return f"{cell.text} {''.join(missing)}".strip() if cell.is_stated else NOT_STATED


def _write_markdown(matrix: EvidenceMatrix, path: Path) -> None:
    path.write_text(as_markdown(matrix) + "\n", encoding="utf-8")


def _rows(matrix: EvidenceMatrix) -> Iterator[list[str]]:
    """The paper, then each cell."""
    for row in matrix.rows:
        said = row.document.metadata
        fixed = [row.document.title, "; ".join(said.authors), str(said.year or "")]
        yield [harmless(text) for text in (*fixed, *(_marked(cell) for cell in row.cells))]


def _evidence(matrix: EvidenceMatrix) -> Iterator[list[str]]:
    for row in matrix.rows:
        for cell in row.cells:
            for c in cell.citations:
                yield [harmless(text) for text in (str(c.n), c.doc, c.title, str(c.page), c.section, c.quote, c.row)]


def _write_csv(matrix: EvidenceMatrix, path: Path) -> None:
    """The table, an empty line, and the evidence: a spreadsheet shows both, and there is one file to send."""
    file = StringIO()
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow([*FIXED, *map(harmless, matrix.columns)])
    table.writerows(_rows(matrix))
    table.writerow([])
    table.writerow(EVIDENCE)
    table.writerows(_evidence(matrix))
    # With the mark without which Excel takes UTF-8 for the system's old code page.
    path.write_text(file.getvalue(), encoding="utf-8-sig", newline="")


def _write_workbook(matrix: EvidenceMatrix, path: Path) -> None:
    """Two sheets: the matrix, and the evidence that its numbers stand for."""
    from openpyxl import Workbook  # noqa: PLC0415 - start-up time

    book = Workbook()
    sheets = (
        ("Matrix", [*FIXED, *map(harmless, matrix.columns)], _rows(matrix)),
        ("Evidence", list(EVIDENCE), _evidence(matrix)),
    )
    book.remove(book.worksheets[0])
    for title, header, rows in sheets:
        _fill(book.create_sheet(title), header, rows)
    book.save(path)


def _fill(sheet: "Worksheet", header: Sequence[str], rows: Iterator[list[str]]) -> None:
    from openpyxl.styles import Alignment, Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    sheet.append(list(header))
    for row in rows:
        sheet.append([_CONTROL.sub(" ", text) for text in row])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for at, name in enumerate(header, start=1):
        narrow = name in {"year", "number", "page"}
        sheet.column_dimensions[get_column_letter(at)].width = _NARROW if narrow else _WIDE
    for held in sheet.iter_rows(min_row=2):
        for cell in held:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    sheet.freeze_panes = "B2"
