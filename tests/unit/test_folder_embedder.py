"""A model of the user's own in place of the bundled one."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.errors import ConfigError
from paperatlas.models.bundled_embedder import QUERY_PREFIX, bundled_embedder
from paperatlas.models.folder_embedder import folder_embedder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The bundled model as a user's folder would hold it."""
    for name in ("model.onnx", "tokenizer.json", "config.json"):
        shutil.copy(bundled_embedder(threads=1).folder.path / name, tmp_path)
    return tmp_path


def prompt(folder: Path, query: str) -> None:
    (folder / "config_sentence_transformers.json").write_text(json.dumps({"prompts": {"query": query}}), encoding="utf-8")


def pool_by_mean(folder: Path) -> None:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}', encoding="utf-8")


def test_the_same_weights_used_the_same_way_give_the_same_vectors(folder: Path) -> None:
    prompt(folder, QUERY_PREFIX)
    own, bundled = folder_embedder(folder, threads=1), bundled_embedder(threads=1)
    assert own.dimension == bundled.dimension
    for kind in ("query", "passage"):
        assert np.array_equal(own.embed(["a text"], kind=kind), bundled.embed(["a text"], kind=kind))


def test_without_prompts_a_query_is_embedded_as_it_stands(folder: Path) -> None:
    own = folder_embedder(folder, threads=1)
    assert np.array_equal(own.embed(["a text"], kind="query"), own.embed(["a text"], kind="passage"))


def test_pooling_follows_the_folder_and_shows_in_the_id(folder: Path) -> None:
    first = folder_embedder(folder, threads=1)
    pool_by_mean(folder)
    mean = folder_embedder(folder, threads=1)
    assert first.id != mean.id
    assert not np.array_equal(first.embed(["a text"], kind="passage"), mean.embed(["a text"], kind="passage"))


@pytest.mark.parametrize("missing", ["model.onnx", "config.json"])
def test_a_folder_that_lacks_a_file_is_refused_by_the_files_name(folder: Path, missing: str) -> None:
    (folder / missing).unlink()
    with pytest.raises(ConfigError, match=missing):
        folder_embedder(folder, threads=1)


@pytest.mark.parametrize("content", ["{}", "[]", "{", '{"hidden_size": "384"}'])
def test_a_configuration_that_does_not_tell_the_dimension_is_refused(folder: Path, content: str) -> None:
    (folder / "config.json").write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"config\.json"):
        folder_embedder(folder, threads=1)


def test_a_model_of_another_dimension_than_its_configuration_says_is_refused(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "hidden_size": 768}), encoding="utf-8")
    with pytest.raises(ConfigError, match="384 dimensions, not 768"):
        folder_embedder(folder, threads=1).embed(["a text"], kind="passage")
