"""The program that runs ragas in an environment of its own: `python ragas_worker.py`.

ragas brings an openai and a rich older than ours, and takes seconds to import. So this file stands alone, as `bge_worker.py`
does, whose pipes it uses; PaperAtlas imports only the names of the metrics.

The first request says where the judge is. Each later one is an answer to be scored; before its reply the program may ask back
for vectors (`{"wants": "vectors", "texts": […]}`), since the embedder is PaperAtlas's own. The reply has, for each metric, a
value or the error for which there is none. Nothing but the judge is ever reached.
"""

import asyncio
import math
import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import queue
    from collections.abc import Iterator

METRICS = ("faithfulness", "context_recall", "context_precision", "answer_relevancy")
ALONE = {
    "RAGAS_DO_NOT_TRACK": "true",  # not "1", which ragas takes for no
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "HF_HUB_OFFLINE": "1",
}
"""What makes ragas and what it brings along send nothing to anybody."""
RETRIES = 2
"""Of a request that the endpoint refuses or loses; a reply out of form is asked for again by ragas itself."""
LARGEST = 1 + 1e-6
"""A share; products of vectors are off in the last digits. Verdicts that are neither 0 nor 1 lead beyond it."""
SAID = 300
"""Characters of an error that are passed on."""
TIMED_OUT = frozenset({"APITimeoutError", "TimeoutError"})
OUT_OF_FORM = frozenset({"IncompleteOutputException", "ValidationError", "JSONDecodeError"})
"""Cut off, not as the schema says, no JSON."""
BUSY = frozenset({"RateLimitError"})


class Unscored(Exception):
    """ragas gave a number that is no score."""


class _Line:
    """The pipe to PaperAtlas, for asking back while a metric is at work.

    It waits without giving way to other metrics: vectors take a moment, and a wait that could be given up in the middle would
    leave a reply in the pipe that nobody asked for.
    """

    def __init__(self, requests: "queue.SimpleQueue[dict[str, Any]]", replies: IO[bytes], write: Any) -> None:
        self._requests, self._replies, self._write = requests, replies, write

    def vectors(self, texts: list[str]) -> list[list[float]]:
        self._write(self._replies, {"wants": "vectors", "texts": texts})
        served = self._requests.get()
        if "error" in served:
            raise RuntimeError(f"the texts cannot be embedded: {served['error']}")
        vectors: list[list[float]] = served["vectors"]
        return vectors


class _Judge:
    """ragas's metrics, with the endpoint that they ask."""

    def __init__(self, load: "dict[str, Any]", line: _Line) -> None:
        _keep_no_id()
        from ragas.llms import llm_factory  # noqa: PLC0415, I001 - seconds, and only in the worker; what may lack first
        import openai  # noqa: PLC0415

        client: Any
        options = {"api_key": load["api_key"] or "none", "timeout": load["seconds"], "max_retries": RETRIES}
        if load["azure_api_version"]:
            version = load["azure_api_version"]
            client = openai.AsyncAzureOpenAI(azure_endpoint=load["base_url"] or "", api_version=version, **options)
        else:
            client = openai.AsyncOpenAI(base_url=load["base_url"], **options)
        self._llm = llm_factory(load["model"], client=client, max_tokens=load["output_tokens"])
        self._seconds = float(load["seconds"])
        self._line = line

    async def scores(self, sample: "dict[str, Any]") -> "dict[str, Any]":
        wanted = sample["metrics"]
        outcomes = await asyncio.gather(*(self._outcome(name, sample) for name in wanted))
        return dict(zip(wanted, outcomes, strict=True))

    async def _outcome(self, name: str, sample: "dict[str, Any]") -> "dict[str, Any]":
        # Of each metric the replies come one after the other: three at most, or one for every passage.
        waits = max(3, len(sample["passages"]))
        try:
            value = await asyncio.wait_for(getattr(self, name)(sample), self._seconds * waits)
            return {"value": _checked(float(value))}
        except Exception as error:  # noqa: BLE001 - the boundary of a metric: the caller is told, and the others go on
            return _told(error)

    async def faithfulness(self, sample: "dict[str, Any]") -> Any:
        from ragas.metrics.collections import Faithfulness  # noqa: PLC0415

        found = await Faithfulness(llm=self._llm).ascore(
            user_input=sample["question"], response=sample["answer"], retrieved_contexts=sample["grounds"]
        )
        return found.value

    async def context_recall(self, sample: "dict[str, Any]") -> Any:
        from ragas.metrics.collections import ContextRecall  # noqa: PLC0415

        found = await ContextRecall(llm=self._llm).ascore(
            user_input=sample["question"], retrieved_contexts=sample["passages"], reference=sample["reference"]
        )
        return found.value

    async def context_precision(self, sample: "dict[str, Any]") -> Any:
        from ragas.metrics.collections import ContextPrecision  # noqa: PLC0415

        found = await ContextPrecision(llm=self._llm).ascore(
            user_input=sample["question"], retrieved_contexts=sample["passages"], reference=sample["reference"]
        )
        return found.value

    async def answer_relevancy(self, sample: "dict[str, Any]") -> Any:
        from ragas.metrics.collections import AnswerRelevancy  # noqa: PLC0415

        embeddings = _embeddings(self._line)
        found = await AnswerRelevancy(llm=self._llm, embeddings=embeddings).ascore(
            user_input=sample["question"], response=sample["answer"]
        )
        if not embeddings.asked:
            raise Unscored("the judge made no question of the answer, which ragas scores 0")
        return found.value


