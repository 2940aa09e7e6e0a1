"""Papers that give different values for the same thing are shown to disagree; those that speak of other things are not."""

from dataclasses import replace

import anyio
import pytest

from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.agents.write.form import Quoted, Reply, Said
from paperatlas.core.answers import Answer
from paperatlas.core.events import Answered
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.models.bundled_embedder import bundled_embedder
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf
from tests.fakes.writers import Writer

EMBEDDER = bundled_embedder(threads=1)
QUESTION = "How many recordings does MossBank contain?"
FIRST = "MossBank contains 12,480 recordings of moss at night."


def paper(title: str, name: str, text: str) -> ParsedDocument:
    return replace(document(page(1, [(BlockKind.PARAGRAPH, "1 Data", text)]), title=title), name=name)


def ask(other: str, *, question: str = QUESTION, llm: Writer | None = None) -> Answer:
    papers = (paper("Aalto on Moss", "aalto.pdf", FIRST), paper("Brandt on Moss", "brandt.pdf", other))
    deps = replace(Shelf(*papers, embedder=EMBEDDER).deps(), llm=llm)

    async def run() -> Answer:
        async for event in research(Question(text=question), deps):
            if isinstance(event, Answered):
                return event.answer
        raise AssertionError("the last event is the answer")

    return anyio.run(run)


OTHER = "MossBank contains 11,900 recordings of moss in all."


def test_two_papers_with_different_values_are_shown_to_disagree_each_with_its_quote() -> None:
    answer = ask(OTHER)
    assert answer.reason == "conflict"
    assert answer.text.startswith("They disagree: ")
    assert {each.doc for each in answer.citations} == {"aalto.pdf", "brandt.pdf"}
    assert {each.quote for each in answer.citations} == {FIRST, OTHER}
    assert all(value in answer.text for value in ("12,480", "11,900", "“Aalto on Moss”", "“Brandt on Moss”"))


def test_a_model_that_has_seen_one_side_only_does_not_hide_the_other() -> None:
    said = Said(text="MossBank contains 12,480 recordings.", quotes=[Quoted(passage=1, quote=FIRST)])
    answer = ask(OTHER, llm=Writer([Reply(answerable=True, statements=[said])] * 3))
    assert answer.reason == "conflict"
    assert {each.quote for each in answer.citations} == {FIRST, OTHER}


@pytest.mark.parametrize(
    "other",
    [
        "MossBank contains 12480 recordings, as was said before.",
        "MossBank contains some 26 sites, and recordings of each.",
        "FernBank contains 11,900 recordings of moss in all.",
        "We used 11,900 recordings of MossBank and 4 of our own.",
    ],
)
def test_the_same_value_and_values_of_other_things_are_no_disagreement(other: str) -> None:
    answer = ask(other)
    assert answer.reason != "conflict"
    assert "12,480" in answer.text
