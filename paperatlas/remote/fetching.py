"""Getting what is at an address: within a time and a size, patient with a busy service, and never half a file."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import httpx
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, stop_before_delay

from paperatlas.core.errors import InputError, ProviderError, RateLimited, TimedOut
from paperatlas.models.patience import Busy, patience, retry_after
from paperatlas.remote.guarded import GuardedTransport

__all__ = ["Fetched", "Fetcher"]

_TRIES = 3
_MOST_REDIRECTS = 5
_AGENT = "PaperAtlas (research assistant; asks for single papers)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What was sent, and as what."""

    content: bytes
    media_type: str
    """Without parameters, lower case; empty where none was said."""
    url: str
    """Where it was in the end, after redirects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetcher:
    """`guarded` refuses addresses that are not public: for all that is not named in the settings."""

    guarded: bool = True
    seconds: float = 120.0
    """For one answer with all its tries."""
    most_bytes: int = 200 << 20
    sleep: Callable[[float], None] = time.sleep

    def get(
        self,
        url: str,
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Fetched:
        """The answer to a GET, or to a POST where there is a `body`, which is sent as JSON.

        Raises:
            AddressRefused: it leads to an address that is not public.
            InputError: there is nothing at it, or too much.
            RateLimited, TimedOut, ProviderError: the service.
        """
        deadline = time.monotonic() + self.seconds
        retrying = Retrying(
            stop=stop_after_attempt(_TRIES) | stop_before_delay(self.seconds),
            wait=patience,
            retry=retry_if_exception_type(Busy),
            sleep=self.sleep,
            reraise=True,
        )
        transport = GuardedTransport() if self.guarded else None
        with httpx.Client(
            transport=transport, follow_redirects=True, max_redirects=_MOST_REDIRECTS, headers={"User-Agent": _AGENT}
        ) as client:
            request = client.build_request("POST" if body is not None else "GET", url, params=query, headers=headers, json=body)
            try:
                return retrying(self._once, client, request, deadline)
            except Busy as busy:
                raise busy.error from busy

    def _once(self, client: httpx.Client, request: httpx.Request, deadline: float) -> Fetched:
        url = str(request.url)
        with _said(url, self.seconds):
            left = max(0.1, deadline - time.monotonic())
            request.extensions["timeout"] = httpx.Timeout(left).as_dict()
            reply = client.send(request, stream=True)
            try:
                _check(url, reply)
                return Fetched(
                    content=self._read(url, reply, deadline),
                    media_type=reply.headers.get("content-type", "").partition(";")[0].strip().lower(),
                    url=str(reply.url),
                )
            finally:
                reply.close()

    def _read(self, url: str, reply: httpx.Response, deadline: float) -> bytes:
        content = bytearray()
        for piece in reply.iter_bytes():  # unpacked: a small reply can be a large file
            content += piece
            if len(content) > self.most_bytes:
                raise InputError(
                    f"{url} is larger than {self.most_bytes >> 20} MiB.",
                    hint="Download it yourself, or raise PAPERATLAS_FETCH_MEBIBYTES.",
                )
            if time.monotonic() > deadline:  # the client's own limit is for each piece
                raise httpx.ReadTimeout("too slow", request=reply.request)
        return bytes(content)


@contextmanager
def _said(url: str, seconds: float) -> Iterator[None]:
    """What httpx raises, in our words."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise TimedOut(f"{url} did not answer within {seconds:g} s.", hint="Try again later.") from error
    except httpx.TooManyRedirects as error:
        raise ProviderError(f"{url} redirects without end.", hint="Check the address.") from error
    except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
        raise InputError(f"{url!r} is no address: {error}.", hint="Name one that begins with https://.") from error
    except httpx.HTTPError as error:
        raise Busy(ProviderError(f"{url} cannot be reached: {error}.", hint="Check the address, and the network.")) from error


def _check(url: str, reply: httpx.Response) -> None:
    status = reply.status_code
    if status == HTTPStatus.OK:
        return
    wait = retry_after(reply)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        hint = f"Try again in {wait:g} s." if wait is not None else "Try again later."
        raise Busy(RateLimited(f"{url} refuses more requests.", hint=hint), wait=wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise Busy(ProviderError(f"{url} failed with HTTP {status}.", hint="Try again later."), wait=wait)
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        raise InputError(f"There is nothing at {url}.", hint="Check the address.")
    raise ProviderError(f"{url} answered with HTTP {status}.", hint="It may need a key, or a person at a browser.")
