"""An evidence matrix as the JSON that every surface shares."""

from collections.abc import Mapping
from typing import Any

from paperatlas.core.errors import InputError
from paperatlas.core.ids import DocumentId
from paperatlas.core.matrix import Cell, EvidenceMatrix, MatrixRow
from paperatlas.core.types import Document
from paperatlas.core.wire import citation_json
from paperatlas.core.wire_events import read_citation

__all__ = ["matrix_json", "read_matrix"]


def matrix_json(matrix: EvidenceMatrix) -> dict[str, Any]:
    return {
        "columns": list(matrix.columns),
        "rows": [
            {
                "doc": row.document.name,
                "doc_id": row.document.id,
                "title": row.document.title,
                "cells": [
                    {
                        "status": "stated" if cell.is_stated else "not_stated",
                        "text": cell.text,
                        "citations": [citation_json(citation) for citation in cell.citations],
                    }
                    for cell in row.cells
                ],
            }
            for row in matrix.rows
        ],
    }


def read_matrix(data: Mapping[str, Any], known: Mapping[DocumentId, Document]) -> EvidenceMatrix:
    """The matrix that `matrix_json` wrote; `known` are the documents of the library.

    Raises:
        InputError: it is none, or one of its papers is no longer in the library.
    """
    try:
        columns = tuple(str(column) for column in data["columns"])
        rows = tuple(_row(row, columns, known) for row in data["rows"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"This is no matrix of papers in the library: {error}.", hint="Make it anew from the papers that are there."
        ) from error
    return EvidenceMatrix(columns=columns, rows=rows)


def _row(data: Mapping[str, Any], columns: tuple[str, ...], known: Mapping[DocumentId, Document]) -> MatrixRow:
    cells = tuple(map(_cell, data["cells"]))
    if len(cells) != len(columns):
        raise ValueError(f"there are {len(cells)} cells under {len(columns)} questions")
    return MatrixRow(document=known[DocumentId(data["doc_id"])], cells=cells)


def _cell(data: Mapping[str, Any]) -> Cell:
    return Cell(text=str(data["text"]), citations=tuple(map(read_citation, data["citations"])))
