"""Read-only Cypher: the guard before every engine, and questions as queries."""
