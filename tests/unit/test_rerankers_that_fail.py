"""What services and language models may answer to a request to rerank, and what becomes of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from paperatlas.core.errors import BadOutput, RateLimited
from paperatlas.models.api_reranker import ApiReranker
from paperatlas.models.blocking_llm import BlockingLLM
from paperatlas.models.json_endpoint import JsonEndpoint
from paperatlas.models.llm_reranker import BATCH, LLMReranker
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.service import Reply, service

PASSAGES = ["first", "second", "third"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"results": []},
        {"results": [{"index": 0, "relevance_score": 1.0}]},
        {"results": [{"index": at, "relevance_score": 1.0} for at in (0, 1, 3)]},
        {"results": [{"index": at, "relevance_score": float("nan")} for at in range(3)]},
        {"results": [{"index": at} for at in range(3)]},
        {"results": "none"},
    ],
)
def test_a_reply_without_one_score_for_each_passage_is_refused(body: dict[str, Any]):
    with service(lambda _: Reply(body=body)) as served:
        reranker = ApiReranker("m", JsonEndpoint(url=served.url, prefix="PAPERATLAS_RERANK"))
        with pytest.raises(BadOutput) as raised:
            reranker.score("question", PASSAGES)
    assert "PAPERATLAS_RERANK_MODEL" in raised.value.hint


def test_the_service_is_asked_for_all_passages_and_for_no_texts():
    scored = {"results": [{"index": at, "relevance_score": float(at)} for at in (2, 0, 1)]}
    with service(lambda _: Reply(body=scored)) as served:
        reranker = ApiReranker("m", JsonEndpoint(url=served.url, key="k", prefix="PAPERATLAS_RERANK"))
        assert reranker.score("question", ["first", " ", "third"]).tolist() == [0.0, 1.0, 2.0]
        (asked,) = served.asked
    assert asked.key == "k"
    assert (asked.body["top_n"], asked.body["return_documents"]) == (3, False)
    assert all(asked.body["documents"])


class Said:
    """A reranker whose model says the given replies, and what it was asked."""

    def __init__(self, *replies: Any) -> None:
        self.model = ScriptedLLM(replies)
        self.llm = BlockingLLM(self.model)
        self.reranker = LLMReranker(self.llm)


@pytest.fixture
def said() -> Iterator[Any]:
    made: list[Said] = []

    def make(*replies: Any) -> Said:
        made.append(Said(*replies))
        return made[-1]

    yield make
    for each in made:
        each.llm.close()


def test_marks_are_read_by_number_and_what_was_not_shown_does_not_count(said: Any):
    reply = '{"marks": [{"passage": 3, "score": 9}, {"passage": 1, "score": 2.5}, {"passage": 7, "score": 10}]}'
    assert said(reply).reranker.score("question", PASSAGES).tolist() == [2.5, 0.0, 9.0]


def test_a_passage_is_shown_once_and_a_batch_holds_few(said: Any):
    many = [f"passage of number {number}" for number in range(BATCH + 1)]
    replies = ['{"marks": [{"passage": 1, "score": 1}]}', '{"marks": [{"passage": 1, "score": 8}]}']
    made = said(*replies)
    scores = made.reranker.score("question", many)
    assert (scores[0], scores[BATCH]) == (1.0, 8.0)
    shown = [messages[-1].content for messages in made.model.asked]
    assert [sum(text in prompt for text in many) for prompt in shown] == [BATCH, 1]


@pytest.mark.parametrize(
    "reply",
    [
        '{"marks": []}',
        '{"marks": [{"passage": 0, "score": 1}]}',
        "I like the second.",
        '{"marks": [{"passage": 1, "score": 11}]}',
    ],
)
def test_marks_that_mark_nothing_are_refused(said: Any, reply: str):
    with pytest.raises(BadOutput):
        said(reply).reranker.score("question", PASSAGES)


def test_an_error_of_the_model_is_the_rerankers(said: Any):
    with pytest.raises(RateLimited):
        said(RateLimited("Too many.")).reranker.score("question", PASSAGES)


def test_it_can_be_asked_from_within_an_event_loop(said: Any):
    import asyncio

    made = said('{"marks": [{"passage": 2, "score": 5}]}')

    async def ask() -> list[float]:
        return made.reranker.score("question", PASSAGES).tolist()

    assert asyncio.run(ask()) == [0.0, 5.0, 0.0]
