"""A question as it is put to a library: which part of it is asked, by what means and within what bounds, and in which
conversation.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypedDict, Unpack

from paperatlas.core.errors import BadSetting
from paperatlas.core.searching import ALL_STAGES, Stages

if TYPE_CHECKING:
    from paperatlas.core.ports import LLM  # numpy and pydantic, which the command line does not load to start

__all__ = ["LONGEST", "MOST_PASSAGES", "SHORTEST", "Asked", "How"]

MOST_PASSAGES = 100
"""Passages read for one question: about as much as a model of today takes at once, and a second or two of weighing."""
SHORTEST, LONGEST = 0.1, 3600.0
"""Seconds that a question may have: in less nothing is found, and nobody waits for longer."""


class How(TypedDict, total=False):
    """The keyword arguments of `ask` and `events`, which have the same in both libraries. All may be left out."""

    documents: Iterable[str]
    """Only these, by name, title or the beginning of the id."""
    collections: Iterable[str]
    """Only documents in any of these."""
    use_llm: bool
    """False: extractive, even where a model is configured."""
    llm: "LLM | None"
    """A model for this question in place of the configured one."""
    history: Iterable[str]
    """Earlier questions of the conversation, oldest first; not needed with a thread."""
    thread: str
    """The conversation that it belongs to: what was said in it is leant on, and the answer is added to it."""
    stages: Stages
    """Which stages of retrieval may be used."""
    drafts: bool
    """Tell what a model writes while it writes it, before any of it is checked."""
    top_k: int | None
    """Passages read; None: as many as are usually enough."""
    min_confidence: float | None
    """The probability below which it is refused; None: the library's own."""
    seconds: float | None
    """The time it has: then what there is by that time is the answer, and says so. A step under way is finished first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The same as one value."""

    question: str
    documents: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    use_llm: bool = True
    llm: "LLM | None" = None
    history: tuple[str, ...] = ()
    thread: str = ""
    stages: Stages = ALL_STAGES
    drafts: bool = False
    top_k: int | None = None
    min_confidence: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises BadSetting for bounds that no question can keep to."""
        _within("top_k", self.top_k, 1, MOST_PASSAGES)
        _within("min_confidence", self.min_confidence, 0.0, 1.0)
        _within("seconds", self.seconds, SHORTEST, LONGEST)

    @classmethod
    def of(cls, question: str, **how: Unpack[How]) -> Self:
        """Raises TypeError on a keyword that there is not: a bound that is misspelt is not left out in silence."""
        if unknown := sorted(how.keys() - How.__annotations__.keys()):
            raise TypeError(f"A question has no {unknown[0]!r}; it may have {', '.join(How.__annotations__)}.")
        return cls(
            question=question,
            documents=tuple(how.get("documents", ())),
            collections=tuple(how.get("collections", ())),
            use_llm=how.get("use_llm", True),
            llm=how.get("llm"),
            history=tuple(how.get("history", ())),
            thread=how.get("thread", ""),
            stages=how.get("stages", ALL_STAGES),
            drafts=how.get("drafts", False),
            top_k=how.get("top_k"),
            min_confidence=how.get("min_confidence"),
            seconds=how.get("seconds"),
        )


def _within(name: str, value: float | None, least: float, most: float) -> None:
    if value is not None and not least <= value <= most:
        raise BadSetting(f"{name} cannot be {value}.", hint=f"Give a number from {least:g} to {most:g}, or none.")
