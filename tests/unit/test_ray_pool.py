"""Reading on Ray, where there is none, and what a task does on its node."""

import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from paperatlas.core.errors import ConfigError, MissingExtra
from paperatlas.core.ids import document_id
from paperatlas.pipeline.ingest.frames import Failed, Job, Read
from paperatlas.pipeline.ingest.ray_pool import RayPool, read_here
from paperatlas.pipeline.ingest.workers import Limits
from tests.fakes.notes import RECIPE

NOTE = b"# Gates\n\nThe gate of Lund closes at four.\n"


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match="'ray'"):
        RayPool(RECIPE, address="local", workers=1, limits=Limits())


def job(name: str) -> Job:
    return Job(path=Path(name), name=name, content=document_id(NOTE))


def test_a_task_reads_the_bytes_that_it_is_given() -> None:
    setup = (RECIPE, Limits(), "a test")
    read = read_here(setup, NOTE, job("gates.note"), version("paperatlas"))
    assert isinstance(read, Read)
    assert "gate of Lund" in read.document.pages[0].text


def test_a_node_of_another_version_reads_nothing() -> None:
    failed = read_here((RECIPE, Limits(), "a test"), NOTE, job("gates.note"), "0.0.1")
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, ConfigError)
    assert "0.0.1" in failed.error.message
