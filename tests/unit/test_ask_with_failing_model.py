"""A question is answered from the papers' own sentences when the language model's endpoint fails, and the answer says so."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from paperatlas.core.answers import Answer, Usage
from paperatlas.core.errors import ProviderError
from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ports import LLM, Catalog, Completion, Message, Tool
from paperatlas.library import Engines
from paperatlas.models.openai_compat import OpenAICompatible
from paperatlas.retrieval.rewrite import ModelRewriter
from paperatlas.retrieval.search import Search
from tests.fakes.asking_llm import GOOD
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.libraries import disk_engines, graph_parts, open_test_library
from tests.fakes.mcp_servers import LAMP, write_notes
from tests.fakes.notes import HashEmbedder

T = TypeVar("T", bound=BaseModel)

QUESTION = "At how many lumens does the Amber Lamp shine over Hallow?"
QUOTE = "The Amber Lamp shines at 40 lumens over Hallow."
UNFORMED = Said(text="I am not able to write JSON.", counts=None)
MANY = 20
"""Replies, more than any question asks for."""


def answered(folder: Path, llm: LLM) -> Answer:
    with open_test_library(folder / "library", graph=graph_parts(folder / "library"), llm=llm) as library:
        library.ingest(write_notes(folder / "papers", lamp=LAMP))
        return library.ask(QUESTION)


@contextmanager
def failing(said: Said | None, **options: Any) -> Iterator[OpenAICompatible]:
    """A model whose endpoint always does the same; without anything to say it is gone."""
    with endpoint(*[said] * MANY if said else []) as served:
        if said:
            yield OpenAICompatible(model="small", base_url=served.url, **{"seconds": 10, "retries": 0, **options})
    if said is None:
        yield OpenAICompatible(model="small", base_url=served.url, seconds=10, retries=0)


@pytest.mark.parametrize(
    "said",
    [
        None,
        Said(status=401),
        Said(status=404),
        Said(status=500),
        Said(status=429, headers={"retry-after": "600"}),
        Said(raw="<html>Welcome</html>", kind="text/html"),
        Said(text=GOOD, breaks=True),
        Said(text="", finish="length", counts=None),
        Said(text=None, counts=None),
        Said(raw='{"choices": []}'),
        UNFORMED,
        Said(text="", finish="content_filter", counts=None),
    ],
    ids=["gone", "401", "404", "500", "429", "page", "broken", "length", "null", "empty", "out of form", "filtered"],
)
def test_the_papers_answer_where_the_model_does_not(tmp_path: Path, said: Said | None) -> None:
    with failing(said) as llm:
        answer = answered(tmp_path, llm)
    assert "40 lumens" in answer.text
    assert [citation.quote for citation in answer.citations] == [QUOTE]
    assert answer.reason == "upstream"


def test_an_endpoint_that_stalls_holds_an_answer_up_for_its_time_only(tmp_path: Path) -> None:
    with failing(Said(stalls=True), seconds=0.5) as llm:
        answer = answered(tmp_path, llm)
    assert "40 lumens" in answer.text
    assert answer.reason == "upstream"


def test_every_request_is_counted_with_the_answer_also_where_none_was_of_use(tmp_path: Path) -> None:
    with endpoint(*[UNFORMED] * MANY) as served:
        usage = answered(tmp_path, OpenAICompatible(model="small", base_url=served.url, seconds=10)).usage
        assert usage.llm_calls == len(served.requests) >= 3
    assert usage.input_tokens > 1_000


class Rewording:
    """Implements `LLM`: it can say a query in other words, and nothing else."""

    model = "rewording"
    sees = False

    async def complete(self, _messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        if tools or "queries" not in output.model_fields:
            raise ProviderError("It can do nothing else.")
        value = output.model_validate({"queries": ["brightness of the lamp"]})
        return Completion(output=value, usage=Usage(llm_calls=1, input_tokens=7), model=self.model)

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        raise ProviderError(f"It can do nothing else, and was told {len(messages)} things.")


def test_other_wordings_are_counted_with_the_answer(tmp_path: Path) -> None:
    folder, embedder, llm = tmp_path / "library", HashEmbedder(), Rewording()

    def engines(catalog: Catalog, knowledge: Knowledge | None) -> Engines:
        opened = disk_engines(catalog, knowledge, folder=folder, embedder=embedder)
        return replace(opened, searcher=Search(catalog, opened.lexical, opened.vector, embedder, rewriter=ModelRewriter(llm)))

    with open_test_library(folder, embedder=embedder, llm=llm, open_engines=engines) as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        usage = library.ask(QUESTION).usage
    assert usage == Usage(llm_calls=1, input_tokens=7)