def _keep_no_id() -> None:
    """Ragas keeps an id in the user's home to send along, even where it may not send: there is no place for it."""
    import appdirs  # noqa: PLC0415 - part of ragas's environment

    appdirs.user_data_dir = lambda **_: os.devnull


def _embeddings(line: _Line) -> Any:
    """Ragas's kind of embedder, over the pipe."""
    from ragas.embeddings.base import BaseRagasEmbedding  # noqa: PLC0415

    class Piped(BaseRagasEmbedding):  # type: ignore[misc]
        asked = False

        def embed_text(self, text: str, **_: Any) -> list[float]:
            return self._vectors([text])[0]

        async def aembed_text(self, text: str, **_: Any) -> list[float]:
            return self._vectors([text])[0]

        async def aembed_texts(self, texts: list[str], **_: Any) -> list[list[float]]:
            return self._vectors(texts)

        def _vectors(self, texts: list[str]) -> list[list[float]]:
            self.asked = True
            return line.vectors(texts)

    return Piped()


def _checked(value: float) -> float:
    """Raises Unscored."""
    if math.isnan(value):
        raise Unscored("ragas gives no number: the judge found no statement to judge")
    if not -LARGEST <= value <= LARGEST:
        raise Unscored(f"ragas gives {value:g}, which is no share: a verdict was neither 0 nor 1")
    return value


def _told(error: BaseException) -> "dict[str, Any]":
    """What went wrong at the bottom of it: instructor wraps errors in its own, with all it was told inside."""
    chain = list(_causes(error))
    names = {type(each).__name__ for each in chain}
    code = "upstream"
    for found, kinds in (("bad_output", OUT_OF_FORM), ("rate_limited", BUSY), ("timed_out", TIMED_OUT)):
        code = found if names & kinds else code
    if isinstance(error, Unscored):
        return {"error": str(error), "code": "bad_output"}
    deepest = next((each for each in reversed(chain) if type(each).__name__ in OUT_OF_FORM | BUSY | TIMED_OUT), chain[-1])
    said = " ".join(f"{type(deepest).__name__}: {deepest}".split())
    return {"error": said[:SAID], "code": code}


def _causes(error: "BaseException | None") -> "Iterator[BaseException]":
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


async def _serve(requests: "queue.SimpleQueue[dict[str, Any]]", replies: IO[bytes], write: Any) -> None:
    line = _Line(requests, replies, write)
    judge: _Judge | None = None
    while True:
        header = await asyncio.to_thread(requests.get)
        try:
            if header["op"] == "load":
                judge = _Judge(header, line)
                reply: dict[str, Any] = {}
            else:
                assert judge, "loaded first"
                reply = {"scores": await judge.scores(header)}
        except ImportError as error:
            reply = {"error": f"{type(error).__name__}: {error}", "kind": "environment"}
        except Exception as error:  # noqa: BLE001 - the boundary of one request: the caller is told, and may ask again
            reply = {"error": f"{type(error).__name__}: {error}"[:SAID], "kind": "request"}
        write(replies, reply)


def main() -> None:
    """Score until there is no one left to score for."""
    os.environ.update(ALONE)
    pipes = _neighbour("bge_worker")
    asyncio.run(_serve(pipes.incoming(sys.stdin.buffer), pipes.own_stdout(), pipes.write_frame))


def _neighbour(name: str) -> Any:
    """The module in the file beside this one: the environment has no PaperAtlas to import it from."""
    spec = spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec, "the file is part of the package"
    assert spec.loader, "a file of Python"
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
