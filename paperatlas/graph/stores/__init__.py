"""Property graphs that answer Cypher."""
