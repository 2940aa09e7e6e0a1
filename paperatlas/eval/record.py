"""What came of a run over a question file, item by item, as a file keeps it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from paperatlas.core.errors import BadSetting
from paperatlas.eval.measures import Part

__all__ = ["Failed", "Item", "Made", "Record", "Scored", "item_row", "parse_record", "read_item", "read_record"]

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A response and its scores."""

    id: str
    kind: str
    question: str
    answerable: bool
    ok: bool | None
    """Whether the response is right; None where what is known of the question does not tell."""
    status: str
    answer: str
    confidence: float
    reason: str
    citations: tuple[tuple[str, int, str], ...]
    """Document, page and quote."""
    scores: Mapping[str, Part]
    seconds: float
    calls: int = 0
    tokens: int = 0
    cost_usd: float = 0.0
    judged: str = ""
    """The judge's verdict; empty where none was asked."""
    judge_failed: str = ""
    """Why the judge gave no verdict."""
    ragas_failed: Mapping[str, str] = field(default_factory=dict)
    """Why ragas gave no score, by the name of the measure."""
    expected: tuple[str, ...] = ()
    """The known answers; empty where there is none, and in runs of earlier versions."""
    evidence: tuple[tuple[str, int], ...] = ()
    """Document and page of what is known to bear it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A question that got no response. It is in no figure but the number of failures."""

    id: str
    kind: str
    question: str
    code: str
    message: str


Item: TypeAlias = Scored | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """How a run was made."""

    questions: str
    """Name of the question file."""
    config: str
    scope: str
    embedder: str = ""
    model: str = ""
    judge: str = ""
    ragas: str = ""
    """The model that judged for ragas; empty where it was not asked."""
    version: str = ""
    started: str = ""
    """ISO 8601, UTC."""
    documents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole run."""

    made: Made
    items: tuple[Item, ...] = field(default=())

    @property
    def scored(self) -> tuple[Scored, ...]:
        return tuple(item for item in self.items if isinstance(item, Scored))

    @property
    def failed(self) -> tuple[Failed, ...]:
        return tuple(item for item in self.items if isinstance(item, Failed))


def item_row(item: Item) -> dict[str, Any]:
    """An item as JSON; a failed one has no `ok` that could be taken for a score."""
    if isinstance(item, Failed):
        error = {"code": item.code, "message": item.message}
        return {"id": item.id, "kind": item.kind, "question": item.question, "ok": None, "status": "failed", "error": error}
    row = asdict(item)
    row["citations"] = [{"doc": doc, "page": page, "quote": quote} for doc, page, quote in item.citations]
    row["scores"] = {name: list(part) for name, part in item.scores.items()}
    row["evidence"] = [{"doc": doc, "page": page} for doc, page in item.evidence]
    return row


def read_record(file: Path) -> Record:
    """Reads what `eval run --out` wrote.

    Raises:
        BadSetting: it cannot be read, or is something else.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _no_run(str(file), error) from error
    return parse_record(text, str(file))


def parse_record(text: str, name: str) -> Record:
    """The run that a text is.

    Raises:
        BadSetting: it is something else; the message has the name.
    """
    try:
        return _record(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_run(name, error) from error


def _no_run(name: str, error: Exception) -> BadSetting:
    return BadSetting(
        f"{name!r} is no run of `paperatlas eval run`: {type(error).__name__} {error}.",
        hint="Name a file that `eval run --out` wrote, or a run as `paperatlas eval history` lists it.",
    )


def _record(row: dict[str, Any]) -> Record:
    if row["format"] != FORMAT:
        raise ValueError(f"format {row['format']}")
    return Record(made=Made(**row["made"]), items=tuple(map(read_item, row["items"])))


def read_item(row: dict[str, Any]) -> Item:
    """An item of `item_row`. Raises ValueError, KeyError, TypeError where it is none."""
    if row["status"] == "failed":
        return Failed(id=row["id"], kind=row["kind"], question=row["question"], **row["error"])
    citations = tuple((c["doc"], int(c["page"]), c["quote"]) for c in row["citations"])
    scores = {name: Part(float(got), float(of)) for name, (got, of) in row["scores"].items()}
    evidence = tuple((place["doc"], int(place["page"])) for place in row.get("evidence", ()))
    expected = tuple(row.get("expected", ()))
    return Scored(**{**row, "citations": citations, "scores": scores, "expected": expected, "evidence": evidence})
