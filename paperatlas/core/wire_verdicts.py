"""Verdicts on claims as the JSON that every surface shares."""

from typing import Any

from paperatlas.core.verdicts import Judgement, Verdict
from paperatlas.core.wire import citation_json

__all__ = ["judgement_json", "verdict_json"]

_DIGITS = 4
"""Of a probability: more would differ between processors."""


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "claim": judgement.claim,
        "label": judgement.label,
        "score": round(judgement.score, _DIGITS),
        "evidence": [{"quote": each.quote, "start": each.start, "end": each.end} for each in judgement.evidence],
        "why": judgement.why,
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "claim": verdict.claim,
        "label": verdict.label,
        "score": round(verdict.score, _DIGITS),
        "evidence": [citation_json(citation) for citation in verdict.citations],
        "why": verdict.why,
    }
