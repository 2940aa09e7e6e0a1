"""What the graph in files does besides: other processes, other commits, damage, and kills."""

import subprocess
import sys
import threading
from pathlib import Path

import kglite
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.core.errors import LibraryDamaged, LibraryLocked, StoreError
from paperatlas.core.graph_ports import GraphStore
from paperatlas.core.knowledge import GraphChange, GraphNode, Value
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.graph.stores.memory import MemoryStore
from tests.fakes.battery_graph import battery_graph
from tests.fakes.graph_shelf import Shelf
from tests.fakes.graph_writer import play

COUNT = "MATCH (n) RETURN count(n) AS n"


def count(store: GraphStore) -> object:
    return store.query(COUNT, {}, limit=1, seconds=20).rows[0][0]


def test_nothing_is_seen_before_the_commit(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.apply(battery_graph())
    assert count(store) == 0
    store.commit()
    assert count(store) == 24
    store.close()


def test_what_was_committed_is_there_after_opening_again_and_nothing_else(tmp_path: Path) -> None:
    shelf, store = Shelf(), EmbeddedStore(tmp_path)
    store.apply(shelf.put("a", ("BERT", "uses", "Attention")))
    store.commit()
    kept = list(store.nodes()), list(store.edges())
    store.apply(shelf.put("b", ("GPT", "uses", "Attention")))
    store.close()
    again = EmbeddedStore(tmp_path)
    assert (list(again.nodes()), list(again.edges())) == kept
    again.close()


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = (
    TEXT
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.booleans()
    | st.lists(TEXT, max_size=3).map(tuple)
)
PROPERTIES = st.dictionaries(st.sampled_from(["page", "text", "value", "aliases", "confidence", "start"]), VALUES)


@settings(max_examples=60)
@given(things=st.lists(PROPERTIES, min_size=1, max_size=5))
def test_values_of_any_kind_are_the_same_after_opening_again(
    tmp_path_factory: pytest.TempPathFactory, things: list[dict[str, Value]]
) -> None:
    nodes = [
        GraphNode(id=f"e{at}", label="Entity", properties={"id": f"e{at}", "name": "n", "title": "t", "type": "k", **said})
        for at, said in enumerate(things)
    ]
    folder = tmp_path_factory.mktemp("graph")
    store = EmbeddedStore(folder)
    store.apply(GraphChange(documents=(), nodes=tuple(nodes)))
    store.commit()
    again = EmbeddedStore(folder)
    for opened in (store, again):
        assert [typed(node) for node in opened.nodes()] == [typed(node) for node in nodes]
        opened.close()


def typed(node: GraphNode) -> dict[str, tuple[type, Value]]:
    return {name: (type(value), value) for name, value in node.properties.items()}


def test_a_reader_follows_a_writer_at_its_refresh_and_not_before(tmp_path: Path) -> None:
    shelf, writer, reader = Shelf(), EmbeddedStore(tmp_path), EmbeddedStore(tmp_path)
    for number in range(5):
        before = count(reader)
        writer.apply(shelf.put(f"paper {number}", ("BERT", "uses", f"thing {number}")))
        writer.commit()
        assert count(reader) == before
        reader.refresh()
        assert count(reader) == count(writer)
    assert [file.name for file in tmp_path.iterdir()] == ["5.kgl"]
    reader.close()
    writer.close()


def test_a_writer_goes_on_from_what_another_has_committed(tmp_path: Path) -> None:
    shelf, one, other = Shelf(), EmbeddedStore(tmp_path), EmbeddedStore(tmp_path)
    one.apply(shelf.put("a", ("BERT", "uses", "Attention")))
    one.commit()
    other.apply(shelf.put("b", ("GPT", "uses", "Attention")))
    other.commit()
    assert {str(node.properties["name"]) for node in other.nodes()} >= {"BERT", "GPT"}
    one.close()
    other.close()


def test_two_writers_at_once_do_not_overwrite_each_other(tmp_path: Path) -> None:
    one, other = EmbeddedStore(tmp_path), EmbeddedStore(tmp_path)
    one.apply(Shelf().put("a", ("BERT", "uses", "Attention")))
    other.apply(Shelf().put("b", ("GPT", "uses", "Attention")))
    other.commit()
    with pytest.raises(LibraryLocked, match="another process"):
        one.commit()
    assert list(one.nodes()) == list(other.nodes())
    one.close()
    other.close()


def test_the_engine_refuses_to_write_to_what_is_asked(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.apply(battery_graph())
    store.commit()
    for writing in (
        "CREATE (n:Entity {id: 'x'})",
        "MATCH (n) DETACH DELETE n",
        "MATCH (n) SET n.x = 1",
        "CREATE INDEX FOR (n:E) ON (n.x)",
    ):
        with pytest.raises(kglite.ReadOnlyError):
            store._snapshot._graph.cypher(writing)
    assert count(store) == 24
    store.close()


def test_many_threads_ask_while_one_writes(tmp_path: Path) -> None:
    shelf, store = Shelf(), EmbeddedStore(tmp_path)
    store.apply(battery_graph())
    store.commit()
    seen: list[object] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            seen.append(count(store))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(20):
        store.apply(shelf.put(f"paper {number}", ("BERT", "uses", f"thing {number}")))
        store.commit()
    done.set()
    for thread in threads:
        thread.join(timeout=30)
    # 24 nodes, and four with the first paper (itself, its passage, two things) and its own entity; then four with each.
    assert set(seen) <= {24, *range(29, 24 + 5 + 19 * 4 + 1, 4)}
    store.close()


def test_a_damaged_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "3.kgl").write_bytes(b"not a graph")
    with pytest.raises(LibraryDamaged, match=r"3\.kgl"):
        EmbeddedStore(tmp_path)


def test_a_folder_that_cannot_be_written_to_is_said_and_the_last_commit_stays(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    store = EmbeddedStore(tmp_path / "graph")
    store.apply(battery_graph())
    (tmp_path / "graph").rename(tmp_path / "moved")
    with pytest.raises(StoreError, match="cannot be written"):
        store.commit()
    assert count(store) == 0
    store.close()


@pytest.mark.parametrize("deaths", [range(0, 60, 7), pytest.param(range(120), marks=pytest.mark.slow)], ids=["few", "all"])
def test_a_writer_killed_at_any_statement_is_simply_run_again(tmp_path: Path, root: Path, deaths: range) -> None:
    whole = MemoryStore()
    steps = play(whole)
    expected = list(whole.nodes()), list(whole.edges())
    killed = 0
    for death in deaths:
        folder = tmp_path / str(death)
        folder.mkdir()
        command = [sys.executable, "-m", "tests.fakes.graph_writer", "embedded", folder, str(death)]
        killed += subprocess.run(command, cwd=root, check=False).returncode != 0
        store = EmbeddedStore(folder)  # the last commit can be read, whichever it was
        assert count(store) in {0, *steps}
        play(store)
        assert (list(store.nodes()), list(store.edges())) == expected
        assert len(list(folder.iterdir())) == 1
        store.close()
    assert killed
