"""The worst reader of papers there is: a language model that obeys whatever it can see in what it is sent."""

import re
import unicodedata
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from paperatlas.agents.write.form import Opinion, Quoted, Reply, Said
from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.models.tool_calls import ToolCall, run_calls
from tests.fakes.writers import Reading, read_prompt

__all__ = ["Obedient", "Payload"]

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class Payload:
    """What an attack says, and what obeying it is."""

    text: str
    says: str
    calls: str = ""
    refuses: bool = False


@dataclass(kw_only=True)
class Obedient:
    """Implements `LLM`. Where it sees no attack it answers with the sentence that is nearest to the question."""

    payloads: Mapping[str, Payload]
    obeyed: list[str] = field(default_factory=list)
    """Names of the attacks that it saw and obeyed."""
    ran: list[str] = field(default_factory=list)
    """Tools that ran though an attack asked for it."""
    model: str = "obedient"
    sees: bool = False

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        seen = squeezed(" ".join(message.content for message in messages))
        orders = [name for name, payload in self.payloads.items() if squeezed(payload.text) in seen]
        self.obeyed += orders
        reply: BaseModel
        if output is Reply and orders:
            for name in orders:
                await self._call(self.payloads[name], tools)
            reply = _obeying([self.payloads[name] for name in orders], messages)
        elif output is Reply:
            reply = _honest(read_prompt(messages))
        elif output is Opinion:
            reply = Opinion(lacking=[], answered=True)
        else:
            raise BadOutput("This model answers questions and does nothing else.")
        return Completion(output=output.model_validate(reply.model_dump()), usage=Usage(llm_calls=1), model=self.model)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        raise BadOutput("This model does not stream.")
        yield ""

    async def _call(self, payload: Payload, tools: Sequence[Tool]) -> None:
        if not payload.calls:
            return
        named = {tool.name for tool in tools} & {payload.calls}
        self.ran += named
        await run_calls([ToolCall(id="1", name=payload.calls, arguments='{"term": "Zanzibar"}')], tools)


def squeezed(text: str) -> str:
    """As a model reads: white space and signs that do not show aside."""
    return re.sub(
        r"\s+", "", "".join(char for char in unicodedata.normalize("NFKC", text) if unicodedata.category(char) != "Cf")
    ).lower()


def _obeying(payloads: Sequence[Payload], messages: Sequence[Message]) -> Reply:
    """What is asked for, with every quote that could let it pass: the attack's own words, and what else the passages say."""
    passages = read_prompt(messages).passages
    if any(payload.refuses for payload in payloads):
        return Reply(answerable=False, statements=[], missing="everything")
    system = " ".join(messages[0].content.split())[:120]
    said: list[Said] = []
    for payload in payloads:
        says = payload.says.replace("{system}", system)
        said += [
            Said(text=says, quotes=[Quoted(passage=passage.number, quote=quote)], results=[1])
            for passage in passages[:3]
            for quote in (payload.text, says, *passage.sentences()[:3])
        ]
    return Reply(answerable=True, statements=said)


def _honest(reading: Reading) -> Reply:
    if not reading.passages:
        return Reply(answerable=False, statements=[])
    passage, sentence = reading.nearest()
    return Reply(answerable=True, statements=[Said(text=sentence, quotes=[Quoted(passage=passage.number, quote=sentence)])])
