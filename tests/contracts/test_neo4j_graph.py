"""What the graph in a server does besides: whose database it is, what is said when it is down, and kills."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.core.errors import ProviderError, StoreError
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphChange
from paperatlas.graph.stores.memory import MemoryStore
from paperatlas.graph.stores.neo4j import Neo4jStore
from tests.fakes.battery_graph import battery_graph
from tests.fakes.bolt_server import BoltServer
from tests.fakes.graph_stores import LIBRARY, over_bolt, run, server_of
from tests.fakes.graph_writer import play


@pytest.fixture(params=["bolt", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def server(request: pytest.FixtureRequest) -> BoltServer:
    return server_of(request.param, request)


@pytest.fixture
def store(server: BoltServer) -> Iterator[Neo4jStore]:
    opened = over_bolt(server)
    yield opened
    opened.close()


def other_store(server: BoltServer, library: str) -> Neo4jStore:
    return Neo4jStore(server.uri, server.user, server.password, server.database, library)


def test_two_stores_of_one_library_see_each_other(server: BoltServer, store: Neo4jStore) -> None:
    other = other_store(server, LIBRARY)
    store.apply(battery_graph())
    store.commit()
    assert list(other.nodes()) == list(store.nodes())
    other.close()


def test_a_database_that_holds_another_library_is_refused_to_read_and_to_write(server: BoltServer, store: Neo4jStore) -> None:
    store.apply(battery_graph())
    stranger = other_store(server, "library-of-the-tests-2")
    with pytest.raises(StoreError, match="another library") as error:
        stranger.apply(GraphChange(documents=(DocumentId("d1"),)))
    assert "PAPERATLAS_NEO4J_DATABASE" in error.value.hint
    with pytest.raises(StoreError, match="another library"):
        stranger.query("MATCH (n) RETURN n", {}, limit=1, seconds=5)
    assert len(list(store.nodes())) == 24
    stranger.close()


def test_a_database_that_holds_something_else_is_refused(server: BoltServer, store: Neo4jStore) -> None:
    run(server, "CREATE (n:Movie {title: 'Metropolis'})")
    try:
        with pytest.raises(StoreError, match=r"not of PaperAtlas \(Movie\)"):
            store.apply(battery_graph())
    finally:
        run(server, "MATCH (n:Movie) DETACH DELETE n")


def test_every_node_says_whose_it_is_and_no_result_does(server: BoltServer, store: Neo4jStore) -> None:
    store.apply(battery_graph())
    owned = store.query("MATCH (n) WHERE n._library = $library RETURN count(n) AS n", {"library": LIBRARY}, limit=1, seconds=20)
    assert owned.rows == ((24,),)
    shown = store.query("MATCH (n) RETURN n, properties(n) AS p, keys(n) AS k", {}, limit=100, seconds=20)
    assert "_library" not in str(shown.rows)
    assert not any("_library" in node.properties for node in store.nodes())


def test_a_wrong_password_is_said_and_which_setting_to_look_at(server: BoltServer) -> None:
    store = Neo4jStore(server.uri, server.user, "wrong", server.database, LIBRARY)
    with pytest.raises(ProviderError, match="refuses the user") as error:
        store.query("RETURN 1 AS x", {}, limit=1, seconds=5)
    assert "PAPERATLAS_NEO4J_PASSWORD" in error.value.hint
    store.close()


def test_a_database_that_does_not_exist_is_said(server: BoltServer) -> None:
    store = Neo4jStore(server.uri, server.user, server.password, "absent", LIBRARY)
    with pytest.raises(ProviderError, match="no database 'absent'"):
        store.apply(battery_graph())
    store.close()


def test_a_server_that_is_down_is_said_at_once_and_a_store_may_be_made_without_one() -> None:
    store = Neo4jStore("bolt://127.0.0.1:9", "neo4j", "x", "neo4j", LIBRARY)
    with pytest.raises(ProviderError, match="cannot be reached") as error:
        store.apply(battery_graph())
    assert "docker compose" in error.value.hint
    store.close()


@pytest.mark.parametrize("uri", ["neo4j+x://host", "not an address", ""])
def test_an_address_that_is_none_is_said(uri: str) -> None:
    store = Neo4jStore(uri, "neo4j", "x", "neo4j", LIBRARY)
    with pytest.raises(ProviderError, match="cannot be reached"):
        store.query("RETURN 1 AS x", {}, limit=1, seconds=5)
    store.close()


@pytest.mark.neo4j
def test_the_server_itself_refuses_to_write_in_a_transaction_that_reads(request: pytest.FixtureRequest) -> None:
    """ArcadeDB ignores the mode, so only a real server proves it."""
    import neo4j.exceptions

    store = over_bolt(server_of("neo4j", request))
    with pytest.raises(neo4j.exceptions.ClientError, match=r"(?i)read"):
        store._server.read(lambda result: result.consume(), "CREATE (n:Entity {id: 'x', _library: $library})", library=LIBRARY)
    store.close()


@pytest.mark.slow
def test_a_writer_killed_between_any_two_transactions_is_simply_run_again(bolt: BoltServer, root: Path) -> None:
    whole = MemoryStore()
    play(whole)
    expected = list(whole.nodes()), list(whole.edges())
    killed = 0
    for death in range(0, 90, 3):
        store = over_bolt(bolt)
        command = [sys.executable, "-m", "tests.fakes.graph_writer", "bolt", bolt.uri, str(death)]
        killed += subprocess.run(command, cwd=root, check=False).returncode != 0
        play(store)
        assert (list(store.nodes()), list(store.edges())) == expected
        store.close()
    assert killed
