"""Requests to one endpoint of chat completions: in the dialect that it takes, tried again while that helps, within a time."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import anyio
from anyio.lowlevel import RunVar
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, stop_before_delay

from paperatlas.core.audience import Hears
from paperatlas.core.errors import ProviderError, TimedOut
from paperatlas.models.chat_wire import Wanted, request
from paperatlas.models.dialect import Dialect, names_pictures, plainer
from paperatlas.models.endpoint_errors import Place, Refused
from paperatlas.models.heard import Whole
from paperatlas.models.metering import Meter
from paperatlas.models.patience import Busy, patience
from paperatlas.models.slots import Slots

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["ChatConnection"]


class ChatConnection:
    """What the endpoint refuses of the protocol is learnt at the first refusal, and not asked for again."""

    def __init__(
        self,
        place: Place,
        *,
        azure_api_version: str | None,
        retries: int,
        at_once: int,
        output_tokens: int | None,
        sees: bool,
    ) -> None:
        self.place = place
        self.sees = sees
        self._azure = azure_api_version
        self._retries = retries
        self._output_tokens = output_tokens
        # OpenAI's own models refuse the older name of the limit; of the others most know no other.
        own = place.base_url is None or azure_api_version is not None
        self._dialect = Dialect(limit="max_completion_tokens" if own else "max_tokens")
        self._streams = True
        self._slots = Slots(at_once)
        # A client belongs to the event loop it was made in, and every question has its own.
        self._clients: RunVar[AsyncOpenAI] = RunVar("client")

    @property
    def takes_tools(self) -> bool:
        """As far as it is known."""
        return self._dialect.tools

    async def ask(self, wanted: Wanted, meter: Meter) -> Any:
        """A completion of the client's, unchecked; errors as of `LLM.complete`."""
        async with self._slots.one():
            return await self._asked(wanted, meter)

    async def heard(self, wanted: Wanted, meter: Meter, hears: Hears) -> Any:
        """As `ask`, and told as it grows. Where the endpoint does not stream, or breaks off, it is asked for whole."""
        if self._streams:
            whole = Whole(hears)
            try:
                async for piece in self.pieces(replace(wanted, streamed=True), meter):
                    whole.take(piece)
            except TimedOut:
                raise  # whole it would take as long
            except ProviderError:
                if not whole.begun:
                    raise
            if whole.completion is not None:
                return whole.completion
            self._streams = whole.begun
        return await self.ask(wanted, meter)

    async def pieces(self, wanted: Wanted, meter: Meter) -> AsyncIterator[Any]:
        """The chunks of a stream. The time limit is for the waits together; what is done with a piece costs none of it."""
        async with self._slots.one():
            stream = await self._asked(wanted, meter)
            left = self.place.seconds
            try:
                while True:
                    began = time.monotonic()
                    piece = await self._next(stream, left)
                    left -= time.monotonic() - began
                    if piece is None:
                        return
                    yield piece
            finally:
                await stream.close()

    def _client(self) -> "AsyncOpenAI":
        client = self._clients.get(None)
        if client is None:
            client = self._made()
            self._clients.set(client)
        return client

    def _made(self) -> "AsyncOpenAI":
        # Imported at the first question: it takes over a second. Local endpoints need no key, but the client wants one. It
        # does not try again by itself: it would not say that it did, and it would wait longer than there is time.
        from openai import AsyncAzureOpenAI, AsyncOpenAI  # noqa: PLC0415

        key, url = self.place.key or "none", self.place.base_url
        options: dict[str, Any] = {
            "api_key": key,
            "timeout": self.place.seconds,
            "max_retries": 0,
            # Nothing is left open when the event loop ends: a handshake is little beside what a model takes to reply.
            "default_headers": {"Connection": "close"},
        }
        if self._azure:
            return AsyncAzureOpenAI(azure_endpoint=url or "", api_version=self._azure, **options)
        return AsyncOpenAI(base_url=url, **options)

    async def _asked(self, wanted: Wanted, meter: Meter) -> Any:
        """In ever plainer ways while it refuses; the way that it took is kept to."""
        if wanted.pictures and not self.sees:
            raise _blind(f"{self.place.model!r} is not known to take pictures.")
        dialect = self._dialect
        while True:
            body, asked = request(self.place.model, wanted, dialect, self._output_tokens)
            try:
                got = await self._sent(body, meter)
            except Refused as refusal:
                if wanted.pictures and names_pictures(refusal.said):
                    self.sees = False
                    raise _blind(refusal.message) from None
                plain = plainer(dialect, asked, refusal.said)
                if plain is None:
                    raise
                dialect = plain
            else:
                self._dialect = dialect
                return got

    async def _sent(self, body: dict[str, Any], meter: Meter) -> Any:
        """Tried again while it fails in a way that passes, and while there is time."""
        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._retries + 1) | stop_before_delay(self.place.seconds),
            wait=patience,
            retry=retry_if_exception_type(Busy),
            reraise=True,
        )
        completions = self._client().chat.completions  # before the clock runs: the first time takes a second
        deadline = time.monotonic() + self.place.seconds

        async def once() -> Any:
            meter.sent()
            with self.place.errors(), anyio.fail_after(max(0.0, deadline - time.monotonic())):
                return await completions.create(**body)

        try:
            return await retrying(once)
        except Busy as busy:
            raise busy.error from None

    async def _next(self, stream: Any, seconds: float) -> Any:
        """None at the end."""
        try:
            with self.place.errors(), anyio.fail_after(max(0.0, seconds)):
                return await anext(stream, None)
        except Busy:
            # What was said cannot be taken back, so it is not tried again.
            raise self.place.broke_off() from None


def _blind(message: str) -> ProviderError:
    return ProviderError(message, hint="Set PAPERATLAS_VISION_MODEL to a model of the endpoint that does.")
