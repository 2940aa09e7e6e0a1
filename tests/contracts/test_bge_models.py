"""bge-m3 and its reranker through FlagEmbedding itself, on models that are made here: tiny and random, but of their kind."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.errors import BadSetting, ConfigError
from paperatlas.core.ports import Embedder
from paperatlas.models.bge_models import BgeEmbedder, BgeModel, BgeReranker, bge_m3, bge_python, bge_reranker_v2_m3

pytestmark = pytest.mark.slow

TEXTS = (
    "we trained the network for 36 hours",
    "",
    "ptarmigans moult in spring",
    "训练 👩🏽‍🔬 \ud800 \0",
    "the corpus was read line by line " * 400,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two models."""
    if not bge_python().exists():
        pytest.skip(f"there is no {bge_python()}; `make setup-bge` makes it")
    made = tmp_path_factory.mktemp("models")
    program = Path(__file__).parent.parent / "fakes" / "tiny_bge.py"
    subprocess.run([bge_python(), "-I", program, made], check=True, env={**os.environ, "HF_HUB_OFFLINE": "1"})
    return made


@pytest.fixture(scope="module")
def m3(folder: Path) -> Iterator[BgeModel]:
    model = bge_m3(folder / "bge-m3", python=bge_python(), threads=2)
    yield model
    model.worker.close()


@pytest.fixture(scope="module")
def cross_encoder(folder: Path) -> Iterator[BgeModel]:
    model = bge_reranker_v2_m3(folder / "bge-reranker-v2-m3", python=bge_python(), threads=2)
    yield model
    model.worker.close()


@pytest.fixture(params=["sparse", "colbert", "pairs"])
def reranker(request: pytest.FixtureRequest) -> BgeReranker:
    model = request.getfixturevalue("cross_encoder" if request.param == "pairs" else "m3")
    return BgeReranker(model, request.param)


def test_dense_vectors_are_unit_rows_in_the_order_of_the_texts(m3: BgeModel):
    embedder = BgeEmbedder(m3)
    together = embedder.embed(TEXTS, kind="passage")
    alone = np.concatenate([embedder.embed([text], kind="passage") for text in TEXTS])

    assert isinstance(embedder, Embedder)
    assert together.shape == (len(TEXTS), 32)
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
    # Batches are padded, and sums of floats depend on their order in the last digits.
    assert together == pytest.approx(alone, abs=1e-5)
    assert embedder.embed([], kind="query").shape == (0, 32)


def test_scores_stand_where_their_passages_stand(reranker: BgeReranker):
    query = "how long did the training take"
    scores = reranker.score(query, TEXTS)
    backwards = reranker.score(query, TEXTS[::-1])
    alone = np.concatenate([reranker.score(query, [text]) for text in TEXTS])

    assert scores.shape == (len(TEXTS),)
    assert np.isfinite(scores).all()
    assert len(np.unique(scores)) > 2
    assert scores == pytest.approx(backwards[::-1], abs=1e-5)
    assert scores == pytest.approx(alone, abs=1e-5)
    assert reranker.score(query, []).shape == (0,)


def test_words_in_common_and_tokens_in_common_count(m3: BgeModel):
    query = "ptarmigans moult in spring"
    shared, none = query, "0123456789"

    sparse = BgeReranker(m3, "sparse").score(query, [shared, none])
    assert sparse[0] > sparse[1]
    colbert = BgeReranker(m3, "colbert").score(query, [shared, none])
    assert colbert[0] > colbert[1]
    assert colbert[0] == pytest.approx(1, abs=1e-3), "each token of the query meets itself"


def test_ids_follow_the_weights_and_the_way_to_compare(folder: Path, m3: BgeModel, tmp_path: Path):
    other = tmp_path / "other"
    shutil.copytree(folder / "bge-m3", other)
    weights = other / "sparse_linear.pt"
    weights.write_bytes(weights.read_bytes() + b"\0")

    ids = {BgeReranker(m3, "sparse").id, BgeReranker(m3, "colbert").id, BgeEmbedder(m3).id}
    assert len(ids) == 3
    assert bge_m3(other, python=bge_python(), threads=1).id != m3.id
    assert bge_m3(folder / "bge-m3", python=bge_python(), threads=1).id == m3.id


@pytest.mark.parametrize("missing", ["config.json", "colbert_linear.pt", "sparse_linear.pt"])
def test_a_folder_that_lacks_a_file_is_refused_by_its_name(folder: Path, tmp_path: Path, missing: str):
    shutil.copytree(folder / "bge-m3", tmp_path / "m3")
    (tmp_path / "m3" / missing).unlink()

    with pytest.raises(BadSetting, match=missing) as raised:
        bge_m3(tmp_path / "m3", python=bge_python(), threads=1)
    assert "PAPERATLAS_BGE_M3_PATH" in raised.value.hint


def test_weights_that_cannot_be_loaded_are_an_error_with_the_reason(folder: Path, tmp_path: Path):
    shutil.copytree(folder / "bge-m3", tmp_path / "m3")
    (tmp_path / "m3" / "model.safetensors").write_bytes(b"torn")
    model = bge_m3(tmp_path / "m3", python=bge_python(), threads=1)

    try:
        with pytest.raises(ConfigError, match="cannot load"):
            BgeEmbedder(model).embed(["text"], kind="passage")
    finally:
        model.worker.close()
