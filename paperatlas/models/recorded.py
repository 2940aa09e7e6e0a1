"""A language model whose answers are written down, and one that gives them again: real replies for tests without a model."""

import json
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError, UnreadableFile
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.models.cached_llm import key_of
from paperatlas.models.traced_tools import Ran, run_again, traced

__all__ = ["RecordedLLM", "RecordingLLM"]

T = TypeVar("T", bound=BaseModel)


class RecordingLLM:
    """An `LLM` around another one. Each answer is a line of a JSONL file: its key, the form, the answer, what tools were
    called and gave, what it cost. Pictures are in the key alone.
    """

    def __init__(self, llm: LLM, file: Path) -> None:
        self.model = llm.model
        self._llm = llm
        self._file = file

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Errors as of the model's; they are not recorded."""
        ran: list[Ran] = []
        completion = await self._llm.complete(messages, output=output, tools=traced(tools, ran))
        usage = completion.usage
        self._write(
            key=key_of(self.model, messages, output, tools),
            form=output.__name__,
            output=completion.output.model_dump(mode="json"),
            ran=[each.model_dump(mode="json") for each in ran],
            calls=usage.llm_calls,
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
        )
        return completion

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        pieces = []
        async for piece in self._llm.stream(messages):
            pieces.append(piece)
            yield piece
        self._write(key=key_of(self.model, messages, None), form="stream", output=pieces)

    def _write(self, **line: Any) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"model": self.model, **line}, ensure_ascii=False) + "\n")


class RecordedLLM:
    """Implements `LLM` from what a RecordingLLM wrote: the same question gets the same answer, any other an error.

    A question that was asked several times gets its answers in their order, and then the last one again. Tools that were
    called are called again, and have to give the same.
    """

    def __init__(self, file: Path) -> None:
        """Raises UnreadableFile."""
        self._answers: dict[str, deque[dict[str, Any]]] = defaultdict(deque)
        self.model = ""
        self.sees = True
        try:
            lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
            for line in lines:
                self._answers[line["key"]].append(line)
                self.model = line["model"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnreadableFile(
                f"{str(file)!r} is no recording of a model: {error}.", hint="RecordingLLM writes them."
            ) from error

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Raises ProviderError for what was not recorded, or where a tool gives something else; BadOutput where the recorded
        answer is not in form any more.
        """
        line = self._next(key_of(self.model, messages, output, tools))
        try:
            value = output.model_validate(line["output"])
        except ValidationError as error:
            raise BadOutput(f"The recorded answer does not follow {output.__name__}: {error}.", hint="Record it anew.") from error
        if not await run_again([Ran.model_validate(each) for each in line.get("ran", [])], tools):
            raise ProviderError("A tool gives something else than when this was recorded.", hint="Record it anew.")
        usage = Usage(llm_calls=line.get("calls", 1), input_tokens=line["input_tokens"], output_tokens=line["output_tokens"])
        return Completion(output=value, usage=usage, model=self.model)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        for piece in self._next(key_of(self.model, messages, None))["output"]:
            yield piece

    def _next(self, key: str) -> dict[str, Any]:
        answers = self._answers.get(key)
        if not answers:
            raise ProviderError("This question was not recorded.", hint="Record it with RecordingLLM.")
        return answers.popleft() if len(answers) > 1 else answers[0]
