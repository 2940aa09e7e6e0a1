"""What goes wrong between us and an endpoint of chat completions, as errors of ours: what happened, where, what to do.

No error repeats a key, and none is longer than a person reads: some servers echo the key they refuse, and proxies answer with
whole web pages.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut, TooLong
from paperatlas.models.dialect import names_something
from paperatlas.models.patience import Busy, retry_after

if TYPE_CHECKING:
    import openai

__all__ = ["Place", "Refused"]

_ECHO = 300
"""Characters of a server's own explanation that are passed on."""
_TOO_LONG = re.compile(
    r"context (?:length|window|size)|maximum context|context_length|n_ctx|prompt is too long|input is too long"
    r"|too many (?:input )?tokens|exceeds? the (?:maximum|available) (?:number of tokens|context)|token count .{0,40}exceeds",
    re.IGNORECASE,
)
"""How servers say that what was sent does not fit."""
_FILTERED = re.compile(r"content.?(?:filter|management|policy)|responsible_?ai|safety", re.IGNORECASE)
"""How servers say that they do not like what was sent."""
_NO_QUOTA = "insufficient_quota"
"""OpenAI's word for an account without money: waiting does not help."""
_MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^<>]*>", re.IGNORECASE | re.DOTALL)
_PASSES = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_EARLY})
_REFUSES = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_IMPLEMENTED})


class Refused(ProviderError):
    """The endpoint is well and will not do what was asked as it stands; asked for less, it may."""

    def __init__(self, message: str, *, hint: str = "", said: str = "") -> None:
        super().__init__(message, hint=hint)
        self.said = said
        """Its own words alone: the message names the model, whose name may hold any word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Whom we ask, and where, for the messages of errors."""

    model: str
    base_url: str | None
    key: str = field(repr=False)
    seconds: float

    @contextmanager
    def errors(self) -> Iterator[None]:
        """The client's errors as ours; those that pass as `Busy`, to be tried again."""
        import openai  # noqa: PLC0415 - takes over a second

        try:
            yield
        except openai.APIStatusError as error:
            ours = self._of_status(error)
        except (openai.APITimeoutError, TimeoutError):
            ours = self.timed_out()
        except openai.APIConnectionError as error:
            ours = Busy(
                ProviderError(
                    f"{self.where} cannot be reached: {self.clean(str(error.__cause__ or error))}",
                    hint="Is it running, and is PAPERATLAS_LLM_BASE_URL right?",
                )
            )
        except (openai.OpenAIError, json.JSONDecodeError, UnicodeDecodeError) as error:
            ours = ProviderError(
                f"{self.where} failed for {self.model!r}: {self.clean(str(error))}", hint="Its own log says more."
            )
        else:
            return
        # Without a cause: the client's own error says what the server said, and that may be the key.
        raise ours from None

    @property
    def where(self) -> str:
        """The address without what may be secret in it."""
        if self.base_url is None:
            return "the OpenAI endpoint"
        parts = urlsplit(self.base_url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def clean(self, said: str) -> str:
        """Without markup and the key, cut to a length."""
        plain = " ".join(_MARKUP.sub(" ", said).split())
        return plain.replace(self.key, "***")[:_ECHO] if self.key else plain[:_ECHO]

    def timed_out(self) -> TimedOut:
        return TimedOut(
            f"{self.model!r} at {self.where} sent no reply within {self.seconds:g} s.", hint="Raise PAPERATLAS_LLM_SECONDS."
        )

    def broke_off(self) -> ProviderError:
        return ProviderError(f"{self.where} broke off in the middle of a reply of {self.model!r}.", hint="Its own log says more.")

    def _of_status(self, error: "openai.APIStatusError") -> ProviderError | Busy:
        status, words = error.status_code, _words(error)
        said = f"HTTP {status}: {self.clean(words)}"
        failing = status >= HTTPStatus.INTERNAL_SERVER_ERROR
        if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE or (not failing and _TOO_LONG.search(words)):
            return TooLong(f"{self.where} says that it is too long for {self.model!r}: {said}", hint="Ask for less at once.")
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            return self._limited(error, said)
        if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            return ProviderError(f"{self.where} refuses the key: {said}", hint="Set PAPERATLAS_LLM_API_KEY.")
        if status == HTTPStatus.BAD_REQUEST and _FILTERED.search(f"{error.code} {words}"):
            return BadOutput(f"{self.where} will not have {self.model!r} answer this: {said}", hint="Ask in other words.")
        if (status in _REFUSES or failing) and names_something(words):
            return self._refused(words, said)
        if status == HTTPStatus.NOT_FOUND:
            return ProviderError(
                f"{self.where} has no {self.model!r}, or no chat completions: {said}",
                hint="Check PAPERATLAS_LLM_MODEL, and that the base URL ends where the API begins (often /v1).",
            )
        if status in _REFUSES:
            return self._refused(words, said)
        failed = ProviderError(f"{self.where} failed for {self.model!r}: {said}", hint="Its own log says more.")
        return Busy(failed, wait=retry_after(error.response)) if failing or status in _PASSES else failed

    def _refused(self, words: str, said: str) -> Refused:
        message = f"{self.where} refuses the request for {self.model!r}: {said}"
        return Refused(message, hint="See what it takes, or choose another model.", said=words.replace(self.model, ""))

    def _limited(self, error: "openai.APIStatusError", said: str) -> ProviderError | Busy:
        wait = retry_after(error.response)
        hint = f"Try again in {wait:g} s." if wait is not None else "Try again later, or check the account's quota."
        limited = RateLimited(f"{self.where} refuses more requests for {self.model!r}: {said}", hint=hint)
        return limited if error.code == _NO_QUOTA else Busy(limited, wait=wait)


def _words(error: "openai.APIStatusError") -> str:
    """The server's own: the client knows those in OpenAI's form alone, and others are plain text, a string, a list or deeper."""
    body = error.body
    if isinstance(body, dict) and isinstance(message := body.get("message"), str):
        return message
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False) if body else "(no reason given)"
