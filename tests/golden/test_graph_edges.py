"""Edges of real papers' graphs, judged by hand against what they quote.

`graph_edges.json` holds verdict and reason by edge id, drawn by `python -m benchmarks.graph_edges` with two seeds; nothing of
the papers' text. What is judged stays judged as long as the edge is read; new rules may read others.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.graph_edges import BIBLIOGRAPHIC, Edge, edges_of
from paperatlas.core.types import ParsedDocument
from paperatlas.graph.extract.extract import extract
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.readers.pdf import PdfReader

pytestmark = [pytest.mark.shared, pytest.mark.slow]

RIGHT = 0.8
"""Share of judged edges that must be right, of each paper and of those that are read from text and tables."""
STILL_READ = 0.5
"""Share of judged edges that must still be there: with fewer the verdicts say little, and edges are to be drawn anew."""


@pytest.fixture(scope="module")
def verdicts() -> Mapping[str, Mapping[str, str]]:
    judged: Mapping[str, Mapping[str, str]] = json.loads(Path(__file__).with_name("graph_edges.json").read_text("utf-8"))
    return judged


@pytest.fixture(scope="module")
def papers(shared: Path) -> dict[str, tuple[ParsedDocument, list[Edge]]]:
    found = {}
    for path in sorted((shared / "data/papers").glob("*.pdf")):
        document = PdfReader().read(path, name=path.name, on_page=lambda *_: None)
        found[path.stem] = (document, edges_of(extract(document, chunk(document))))
    return found


def test_every_paper_has_relations_besides_the_bibliographic(papers: dict[str, tuple[ParsedDocument, list[Edge]]]) -> None:
    poor = [name for name, (_, edges) in papers.items() if all(edge.relation.predicate in BIBLIOGRAPHIC for edge in edges)]
    assert not poor


def test_every_quote_with_a_span_is_what_is_printed_there(papers: dict[str, tuple[ParsedDocument, list[Edge]]]) -> None:
    wrong = []
    for name, (document, edges) in papers.items():
        texts = {page.number: page.text for page in document.pages}
        for edge in edges:
            evidence = edge.relation.evidence
            if evidence.span and texts[evidence.span.page][evidence.span.start : evidence.span.end] != evidence.quote:
                wrong.append((name, edge.id))
    assert not wrong


def test_four_of_five_judged_edges_are_right(
    papers: dict[str, tuple[ParsedDocument, list[Edge]]], verdicts: Mapping[str, Mapping[str, str]]
) -> None:
    judged = [
        (group, verdicts[edge.id]["verdict"] == "right")
        for name, (_, edges) in papers.items()
        for edge in edges
        if edge.id in verdicts
        for group in (name, edge.relation.extractor)
    ]
    counts, right = Counter(group for group, _ in judged), Counter(group for group, good in judged if good)
    assert {group: f"{right[group]} of {count}" for group, count in counts.items() if right[group] < RIGHT * count} == {}


def test_most_of_what_was_judged_is_still_read(
    papers: dict[str, tuple[ParsedDocument, list[Edge]]], verdicts: Mapping[str, Mapping[str, str]]
) -> None:
    present = {edge.id for _, edges in papers.values() for edge in edges}
    assert len(present & verdicts.keys()) >= STILL_READ * len(verdicts)
