"""The systems that are set side by side."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.peers.environments import Environment

__all__ = ["OURS", "SYSTEMS", "System"]

OURS = "paperatlas"


def _offline(_: Environment) -> Mapping[str, str]:
    return {}


def _encodings(environment: Environment) -> Mapping[str, str]:
    """The files that tiktoken takes encodings from, which it would fetch otherwise."""
    return {"TIKTOKEN_CACHE_DIR": str(environment.packages / "litellm" / "litellm_core_utils" / "tokenizers")}


def _quiet(_: Environment) -> Mapping[str, str]:
    return {"LOGFIRE_IGNORE_NO_CONFIG": "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A system, how it is run, and what it has no way to do whatever the model: as its code and its replies show."""

    title: str
    adapter: str
    """`adapters/run_ADAPTER.py`."""
    cannot: tuple[str, ...] = ()
    requirements: str = ""
    """`requirements/REQUIREMENTS.txt`; empty for the environment of the harness."""
    variables: Callable[[Environment], Mapping[str, str]] = _offline
    has_model: bool = True
    """Whether it is given the stand-in for a language model."""
    store_of: str = ""
    """The system whose store it asks; empty where it makes its own."""


SYSTEMS: Mapping[str, System] = {
    OURS: System(title="PaperAtlas, no language model", adapter="paperatlas", has_model=False),
    "paperatlas-model": System(title="PaperAtlas with the stand-in", adapter="paperatlas", store_of=OURS),
    "tutorial": System(
        title="Chroma + rank-bm25",
        adapter="tutorial",
        requirements="tutorial",
        cannot=(
            "prove an answer by words of the page",
            "answer without a language model",
            "count, compute, or look a table's cell up",
        ),
    ),
    "paperqa": System(
        title="paper-qa",
        adapter="paperqa",
        requirements="paperqa",
        cannot=(
            "name the page where a chunk of 5,000 characters runs over several: it cites the range",
            "prove an answer by words of the page: its evidence is what the model wrote of a chunk",
            "answer without a language model",
            "count, compute, or look a table's cell up",
        ),
    ),
    "lightrag": System(
        title="LightRAG",
        adapter="lightrag",
        requirements="lightrag",
        variables=_encodings,
        cannot=(
            "name a page in an answer: it cites files, and its default reader keeps no pages",
            "prove an answer by words of the page",
            "read the papers without a language model",
            "count, compute, or look a table's cell up",
        ),
    ),
    "haiku": System(
        title="haiku.rag, given page texts",
        adapter="haiku",
        requirements="haiku",
        variables=_quiet,
        cannot=(
            "read a PDF without Docling's models from Hugging Face: it was given the text of the pages",
            "prove an answer by words of the page: it cites passages of up to 5,000 characters, with all their pages",
            "answer without a language model",
        ),
    ),
}
