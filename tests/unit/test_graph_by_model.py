"""A language model reads for the graph too: what the passage does not bear out is dropped, and nothing is lost on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ConfigError, OverBudget, PaperAtlasError, ProviderError
from paperatlas.core.knowledge import Standing
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.graph.extract.by_model.reply import Named, Related, Reply
from paperatlas.library import Library
from tests.fakes.libraries import graph_parts, open_test_library

T = TypeVar("T", bound=BaseModel)
LAMP = "The Amber Lamp shines over Hallow. It does not use whale oil. Perhaps the keeper of Hallow paints it."
TIDE = "tides reach Hallow."
NOTHING = Reply(entities=[], relations=[])


class PassageLLM:
    """Answers by the passage it is shown, and has nothing to add when it is asked again."""

    model = "reader-1"
    sees = False

    def __init__(self, replies: dict[str, Reply | PaperAtlasError]) -> None:
        self.replies = replies
        self.asked: list[str] = []

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        text = messages[1].content
        self.asked.append(text)
        reply = next((reply for words, reply in self.replies.items() if words in text), NOTHING)
        if isinstance(reply, PaperAtlasError):
            raise reply
        said = NOTHING if len(messages) > 2 else reply
        return Completion(
            output=output.model_validate(said.model_dump()), usage=Usage(llm_calls=1, input_tokens=9), model=self.model
        )


def found(*relations: Related, names: Sequence[str] = ("Amber Lamp", "Hallow", "whale oil")) -> Reply:
    return Reply(entities=[Named(name=name, kind="material") for name in names], relations=list(relations))


def related(head: str, relation: str, tail: str, quote: str, standing: str = "asserted") -> Related:
    return Related(head=head, relation=relation, tail=tail, quote=quote, standing=standing)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lamp.note").write_text(LAMP, encoding="utf-8")
    (folder / "tide.note").write_text(TIDE, encoding="utf-8")
    return folder


@pytest.fixture
def llm() -> PassageLLM:
    return PassageLLM({})


@pytest.fixture
def library(tmp_path: Path, papers: Path, llm: PassageLLM) -> Iterator[Library]:
    folder = tmp_path / "library"
    with open_test_library(folder, graph=graph_parts(folder), llm=llm) as library:
        library.ingest(papers)
        yield library


def test_what_the_passage_bears_out_is_added_with_its_page_and_quote(library: Library, llm: PassageLLM) -> None:
    llm.replies = {"Amber": found(related("Amber Lamp", "Uses", "whale oil", "It does not use whale oil.", "negated"))}
    report = library.graph.read_by_model()
    assert report.relations == 0  # the lamp is not named in that sentence
    llm.replies = {"Amber": found(related("Amber Lamp", "shines over", "Hallow", "The Amber Lamp shines over Hallow."))}
    llm.model = "reader-2"
    report = library.graph.read_by_model()
    assert (report.relations, report.left, report.stopped) == (1, 0, None)
    [stated] = [each for each in library.graph.entity("Hallow").relations if each.extractor == "llm:reader-2"]
    assert (stated.predicate, stated.evidence.quote) == ("shines_over", "The Amber Lamp shines over Hallow.")
    assert "whale oil" in {row[0] for row in library.graph.query("MATCH (e:Entity) RETURN e.name AS n").rows}
    assert library.doctor().sound


def test_a_standing_is_kept(library: Library, llm: PassageLLM) -> None:
    says = related("keeper", "paints", "Hallow", "Perhaps the keeper of Hallow paints it.", "hypothetical")
    llm.replies = {"Amber": found(says, names=("keeper", "Hallow"))}
    library.graph.read_by_model()
    [stated] = library.graph.entity("keeper").relations
    assert stated.standing is Standing.HYPOTHETICAL


@pytest.mark.parametrize(
    "relation",
    [
        related("Amber Lamp", "outshines", "Hallow", "The Amber Lamp outshines Hallow."),
        related("Blue Lamp", "shines over", "Hallow", "The Amber Lamp shines over Hallow."),
        related("Hallow", "is", "Hallow", "The Amber Lamp shines over Hallow."),
        related("Amber Lamp", "  ", "Hallow", "The Amber Lamp shines over Hallow."),
    ],
    ids=["no such quote", "no such name", "itself", "no relation"],
)
def test_what_the_passage_does_not_bear_out_is_dropped_and_counted(library: Library, llm: PassageLLM, relation: Related) -> None:
    llm.replies = {"Amber": found(relation, names=("Amber Lamp", "Hallow", "Blue Lamp"))}
    report = library.graph.read_by_model()
    assert report.relations == 0
    assert report.dropped == 2  # the relation, and the Blue Lamp
    assert library.doctor().sound


def test_the_model_is_asked_once_more_for_what_it_missed(library: Library, llm: PassageLLM) -> None:
    llm.replies = {"Amber": found()}
    library.graph.read_by_model()
    assert sum("Amber" in text for text in llm.asked) == 2


def test_what_was_read_is_not_read_again(library: Library, llm: PassageLLM) -> None:
    llm.replies = {"Amber": found()}
    assert len(library.graph.read_by_model().documents) == 2
    calls = len(llm.asked)
    report = library.graph.read_by_model()
    assert (report.documents, report.left, len(llm.asked)) == ((), 0, calls)


def test_a_model_that_finds_nothing_where_the_rules_did_is_named(library: Library) -> None:
    report = library.graph.read_by_model()
    assert set(report.silent) == {"lamp.note, p. 1", "tide.note, p. 1"}


def test_a_passage_out_of_form_costs_that_passage_alone(library: Library, llm: PassageLLM) -> None:
    llm.replies = {"Amber": BadOutput("No JSON."), "tides": found(names=("Hallow",))}
    report = library.graph.read_by_model()
    assert report.failed == ("lamp.note, p. 1: No JSON.",)
    assert report.left == 0


@pytest.mark.parametrize("error", [ProviderError("Down.", hint="Start it."), OverBudget("Spent.", hint="Raise it.")])
def test_an_endpoint_or_a_budget_that_ends_leaves_the_rest_for_the_next_run(
    library: Library, llm: PassageLLM, error: PaperAtlasError
) -> None:
    llm.replies = {"Amber": error, "tides": found(names=("Hallow",))}
    report = library.graph.read_by_model()
    assert report.stopped is not None
    assert report.stopped.message == error.message
    assert report.left >= 1
    llm.replies["Amber"] = found()
    assert library.graph.read_by_model().left == 0
    assert library.doctor().sound


def test_what_it_would_take_is_told_before_anything_is_asked(library: Library, llm: PassageLLM) -> None:
    estimate = library.graph.model_estimate()
    assert (estimate.documents, estimate.passages) == (2, 2)
    assert estimate.input_tokens > estimate.output_tokens > 0
    assert llm.asked == []


def test_without_a_model_it_says_how_to_set_one(tmp_path: Path, papers: Path) -> None:
    folder = tmp_path / "other"
    with open_test_library(folder, graph=graph_parts(folder)) as library:
        library.ingest(papers)
        with pytest.raises(ConfigError, match="No language model"):
            library.graph.read_by_model()


def test_what_the_rules_found_stays_when_the_model_has_read(library: Library, llm: PassageLLM) -> None:
    before = library.graph.stats()
    llm.replies = {"Amber": found()}
    library.graph.read_by_model()
    after = library.graph.stats()
    assert after.relations == before.relations
    assert after.entities > before.entities
    assert replace(after, entities=0, kinds={}, documents={}) == replace(before, entities=0, kinds={}, documents={})
