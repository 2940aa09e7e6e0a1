"""`LLM` over any endpoint that speaks OpenAI's chat completions: hosted, vLLM, llama.cpp, Ollama, LM Studio."""

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import anyio
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut, TooLong
from paperatlas.core.ports import Completion, Message
from paperatlas.core.tokens import estimated_tokens
from paperatlas.models.replies import ThoughtFilter, Unusable, read_reply

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["OpenAICompatible", "Prices"]

T = TypeVar("T", bound=BaseModel)
Mode: TypeAlias = Literal["json_schema", "json_object", "prompt"]

_MODES: tuple[Mode, ...] = ("json_schema", "json_object", "prompt")
"""How the form is asked for, the strictest first; what an endpoint refuses is not tried again."""
_AGAIN = "Reply again with one JSON object that follows the schema, and nothing else."
_FORM = "Reply with one JSON object that follows this JSON schema, and with nothing else:"
_TOO_LONG = re.compile(
    r"context (?:length|window|size)|maximum context|context_length|n_ctx|prompt is too long|too many tokens", re.IGNORECASE
)
"""How servers say that what was sent does not fit."""
_CUT = 0.7
"""Of the words sent. No tokenizer makes fewer tokens than words, so a server that counts so few has read a part only."""
_MANY_WORDS = 200
"""Below, what a server adds or leaves out when it counts weighs too much."""
_ECHO = 2000
"""Characters of a bad reply that are shown back to the model: enough to see the fault, not enough to fill its context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """US dollars per million tokens."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        return (self.input * input_tokens + self.output * output_tokens) / 1e6


