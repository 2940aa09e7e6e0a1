"""A process that writes a graph and dies: `python -m tests.fakes.graph_writer KIND FOLDER-OR-URI STATEMENT`.

It plays a small history of papers and is killed, as by `kill -9`, just before its n-th statement to the engine; saving
the file counts as one, and there it dies in the midst of writing.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paperatlas.core.graph_ports import GraphStore
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.graph.stores.neo4j import Neo4jStore
from tests.fakes.bolt_server import DATABASE, PASSWORD, USER
from tests.fakes.graph_shelf import Shelf

LIBRARY = "library-of-the-tests"


def play(store: GraphStore) -> list[int]:
    """Papers come, change and go; each step is committed. Gives how many nodes there are after each."""
    shelf, counts = Shelf(), []
    for change in (
        shelf.put("a", ("BERT", "uses", "Attention"), ("BERT", "extends", "Transformer")),
        shelf.put("b", ("RoBERTa", "extends", "BERT"), ("RoBERTa", "uses", "Attention")),
        shelf.put("a", ("GPT", "uses", "Attention")),
        shelf.put("c", ("BERT", "compared_with", "GPT")),
        shelf.remove("b"),
    ):
        store.apply(change)
        store.commit()
        counts.append(len(list(store.nodes())))
    return counts


class Dying:
    """Counts the calls of an engine's methods and kills the process at one."""

    def __init__(self, left: int) -> None:
        self._left = left

    def __call__(self, method: Callable[..., Any], *, slowly: bool = False) -> Callable[..., Any]:
        def counted(*args: Any, **options: Any) -> Any:
            self._left -= 1
            if self._left < 0 and not slowly:
                kill()
            if self._left < 0:
                threading.Timer(0.0005, kill).start()
            return method(*args, **options)

        return counted


class MortalGraph:
    """A kglite graph whose process dies."""

    def __init__(self, graph: Any, dying: Dying) -> None:
        self._graph = graph
        self.cypher = dying(graph.cypher)
        self.save = dying(graph.save, slowly=True)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._graph, name)


def kill() -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def main(kind: str, where: str, statement: str) -> None:
    dying = Dying(int(statement))
    if kind == "embedded":
        store: Any = EmbeddedStore(Path(where))
        store._graph = MortalGraph(store._graph, dying)
    else:
        store = Neo4jStore(where, USER, PASSWORD, DATABASE, LIBRARY)
        store._server.write = dying(store._server.write)
    play(store)


if __name__ == "__main__":
    main(*sys.argv[1:])
