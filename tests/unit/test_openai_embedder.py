"""Embeddings from an OpenAI-compatible endpoint, as good and bad endpoints give them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut
from paperatlas.core.ports import Embedder
from paperatlas.models.json_endpoint import JsonEndpoint
from paperatlas.models.openai_embedder import EmbeddingModel, OpenAIEmbedder
from tests.fakes.embedding_service import EmbeddingService
from tests.fakes.service import Asked, Reply, Service, service

WAITED: list[float] = []


@contextmanager
def served(
    answer: Any, *, batch: int = 64, seconds: float = 30, key: str = "", **model: Any
) -> Iterator[tuple[OpenAIEmbedder, Service]]:
    WAITED.clear()
    with service(answer) as found:
        endpoint = JsonEndpoint(url=found.url, key=key, seconds=seconds, prefix="PAPERATLAS_EMBED", sleep=WAITED.append)
        yield OpenAIEmbedder(EmbeddingModel(name="m", **model), endpoint, batch=batch), found


class Script:
    """Other replies first, then those of `after`."""

    def __init__(self, *replies: Reply, after: Any = None) -> None:
        self._replies = list(replies)
        self._after = after or EmbeddingService()

    def __call__(self, asked: Asked) -> Reply:
        return self._replies.pop(0) if self._replies else self._after(asked)


def test_the_dimension_is_asked_of_the_endpoint_once_and_only_when_it_is_needed():
    with served(EmbeddingService(dimension=24)) as (embedder, found):
        assert embedder.id
        assert not found.asked
        assert (embedder.dimension, embedder.dimension) == (24, 24)
        assert len(found.asked) == 1
        assert isinstance(embedder, Embedder)


def test_a_shorter_dimension_is_asked_for_and_shows_in_the_id():
    with served(EmbeddingService(), dimensions=8) as (embedder, found):
        assert embedder.embed(["a"], kind="passage").shape == (1, 8)
        assert found.asked[0].body["dimensions"] == 8
        assert embedder.id != OpenAIEmbedder(EmbeddingModel(name="m"), embedder._endpoint).id


@pytest.mark.parametrize(
    "manners", [EmbeddingService(), EmbeddingService(takes_base64=False), EmbeddingService(refuses_base64=True)]
)
def test_base64_and_numbers_give_the_same_vectors(manners: EmbeddingService):
    texts = ["the lamp is green", "the tide is high"]
    with served(EmbeddingService()) as (embedder, _):
        expected = embedder.embed(texts, kind="passage")
    with served(manners) as (embedder, _):
        assert embedder.embed(texts, kind="passage") == pytest.approx(expected, abs=1e-6)


def test_an_endpoint_that_refuses_base64_is_asked_for_it_once():
    with served(EmbeddingService(refuses_base64=True)) as (embedder, found):
        embedder.embed(["a"], kind="passage")
        embedder.embed(["b"], kind="passage")
        formats = [asked.body["encoding_format"] for asked in found.asked]
        assert formats.count("base64") == 1


def test_rows_come_in_the_order_of_the_texts_however_they_arrive():
    texts = [f"text number {number}" for number in range(10)]
    with served(EmbeddingService(backwards=True), batch=3) as (embedder, found):
        together = embedder.embed(texts, kind="passage")
        assert max(len(asked.body["input"]) for asked in found.asked) == 3
        alone = np.concatenate([embedder.embed([text], kind="passage") for text in texts])
    assert together == pytest.approx(alone, abs=1e-6)


def test_prefixes_are_put_before_queries_and_passages_and_change_the_id():
    with served(EmbeddingService(), query_prefix="query: ", passage_prefix="passage: ", dimensions=8) as (embedder, found):
        embedder.embed(["lamp"], kind="query")
        embedder.embed(["lamp"], kind="passage")
        assert [asked.body["input"] for asked in found.asked] == [["query: lamp"], ["passage: lamp"]]
        assert embedder.id != EmbeddingModel(name="m", dimensions=8).id


def test_a_text_too_long_for_the_model_is_cut_and_its_batch_mates_are_not():
    long = "word " * 1000
    with served(EmbeddingService(window=2000)) as (embedder, _):
        rows = embedder.embed(["short", long, "other"], kind="passage")
        cut = embedder.embed([long[:1250]], kind="passage")[0]
        assert rows[1] == pytest.approx(cut, abs=1e-6)
        assert rows[[0, 2]] == pytest.approx(embedder.embed(["short", "other"], kind="passage"), abs=1e-6)


def test_what_is_refused_however_short_is_an_error_with_the_services_reason():
    with served(EmbeddingService(window=3)) as (embedder, _), pytest.raises(ProviderError, match="longer than the model"):
        embedder.embed(["a text", "another"], kind="passage")


def test_the_key_is_sent_and_never_shown():
    with served(EmbeddingService(), key="sk-secret") as (embedder, found):
        embedder.embed(["a"], kind="passage")
        assert found.asked[0].key == "sk-secret"
        assert "sk-secret" not in repr(embedder._endpoint)


def test_a_rate_limit_is_waited_for_as_long_as_the_service_says():
    limited = Reply(status=429, headers={"Retry-After": "7"}, body={})
    with served(Script(limited, limited)) as (embedder, _):
        embedder.embed(["a"], kind="passage")
        assert WAITED == [7.0, 7.0]


@pytest.mark.parametrize("status", [408, 500, 502, 503])
def test_a_failing_service_is_tried_again(status: int):
    with served(Script(Reply(status=status, body={}))) as (embedder, _):
        assert embedder.embed(["a"], kind="passage").shape == (1, 32)
        assert len(WAITED) == 1


def test_a_wait_beyond_the_time_allowed_is_not_begun():
    limited = Reply(status=429, headers={"Retry-After": "90"}, body={"error": "slow down"})
    with served(Script(limited)) as (embedder, _), pytest.raises(RateLimited, match="slow down") as raised:
        embedder.embed(["a"], kind="passage")
    assert not WAITED
    assert raised.value.hint == "Try again in 90 s."
    assert raised.value.exit_code == 3


def test_a_date_in_retry_after_is_understood():
    past = Reply(status=503, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, body={})
    with served(Script(past)) as (embedder, _):
        embedder.embed(["a"], kind="passage")
        assert WAITED == [0.0]


@pytest.mark.parametrize(
    ("status", "kind", "said"),
    [
        (401, ProviderError, "PAPERATLAS_EMBED_API_KEY"),
        (403, ProviderError, "PAPERATLAS_EMBED_API_KEY"),
        (404, ProviderError, "PAPERATLAS_EMBED_MODEL"),
        (429, RateLimited, "quota"),
        (500, ProviderError, "log"),
    ],
)
def test_what_stays_wrong_says_what_to_do(status: int, kind: type[ProviderError], said: str):
    with served(lambda _: Reply(status=status, body={"error": "no"})) as (embedder, _), pytest.raises(kind) as raised:
        embedder.embed(["a"], kind="passage")
    assert said in raised.value.hint
    assert "no" in raised.value.message


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        [],
        {},
        {"data": []},
        {"data": [{"index": 0, "embedding": []}]},
        {"data": [{"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": "!!"}]},
        {"data": [{"index": 0, "embedding": [0.0, 0.0]}]},
        {"data": [{"index": 0, "embedding": [float("nan")]}]},
        {"data": [{"index": 0, "embedding": [[1.0]]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}]},
    ],
)
def test_a_reply_that_is_no_embedding_is_refused(body: Any):
    with served(lambda _: Reply(body=body), dimensions=1) as (embedder, _), pytest.raises(BadOutput):
        embedder.embed(["a"], kind="passage")


def test_vectors_of_another_dimension_than_before_are_refused():
    manners = EmbeddingService(dimension=16)
    with served(manners) as (embedder, _):
        assert embedder.dimension == 16
        manners.dimension = 8
        with pytest.raises(BadOutput, match="8 dimensions, not 16"):
            embedder.embed(["a"], kind="passage")


def test_a_service_that_is_not_there_is_named():
    endpoint = JsonEndpoint(url="http://127.0.0.1:9/v1", prefix="PAPERATLAS_EMBED", tries=2, sleep=WAITED.append)
    with pytest.raises(ProviderError, match=r"127\.0\.0\.1:9") as raised:
        OpenAIEmbedder(EmbeddingModel(name="m"), endpoint).embed(["a"], kind="query")
    assert "PAPERATLAS_EMBED_BASE_URL" in raised.value.hint


def test_a_service_that_does_not_answer_in_time_is_given_up():
    import threading

    released = threading.Event()

    def stall(_: Asked) -> Reply:
        released.wait(30)
        return Reply(body={})

    with served(stall, seconds=0.2) as (embedder, _):
        try:
            with pytest.raises(TimedOut, match=r"0\.2 s"):
                embedder.embed(["a"], kind="passage")
        finally:
            released.set()
