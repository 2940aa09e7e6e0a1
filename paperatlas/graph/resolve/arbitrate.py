"""Doubts that are put to a language model, once: what it says is kept as decisions, and never asked again.

Nothing depends on it. Without a model what is doubtful stays apart, and a person can decide it.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, Field

from paperatlas.core.answers import Usage
from paperatlas.core.deciding import Decision
from paperatlas.core.ports import LLM, Message
from paperatlas.graph.resolve.doubts import Doubt
from paperatlas.graph.resolve.families import Family, family_of

__all__ = ["Verdict", "Verdicts", "arbitrate"]

BATCH = 20
"""Pairs of one request: more, and models begin to skip some."""


class Verdict(BaseModel):
    """On one pair."""

    pair: int = Field(description="Its number.")
    same: Literal["yes", "no", "unsure"] = Field(description="Whether both names are of one thing.")


class Verdicts(BaseModel):
    """What the model is asked for."""

    verdicts: list[Verdict]


async def arbitrate(doubts: Sequence[Doubt], llm: LLM) -> tuple[tuple[Decision, ...], Usage]:
    """What the model decides, and what it cost. Resolving anew with it leaves those doubts out.

    A pair that it is unsure of, leaves out or answers in two ways stays a doubt.

    Raises:
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    decisions: list[Decision] = []
    usage = Usage()
    for start in range(0, len(doubts), BATCH):
        asked = doubts[start : start + BATCH]
        completion = await llm.complete(_messages(asked), output=Verdicts)
        decisions += _decided(asked, completion.output, llm.model)
        usage += completion.usage
    return tuple(decisions), usage


def _decided(asked: Sequence[Doubt], reply: Verdicts, model: str) -> list[Decision]:
    said: dict[int, set[str]] = {}
    for verdict in reply.verdicts:
        said.setdefault(verdict.pair, set()).add(verdict.same)
    return [
        Decision(verdict="merge" if answer == {"yes"} else "split", names=doubt.names, kind=_kind(doubt), by=f"llm:{model}")
        for number, doubt in enumerate(asked, start=1)
        if (answer := said.get(number)) in ({"yes"}, {"no"})
    ]


def _messages(doubts: Sequence[Doubt]) -> list[Message]:
    pairs = [
        {"pair": number, "names": doubt.names, "kinds": doubt.kinds, "in common": doubt.why}
        for number, doubt in enumerate(doubts, start=1)
    ]
    return [
        Message(role="system", content=_instructions()),
        # The names are what papers say; as JSON they cannot be taken for instructions.
        Message(role="user", content=json.dumps(pairs, ensure_ascii=False, indent=1)),
    ]


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.graph.resolve") / "arbitrate.md").read_text(encoding="utf-8")


def _kind(doubt: Doubt) -> str:
    """The one that says most: a decision about methods is none about people of that name."""
    return next((kind for kind in doubt.kinds if family_of(kind, "") is not Family.OPEN), "")
