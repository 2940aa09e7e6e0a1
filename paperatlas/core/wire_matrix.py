"""An evidence matrix as the JSON that every surface shares."""

from typing import Any

from paperatlas.core.matrix import EvidenceMatrix
from paperatlas.core.wire import citation_json

__all__ = ["matrix_json"]


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
