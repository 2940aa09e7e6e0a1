"""What a server did as OpenTelemetry metrics: the same names and numbers as `/metrics`, and when there are any at all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from prometheus_client import CollectorRegistry

from paperatlas.choose_tracing import chosen_metering
from paperatlas.settings import Settings
from paperatlas.telemetry.exporting import exporting_meters
from paperatlas.telemetry.serving import OtelMetering
from paperatlas.web.metrics import SECONDS, Metrics
from tests.fakes.mcp_servers import note_library
from tests.unit.test_tracing import Collector
from tests.unit.test_web_api import API, serving

VARIABLES = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
    "OTEL_METRICS_EXPORTER",
    "OTEL_SDK_DISABLED",
)


class Metered:
    """A metering whose numbers are kept in memory."""

    def __init__(self) -> None:
        self._reader = InMemoryMetricReader()
        self.provider = MeterProvider(metric_readers=[self._reader], shutdown_on_exit=False)
        self.metering = OtelMetering(self.provider.get_meter("test"), buckets=SECONDS)

    def points(self) -> dict[str, list[Any]]:
        """By the name of the metric."""
        data = self._reader.get_metrics_data()
        metrics = [
            metric
            for within in (data.resource_metrics if data else ())
            for scope in within.scope_metrics
            for metric in scope.metrics
        ]
        return {metric.name: list(metric.data.data_points) for metric in metrics}


@pytest.fixture
def metered() -> Iterator[Metered]:
    metered = Metered()
    yield metered
    metered.provider.shutdown()


@pytest.fixture
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def names(registry: CollectorRegistry) -> set[str]:
    return {family.name for family in registry.collect()}


def test_a_request_is_counted_by_its_route_and_the_documents_are_told(tmp_path: Path, metered: Metered) -> None:
    with note_library(tmp_path) as library, serving(library, metering=metered.metering) as client:
        client.get("/readyz")
        found = client.get(f"{API}/documents").json()["documents"]
        client.get(f"{API}/documents/no-such-paper")
        points = metered.points()

    counted = {(point.attributes["route"], point.attributes["status"]): point.value for point in points["paperatlas_requests"]}
    assert counted["/documents", "200"] == 1
    assert not any("no-such-paper" in route for route, _ in counted)
    assert {tuple(point.explicit_bounds) for point in points["paperatlas_request_seconds"]} == {SECONDS}
    assert [point.value for point in points["paperatlas_documents"]] == [len(found)]


def test_the_names_are_those_of_the_page_for_prometheus(metered: Metered) -> None:
    metrics = Metrics(metered.metering)
    metrics.count("GET", "/", 200, 0.1)
    metered.metering.watch(lambda: 3)

    assert set(metered.points()) == names(metrics.registry)


def test_nothing_is_told_of_a_library_that_is_not_open(metered: Metered) -> None:
    metered.metering.watch(lambda: None)

    assert metered.points() == {}


@pytest.mark.usefixtures("no_variables")
def test_it_is_off_until_something_says_where_metrics_go(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_metering(Settings(), buckets=SECONDS) is None
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    assert chosen_metering(Settings(tracing="off"), buckets=SECONDS) is None
    monkeypatch.setenv("OTEL_METRICS_EXPORTER", "none")
    assert chosen_metering(Settings(), buckets=SECONDS) is None


@pytest.mark.usefixtures("no_variables")
def test_metrics_reach_a_collector_that_the_standard_variables_name(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Collector("/v1/metrics")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    exporting_meters.cache_clear()
    metering = chosen_metering(Settings(), buckets=SECONDS)
    assert metering is not None
    metering.request(method="GET", route="/documents", status=200, seconds=0.1)
    exporting_meters().shutdown()
    exporting_meters.cache_clear()
    collector.close()

    received = [ExportMetricsServiceRequest.FromString(got) for got in collector.got]
    metrics = {
        metric.name for got in received for at in got.resource_metrics for scope in at.scope_metrics for metric in scope.metrics
    }
    assert metrics == {"paperatlas_requests", "paperatlas_request_seconds"}
