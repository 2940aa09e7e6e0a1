"""A language model's opinion on answers, beside the score that is counted without one and never in its place."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Literal

from anyio.from_thread import start_blocking_portal
from pydantic import BaseModel, ConfigDict, Field

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import LLM, Message
from paperatlas.eval.cases import Case, known_answers
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Item, Record, Scored

__all__ = ["Opinion", "judge"]

_AT_ONCE = 4
"""Opinions asked for side by side."""


class Opinion(BaseModel):
    """What the judge must answer. Anything but one of two whole words is no verdict: "INCORRECT" holds "CORRECT"."""

    model_config = ConfigDict(extra="forbid", strict=True)

    reason: str = Field(description="One sentence.")
    verdict: Literal["CORRECT", "INCORRECT"]


def judge(record: Record, cases: Sequence[Case], llm: LLM) -> Record:
    """The run with a verdict on each answer to an answerable question of known answer.

    A refusal of such a question is wrong without asking. Where the judge gives no verdict in form, in time, the item says why,
    and is in no figure of the judge.
    """
    known = {case.id: case for case in cases}

    async def all_of_them() -> tuple[Item, ...]:
        limit = asyncio.Semaphore(_AT_ONCE)
        return tuple(await asyncio.gather(*(_judged(item, known[item.id], llm, limit) for item in record.items)))

    with start_blocking_portal() as portal:
        items = portal.call(all_of_them)
    return replace(record, items=items, made=replace(record.made, judge=llm.model))


async def _judged(item: Item, case: Case, llm: LLM, limit: asyncio.Semaphore) -> Item:
    if not isinstance(item, Scored) or case.unanswerable or not known_answers(case):
        return item
    if item.status == "abstained":
        return _with(item, Part(0, 1))
    try:
        async with limit:
            said = await llm.complete(_messages(case, item.answer), output=Opinion)
    except PaperAtlasError as error:
        return replace(item, judge_failed=f"{error.code}: {error.message}")
    verdict = said.output.verdict
    return replace(_with(item, Part(verdict == "CORRECT", 1)), judged=verdict)


def _with(item: Scored, part: Part) -> Scored:
    return replace(item, scores={**item.scores, "judge_accuracy": Part(float(part.got), float(part.of))})


def _messages(case: Case, answer: str) -> tuple[Message, ...]:
    shown = {"question": case.question, "known_answers": known_answers(case), "answer": answer}
    return Message(role="system", content=_prompt()), Message(role="user", content=json.dumps(shown, ensure_ascii=False))


@cache
def _prompt() -> str:
    return resources.files("paperatlas.eval").joinpath("prompts", "judge.md").read_text(encoding="utf-8")
