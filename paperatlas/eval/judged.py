"""Questions with what a search ought to find for them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.core.errors import BadSetting

__all__ = ["Judged", "read_judged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question and its judgements."""

    id: str
    query: str
    gold: Mapping[str, int]
    """Grade of each target: a document's name, or `name#page` where pages are judged."""
    doc: str = ""
    """The paper it is put to; empty for the whole library."""
    part: str = ""
    """"dev" or "test", where the file says."""

    @property
    def by_page(self) -> bool:
        return all("#" in target for target in self.gold)


def read_judged(file: Path) -> list[Judged]:
    """Reads a JSONL file of questions with a search's gold; lines without any (unanswerable ones) are left out.

    A line is `{"id", "query" | "question", …}` with `"gold": {doc: grade}` as BEIR has it, or with `"doc"` and
    `"gold_pages": [n]`, or with `"evidence": [{"doc", "page"}]`.

    Raises:
        BadSetting: the file cannot be read, or a line is none of these.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The question file {str(file)!r} cannot be read: {error}.", hint="Name a JSONL file.") from error
    found = [_judged(line, number, file) for number, line in enumerate(lines, 1) if line.strip()]
    judged = [each for each in found if each.gold]
    if not judged:
        raise BadSetting(f"No line of {str(file)!r} says what should be found.", hint="See `paperatlas eval retrieval --help`.")
    return judged


def _judged(line: str, number: int, file: Path) -> Judged:
    try:
        row: dict[str, Any] = json.loads(line)
        query = str(row.get("query") or row["question"])
        return Judged(
            id=str(row.get("id", number)),
            query=query,
            gold=_gold(row),
            doc=str(row.get("doc") or "") if row.get("scope_always") else "",
            part=str(row.get("part") or ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadSetting(
            f"Line {number} of {str(file)!r} is no judged question: {type(error).__name__} {error}.",
            hint='Each line is an object such as {"id": "1", "question": "…", "doc": "paper.pdf", "gold_pages": [3]}.',
        ) from error


def _gold(row: Mapping[str, Any]) -> dict[str, int]:
    if "gold" in row:
        return {str(target): int(grade) for target, grade in row["gold"].items() if int(grade) > 0}
    evidence = row.get("evidence") or [{"doc": row.get("doc"), "page": page} for page in row.get("gold_pages") or ()]
    # A page of 0 stands for the whole document, as where a set judges documents only.
    return {f"{place['doc']}#{int(place['page'])}" if place.get("page") else str(place["doc"]): 1 for place in evidence}
