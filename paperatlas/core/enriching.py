"""What asking the registries about the papers of a library gave."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from paperatlas.core.corrections import Field
from paperatlas.core.reports import Failure
from paperatlas.core.standing import Notice, Standing
from paperatlas.core.wire import notice_json

__all__ = ["EnrichReport", "EnrichStatus", "Enriched", "enrich_json", "enriched_json"]

EnrichStatus: TypeAlias = Literal["found", "unknown", "skipped", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Enriched:
    """What became of one document."""

    doc: str
    doc_id: str
    status: EnrichStatus
    """"unknown": no registry has it, or not beyond doubt; "skipped": it was asked about lately."""
    registry: str = ""
    doi: str = ""
    filled: tuple[Field, ...] = ()
    """Fields that it does not state itself and that are known from the registry."""
    standing: Standing = ""
    notices: tuple[Notice, ...] = ()
    error: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrichReport:
    documents: tuple[Enriched, ...]
    seconds: float

    @property
    def failed(self) -> tuple[Enriched, ...]:
        return tuple(each for each in self.documents if each.status == "failed")


def enrich_json(report: EnrichReport) -> dict[str, Any]:
    return {"documents": [enriched_json(each) for each in report.documents], "seconds": round(report.seconds, 3)}


def enriched_json(each: Enriched) -> dict[str, Any]:
    return {
        "doc": each.doc,
        "doc_id": each.doc_id,
        "status": each.status,
        "registry": each.registry or None,
        "doi": each.doi,
        "filled": list(each.filled),
        "standing": each.standing or None,
        "notices": [notice_json(notice) for notice in each.notices],
        "error": each.error and {"code": each.error.code, "message": each.error.message, "hint": each.error.hint},
    }
