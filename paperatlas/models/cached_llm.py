"""A language model whose answers are kept: the same question in the same words is paid once."""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from paperatlas.core.answers import Usage
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.models.kept_files import KeptFiles
from paperatlas.models.traced_tools import Ran, run_again, traced

__all__ = ["CachedLLM", "key_of"]

T = TypeVar("T", bound=BaseModel)


class _Kept(BaseModel):
    output: dict[str, Any]
    ran: list[Ran] = []


class CachedLLM:
    """An `LLM` around another one. Only whole, valid answers are kept; a stream is always made anew.

    What tools gave is part of what an answer rests on. So their calls are kept with it, and made again before it is given
    again: where one gives something else now, because the library has changed, the model is asked anew.
    """

    def __init__(self, llm: LLM, folder: Path) -> None:
        """`folder` may be shared by processes; whatever is in it may be deleted at any time."""
        self.model = llm.model
        self._llm = llm
        self._kept = KeptFiles(folder, suffix=".json")

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Errors as of the model's. An answer that was kept has cost nothing this time."""
        key = key_of(self.model, messages, output, tools)
        if (kept := await self._value(key, output, tools)) is not None:
            return Completion(output=kept, usage=Usage(), model=self.model)
        ran: list[Ran] = []
        completion = await self._llm.complete(messages, output=output, tools=traced(tools, ran))
        self._kept.put(key, _Kept(output=completion.output.model_dump(mode="json"), ran=ran).model_dump_json())
        return completion

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        return self._llm.stream(messages)

    async def _value(self, key: str, output: type[T], tools: Sequence[Tool]) -> T | None:
        """None also for what is damaged: it is written over."""
        text = self._kept.get(key)
        if text is None:
            return None
        try:
            kept = _Kept.model_validate_json(text)
            value = output.model_validate(kept.output)
        except ValidationError:
            return None
        return value if await run_again(kept.ran, tools) else None


def key_of(model: str, messages: Sequence[Message], output: type[BaseModel] | None, tools: Sequence[Tool] = ()) -> str:
    """The hash of what an answer depends on: the model, what it was told and shown, the form it was to have, if any, and what
    it could call. What the tools gave is not in it, since that is known only afterwards.
    """
    asked = {
        "model": model,
        "messages": [
            (message.role, message.content, [hashlib.sha256(image).hexdigest() for image in message.images])
            for message in messages
        ],
        "form": output.model_json_schema() if output else None,
        "tools": [(tool.name, tool.description, tool.arguments.model_json_schema()) for tool in tools],
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()
