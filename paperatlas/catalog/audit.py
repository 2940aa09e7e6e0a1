"""What must hold inside the catalog, as queries that find what does not."""

from collections.abc import Sequence
from typing import Any

from paperatlas.catalog.database import Database
from paperatlas.core.ids import ChunkId, DocumentId

__all__ = ["Audit"]

_MISCOUNTED = """
SELECT name FROM documents d WHERE
  d.chunks != (SELECT count(*) FROM chunks WHERE document = d.id) OR
  d.pages != (SELECT count(*) FROM pages WHERE document = d.id) OR
  d.tables != (SELECT count(*) FROM parts WHERE document = d.id AND kind = 'table') OR
  d.figures != (SELECT count(*) FROM parts WHERE document = d.id AND kind = 'figure') OR
  d.reference_count != (SELECT count(*) FROM parts WHERE document = d.id AND kind = 'reference')
ORDER BY name
"""
_WITHOUT_VECTOR = """
SELECT id FROM chunks c WHERE NOT EXISTS (
  SELECT 1 FROM embeddings e WHERE e.text_key = c.text_key AND e.embedder = ?1 AND length(e.vector) = 4 * ?2)
ORDER BY id
"""
_LOOSE_VECTORS = """
SELECT text_key FROM embeddings e WHERE e.embedder != ?1 OR NOT EXISTS (SELECT 1 FROM chunks WHERE text_key = e.text_key)
ORDER BY text_key
"""


_DERIVED = frozenset({"summaries", "written_summaries"})
"""What can be made anew from the documents: a row too many is a fault to mend, no damage."""


class Audit:
    """Read-only questions about a catalog's own soundness. Each answer is empty when all is well."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def damage(self) -> Sequence[str]:
        """What is broken in how the tables are kept, and rows that refer to nothing."""
        with self._database.reading() as connection:
            return self._database.engine.damage(connection, derived=_DERIVED)

    def miscounted(self) -> Sequence[str]:
        """Names of documents that do not have as many chunks, pages and parts as they say."""
        return self._column(_MISCOUNTED)

    def without_source(self) -> Sequence[DocumentId]:
        """Documents that came from nowhere."""
        return self._column(
            "SELECT id FROM documents WHERE id NOT IN (SELECT document FROM sources WHERE document IS NOT NULL) ORDER BY id"
        )

    def without_vector(self, embedder: str, dimension: int) -> Sequence[ChunkId]:
        """Chunks that have no vector of that model and size."""
        return self._column(_WITHOUT_VECTOR, embedder, dimension)

    def loose_vectors(self, embedder: str) -> Sequence[str]:
        """Keys of vectors that no chunk has, or of another model."""
        return self._column(_LOOSE_VECTORS, embedder)

    def summarised(self) -> Sequence[DocumentId]:
        """Documents that summaries are kept of, whether they exist or not."""
        return self._column("SELECT document FROM summaries UNION SELECT document FROM written_summaries ORDER BY document")

    def originals(self) -> Sequence[tuple[DocumentId, str]]:
        """(document, file name of its original), without records."""
        return [(row[0], row[1]) for row in self._rows("SELECT id, original FROM documents WHERE original != '' ORDER BY id")]

    def _column(self, statement: str, *values: object) -> list[Any]:
        return [row[0] for row in self._rows(statement, *values)]

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._database.reading() as connection:
            return connection.execute(statement, values).fetchall()
