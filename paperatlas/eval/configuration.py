"""Ways to answer that are held against each other: "default", "no-llm", "no-bm25+no-rerank"."""

from dataclasses import dataclass

from paperatlas.core.errors import BadSetting
from paperatlas.core.searching import ALL_STAGES, STAGE_NAMES, Stages

__all__ = ["PATTERN", "Configuration"]

_WORDS = ("default", "no-llm", *(f"no-{stage}" for stage in STAGE_NAMES))
PATTERN = rf"^({'|'.join(_WORDS)})(\+({'|'.join(_WORDS)}))*$"
"""Of the names that there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """What is left out of the answering that the settings say."""

    name: str
    use_llm: bool = True
    stages: Stages = ALL_STAGES

    @classmethod
    def named(cls, name: str) -> "Configuration":
        """Raises BadSetting where there is none of that name."""
        words = [word for word in name.split("+") if word != "default"]
        unknown = [word for word in words if word not in _WORDS]
        if unknown:
            raise BadSetting(
                f"There is no configuration {unknown[0]!r} to evaluate.",
                hint=f"There are {', '.join(_WORDS)}, several joined by +, and .toml files.",
            )
        off = [word.removeprefix("no-") for word in words if word != "no-llm"]
        return cls(name=name, use_llm="no-llm" not in words, stages=Stages.without(*off))
