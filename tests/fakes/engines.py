"""Where tables may be, for what has to hold wherever they are."""

from pathlib import Path
from typing import NamedTuple

from paperatlas.catalog import Conversations, Database, Engine, SqliteEngine
from paperatlas.catalog.postgres_engine import PostgresEngine
from paperatlas.catalog.schema import CATALOG_TABLES, CONVERSATIONS_TABLES, Tables

__all__ = ["Place"]


class Place(NamedTuple):
    """One of them, in a form that another process can be given."""

    address: str
    """A folder, or the address of a PostgreSQL server."""
    namespace: str = ""

    def engine(self, tables: Tables) -> Engine:
        if not self.namespace:
            return SqliteEngine(Path(self.address) / f"{tables.name}.sqlite3", tables)
        return PostgresEngine(self.address, self.namespace, tables)

    def database(self) -> Database:
        return Database(self.engine(CATALOG_TABLES))

    def conversations(self, **limits: int) -> Conversations:
        return Conversations(self.engine(CONVERSATIONS_TABLES), **limits)
