"""The catalog: one SQLite file that is the single source of truth of a library."""

from paperatlas.catalog.audit import Audit
from paperatlas.catalog.conversations import Conversations
from paperatlas.catalog.database import CATALOG, Database
from paperatlas.catalog.evaluations import EVALUATIONS, Evaluations
from paperatlas.catalog.knowledge_reader import SqliteKnowledge
from paperatlas.catalog.knowledge_writer import KnowledgeWriter
from paperatlas.catalog.reader import SqliteCatalog
from paperatlas.catalog.writer import SqliteWriter

__all__ = [
    "CATALOG",
    "EVALUATIONS",
    "Audit",
    "Conversations",
    "Database",
    "Evaluations",
    "KnowledgeWriter",
    "SqliteCatalog",
    "SqliteKnowledge",
    "SqliteWriter",
]
