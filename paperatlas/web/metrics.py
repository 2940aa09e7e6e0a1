"""`/metrics`: how many requests there were, how long they took, and what the library holds, for Prometheus."""

import time

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperatlas.core.tracing import Metering
from paperatlas.mcp_server.desk import Desk

__all__ = ["SECONDS", "Counting", "Metrics", "metrics_routes", "route_pattern"]

SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Of one server: a registry of its own, so that two in one process do not count each other's.

    What it counts is told to `metering` too, where there is one.
    """

    def __init__(self, metering: Metering | None = None) -> None:
        self._metering = metering
        self.registry = CollectorRegistry()
        self.requests = Counter("paperatlas_requests", "Requests", ["method", "route", "status"], registry=self.registry)
        self.seconds = Histogram(
            "paperatlas_request_seconds", "Seconds until the answer began", ["route"], buckets=SECONDS, registry=self.registry
        )
        self.documents = Gauge("paperatlas_documents", "Documents in the library", registry=self.registry)

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)
        if self._metering:
            self._metering.request(method=method, route=route, status=status, seconds=seconds)

    def watch(self, desk: Desk) -> None:
        if self._metering:
            self._metering.watch(lambda: len(desk.opened.documents()) if desk.opened else None)


def metrics_routes(metrics: Metrics, desk: Desk) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    metrics.watch(desk)

    @router.get("/metrics")
    def scrape() -> Response:
        if (library := desk.opened) is not None:
            metrics.documents.set(len(library.documents()))
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    return router


class Counting:
    """ASGI middleware. Routes are counted by their pattern: an address of a document is no label."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = route_pattern(scope)
                self._metrics.count(scope["method"], route, message["status"], time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, counted)


def route_pattern(scope: Scope) -> str:
    """The pattern of the route that answers; "pages" for the web app's own, of which there is no list."""
    found = scope.get("route")
    pattern = getattr(found, "path", "")
    return str(pattern) or ("other" if scope.get("endpoint") is None else "pages")
