"""Question sets that a library keeps, each with what a person decided of its questions.

A set is a folder: `set.json` says where it is from, `questions.jsonl` is what came and never changes, `decisions.jsonl` only
grows. So a page that is closed in the middle of a review has lost nothing, and what was decided can be taken back.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeAlias

from paperatlas.core.errors import InputError
from paperatlas.eval.cases import Case, read_lines, write_cases
from paperatlas.eval.journal import add_line, lines
from paperatlas.eval.review import Decision, Reviewed, decision_of, decision_row

__all__ = ["FOLDER", "QuestionSet", "QuestionSets", "Source", "UnknownQuestion", "UnknownQuestionSet"]

FOLDER = "question-sets"
"""Of a library's folder."""
_SET, _QUESTIONS, _DECISIONS = "set.json", "questions.jsonl", "decisions.jsonl"
_ID = re.compile(r"[0-9a-f]{16}")

Source: TypeAlias = Literal["sent", "made"]


class UnknownQuestionSet(InputError):
    code = "unknown_question_set"
    http_status = 404


class UnknownQuestion(InputError):
    code = "unknown_question"
    http_status = 404


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """A set as it is now."""

    id: str
    name: str
    source: Source
    at: str
    """When it came: ISO 8601, UTC."""
    reviewed: Reviewed

    def case(self, id_: str) -> Case:
        """As it came. Raises UnknownQuestion."""
        found = next((case for case in self.reviewed.cases if case.id == id_), None)
        if found is None:
            raise UnknownQuestion(f"The set {self.name!r} has no question {id_!r}.", hint="Ask for the set to see which it has.")
        return found


class QuestionSets:
    """Those of one library."""

    def __init__(self, library: Path) -> None:
        self._folder = library / FOLDER

    def add(self, name: str, cases: Iterable[Case], *, source: Source) -> QuestionSet:
        """Keep one. What has the same name and questions is the same set, and keeps what was decided of it."""
        text = write_cases(cases)
        id_ = hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()[:16]
        place = self._folder / id_
        if not (place / _SET).exists():
            place.mkdir(parents=True, exist_ok=True)
            (place / _QUESTIONS).write_text(text, encoding="utf-8", newline="\n")
            about = {"name": name, "source": source, "at": _now()}
            (place / _SET).write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
        return self.get(id_)

    def all(self) -> tuple[QuestionSet, ...]:
        """The newest first."""
        found = [self.get(file.parent.name) for file in self._folder.glob(f"*/{_SET}")]
        return tuple(sorted(found, key=lambda each: (each.at, each.id), reverse=True))

    def get(self, id_: str) -> QuestionSet:
        """Raises UnknownQuestionSet."""
        place = self._place(id_)
        about = json.loads((place / _SET).read_text(encoding="utf-8"))
        cases, _ = read_lines((place / _QUESTIONS).read_text(encoding="utf-8"))
        decisions = {decision.id: decision for decision in map(decision_of, lines(place / _DECISIONS))}
        return QuestionSet(id=id_, reviewed=Reviewed(cases=tuple(cases), decisions=decisions), **about)

    def decide(self, id_: str, decision: Decision) -> QuestionSet:
        """Note what a person decided. Raises UnknownQuestionSet, UnknownQuestion."""
        self.get(id_).case(decision.id)
        add_line(self._place(id_) / _DECISIONS, decision_row(decision))
        return self.get(id_)

    def remove(self, id_: str) -> None:
        """The set, and what was decided of it; runs over it stay. Raises UnknownQuestionSet."""
        shutil.rmtree(self._place(id_))

    def _place(self, id_: str) -> Path:
        place = self._folder / id_
        if not _ID.fullmatch(id_) or not (place / _SET).exists():
            raise UnknownQuestionSet(f"There is no question set {id_!r}.", hint="List them to see which there are.")
        return place


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
