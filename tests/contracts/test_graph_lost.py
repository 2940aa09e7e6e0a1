"""The graph's server goes away while a question is worked on."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.core.events import Answered, Planned, Retrieved
from tests.fakes.bolt_server import NoJavaMachine, serving
from tests.fakes.graph_stores import over_bolt
from tests.fakes.libraries import graph_parts, open_test_library

QUESTION = "What uses Hallow?"


def test_a_question_is_answered_from_the_passages_and_the_loss_is_told(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    paper = tmp_path / "lamp.note"
    paper.write_text("The Amber Lamp shines over Hallow.\fTarn is far from Hallow.", encoding="utf-8")
    with ExitStack() as running:
        try:
            server = running.enter_context(serving(tmp_path / "server"))
        except NoJavaMachine as error:
            pytest.skip(f"ArcadeDB's Java machine does not start here: {error}")
        store = over_bolt(server)
        folder = tmp_path / "library"
        with open_test_library(folder, graph=replace(graph_parts(folder), open_store=lambda: store)) as library:
            library.ingest(paper)
            before = [event for event in library.events(QUESTION) if isinstance(event, Retrieved)]
            assert not any(event.failure for event in before)
            told = []
            for event in library.events(QUESTION):
                if isinstance(event, Planned):
                    running.close()
                told.append(event)
    assert any(event.route == "graph" and event.failure for event in told if isinstance(event, Retrieved))
    assert isinstance(told[-1], Answered)
    assert told[-1].answer.reason != "off_topic"
