"""A key is sent where it belongs, and written nowhere: not in errors, logs, tracebacks, recordings or kept answers."""

import logging
import traceback
from pathlib import Path

import anyio
import pytest

from paperatlas.core.errors import PaperAtlasError, ProviderError
from paperatlas.models.cached_llm import CachedLLM
from paperatlas.models.openai_compat import OpenAICompatible
from paperatlas.models.recorded import RecordingLLM
from paperatlas.models.vision import VisionModel
from tests.fakes.asking_llm import ASKED, GOOD, City, ask, hear
from tests.fakes.endpoint import Said, endpoint

KEY = "sk-secret-of-a-person-0123456789"
ECHOES = [
    Said(status=401, message=f"Incorrect API key provided: {KEY}."),
    Said(status=403, message=f"{KEY} may not do this"),
    Said(status=400, message=f"bad request with Bearer {KEY}"),
    Said(status=400, code="content_filter", message=f"content_filter {KEY}"),
    Said(status=404, message=f"nothing here for {KEY}"),
    Said(status=413, message=f"too long, {KEY}"),
    Said(status=422, raw=f'{{"detail": [{{"input": {{"authorization": "Bearer {KEY}"}}}}]}}'),
    Said(status=429, code="insufficient_quota", message=f"{KEY} has no money"),
    Said(status=500, message=f"crashed on {KEY}"),
    Said(status=502, raw=f"<html><body>upstream refused {KEY}</body></html>", kind="text/html"),
    Said(text=None, also={"refusal": f"I will not tell {KEY}"}),
]


def everything(error: BaseException) -> str:
    """All that is ever printed of an error, with what led to it."""
    told = f"{error.message} {error.hint}" if isinstance(error, PaperAtlasError) else ""
    return "".join(traceback.format_exception(error)) + repr(error) + told


@pytest.mark.parametrize("said", ECHOES, ids=lambda said: f"{said.status} {said.message[:12]}")
def test_a_server_that_repeats_the_key_is_not_repeated(said: Said, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with endpoint(*[said] * 4) as served, pytest.raises(ProviderError) as caught:
        ask(served.url, api_key=KEY, retries=0)
    assert served.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in everything(caught.value)
    assert KEY not in caplog.text


def test_a_stream_that_repeats_the_key_is_not_repeated() -> None:
    said = Said(raw=f'data: {{"error": {{"message": "crashed on {KEY}"}}}}\n\n', kind="text/event-stream")
    with endpoint(said) as served, pytest.raises(ProviderError) as caught:
        hear(served.url, api_key=KEY)
    assert KEY not in everything(caught.value)


def test_a_reader_of_pages_does_not_repeat_it_either() -> None:
    with endpoint(ECHOES[0]) as served, pytest.raises(ProviderError) as caught:
        VisionModel(model="sees", base_url=served.url, api_key=KEY, seconds=10, retries=0).transcribe(b"png")
    assert KEY not in everything(caught.value)


def test_an_endpoint_out_of_reach_is_named_without_what_is_secret_in_its_address() -> None:
    with pytest.raises(ProviderError, match=r"http://nosuch\.invalid/v1 cannot") as caught:
        ask(f"http://me:{KEY}@nosuch.invalid/v1?key={KEY}", retries=0)
    assert KEY not in everything(caught.value)


@pytest.mark.parametrize("api_version", [None, "2024-10-21"], ids=["bearer", "azure"])
def test_what_goes_well_leaves_no_key_behind(tmp_path: Path, api_version: str | None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with endpoint(Said(text=GOOD)) as served:
        model = OpenAICompatible(model="small", base_url=served.url, api_key=KEY, azure_api_version=api_version, seconds=10)
        kept = CachedLLM(RecordingLLM(model, tmp_path / "calls.jsonl"), tmp_path / "cache")
        anyio.run(lambda: kept.complete(ASKED, output=City))
    assert KEY in str(served.asked[0].headers)
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(written) == 2
    assert not any(KEY in file.read_text(encoding="utf-8") for file in written)
    assert KEY not in caplog.text
    assert KEY not in repr(model._connection.place)


def test_the_clients_own_log_does_not_have_it(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
        monkeypatch.setattr(logging.getLogger(name), "level", logging.DEBUG)
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    caplog.set_level(logging.DEBUG)
    with endpoint(Said(text=GOOD)) as served:
        ask(served.url, api_key=KEY)
    assert caplog.records
    assert KEY not in caplog.text