class OpenAICompatible:
    """Implements `LLM`.

    The form is required by JSON schema where the endpoint can, and checked always: a reply that does not follow it goes back
    with the reason.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        seconds: float = 120,
        retries: int = 2,
        repairs: int = 2,
        at_once: int = 4,
        prices: Prices | None = None,
        context_tokens: int | None = None,
    ) -> None:
        """`seconds` bounds one reply with all its retries; `at_once` bounds requests in flight.

        `context_tokens` is the model's window, where it is known: more is refused before it is sent.
        `retries` are for rate limits and failing servers, `repairs` for replies out of form.
        """
        self.model = model
        self._base_url = base_url
        # Local endpoints need no key, but the client wants one.
        self._api_key = api_key or "none"
        self._seconds = seconds
        self._retries = retries
        self._repairs = repairs
        self._prices = prices or Prices()
        self._context = context_tokens
        self._mode: Mode = _MODES[0]
        self._slots = anyio.CapacityLimiter(at_once)

    @cached_property
    def _client(self) -> "AsyncOpenAI":
        # Imported at the first question: it takes over a second.
        from openai import AsyncOpenAI  # noqa: PLC0415

        return AsyncOpenAI(base_url=self._base_url, api_key=self._api_key, timeout=self._seconds, max_retries=self._retries)

    async def complete(self, messages: Sequence[Message], *, output: type[T]) -> Completion[T]:
        """One validated reply; `usage` counts every attempt.

        Raises:
            RateLimited: the endpoint refuses more, after retries that honour its Retry-After.
            TimedOut: no reply within the time allowed.
            BadOutput: no reply followed the form, after the reasons were given back.
            TooLong: the messages do not fit into the model's context, or the server read a part of them only.
            ProviderError: the endpoint is out of reach, refuses the key, or fails.
        """
        asked = [*_with_form(messages, output)]
        usage = Usage()
        reason = ""
        for _ in range(self._repairs + 1):
            text, ended, spent = await self._reply(asked, output)
            usage = _sum(usage, spent, self._prices)
            try:
                return Completion(output=read_reply(text, output), usage=usage, model=self.model)
            except Unusable as fault:
                reason = f"{fault} It was cut off at the endpoint's length limit." if ended == "length" else str(fault)
            asked = [
                *_with_form(messages, output),
                Message(role="assistant", content=text[:_ECHO] or "(nothing)"),
                Message(role="user", content=f"{reason} {_AGAIN}"),
            ]
        raise BadOutput(
            f"{self.model!r} did not answer in the form asked for, {self._repairs + 1} times: {reason}",
            hint="Use a model with structured output, or raise the endpoint's output and context limits.",
        )

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Pieces of the answer as they come, thoughts left out. Errors as of `complete`."""
        thoughts = ThoughtFilter()
        async with self._request():
            pieces = await self._client.chat.completions.create(model=self.model, messages=_plain(messages), stream=True)
            async for piece in pieces:
                text = piece.choices[0].delta.content if piece.choices else None
                if text and (shown := thoughts.feed(text)):
                    yield shown
        if rest := thoughts.close():
            yield rest

    async def close(self) -> None:
        """Let go of the connections."""
        if "_client" in self.__dict__:
            await self._client.close()

    async def _reply(self, messages: Sequence[Message], output: type[BaseModel]) -> tuple[str, str, tuple[int, int]]:
        """Text, why it ended, and tokens in and out; steps down a mode when the endpoint refuses the one in use."""
        from openai import BadRequestError, UnprocessableEntityError  # noqa: PLC0415

        while True:
            mode = self._mode
            try:
                async with self._request():
                    return await self._ask(messages, output, mode)
            except ProviderError as error:
                refused = isinstance(error.__cause__, BadRequestError | UnprocessableEntityError) and not isinstance(
                    error, TooLong
                )
                if not refused or mode == _MODES[-1]:
                    raise
                self._mode = _MODES[_MODES.index(mode) + 1]

    async def _ask(self, messages: Sequence[Message], output: type[BaseModel], mode: Mode) -> tuple[str, str, tuple[int, int]]:
        self._check_length(messages)
        form: dict[str, Any] = {} if mode == "prompt" else {"response_format": _response_format(mode, output)}
        reply = await self._client.chat.completions.create(model=self.model, messages=_plain(messages), **form)
        if not getattr(reply, "choices", None):
            raise ProviderError(
                f"{self.model!r} answered without a choice.", hint="Check that the base URL is a chat completions endpoint."
            )
        choice, used = reply.choices[0], reply.usage
        tokens = (used.prompt_tokens, used.completion_tokens) if used else (0, 0)
        self._check_read(messages, tokens[0])
        return choice.message.content or "", choice.finish_reason or "", tokens

    def _check_length(self, messages: Sequence[Message]) -> None:
        tokens = estimated_tokens(messages)
        if self._context and tokens > self._context:
            raise TooLong(
                f"About {tokens:,} tokens do not fit into the {self._context:,} that {self.model!r} can read.",
                hint="Raise PAPERATLAS_LLM_CONTEXT_TOKENS if the model can read more.",
            )

    def _check_read(self, messages: Sequence[Message], tokens: int) -> None:
        """A server with a short context cuts what it is sent, and does not say so but in its count."""
        words = sum(len(message.content.split()) for message in messages)
        if 0 < tokens < _CUT * words and words > _MANY_WORDS:
            raise TooLong(
                f"The server of {self.model!r} read {tokens:,} tokens of a text of {words:,} words: it has cut it.",
                hint="Raise the server's context (num_ctx of Ollama, -c of llama.cpp), and set PAPERATLAS_LLM_CONTEXT_TOKENS.",
            )

    @asynccontextmanager
    async def _request(self) -> AsyncIterator[None]:
        """A slot, a time limit, and the client's errors as ours."""
        import openai  # noqa: PLC0415

        where = self._base_url or "the OpenAI endpoint"
        try:
            async with self._slots:
                with anyio.fail_after(self._seconds):
                    yield
        except (openai.APITimeoutError, TimeoutError) as error:
            raise TimedOut(
                f"{self.model!r} at {where} sent no reply within {self._seconds:g} s.", hint="Raise PAPERATLAS_LLM_SECONDS."
            ) from error
        except openai.RateLimitError as error:
            wait = error.response.headers.get("retry-after")
            hint = f"Try again in {wait} s." if wait else "Try again later, or check the account's quota."
            raise RateLimited(f"{where} refuses more requests for {self.model!r}: {error.message}", hint=hint) from error
        except openai.APIConnectionError as error:
            raise ProviderError(
                f"{where} cannot be reached: {error}", hint="Is it running, and is PAPERATLAS_LLM_BASE_URL right?"
            ) from error
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise ProviderError(f"{where} refuses the key: {error.message}", hint="Set PAPERATLAS_LLM_API_KEY.") from error
        except openai.NotFoundError as error:
            raise ProviderError(
                f"{where} has no {self.model!r}, or no chat completions: {error.message}",
                hint="Check PAPERATLAS_LLM_MODEL, and that the base URL ends where the API begins (often /v1).",
            ) from error
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            if _TOO_LONG.search(error.message):
                raise TooLong(f"{where} says that it is too long for {self.model!r}: {error.message}") from error
            raise ProviderError(f"{where} refuses the request for {self.model!r}: {error.message}") from error
        except (openai.OpenAIError, json.JSONDecodeError) as error:
            raise ProviderError(f"{where} failed for {self.model!r}: {error}", hint="Its own log says more.") from error


def _plain(messages: Sequence[Message]) -> Any:
    return [{"role": message.role, "content": message.content} for message in messages]


def _with_form(messages: Sequence[Message], output: type[BaseModel]) -> list[Message]:
    """The messages with the form said in words: endpoints that ignore `response_format` do not say so."""
    form = f"{_FORM}\n{json.dumps(output.model_json_schema())}"
    if messages and messages[0].role == "system":
        return [Message(role="system", content=f"{messages[0].content}\n\n{form}"), *messages[1:]]
    return [Message(role="system", content=form), *messages]


def _response_format(mode: Mode, output: type[BaseModel]) -> dict[str, Any]:
    if mode == "json_object":
        return {"type": "json_object"}
    schema = _strict(output.model_json_schema())
    return {"type": "json_schema", "json_schema": {"name": output.__name__, "schema": schema, "strict": True}}


def _strict(schema: Any) -> Any:
    """A schema as strict decoding wants it: every object closed, all its properties required, no defaults."""
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _strict(value) for key, value in schema.items() if key != "default"}
    if made.get("type") == "object" and isinstance(made.get("properties"), dict):
        made["additionalProperties"] = False
        made["required"] = list(made["properties"])
    return made


def _sum(usage: Usage, spent: tuple[int, int], prices: Prices) -> Usage:
    return Usage(
        llm_calls=usage.llm_calls + 1,
        input_tokens=usage.input_tokens + spent[0],
        output_tokens=usage.output_tokens + spent[1],
        cost_usd=usage.cost_usd + prices.cost(*spent),
    )
