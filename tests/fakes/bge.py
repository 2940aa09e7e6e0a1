"""A model of the FlagEmbedding kind that the stdlib worker serves."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paperatlas.models.bge_models import BgeModel
from paperatlas.models.worker_process import WorkerProcess, WorkerProgram
from tests.fakes import worker
from tests.fakes.worker import DIMENSION


def worker_program(**overrides: Any) -> WorkerProgram:
    """How the fake is started."""
    values: dict[str, Any] = {
        "name": "fake",
        "python": Path(sys.executable),
        "program": Path(worker.__file__),
        "load": {"op": "load", "path": ""},
        "start_seconds": 60.0,
        "seconds": 60.0,
    }
    return WorkerProgram(**{**values, **overrides})


@contextmanager
def fake_model(**overrides: Any) -> Iterator[BgeModel]:
    """The model, for as long as the block lasts."""
    running = WorkerProcess(worker_program(**overrides))
    try:
        yield BgeModel(id="fake", dimension=DIMENSION, worker=running)
    finally:
        running.close()
