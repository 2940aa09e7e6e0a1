"""Files read on a Ray cluster: each a task that may run on any node, and again on another when a node is lost.

A task is given the file's bytes, since a node need not see this machine's disk, and reads them as this machine would: in a
process of its own, page by page. What a file says depends on its bytes alone, so that a task which is run twice does no harm.
What is read is committed here, by the one writer, in the order of the sources.
"""

import hashlib
import os
import socket
import tempfile
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from paperatlas.core.errors import ConfigError, MissingExtra, PaperAtlasError, UnreadableFile
from paperatlas.pipeline.ingest.frames import Failed, Job, Read
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.ingest.workers import Limits, OnRead, WorkerPool

__all__ = ["RayPool"]

_RETRIES = 2
"""Times that a task is begun again after its node or process was lost: a file that costs three is the trouble itself."""
_AHEAD = 2
"""Files a core that are on their way: bytes that wait in the cluster's memory."""


class RayPool:
    """Implements `ReadingPool` on a cluster that it joins, or with `local` one that it starts. Pages are not told of."""

    def __init__(self, recipe: Recipe, *, address: str, workers: int, limits: Limits, on_page: OnRead | None = None) -> None:
        """`workers` and `on_page` are for pools of this machine: a cluster has as many readers as cores.

        Raises:
            MissingExtra: Ray is not installed.
            ConfigError: no cluster answers at the address, or its nodes have another version.
        """
        del workers, on_page
        self._ray = _joined(address)
        self._width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._task = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(read_here)
        self._setup = self._ray.put((recipe, limits, _key(self._ray, recipe, limits)))
        self._threads = ThreadPoolExecutor(max_workers=_AHEAD * self._width, thread_name_prefix="reading")
        self._begun: set[Any] = set()
        self._lock = threading.Lock()

    @property
    def width(self) -> int:
        return self._width

    def read(self, job: Job) -> "Future[Read]":
        return self._threads.submit(self._read, job)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            begun = tuple(self._begun)
        for task in begun:
            self._ray.cancel(task, force=True)
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._ray.shutdown()

    def _read(self, job: Job) -> Read:
        try:
            content = job.path.read_bytes()
        except OSError as error:
            raise UnreadableFile(f"{job.name!r} could not be read: {error.strerror or error}.", hint="Check the file.") from error
        task = self._task.remote(self._setup, content, replace(job, path=Path(job.path.name)), version("paperatlas"))
        with self._lock:
            self._begun.add(task)
        try:
            outcome: Read | Failed = self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            raise UnreadableFile(
                f"{job.name!r} was not read: its task was lost {_RETRIES + 1} times on the Ray cluster ({_first_line(error)}).",
                hint="Ingest it again without --ray, which says on which page it fails; `ray status` tells how the cluster is.",
            ) from error
        finally:
            with self._lock:
                self._begun.discard(task)
        if isinstance(outcome, Failed):
            raise outcome.error
        return outcome


def read_here(setup: tuple[Recipe, Limits, str], content: bytes, job: Job, wanted: str) -> Read | Failed:
    """What a task does on its node. Errors of ours are returned, since Ray would wrap what is raised."""
    if (here := version("paperatlas")) != wanted:
        return Failed(
            error=ConfigError(
                f"A node of the Ray cluster has PaperAtlas {here}; this machine has {wanted}.",
                hint="Install the same version on all nodes.",
            )
        )
    with tempfile.TemporaryDirectory(prefix="paperatlas-") as folder:
        path = Path(folder) / job.path.name
        path.write_bytes(content)
        try:
            return _pool(*setup).read(replace(job, path=path)).result()
        except PaperAtlasError as error:
            return Failed(error=error)


_POOLS: dict[str, WorkerPool] = {}
"""Of a process of the cluster: a reader takes seconds to start, and files come one after another."""


def _pool(recipe: Recipe, limits: Limits, key: str) -> WorkerPool:
    if key not in _POOLS:
        _POOLS[key] = WorkerPool(recipe, workers=1, limits=limits)
    return _POOLS[key]


def _key(ray: Any, recipe: Recipe, limits: Limits) -> str:
    return hashlib.sha256(ray.cloudpickle.dumps((recipe, limits))).hexdigest()


def _joined(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before it is imported: else it tells its makers of every cluster
    try:
        import ray  # noqa: PLC0415 - an extra, and heavy
        from ray import cloudpickle  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtra("Reading on Ray needs 'ray', which is not installed.", hint="pip install 'paperatlas[ray]'") from error
    how = {"include_dashboard": False} if address == "local" else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True, **how)
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"No Ray cluster answers at {address!r}: {_first_line(error)}",
            hint="Start one with `ray start --head` and name it like 10.0.0.5:6379, or use --ray local.",
        ) from error
    return ray


def _knock(address: str) -> None:
    """Ray itself waits minutes for an address where nobody is. Raises OSError."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=_CONNECT_SECONDS).close()


_CONNECT_SECONDS = 10.0


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
