"""Runs and conversations as the JSON that the command line, REST and MCP share."""

from collections.abc import Mapping
from typing import Any

from paperatlas.core.conversation import Thread, TurnRecord
from paperatlas.core.ids import DocumentId
from paperatlas.core.runs import RunRecord
from paperatlas.core.wire import answer_json

__all__ = ["glance_json", "run_json", "thread_json", "turn_json"]

Json = dict[str, Any]


def glance_json(run: RunRecord) -> Json:
    """What was asked and how it ended."""
    asked = run.asked
    return {
        "run": run.id,
        "began": run.began,
        "state": run.state,
        "question": asked.question,
        "documents": list(asked.documents),
        "collections": list(asked.collections),
        "use_llm": asked.use_llm,
        "thread": asked.thread or None,
        "resumes": run.resumes or None,
    }


def run_json(run: RunRecord) -> Json:
    """The same with its events."""
    return {**glance_json(run), "events": list(run.events)}


def thread_json(thread: Thread) -> Json:
    return {
        "thread": thread.name,
        "turns": thread.turns,
        "began": thread.began,
        "last": thread.last,
        "question": thread.question,
    }


def turn_json(kept: TurnRecord, names: Mapping[DocumentId, str]) -> Json:
    """`names` gives the name of each document id."""
    turn = kept.turn
    return {
        "number": kept.number,
        "at": kept.at,
        "question": turn.question,
        "condensed": turn.condensed or None,
        "answer": answer_json(turn.answer, names) if turn.answer else None,
    }
