"""What documents say of themselves, whatever people or registries say of them."""

from paperatlas.catalog.connection import Connection
from paperatlas.catalog.packing import from_json
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Metadata

__all__ = ["stated_of"]


def stated_of(connection: Connection, document: DocumentId) -> Metadata | None:
    """None when there is none of that id."""
    row = connection.execute("SELECT coalesce(nullif(stated, ''), metadata) FROM documents WHERE id = ?", (document,)).fetchone()
    return from_json(row[0], Metadata) if row else None
