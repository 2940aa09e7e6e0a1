"""Settings come from where we say, in the order in which we say, and say where they came from."""

import os
from pathlib import Path

import pytest

from paperatlas.core.errors import BadSetting
from paperatlas.settings import Settings, load_settings, show_settings


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory and an environment without our variables."""
    for name in [n for n in os.environ if n.startswith(("PAPERATLAS_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def origin(name: str, **arguments) -> str:
    return next(shown.origin for shown in show_settings(**arguments) if shown.name == name)


def test_the_stronger_source_wins_and_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch):
    assert origin("workers") == "default"
    (bare / "paperatlas.toml").write_text("workers = 2\n")
    assert (load_settings().workers, origin("workers")) == (2, "paperatlas.toml")
    (bare / ".env").write_text("PAPERATLAS_WORKERS=3\nUNRELATED=1\n")
    assert (load_settings().workers, origin("workers")) == (3, ".env")
    monkeypatch.setenv("PAPERATLAS_WORKERS", "4")
    assert (load_settings().workers, origin("workers")) == (4, "environment")
    assert (load_settings(workers=5).workers, origin("workers", workers=5)) == (5, "argument")


def test_an_argument_that_is_none_does_not_count(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAPERATLAS_WORKERS", "4")

    assert load_settings(workers=None).workers == 4


def test_the_fields_own_variables_are_honoured_where_ours_are_not_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-theirs")
    assert load_settings().has_llm
    monkeypatch.setenv("PAPERATLAS_LLM_API_KEY", "sk-ours")
    key = load_settings().llm_api_key

    assert key is not None
    assert key.get_secret_value() == "sk-ours"


def test_secrets_are_masked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAPERATLAS_LLM_API_KEY", "sk-ours")

    assert "sk-ours" not in repr(show_settings()) + repr(load_settings())


@pytest.mark.parametrize(
    ("variable", "value", "said"), [("PAPERATLAS_WORKERS", "900", "workers"), ("PAPERATLAS_WORKER", "2", "worker")]
)
def test_a_value_out_of_bounds_and_a_misspelt_variable_are_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
):
    monkeypatch.setenv(variable, value)

    with pytest.raises(BadSetting, match=said):
        load_settings()


@pytest.mark.parametrize("content", ["workers = ", "\x00"])
def test_a_broken_configuration_file_is_named(bare: Path, content: str):
    (bare / "mine.toml").write_text(content)

    with pytest.raises(BadSetting, match=r"mine\.toml"):
        load_settings(bare / "mine.toml")


def test_a_missing_configuration_file_is_named(bare: Path):
    with pytest.raises(BadSetting, match=r"none\.toml"):
        load_settings(bare / "none.toml")


def test_every_setting_is_described():
    assert all(field.description for field in Settings.model_fields.values())
