"""How much one caller may ask for: bytes of a body, and requests a minute."""

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperatlas.web.problems import problem

__all__ = ["Limits"]

_CALLERS = 10_000
"""Callers that are remembered; the one that has been silent longest is forgotten first."""
_SENDING = ("/api/v1/uploads", "/gradio_api/upload")
_MOST_BYTES = 4 << 20
"""Of a body that is no file: the longest draft of a paper is a hundredth of it."""
_FREE = ("/healthz", "/readyz", "/metrics")


class Limits:
    """ASGI middleware. A caller has a bucket of requests that fills up again; pictures of pages cost as much as questions."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        a_minute: int,
        most_sent: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`most_sent` is of the bytes of an upload; all other bodies are short."""
        self._app = app
        self._most_sent = most_sent
        self._a_minute = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in _FREE:
            await self._app(scope, receive, send)
            return
        most = self._most_sent if scope["path"].startswith(_SENDING) else _MOST_BYTES
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > most:
            hint = "Send less at once, or ingest it from the command line."
            refusal = problem(413, code="too_large", detail=f"More than {most >> 20} MiB were sent.", hint=hint)
            await refusal(scope, receive, send)
            return
        wait = self._wait(scope["client"][0] if scope.get("client") else "")
        if wait > 0:
            refusal = problem(
                429,
                code="too_many_requests",
                detail=f"More than {self._a_minute} requests a minute.",
                hint=f"Try again in {wait:.0f} s.",
                headers={"Retry-After": str(round(wait) or 1)},
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, _bounded(receive, most), send)

    def _wait(self, caller: str) -> float:
        """Seconds until the next request of a caller is taken; 0 takes it."""
        now, rate = self._clock(), self._a_minute / 60
        left, seen = self._buckets.pop(caller, (float(self._a_minute), now))
        left = min(float(self._a_minute), left + (now - seen) * rate)
        taken = left >= 1
        self._buckets[caller] = (left - 1 if taken else left, now)
        if len(self._buckets) > _CALLERS:
            self._buckets.popitem(last=False)
        return 0.0 if taken else (1 - left) / rate


def _bounded(receive: Receive, most: int) -> Receive:
    """What a body without a stated length may have at most; then the connection ends."""
    size = 0

    async def bounded() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        return {"type": "http.disconnect"} if size > most else message

    return bounded
