"""A table or figure that no paper has is nothing to answer from, however well another one fits."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.library import Library
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import write_notes

NOTE = "# The Amber Lamp\nTable 2 shows the light of the lamp in lumens. Figure 1 shows the lamp by night.\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=NOTE))
        yield library


@pytest.mark.parametrize("label", ["Table 12", "table 3", "Table 20", "Figure 11", "figure 2"])
def test_a_label_that_nobody_mentions_is_refused_by_its_name(library: Library, label: str) -> None:
    answer = library.ask(f"What does {label} show of the light of the lamp?")
    assert answer.status == "abstained"
    assert label in answer.text


@pytest.mark.parametrize("label", ["Table 2", "figure 1"])
def test_one_that_is_mentioned_stays_as_sure_as_it_was(library: Library, label: str) -> None:
    named = library.ask(f"What does {label} show of the light of the lamp?")
    other = library.ask(f"What does {label}3 show of the light of the lamp?")
    assert named.confidence > other.confidence
