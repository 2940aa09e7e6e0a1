"""The catalog: the single source of truth of a library, in one SQLite file or in a schema of PostgreSQL."""

from paperatlas.catalog.audit import Audit
from paperatlas.catalog.connection import Engine
from paperatlas.catalog.conversations import Conversations
from paperatlas.catalog.database import CATALOG, Database, catalog_file
from paperatlas.catalog.evaluations import EVALUATIONS, Evaluations, evaluations_in
from paperatlas.catalog.knowledge_reader import SqlKnowledge
from paperatlas.catalog.knowledge_writer import KnowledgeWriter
from paperatlas.catalog.reader import SqlCatalog
from paperatlas.catalog.sqlite_engine import SqliteEngine
from paperatlas.catalog.writer import SqlWriter

__all__ = [
    "CATALOG",
    "EVALUATIONS",
    "Audit",
    "Conversations",
    "Database",
    "Engine",
    "Evaluations",
    "KnowledgeWriter",
    "SqlCatalog",
    "SqlKnowledge",
    "SqlWriter",
    "SqliteEngine",
    "catalog_file",
    "evaluations_in",
]
