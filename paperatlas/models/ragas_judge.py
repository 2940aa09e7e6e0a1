"""ragas's metrics, run by ragas itself in its own environment, with vectors of our embedder."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.core.errors import BadOutput, PaperAtlasError, ProviderError, RateLimited, TimedOut
from paperatlas.core.ports import Embedder
from paperatlas.models import ragas_worker
from paperatlas.models.encodable import encodable
from paperatlas.models.endpoint_errors import Place
from paperatlas.models.worker_process import WorkerProcess, WorkerProgram

__all__ = ["RagasEndpoint", "RagasJudge", "ragas_python"]

VENV = ".venv-eval"
REPLY_TOKENS = 4096
"""Of a reply of the judge, where the settings say nothing: ragas's own 1,024 cut off the verdicts on a long answer."""
MOST_REPLIES = 24
"""Replies that a metric waits for one after the other, at most: one for each passage."""
GRACE = 60.0
"""Seconds on top of what the replies may take, for whatever else the process does."""
_ERRORS: Mapping[str, type[ProviderError]] = {"timed_out": TimedOut, "bad_output": BadOutput, "rate_limited": RateLimited}


@dataclass(frozen=True, slots=True, kw_only=True)
class RagasEndpoint:
    """The judge: where it is, and how long a reply may take and be."""

    place: Place
    azure_api_version: str | None = None
    output_tokens: int | None = None


class RagasJudge:
    """Scores answers one at a time, all metrics of one side by side. Close it in the end."""

    def __init__(self, endpoint: RagasEndpoint, embedder: Embedder, *, python: Path) -> None:
        place = endpoint.place
        self.model = place.model
        self._place = place
        self._embedder = embedder
        load = {
            "op": "load",
            "model": place.model,
            "base_url": place.base_url,
            "api_key": place.key,
            "azure_api_version": endpoint.azure_api_version,
            "seconds": place.seconds,
            "output_tokens": endpoint.output_tokens or REPLY_TOKENS,
        }
        program = WorkerProgram(
            name="ragas",
            python=python,
            program=Path(ragas_worker.__file__),
            load=load,
            seconds=place.seconds * MOST_REPLIES + GRACE,
            setup="`make setup-eval` in the checkout makes the environment; PAPERATLAS_EVAL_PYTHON names another one.",
        )
        self._worker = WorkerProcess(program)

    def start(self) -> None:
        """Load ragas, which takes seconds. Raises MissingExtra and ProviderError as `score`."""
        self._worker.start()

    def score(
        self,
        metrics: Sequence[str],
        *,
        question: str,
        answer: str,
        reference: str,
        passages: Sequence[str],
        grounds: Sequence[str],
    ) -> Mapping[str, float | PaperAtlasError]:
        """For each metric its value, or the error for which there is none.

        Raises:
            MissingExtra: the environment is not there, or lacks a package.
            ProviderError: the process died or hung; it is started again for the next answer.
        """
        sample = {
            "op": "score",
            "metrics": list(metrics),
            "question": encodable(question),
            "answer": encodable(answer),
            "reference": encodable(reference),
            "passages": [encodable(text) for text in passages],
            "grounds": [encodable(text) for text in grounds],
        }
        reply = self._worker.tell(sample, self._vectors)
        return {name: self._outcome(reply["scores"][name]) for name in metrics}

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def _outcome(self, said: Mapping[str, Any]) -> float | PaperAtlasError:
        if "value" in said:
            return float(said["value"])
        kind = _ERRORS.get(said["code"], ProviderError)
        return kind(self._place.clean(said["error"]), hint="The judge's own log says more; another model may keep to the form.")

    def _vectors(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """A worker that waits is told of any failure, or it would wait for ever."""
        try:
            return {"vectors": self._embedder.embed(wanted["texts"], kind="passage").tolist()}
        except PaperAtlasError as error:
            return {"error": error.message}


def ragas_python() -> Path:
    """The interpreter of the environment that `make setup-eval` makes in the checkout that this package runs from."""
    checkout = Path(__file__).resolve().parents[2]
    return checkout / VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
