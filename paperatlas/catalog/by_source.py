"""What is kept for documents by their sources, as collections are, so that it outlives what is read anew of a file."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from paperatlas.catalog.connection import Connection
from paperatlas.catalog.packing import from_json, to_json
from paperatlas.core.corrections import Correction
from paperatlas.core.ids import DocumentId
from paperatlas.core.registry import NOTHING_REGISTERED, Registered

__all__ = ["CORRECTIONS", "REGISTERED", "BySource"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class BySource(Generic[T]):
    """A table of sources, each with a value as JSON."""

    table: str
    """A constant of this module: it stands in statements as it is."""
    kind: type[T]
    empty: T
    """What holds where nothing is kept."""

    def of(self, connection: Connection, document: DocumentId, source: str = "") -> T:
        """That of a source, else of any source of the document."""
        row = connection.execute(
            f"SELECT body FROM {self.table} WHERE source = ?1 OR source IN (SELECT source FROM sources WHERE document = ?2)"  # noqa: S608
            " ORDER BY source = ?1 DESC, source LIMIT 1",
            (source, document),
        ).fetchone()
        found: T = from_json(row[0], self.kind) if row else self.empty
        return found

    def put(self, connection: Connection, document: DocumentId, value: T) -> None:
        """In place of the one that all sources of a document had; the empty one is none."""
        self.drop(connection, document)
        if value != self.empty:
            body = to_json(value, self.kind)
            connection.execute(
                f"INSERT INTO {self.table} SELECT source, ? FROM sources WHERE document = ?",  # noqa: S608
                (body, document),
            )

    def share(self, connection: Connection, document: DocumentId, source: str) -> None:
        """A further source of a document has what the others have: each of them may be the last one left."""
        value = self.of(connection, document, source)
        if value != self.empty:
            connection.execute(
                f"INSERT INTO {self.table} VALUES (?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
                (source, to_json(value, self.kind)),
            )

    def drop(self, connection: Connection, document: DocumentId) -> None:
        connection.execute(
            f"DELETE FROM {self.table} WHERE source IN (SELECT source FROM sources WHERE document = ?)",  # noqa: S608
            (document,),
        )


CORRECTIONS = BySource(table="corrections", kind=Correction, empty=Correction())
"""What people set in place of what papers say."""
REGISTERED = BySource(table="registered", kind=Registered, empty=NOTHING_REGISTERED)
"""What registries say of papers."""
