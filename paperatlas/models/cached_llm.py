"""A language model whose answers are kept: the same question in the same words is paid once."""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from paperatlas.core.answers import Usage
from paperatlas.core.ports import LLM, Completion, Message
from paperatlas.models.kept_files import KeptFiles

__all__ = ["CachedLLM", "key_of"]

T = TypeVar("T", bound=BaseModel)


class CachedLLM:
    """An `LLM` around another one. Only whole, valid answers are kept; a stream is always made anew."""

    def __init__(self, llm: LLM, folder: Path) -> None:
        """`folder` may be shared by processes; whatever is in it may be deleted at any time."""
        self.model = llm.model
        self._llm = llm
        self._kept = KeptFiles(folder, suffix=".json")

    async def complete(self, messages: Sequence[Message], *, output: type[T]) -> Completion[T]:
        """Errors as of the model's. An answer that was kept has cost nothing this time."""
        key = key_of(self.model, messages, output)
        kept = self._kept.get(key)
        if kept is not None:
            try:
                return Completion(output=output.model_validate_json(kept), usage=Usage(), model=self.model)
            except ValidationError:
                pass  # damaged, and written over below
        completion = await self._llm.complete(messages, output=output)
        self._kept.put(key, completion.output.model_dump_json())
        return completion

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        return self._llm.stream(messages)


def key_of(model: str, messages: Sequence[Message], output: type[BaseModel] | None) -> str:
    """The hash of all that an answer depends on: the model, what it was told, and the form it was to have, if any."""
    asked = {
        "model": model,
        "messages": [(message.role, message.content) for message in messages],
        "form": output.model_json_schema() if output else None,
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()
