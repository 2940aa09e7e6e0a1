"""Files read on a Ray cluster of two nodes: the same library as without, also when a node is lost meanwhile.

Needs Ray: `make test-ray` makes an environment that has it.
"""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.core.errors import ConfigError
from paperatlas.core.reports import IngestReport, Progress
from paperatlas.settings import Settings
from tests.fakes.libraries import rows

ray = pytest.importorskip("ray", reason="Ray is not installed; `make test-ray` has it")
# Nodes speak by the address that this machine has for others.
pytestmark = [pytest.mark.slow, pytest.mark.allow_hosts(["127.0.0.1", "::1", "localhost", ray.util.get_node_ip_address()])]

BROKEN = b"%PDF-1.4 nothing"


@pytest.fixture
def cluster() -> Iterator[Any]:
    from ray.cluster_utils import Cluster  # an extra

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        yield cluster
    finally:
        cluster.shutdown()


@pytest.fixture(scope="module")
def papers(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    broken = tmp_path_factory.mktemp("papers") / "broken.pdf"
    broken.write_bytes(BROKEN)
    return [*sorted((root / "data" / "samples").iterdir()), broken]


@pytest.fixture(scope="module")
def here(papers: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The library as this machine alone makes it."""
    return ingested(papers, tmp_path_factory.mktemp("here") / "library")[1]


def ingested(
    papers: list[Path], folder: Path, *, address: str = "", on_progress: Any = None
) -> tuple[IngestReport, dict[str, Any]]:
    # What was read before is kept by page, on any node: here it would stand in for reading.
    settings = Settings(library=folder, ray_address=address, page_cache_mebibytes=0, graph="off")
    with open_library(settings=settings) as library:
        report = library.ingest(papers, on_progress=on_progress)
    found = rows(folder)
    return report, {name: found[name] for name in ("documents", "pages", "parts", "chunks", "embeddings", "sources")}


def test_two_nodes_make_the_library_that_this_machine_makes(
    cluster: Any, papers: list[Path], here: dict[str, Any], tmp_path: Path
) -> None:
    cluster.add_node(num_cpus=1)
    report, found = ingested(papers, tmp_path / "library", address=cluster.address)
    assert [each.doc for each in report.documents if each.error] == ["broken.pdf"]
    assert found == here


def test_a_node_that_is_lost_in_the_middle_loses_nothing(
    cluster: Any, papers: list[Path], here: dict[str, Any], tmp_path: Path
) -> None:
    node = cluster.add_node(num_cpus=2)
    first = threading.Event()

    def lose(progress: Progress) -> None:
        if progress.done and not first.is_set():
            first.set()
            cluster.remove_node(node, allow_graceful=False)

    report, found = ingested(papers, tmp_path / "library", address=cluster.address, on_progress=lose)
    assert first.is_set()
    assert [each.doc for each in report.documents if each.error] == ["broken.pdf"]
    assert found == here


def test_a_cluster_that_does_not_answer_is_named(papers: list[Path], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"No Ray cluster answers at '127\.0\.0\.1:9'"):
        ingested(papers, tmp_path / "library", address="127.0.0.1:9")
