"""No secret that PaperAtlas is given is told again: not in settings as they are shown, errors, logs, traces, runs or files."""

import ctypes
import json
import logging
import platform
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic import SecretStr

from paperatlas.bootstrap import open_library
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ids import ChunkId
from paperatlas.core.wire import answer_json
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex
from paperatlas.settings import PREFIX, Settings, load_settings, show_settings
from paperatlas.telemetry.questions import OtelTracing
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.mcp_servers import LAMP, note_library, write_notes
from tests.unit.test_web_api import API, serving

CANARY = "sk-canary-of-a-person-0123456789"
SECRETS = tuple(name for name, field in Settings.model_fields.items() if "SecretStr" in str(field.annotation))


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every secret there is a setting for, and addresses with logins."""
    monkeypatch.chdir(tmp_path)
    for name in SECRETS:
        monkeypatch.setenv(f"{PREFIX}{name.upper()}", f"{CANARY}-{name}")
    monkeypatch.setenv(f"{PREFIX}NEO4J_URI", f"bolt://neo4j:{CANARY}@127.0.0.1:9")
    monkeypatch.setenv(f"{PREFIX}WEB_SEARCH_URL", f"http://127.0.0.1:9/?token={CANARY}")


def test_there_is_a_canary_for_every_secret() -> None:
    assert {"llm_api_key", "web_token", "mcp_token", "neo4j_password", "pdf_password", "web_search_key"} <= {*SECRETS}


@pytest.mark.usefixtures("canaries")
def test_settings_are_shown_without_them() -> None:
    settings = load_settings()
    assert settings.llm_api_key == SecretStr(f"{CANARY}-llm_api_key")
    shown = [repr(settings), str(settings), settings.model_dump_json(include={*SECRETS}), repr(show_settings())]
    assert not [each for each in shown if CANARY in each]


@pytest.mark.usefixtures("canaries")
@pytest.mark.parametrize("name", ["workers", "llm_temperature", "nosuch", "store"])
def test_a_setting_that_is_wrong_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"{PREFIX}{name.upper()}", CANARY)
    with pytest.raises(PaperAtlasError) as caught:
        load_settings()
    assert CANARY not in f"{caught.value.message} {caught.value.hint} {caught.value!r}"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="elsewhere memory cannot be had clean; SECURITY.md says so")
def test_the_files_of_the_vector_index_hold_nothing_that_lay_in_memory(tmp_path: Path) -> None:
    for folder in map(str, range(8)):  # each has a chance of about a third to be given what lay there
        leave_in_memory(b"!" * 64)
        with closing(ChromaIndex(ChromaFolder(tmp_path / folder), collection="small", dimension=4)) as index:
            index.upsert([ChunkId("first")], np.ones((1, 4), np.float32))
            index.commit()
    files = list(tmp_path.rglob("*.bin"))
    assert files
    assert not [file for file in files if b"!!!!!!!!" in file.read_bytes()]


def leave_in_memory(text: bytes) -> None:
    """In blocks of many sizes that were taken and given back, by threads: those that come later inherit their heaps."""
    libc = ctypes.CDLL(None)
    libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
    together = threading.Barrier(16)

    def leave() -> None:
        together.wait()
        for size in (408, 2_000, 30_000):
            blocks = [libc.malloc(size) for _ in range(64)]
            for block in blocks:
                ctypes.memmove(block, text * (size // len(text)), size // len(text) * len(text))
            for block in blocks:
                libc.free(block)

    threads = [threading.Thread(target=leave) for _ in range(together.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_question_leaves_none_in_answers_logs_traces_or_files(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    folder = tmp_path / "library"
    (tmp_path / "gates.md").write_text("# Gates\n\nThe gate of Lund closes at 4 hours every evening.\n", encoding="utf-8")
    repeating = [Said(status=401, message=f"Incorrect API key provided: {CANARY}.")] * 8
    with endpoint(*repeating) as served:
        settings = Settings(
            library=folder, llm_base_url=served.url, llm_api_key=CANARY, web_token=CANARY, pdf_password=CANARY, llm_model="small"
        )
        tracing = OtelTracing(provider.get_tracer("test"), content=True)
        with open_library(settings=settings, tracing=tracing, graph=None) as library:
            library.ingest([tmp_path / "gates.md"])
            answer = library.ask("When does the gate of Lund close?")
            told = json.dumps(answer_json(answer, {})) + repr(library.doctor())
    assert served.asked, "the endpoint was not asked, so that nothing was tested"
    assert CANARY not in told
    assert CANARY not in caplog.text
    assert CANARY not in "".join(span.to_json() for span in kept.get_finished_spans())
    assert not [file for file in folder.rglob("*") if file.is_file() and CANARY.encode() in file.read_bytes()]


def test_a_server_tells_its_token_to_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with note_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        with serving(library, token=SecretStr(CANARY)) as web:
            right, wrong = {"Authorization": f"Bearer {CANARY}"}, {"Authorization": f"Bearer not-{CANARY}"}
            answers = [web.get(f"{API}/documents", headers=each) for each in (right, wrong, {})]
            answers += [web.get("/metrics", headers=right), web.delete(f"{API}/documents/lamp.note", headers=right)]
    assert [answer.status_code for answer in answers[:3]] == [200, 401, 401]
    assert CANARY not in "".join(answer.text + repr(answer.headers) for answer in answers)
    assert CANARY not in caplog.text
    assert not [file for file in (tmp_path / "library").rglob("*") if file.is_file() and CANARY.encode() in file.read_bytes()]
