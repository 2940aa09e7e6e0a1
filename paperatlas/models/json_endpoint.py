"""One JSON request to a model service after another: time limit, retries, and what went wrong in our words."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

import httpx
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, stop_before_delay

from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut
from paperatlas.models.patience import Busy, patience, retry_after

__all__ = ["JsonEndpoint", "Refused"]

ECHO = 300
"""Characters of a service's own explanation that are passed on."""


class Refused(ProviderError):
    """The service understood the request and will not do it as it stands; asking for less may help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEndpoint:
    """Where a service is and how patient we are. `prefix` begins the names of its settings, for the hints."""

    url: str
    """Where the API begins, such as http://127.0.0.1:8000/v1."""
    key: str = field(default="", repr=False)
    seconds: float = 60.0
    """For one request with all its retries."""
    tries: int = 4
    prefix: str
    sleep: Callable[[float], None] = time.sleep

    @contextmanager
    def session(self) -> Iterator[Callable[[str, dict[str, Any]], dict[str, Any]]]:
        """A function that posts a body to a path below `url`; connections are shared and closed at the end.

        It may be called from several threads.

        Raises:
            Refused: the service refuses this body (HTTP 400, 413 or 422).
            RateLimited: it refuses more requests, after retries that honour its Retry-After.
            TimedOut: it did not answer in time.
            BadOutput: it answered with something that is no JSON object.
            ProviderError: it is out of reach, refuses the key, has no such model, or fails.
        """
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        with httpx.Client(headers=headers) as client:
            yield partial(self._post, client)

    def _post(self, client: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
        deadline = time.monotonic() + self.seconds
        retrying = Retrying(
            stop=stop_after_attempt(self.tries) | stop_before_delay(self.seconds),
            wait=patience,
            retry=retry_if_exception_type(Busy),
            sleep=self.sleep,
            reraise=True,
        )
        try:
            return retrying(self._once, client, f"{self.url.rstrip('/')}{path}", body, deadline)
        except Busy as busy:
            raise busy.error from busy

    def _once(self, client: httpx.Client, url: str, body: dict[str, Any], deadline: float) -> dict[str, Any]:
        late = TimedOut(
            f"{url} sent no answer within {self.seconds:g} s.", hint=f"Is it overloaded? Raise {self.prefix}_SECONDS."
        )
        left = deadline - time.monotonic()
        if left <= 0:
            raise late
        try:
            with client.stream("POST", url, json=body, timeout=left) as reply:
                content = bytearray()
                for piece in reply.iter_bytes():
                    content += piece
                    if time.monotonic() > deadline:  # the client's own limit is for each piece
                        raise late
        except httpx.TimeoutException as error:
            raise late from error
        except httpx.HTTPError as error:
            out_of_reach = ProviderError(
                f"{url} cannot be reached: {error}.", hint=f"Is it running, and is {self.prefix}_BASE_URL right?"
            )
            raise Busy(out_of_reach) from error
        return self._read(url, reply, bytes(content))

    def _read(self, url: str, reply: httpx.Response, content: bytes) -> dict[str, Any]:
        status = reply.status_code
        if status == HTTPStatus.OK:
            return _object(url, content)
        said = f"HTTP {status}: {content[:ECHO].decode('utf-8', 'replace').strip()}"
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            wait = retry_after(reply)
            hint = f"Try again in {wait:g} s." if wait is not None else "Try again later, or check the account's quota."
            raise Busy(RateLimited(f"{url} refuses more requests: {said}", hint=hint), wait=wait)
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.REQUEST_TIMEOUT:
            raise Busy(ProviderError(f"{url} failed: {said}", hint="Its own log says more."), wait=retry_after(reply))
        if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            raise ProviderError(f"{url} refuses the key: {said}", hint=f"Set {self.prefix}_API_KEY.")
        if status in {HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.UNPROCESSABLE_ENTITY}:
            raise Refused(f"{url} refuses the request: {said}", hint=f"Check {self.prefix}_MODEL and what the service supports.")
        raise ProviderError(
            f"{url} answered {said}",
            hint=f"Check {self.prefix}_MODEL, and that {self.prefix}_BASE_URL ends where the API begins (often /v1).",
        )


def _object(url: str, content: bytes) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError as error:
        raise BadOutput(f"{url} answered with no JSON: {content[:ECHO]!r}.", hint="Is the address that of an API?") from error
    if not isinstance(value, dict):
        raise BadOutput(f"{url} answered with no JSON object: {content[:ECHO]!r}.", hint="Is the address that of an API?")
    return value
