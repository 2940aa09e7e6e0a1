"""The graph's server goes away while a question is worked on."""

import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.events import Answered, Planned, Retrieved
from paperatlas.core.graph_ports import GraphStore
from tests.fakes.bolt_server import NoJavaMachine, serving
from tests.fakes.graph_stores import over_bolt
from tests.fakes.libraries import graph_parts, open_test_library

QUESTION = "What uses Hallow?"


class Gated:
    """A store that answers while its gate is open."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self.gate = threading.Event()
        self.gate.set()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if not callable(found):
            return found

        def called(*arguments: Any, **named: Any) -> Any:
            assert self.gate.wait(60)
            return found(*arguments, **named)

        return called


def test_a_question_is_answered_from_the_passages_and_the_loss_is_told(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    paper = tmp_path / "lamp.note"
    paper.write_text("The Amber Lamp shines over Hallow.\fTarn is far from Hallow.", encoding="utf-8")
    with ExitStack() as running:
        try:
            server = running.enter_context(serving(tmp_path / "server"))
        except NoJavaMachine as error:
            pytest.skip(f"ArcadeDB's Java machine does not start here: {error}")
        store = Gated(over_bolt(server))
        folder = tmp_path / "library"
        with open_test_library(folder, graph=replace(graph_parts(folder), open_store=lambda: store)) as library:
            library.ingest(paper)
            before = [event for event in library.events(QUESTION) if isinstance(event, Retrieved)]
            assert not any(event.failure for event in before)
            told = []
            store.gate.clear()  # else the graph may have been asked before the server is gone
            for event in library.events(QUESTION):
                if isinstance(event, Planned):
                    running.close()
                    store.gate.set()
                told.append(event)
    assert any(event.route == "graph" and event.failure for event in told if isinstance(event, Retrieved))
    assert isinstance(told[-1], Answered)
    assert told[-1].answer.reason != "off_topic"
