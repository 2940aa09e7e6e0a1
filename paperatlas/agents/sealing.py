"""What a model is told by us. `core.sealing` marks what papers say, so that the two cannot be taken for each other."""

from functools import cache
from importlib import resources

__all__ = ["instructions"]


@cache
def instructions(name: str = "answer") -> str:
    """A prompt file: what is said to a model is data and stands in one place."""
    return (resources.files("paperatlas.agents") / "prompts" / f"{name}.md").read_text(encoding="utf-8")
