"""`LLM` over any endpoint that speaks OpenAI's chat completions: hosted, vLLM, llama.cpp, Ollama, LM Studio."""

from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from pydantic import BaseModel

from paperatlas.core.audience import audience
from paperatlas.core.errors import BadOutput, ProviderError, TooLong
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.core.tokens import estimated_tokens, tokens_of
from paperatlas.models.chat_connection import ChatConnection
from paperatlas.models.chat_wire import Reply, Wanted, in_form, reply_of
from paperatlas.models.endpoint_errors import Place
from paperatlas.models.metering import Meter, Prices
from paperatlas.models.replies import ThoughtFilter, Unusable, read_reply
from paperatlas.models.tool_calls import Round, retold, run_calls

__all__ = ["OpenAICompatible", "Prices"]

T = TypeVar("T", bound=BaseModel)

_AGAIN = "Reply again with one JSON object that follows the schema, and nothing else."
_CUT = 0.7
"""Of the words sent. No tokenizer makes fewer tokens than words, so a server that counts so few has read a part only."""
_MANY_WORDS = 200
"""Below, what a server adds or leaves out when it counts weighs too much."""
_ECHO = 2000
"""Characters of a bad reply that are shown back to the model: enough to see the fault, not enough to fill its context."""
_ROUNDS = 3
"""Replies that may call tools: look up, compute with what was found, and one to mend a call that was wrong."""


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
        azure_api_version: str | None = None,
        seconds: float = 120,
        retries: int = 2,
        repairs: int = 2,
        at_once: int = 4,
        prices: Prices | None = None,
        context_tokens: int | None = None,
        output_tokens: int | None = None,
        sees: bool = False,
    ) -> None:
        """`seconds` bounds one reply with all its retries; `at_once` bounds requests in flight.

        `context_tokens` is the model's window, where it is known: more is refused before it is sent. `output_tokens` limits
        a reply; None leaves it to the endpoint. `retries` are for rate limits and failing servers, `repairs` for replies out
        of form. With `azure_api_version` the endpoint is an Azure resource, and the model the name of a deployment there.
        """
        self.model = model
        self._connection = ChatConnection(
            Place(model=model, base_url=base_url, key=api_key or "", seconds=seconds),
            azure_api_version=azure_api_version,
            retries=retries,
            at_once=at_once,
            output_tokens=output_tokens,
            sees=sees,
        )
        self._repairs = repairs
        self._prices = prices or Prices()
        self._context = context_tokens

    @property
    def sees(self) -> bool:
        return self._connection.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """One validated reply, after as many calls of the tools as the model makes within a bound.

        `usage` counts every request; an error has it too, as `spent`.

        Raises:
            RateLimited: the endpoint refuses more, after retries that honour its Retry-After.
            TimedOut: no reply within the time allowed.
            BadOutput: no reply followed the form, after the reasons were given back; or the model will not answer.
            TooLong: the messages do not fit into the model's context, or the server read a part of them only.
            ProviderError: the endpoint is out of reach, refuses the key or the pictures, or fails.
        """
        meter = Meter(prices=self._prices)
        try:
            value = await self._value(messages, output, tools, meter)
        except ProviderError as error:
            error.spent = meter.usage
            raise
        return Completion(output=value, usage=meter.usage, model=self.model)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Pieces of the answer as they come, thoughts left out. Errors as of `complete`, also in mid-stream."""
        self._check_length(messages)
        thoughts, said, ended = ThoughtFilter(), False, ""
        async for piece in self._connection.pieces(Wanted(messages=messages, streamed=True), Meter(prices=self._prices)):
            choice = piece.choices[0] if getattr(piece, "choices", None) else None
            if choice is None:
                continue
            ended = choice.finish_reason or ended
            if choice.delta and (shown := thoughts.feed(choice.delta.content or "")):
                said = True
                yield shown
        if rest := thoughts.close():
            said = True
            yield rest
        self._check_end(ended, said=said)

    async def _value(self, messages: Sequence[Message], output: type[T], tools: Sequence[Tool], meter: Meter) -> T:
        rounds: list[Round] = []
        asked = in_form(messages, output, tools=True)
        while tools and self._connection.takes_tools and len(rounds) < _ROUNDS:
            reply = await self._reply(Wanted(messages=asked, output=output, tools=tools, rounds=rounds), meter)
            if not reply.calls:
                try:
                    return read_reply(reply.text, output)
                except Unusable:
                    break  # asked for below, where the form can be required
            rounds.append(Round(text=reply.text, called=await run_calls(reply.calls, tools)))
        return await self._formed(retold(in_form(messages, output), rounds), output, meter)

    async def _formed(self, messages: Sequence[Message], output: type[T], meter: Meter) -> T:
        """A reply in form, asked for again with the reason where it is not."""
        asked, reason = messages, ""
        for _ in range(self._repairs + 1):
            reply = await self._reply(Wanted(messages=asked, output=output), meter)
            try:
                return read_reply(reply.text, output)
            except Unusable as fault:
                cut = " It was cut off at the endpoint's length limit." if reply.ended == "length" else ""
                reason = f"{fault}{cut}"
            asked = [
                *messages,
                Message(role="assistant", content=reply.text[:_ECHO] or "(nothing)"),
                Message(role="user", content=f"{reason} {_AGAIN}"),
            ]
        raise BadOutput(
            f"{self.model!r} did not answer in the form asked for, {self._repairs + 1} times: {reason}",
            hint="Use a model with structured output, or raise PAPERATLAS_LLM_OUTPUT_TOKENS and the endpoint's context.",
        )

    async def _reply(self, wanted: Wanted, meter: Meter) -> Reply:
        sent = retold(wanted.messages, wanted.rounds)
        self._check_length(sent)
        hears = audience()
        completion = await (self._connection.heard(wanted, meter, hears) if hears else self._connection.ask(wanted, meter))
        reply = reply_of(completion, tools=bool(wanted.tools))
        if reply is None:
            raise ProviderError(
                f"{self.model!r} at {self._connection.place.where} answered without a choice.",
                hint="Check that the base URL is a chat completions endpoint.",
            )
        # An endpoint that does not count is counted by length: a budget has to hold there too.
        meter.counted(*(reply.tokens or (estimated_tokens(sent), tokens_of(len(reply.text)))))
        if reply.tokens:
            self._check_read(sent, reply.tokens[0])
        if reply.refusal or reply.ended == "content_filter":
            raise BadOutput(
                f"{self.model!r} will not answer this: {self._connection.place.clean(reply.refusal) or 'it was filtered'}",
                hint="Ask in other words, or without the language model.",
            )
        return reply

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

    def _check_end(self, ended: str, *, said: bool) -> None:
        """A stream that ends without saying why has lost its other half."""
        if not ended:
            raise self._connection.place.broke_off()
        if ended == "content_filter":
            raise BadOutput(f"{self.model!r} stopped: the endpoint's filter.", hint="Ask in other words.")
        if ended == "length":
            raise BadOutput(
                f"{self.model!r} was cut off at the endpoint's length limit.", hint="Raise PAPERATLAS_LLM_OUTPUT_TOKENS."
            )
        if not said:
            raise BadOutput(f"{self.model!r} said nothing.", hint="Try again, or choose another model.")
