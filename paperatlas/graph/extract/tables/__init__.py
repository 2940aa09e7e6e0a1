"""What tables of results say: which method was tried on which data, and what came of it."""

from paperatlas.graph.extract.tables.fact import TableFact, TableName
from paperatlas.graph.extract.tables.facts import table_facts

__all__ = ["TableFact", "TableName", "table_facts"]
