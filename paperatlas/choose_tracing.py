"""Part of the composition root: whether questions are traced and requests told as metrics. Nothing is loaded where not."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from paperatlas.core.errors import MissingExtra
from paperatlas.core.tracing import Metering, Tracing
from paperatlas.settings import Settings

__all__ = ["chosen_metering", "chosen_tracing"]

_EXPORTER = "opentelemetry.exporter.otlp.proto.http"


def chosen_tracing(settings: Settings) -> Tracing | None:
    """None where tracing is off: by setting, or because nothing says where spans should go.

    Raises:
        MissingExtra: it is asked for by setting, and its packages are not installed.
    """
    if not _is_wanted(settings, "TRACES", "opentelemetry.sdk.trace"):
        return None
    from paperatlas.telemetry.exporting import tracer  # noqa: PLC0415 - the point of this function
    from paperatlas.telemetry.questions import OtelTracing  # noqa: PLC0415

    wanted = os.environ.get("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "").lower()
    return OtelTracing(tracer(), content=wanted in ("true", "span_only", "span_and_event"))


def chosen_metering(settings: Settings, *, buckets: Sequence[float]) -> Metering | None:
    """None where tracing is off, or nothing says where metrics should go. `buckets` are bounds of seconds.

    Raises:
        MissingExtra: it is asked for by setting, and its packages are not installed.
    """
    if not _is_wanted(settings, "METRICS", "opentelemetry.sdk.metrics"):
        return None
    from paperatlas.telemetry.exporting import meter  # noqa: PLC0415 - the point of this function
    from paperatlas.telemetry.serving import OtelMetering  # noqa: PLC0415

    return OtelMetering(meter(), buckets=buckets)


def _is_wanted(settings: Settings, what: str, sdk: str) -> bool:
    """Whether it goes somewhere, and can."""
    if settings.tracing == "off" or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return False
    if settings.tracing == "auto" and not (_is_sent_somewhere(what) or _is_set_up_around_us(sdk)):
        return False
    if _is_installed():
        return True
    if settings.tracing == "on":
        raise MissingExtra(
            "Tracing needs OpenTelemetry, which is not installed.",
            hint="Install it with `pip install 'paperatlas[otel]'`, or set PAPERATLAS_TRACING=off.",
        )
    return False  # the variables are there for other programs


def _is_sent_somewhere(what: str) -> bool:
    """Whether the standard variables name a collector."""
    exporter = os.environ.get(f"OTEL_{what}_EXPORTER", "").strip().lower()
    endpoints = ("OTEL_EXPORTER_OTLP_ENDPOINT", f"OTEL_EXPORTER_OTLP_{what}_ENDPOINT")
    return exporter == "otlp" or (exporter == "" and any(os.environ.get(name) for name in endpoints))


def _is_set_up_around_us(sdk: str) -> bool:
    """Whether the program that uses the library watches its own work; one that has not loaded OpenTelemetry does not."""
    if sdk not in sys.modules:
        return False
    from paperatlas.telemetry.exporting import has_own_meters, has_own_provider  # noqa: PLC0415 - what it needs is loaded already

    return has_own_meters() if sdk.endswith("metrics") else has_own_provider()


def _is_installed() -> bool:
    try:
        return find_spec(_EXPORTER) is not None
    except ModuleNotFoundError:  # a package above it is missing
        return False
