"""Where spans and metrics go: to the program's own provider where it has one, else to a collector, as standard variables say."""

import os
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec

from opentelemetry import metrics, trace
from opentelemetry.metrics import Meter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricExporter, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import ProxyTracerProvider, Tracer

__all__ = ["exporting_meters", "exporting_provider", "has_own_meters", "has_own_provider", "meter", "tracer"]

_SCOPE = "paperatlas"


def has_own_provider() -> bool:
    """Whether the program around us has set OpenTelemetry up for itself."""
    return not isinstance(trace.get_tracer_provider(), ProxyTracerProvider)


def has_own_meters() -> bool:
    return isinstance(metrics.get_meter_provider(), MeterProvider)


def tracer() -> Tracer:
    provider = trace.get_tracer_provider() if has_own_provider() else exporting_provider()
    return provider.get_tracer(_SCOPE, version("paperatlas"))


def meter() -> Meter:
    provider = metrics.get_meter_provider() if has_own_meters() else exporting_meters()
    return provider.get_meter(_SCOPE, version("paperatlas"))


@cache
def exporting_provider() -> TracerProvider:
    """One for the process; what it still holds is sent when that ends. It is not made the program's own."""
    provider = TracerProvider(resource=_resource())
    provider.add_span_processor(BatchSpanProcessor(_exporter()))
    return provider


@cache
def exporting_meters() -> MeterProvider:
    """One for the process, as of spans. How often it sends is said by `OTEL_METRIC_EXPORT_INTERVAL`."""
    return MeterProvider(resource=_resource(), metric_readers=[PeriodicExportingMetricReader(_metric_exporter())])


def _resource() -> Resource:
    named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "paperatlas"}
    return Resource.create({**named, "service.version": version("paperatlas")})


def _exporter() -> SpanExporter:
    if _is_grpc("TRACES"):
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter as ByGrpc  # noqa: PLC0415 - grpc

        return ByGrpc()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

    return OTLPSpanExporter()


def _metric_exporter() -> MetricExporter:
    if _is_grpc("METRICS"):
        from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter as ByGrpc  # noqa: PLC0415 - grpc

        return ByGrpc()
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter  # noqa: PLC0415

    return OTLPMetricExporter()


def _is_grpc(what: str) -> bool:
    """Whether the standard variables ask for it, and it is installed."""
    protocol = os.environ.get(f"OTEL_EXPORTER_OTLP_{what}_PROTOCOL") or os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL")
    return protocol == "grpc" and find_spec("opentelemetry.exporter.otlp.proto.grpc") is not None
