"""Documents extracted side by side: each gets its own outcome, whatever another does to its process."""

import pytest

from paperatlas.core.ids import document_id
from paperatlas.core.knowledge import Extraction
from paperatlas.core.types import BlockKind, Chunk, ParsedDocument
from paperatlas.pipeline.extracting.extractors import Extractors
from paperatlas.pipeline.extracting.worker import Failed
from tests.fakes.capitals import capitalised
from tests.fakes.documents import page
from tests.fakes.notes import chunk_paragraphs


def job(text: str) -> tuple[ParsedDocument, tuple[Chunk, ...]]:
    document = ParsedDocument(name=text, id=document_id(text.encode()), pages=(page(1, [(BlockKind.PARAGRAPH, "", text)]),))
    return document, chunk_paragraphs(document)


def names(outcome: Extraction | Failed) -> list[str]:
    assert isinstance(outcome, Extraction)
    return [entity.name for entity in outcome.entities[1:]]


def test_outcomes_come_in_the_order_of_the_documents() -> None:
    with Extractors(capitalised, workers=2, seconds=60) as extractors:
        outcomes = list(
            extractors.extract(job(f"The tide of {name} is low.") for name in ("Hallow", "Tarn", "Wick", "Brae", "Ness"))
        )
    assert [names(outcome)[1:] for outcome in outcomes] == [["Hallow"], ["Tarn"], ["Wick"], ["Brae"], ["Ness"]]


@pytest.mark.parametrize(
    ("trouble", "why"),
    [("!wrong", "ValueError: that cannot be read"), ("!lost", "SIGKILL"), ("!stuck", "took longer than")],
)
def test_a_document_that_fails_says_why_and_the_others_are_read(trouble: str, why: str) -> None:
    with Extractors(capitalised, workers=1, seconds=4.0, start_seconds=30.0) as extractors:
        jobs = [job("First Hallow."), job(f"Then {trouble}."), job("Last Tarn.")]
        before, failed, after = extractors.extract(jobs)
    assert names(before) == ["First Hallow"]
    assert isinstance(failed, Failed)
    assert why in failed.why
    assert names(after) == ["Last Tarn"]
