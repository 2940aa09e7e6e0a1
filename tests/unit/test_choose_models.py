"""One setting chooses the embedder, one the reranker; what is missing is said and never replaced."""

from pathlib import Path
from typing import Any

import pytest

from paperatlas.choose_models import chosen_embedder, chosen_reranker, embedder_source
from paperatlas.core.errors import BadSetting, ConfigError, MissingExtra
from paperatlas.models import bundled_files
from paperatlas.models.bge_models import BgeEmbedder
from paperatlas.models.scripted import ScriptedLLM
from paperatlas.settings import Settings, load_settings


def settings(**values: Any) -> Settings:
    return Settings(**{"threads": 1, **values})


@pytest.fixture
def m3(tmp_path: Path) -> Path:
    """A folder that looks like bge-m3 from outside."""
    (tmp_path / "config.json").write_text('{"hidden_size": 8}', encoding="utf-8")
    for head in ("colbert_linear.pt", "sparse_linear.pt"):
        (tmp_path / head).write_bytes(head.encode())
    return tmp_path


def test_bge_small_is_the_default_and_no_reranker():
    chosen = settings()
    assert chosen_embedder(chosen).id.startswith("bge-small-en-v1.5")
    assert embedder_source(chosen) == "bundled"
    assert chosen_reranker(chosen, lambda: None) is None


def test_each_embedder_goes_by_its_name(m3: Path):
    ids = [
        chosen_embedder(settings(embedder="openai", embed_model="some-model")).id,
        chosen_embedder(settings(embedder="bge-m3", bge_m3_path=m3)).id,
    ]
    assert [id_.split("/")[0].split("@")[0] for id_ in ids] == ["openai:some-model", "bge-m3"]


@pytest.mark.parametrize(("embedder", "extra"), [("minilm", "minilm"), ("e5", "e5")])
def test_a_package_that_is_missing_is_an_error_that_names_the_extra(monkeypatch: pytest.MonkeyPatch, embedder: str, extra: str):
    monkeypatch.setattr(bundled_files.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra) as raised:
        chosen_embedder(settings(embedder=embedder))
    assert f"paperatlas[{extra}]" in raised.value.hint
    assert raised.value.exit_code == 2


@pytest.mark.parametrize("name", ["bge-large", "no/such/folder"])
def test_an_embedder_that_is_neither_known_nor_a_folder_is_refused_with_those_that_are(name: str):
    with pytest.raises(BadSetting, match="bge-small, minilm, e5, bge-m3, openai"):
        load_settings(embedder=name)


@pytest.mark.parametrize("setting", ["embedder", "embedder_path"])
def test_a_folder_is_an_embedder(tmp_path: Path, setting: str):
    with pytest.raises(ConfigError, match=r"config\.json"):
        chosen_embedder(settings(**{setting: str(tmp_path)}))
    assert embedder_source(settings(**{setting: str(tmp_path)})) == str(tmp_path)


@pytest.mark.parametrize(
    ("values", "url", "key"),
    [
        ({}, "https://api.openai.com/v1", ""),
        ({"llm_base_url": "http://a/v1", "llm_api_key": "a"}, "http://a/v1", "a"),
        ({"llm_base_url": "http://a/v1", "llm_api_key": "a", "embed_base_url": "http://b/v1"}, "http://b/v1", ""),
        ({"llm_api_key": "a", "embed_base_url": "http://b/v1", "embed_api_key": "b"}, "http://b/v1", "b"),
    ],
)
def test_the_language_models_key_goes_to_its_own_endpoint_alone(values: dict[str, str], url: str, key: str):
    chosen = settings(embedder="openai", **values)
    endpoint = chosen_embedder(chosen)._endpoint
    assert (endpoint.url, endpoint.key) == (url, key)
    assert embedder_source(chosen) == url


def test_a_model_that_both_use_has_one_worker(m3: Path):
    chosen = settings(embedder="bge-m3", reranker="bge-m3-sparse", bge_m3_path=m3)
    embedder, reranker = chosen_embedder(chosen), chosen_reranker(chosen, lambda: None)
    assert isinstance(embedder, BgeEmbedder)
    assert embedder._worker is reranker._worker
    assert embedder.dimension == 8


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"embedder": "bge-m3"}, "PAPERATLAS_BGE_M3_PATH"),
        ({"reranker": "bge-m3-colbert"}, "PAPERATLAS_BGE_M3_PATH"),
        ({"reranker": "bge-reranker-v2-m3"}, "PAPERATLAS_BGE_RERANKER_V2_M3_PATH"),
        ({"reranker": "api"}, "PAPERATLAS_RERANK_BASE_URL"),
        ({"reranker": "llm"}, "PAPERATLAS_LLM_BASE_URL"),
    ],
)
def test_a_setting_that_is_needed_is_asked_for(values: dict[str, str], said: str):
    chosen = settings(**values)
    role = "embedder" if "embedder" in values else "reranker"
    with pytest.raises(BadSetting) as raised:
        _ = chosen_embedder(chosen) if role == "embedder" else chosen_reranker(chosen, lambda: None)
    assert said in raised.value.hint


def test_each_reranker_goes_by_its_name(m3: Path):
    def named(reranker: str, **values: Any) -> str:
        made = chosen_reranker(settings(reranker=reranker, **values), lambda: ScriptedLLM([]))
        assert made is not None
        return made.id

    folders = {"bge_m3_path": m3, "bge_reranker_v2_m3_path": m3}
    assert named("minilm").startswith("ms-marco-MiniLM")
    assert named("api", rerank_base_url="http://a/v1", rerank_model="jina") == "api:jina"
    assert named("llm").startswith("llm:scripted")
    ways = {"bge-m3-sparse": "sparse", "bge-m3-colbert": "colbert", "bge-reranker-v2-m3": "pairs"}
    assert all(named(name, **folders).endswith(f"/{way}") for name, way in ways.items())
