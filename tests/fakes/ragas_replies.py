"""What a good judge replies to ragas's prompts, so that the scores can be worked out by hand."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

from tests.fakes.endpoint import Asked, Quirk

STATEMENTS, VERDICTS, RECALL, PRECISION, QUESTION = "statements", "verdicts", "recall", "precision", "question"
MARKS = {
    VERDICTS: "judge the faithfulness of a series of statements",
    STATEMENTS: "Break down each sentence",
    RECALL: "classify if the statement can be attributed",
    PRECISION: "verify if the context was useful",
    QUESTION: "Generate a question for the given answer",
}
"""Words of ragas's own prompts, by what they ask for."""
REPLIES: Mapping[str, Mapping[str, Any]] = {
    STATEMENTS: {"statements": ["A tray needs 36 hours.", "It is green."]},
    VERDICTS: {
        "statements": [
            {"statement": "A tray needs 36 hours.", "reason": "It says so.", "verdict": 1},
            {"statement": "It is green.", "reason": "Nothing says so.", "verdict": 0},
        ]
    },
    RECALL: {"classifications": [{"statement": "36 hours", "reason": "It stands there.", "attributed": 1}]},
    PRECISION: {"reason": "It helps.", "verdict": 1},
    QUESTION: {"question": "How long does a tray need to recover?", "noncommittal": 0},
}
"""Faithfulness 1/2, recall 1, precision 1, relevancy by the vectors of the question."""


def judging(replies: Mapping[str, Mapping[str, Any]] = REPLIES, *, silent: Collection[str] = ()) -> Quirk:
    """Replies by what is asked for; what is silent is left to the endpoint's script."""

    def reply(asked: Asked) -> Response | None:
        prompt = json.dumps(asked.body["messages"])
        [wanted] = [name for name, mark in MARKS.items() if mark in prompt]
        return None if wanted in silent else JSONResponse(_completion(replies[wanted]))

    return reply


def _completion(reply: Mapping[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": json.dumps(reply)}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "small",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
