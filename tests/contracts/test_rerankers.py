"""What every `Reranker` owes, whatever runs it."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
import pytest
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.ports import Completion, Message, Reranker, Tool
from paperatlas.models.api_reranker import ApiReranker
from paperatlas.models.bge_models import BgeReranker
from paperatlas.models.blocking_llm import BlockingLLM
from paperatlas.models.json_endpoint import JsonEndpoint
from paperatlas.models.llm_reranker import LLMReranker
from paperatlas.models.onnx_reranker import MiniLMReranker
from tests.fakes.bge import fake_model
from tests.fakes.service import Asked, Reply, service

T = TypeVar("T", bound=BaseModel)

QUERY = "how long did the training take"
ANSWER = "The training did take 36 hours, so long as two cards were free."
PASSAGES = (
    "Ptarmigans moult in spring.",
    ANSWER,
    "",
    "训练网络用了三十六个小时。 👩🏽‍🔬 \ud800 \0",
    "The corpus was read line by line and every line was kept. " * 120,
)


def _overlap(query: str, passage: str) -> float:
    asked, said = (set(re.findall(r"\w+", text.lower())) for text in (query, passage))
    return len(asked & said) / max(1, len(asked))


def _rerank_service(asked: Asked) -> Reply:
    """Best first, as such services answer."""
    assert asked.path == "/v1/rerank"
    scored = [
        {"index": index, "relevance_score": _overlap(asked.body["query"], text)}
        for index, text in enumerate(asked.body["documents"])
    ]
    return Reply(body={"results": sorted(scored, key=lambda item: -item["relevance_score"])[: asked.body["top_n"]]})


class MarkingLLM:
    """Implements `LLM`: marks each passage it is shown by the words it shares with the question, in any order."""

    model = "marking"
    sees = False

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        question, _, shown = messages[-1].content.partition("\n\n")
        found = re.findall(r'<passage-\w+ number="(\d+)">\n(.*?)\n</passage-\w+>', shown, re.DOTALL)
        marks = [{"passage": int(number), "score": 10 * _overlap(question, text)} for number, text in reversed(found)]
        return Completion(output=output.model_validate({"marks": marks}), usage=Usage(), model=self.model)

    async def stream(self, messages: Sequence[Message]):
        for message in messages:
            yield message.content


@contextmanager
def _minilm() -> Iterator[Reranker]:
    yield MiniLMReranker(threads=2)


@contextmanager
def _api() -> Iterator[Reranker]:
    with service(_rerank_service) as served:
        yield ApiReranker("m", JsonEndpoint(url=served.url, prefix="PAPERATLAS_RERANK"))


@contextmanager
def _llm() -> Iterator[Reranker]:
    llm = BlockingLLM(MarkingLLM())
    try:
        yield LLMReranker(llm)
    finally:
        llm.close()


@contextmanager
def _worker() -> Iterator[Reranker]:
    with fake_model() as model:
        yield BgeReranker(model, "sparse")


RERANKERS = {"minilm": _minilm, "api": _api, "llm": _llm, "worker": _worker}


@pytest.fixture(scope="module", params=RERANKERS)
def reranker(request: pytest.FixtureRequest) -> Iterator[Reranker]:
    with RERANKERS[request.param]() as made:
        yield made


def test_every_passage_gets_a_finite_score_in_its_place(reranker: Reranker):
    scores = reranker.score(QUERY, PASSAGES)
    backwards = reranker.score(QUERY, PASSAGES[::-1])

    assert scores.dtype == np.float32
    assert scores.shape == (len(PASSAGES),)
    assert np.isfinite(scores).all()
    assert np.array_equal(scores, backwards[::-1])


def test_no_passages_give_no_scores(reranker: Reranker):
    assert reranker.score(QUERY, []).shape == (0,)


def test_the_passage_that_answers_is_scored_highest(reranker: Reranker):
    assert int(reranker.score(QUERY, PASSAGES).argmax()) == 1


def test_it_scores_the_same_every_time_and_each_passage_by_itself(reranker: Reranker):
    together = reranker.score(QUERY, PASSAGES)

    assert np.array_equal(together, reranker.score(QUERY, PASSAGES))
    assert reranker.score(QUERY, [ANSWER])[0] == together[1]


def test_many_passages_keep_their_places(reranker: Reranker):
    passages = [f"Passage {number} is about something else." for number in range(70)]
    passages[66] = ANSWER

    assert int(reranker.score(QUERY, passages).argmax()) == 66


@pytest.mark.parametrize("query", ["", "?", "why " * 600, "为什么 \ud800 \0"])
def test_any_query_is_scored(reranker: Reranker, query: str):
    assert np.isfinite(reranker.score(query, PASSAGES[:2])).all()


def test_it_is_named(reranker: Reranker):
    assert reranker.id
