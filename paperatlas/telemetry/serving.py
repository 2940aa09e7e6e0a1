"""What a server did as OpenTelemetry metrics, by the names that `/metrics` has."""

from collections.abc import Callable, Iterable, Sequence

from opentelemetry.metrics import CallbackOptions, Meter, Observation

__all__ = ["OtelMetering"]


class OtelMetering:
    """Implements `Metering`. Who receives it adds `_total` to the counter's name, as `/metrics` does."""

    def __init__(self, meter: Meter, *, buckets: Sequence[float]) -> None:
        self._meter = meter
        self._requests = meter.create_counter("paperatlas_requests", description="Requests")
        self._seconds = meter.create_histogram(
            "paperatlas_request_seconds",
            unit="s",
            description="Seconds until the answer began",
            explicit_bucket_boundaries_advisory=buckets,
        )

    def request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.add(1, {"method": method, "route": route, "status": str(status)})
        self._seconds.record(seconds, {"route": route})

    def watch(self, documents: Callable[[], int | None]) -> None:
        def held(_: CallbackOptions) -> Iterable[Observation]:
            count = documents()
            return [] if count is None else [Observation(count)]

        self._meter.create_observable_gauge("paperatlas_documents", callbacks=[held], description="Documents in the library")
