"""How long to wait for a service that is busy: as long as it says, else longer each time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Protocol

from tenacity import RetryCallState, wait_random_exponential

from paperatlas.core.errors import ProviderError

__all__ = ["LONGEST_WAIT", "SECOND_WAIT", "Busy", "patience", "retry_after"]

SECOND_WAIT = 1.0
"""Seconds the waits between tries grow from, where the service does not say how long to wait; with jitter, doubling."""
LONGEST_WAIT = 20.0
"""Seconds they grow to."""


class Busy(Exception):
    """A try failed in a way that passes; `error` is what it is if none succeeds."""

    def __init__(self, error: ProviderError, *, wait: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait = wait


def patience(state: RetryCallState) -> float:
    """Seconds until the next try, for tenacity."""
    busy = state.outcome.exception() if state.outcome else None
    if isinstance(busy, Busy) and busy.wait is not None:
        return busy.wait
    return wait_random_exponential(multiplier=SECOND_WAIT, max=LONGEST_WAIT)(state)


class Answering(Protocol):
    """A reply with headers, of whichever client."""

    @property
    def headers(self) -> Mapping[str, str]: ...


def retry_after(reply: Answering) -> float | None:
    """Seconds, from any form of the header; None where it says nothing readable."""
    if (exact := reply.headers.get("retry-after-ms", "")).isdecimal():
        return int(exact) / 1000
    said = reply.headers.get("retry-after", "")
    if said.replace(".", "", 1).isdecimal():
        return float(said)
    try:
        moment = parsedate_to_datetime(said)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None
