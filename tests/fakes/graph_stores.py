"""Graph stores to hold against each other."""

import os
from pathlib import Path

import neo4j
import pytest

from paperatlas.core.graph_ports import GraphStore
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.graph.stores.memory import MemoryStore
from paperatlas.graph.stores.neo4j import Neo4jStore
from tests.fakes.bolt_server import BoltServer

LIBRARY = "library-of-the-tests"
EVERY_STORE = ["embedded", "memory", "bolt", pytest.param("neo4j", marks=pytest.mark.neo4j)]
"""`bolt` is ArcadeDB, started by the tests; `neo4j` is a real server, where NEO4J_URI and NEO4J_PASSWORD name one."""


def opened(kind: str, folder: Path, request: pytest.FixtureRequest) -> GraphStore:
    """An empty store."""
    if kind == "embedded":
        return EmbeddedStore(folder)
    return MemoryStore() if kind == "memory" else over_bolt(server_of(kind, request))


def server_of(kind: str, request: pytest.FixtureRequest) -> BoltServer:
    if kind == "bolt":
        server: BoltServer = request.getfixturevalue("bolt")
        return server
    if "NEO4J_URI" not in os.environ:
        pytest.skip("set NEO4J_URI and NEO4J_PASSWORD to an empty Neo4j to test on it")
    return BoltServer(
        uri=os.environ["NEO4J_URI"],
        user=os.environ.get("NEO4J_USER", "neo4j"),
        password=os.environ.get("NEO4J_PASSWORD", ""),
        database=os.environ.get("NEO4J_DATABASE", "neo4j"),
    )


def over_bolt(server: BoltServer, *, library: str = LIBRARY) -> Neo4jStore:
    """A store in a server from which all that tests wrote before is gone, and nothing else: it may be somebody's."""
    run(server, "MATCH (n) WHERE n._library STARTS WITH 'library-of-the-tests' DETACH DELETE n")
    return Neo4jStore(server.uri, server.user, server.password, server.database, library)


def run(server: BoltServer, cypher: str) -> None:
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        driver.execute_query(cypher, database_=server.database)
