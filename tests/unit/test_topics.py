"""Documents in groups that speak of the same."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from paperatlas.core.summaries import SummaryNode
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.summarise.clusters import MOST_EXACT, groups
from paperatlas.pipeline.summarise.trees import Trees
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf


def note(title: str, text: str) -> ParsedDocument:
    made = document(page(1, [(BlockKind.PARAGRAPH, "", text)]), title=title)
    return replace(made, name=f"{title}.pdf", metadata=replace(made.metadata, abstract=text))


LIBRARY = (
    note("Tides of Hallow", "The harbour tides of Hallow follow the moon. We measure harbour tides for ten years."),
    note("Tides of Tarn", "The harbour tides of Tarn follow the wind. We forecast harbour tides with a gate."),
    note("Tides at night", "At night the harbour tides are lower. We explain why harbour tides fall."),
    note("Red shells", "Red shells hold iron. We weigh the iron of many shells."),
    note("White shells", "White shells hold chalk. We weigh the chalk of many shells."),
)


def topics_of(documents: Sequence[ParsedDocument]) -> Sequence[SummaryNode]:
    return Trees(Shelf(*documents)).topics()


def test_papers_that_speak_of_the_same_are_one_topic_named_by_it() -> None:
    first, second = topics_of(LIBRARY)
    assert set(first.documents) == {each.id for each in LIBRARY[:3]}
    assert set(second.documents) == {each.id for each in LIBRARY[3:]}
    assert "tides" in first.title
    assert "shells" in second.title


def test_a_topic_is_heard_in_the_words_of_its_papers() -> None:
    first, _ = topics_of(LIBRARY)
    assert {sentence.sources[0].document for sentence in first.sentences} == set(first.documents)
    assert set(first.children) == {f"{each}:0" for each in first.documents}


def test_the_order_of_the_documents_makes_no_difference() -> None:
    assert topics_of(LIBRARY) == topics_of(LIBRARY[::-1])


@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_document_of_a_small_library_is_in_one_topic(count: int) -> None:
    found = topics_of(LIBRARY[:count])
    assert sorted(each for topic in found for each in topic.documents) == sorted(each.id for each in LIBRARY[:count])


def test_topics_are_made_anew_when_the_documents_are_others() -> None:
    shelf = Shelf(*LIBRARY)
    trees = Trees(shelf)
    assert trees.topics() is trees.topics()
    shelf.forget(LIBRARY[0].id)
    assert LIBRARY[0].id not in {each for topic in trees.topics() for each in topic.documents}


def test_more_rows_than_are_joined_one_by_one_are_still_all_in_one_group() -> None:
    rng = np.random.default_rng(7)
    centres = np.eye(3, 8)
    rows = (centres[np.arange(MOST_EXACT + 90) % 3] * 5 + rng.normal(size=(MOST_EXACT + 90, 8))).astype(np.float32)
    found = groups(rows)
    assert sorted(row for group in found for row in group) == list(range(len(rows)))
    assert all(len({row % 3 for row in group}) == 1 for group in found)
