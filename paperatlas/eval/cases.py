"""Questions with what is known of their answers."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from paperatlas.core.errors import BadSetting

__all__ = [
    "Amount",
    "Case",
    "Fault",
    "Target",
    "case_of",
    "case_row",
    "known_answers",
    "read_cases",
    "read_lines",
    "why_none",
    "write_cases",
]


class Target(NamedTuple):
    """A page that holds evidence; page 0 stands for any page of the document."""

    doc: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number that an answer should give."""

    value: float
    unit: str = ""
    """Where empty, a unit is not asked for."""
    tolerance: float = 0.0
    """How far off it may be, in `unit`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question and what is known of its answer. What is not known is not judged."""

    id: str
    question: str
    kind: str = "fact"
    docs: tuple[str, ...] = ()
    """The papers that answer it; empty where several or none do."""
    scope_always: bool = False
    """The question does not say which paper it means, so it is put to `docs` even when the whole library is asked."""
    accept: tuple[tuple[str, ...], ...] = ()
    """An answer that holds every key of one of these is right."""
    reject: tuple[tuple[str, ...], ...] = ()
    """An answer that holds every key of one of these is wrong, whatever else it says."""
    in_quotes: bool = False
    """Keys may stand in the quotes as well."""
    amount: Amount | None = None
    references: tuple[str, ...] = ()
    """Whole answers, for the overlap of words."""
    evidence: tuple[Target, ...] = ()
    quote: str = ""
    """Words of the evidence as they are printed, for whoever looks the question through."""
    unanswerable: bool = False
    twin_of: str = ""
    """The question that this one was made from."""

    @property
    def is_judged(self) -> bool:
        """Whether an answer can be told right from wrong."""
        return bool(self.accept) or self.amount is not None or self.unanswerable


class Fault(NamedTuple):
    """A line of a question file that is no question."""

    line: int
    """From 1."""
    why: str


_EXAMPLE = 'Each line is an object such as {"id": "1", "question": "…", "accept": [["36 hours"]], "gold_pages": [3]}.'


def read_cases(file: Path) -> list[Case]:
    """Reads a JSONL file of questions (`docs/howto/evaluate.md` says what a line holds).

    Raises:
        BadSetting: the file cannot be read, a line is none, or two have the same id.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"The question file {str(file)!r} cannot be read: {error}.", hint="Name a JSONL file.") from error
    cases, faults = read_lines(text)
    if faults:
        more = f" {len(faults) - 1} more lines are none either." if len(faults) > 1 else ""
        raise BadSetting(f"Line {faults[0].line} of {str(file)!r} is no question: {faults[0].why}.{more}", hint=_EXAMPLE)
    if not cases:
        raise BadSetting(f"{str(file)!r} holds no question.", hint="`paperatlas eval make-questions` makes some.")
    return cases


def read_lines(text: str) -> tuple[list[Case], list[Fault]]:
    """The questions of a file, and every line that is none; a second one with an id is none."""
    cases: dict[str, Case] = {}
    faults = []
    # Not `splitlines`: a JSON text may hold signs, such as U+2028, that it takes for the end of a line.
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            row: dict[str, Any] = json.loads(line)
            case = case_of(row, str(row.get("id", number)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            faults.append(Fault(number, why_none(error)))
            continue
        if case.id in cases:
            faults.append(Fault(number, f"the id {case.id!r} is taken by another question"))
        else:
            cases[case.id] = case
    return list(cases.values()), faults


def why_none(error: Exception) -> str:
    """Why something is no question, for a person."""
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON ({error.msg} at character {error.colno})"
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}"
    return str(error) if isinstance(error, ValueError) else f"it has not the form of one ({error})"


def case_of(row: Mapping[str, Any], id_: str) -> Case:
    """A line of a question file, or what `case_row` gave. Raises ValueError, KeyError, TypeError where it is none."""
    docs = row.get("docs") or ([row["doc"]] if row.get("doc") else [])
    amount = row.get("number")
    return Case(
        id=id_,
        question=str(row["question"]),
        kind=str(row.get("kind") or "fact"),
        docs=tuple(map(str, docs)),
        scope_always=bool(row.get("scope_always")),
        accept=_keys(row.get("accept")),
        reject=_keys(row.get("reject")),
        in_quotes=row.get("in") == "answer or quotes",
        amount=None if amount is None else _amount(amount),
        references=tuple(map(str, row.get("references") or ())),
        evidence=_evidence(row, docs),
        quote=str(row.get("quote") or ""),
        unanswerable=bool(row.get("unanswerable")),
        twin_of=str(row.get("twin_of") or ""),
    )


def _keys(given: object) -> tuple[tuple[str, ...], ...]:
    if given is None:
        return ()
    if not isinstance(given, list) or not all(isinstance(keys, list) and keys for keys in given):
        raise ValueError("keys are lists of lists, none of them empty")
    return tuple(tuple(map(str, keys)) for keys in given)


def _amount(given: Mapping[str, Any]) -> Amount:
    value, tolerance = float(given["value"]), float(given.get("tolerance", 0))
    relative = float(given.get("relative", 0))
    if tolerance < 0 or relative < 0:
        raise ValueError("a tolerance is not negative")
    return Amount(value=value, unit=str(given.get("unit") or ""), tolerance=max(tolerance, relative * abs(value)))


def _evidence(row: Mapping[str, Any], docs: Iterable[str]) -> tuple[Target, ...]:
    if "evidence" in row:
        return tuple(dict.fromkeys(Target(str(place["doc"]), int(place.get("page") or 0)) for place in row["evidence"]))
    pages = [int(page) for page in row.get("gold_pages") or ()]
    return tuple(Target(doc, page) for doc in docs for page in pages)


def case_row(case: Case) -> dict[str, Any]:
    """A case as a line of a question file; what it does not say is left out."""
    row: dict[str, Any] = {"id": case.id, "kind": case.kind, "question": case.question}
    row |= {"doc": case.docs[0]} if len(case.docs) == 1 else {"docs": list(case.docs)} if case.docs else {}
    amount = case.amount and {"value": case.amount.value, "unit": case.amount.unit, "tolerance": case.amount.tolerance}
    rest = {
        "scope_always": case.scope_always,
        "accept": [list(keys) for keys in case.accept],
        "reject": [list(keys) for keys in case.reject],
        "in": "answer or quotes" if case.in_quotes else "",
        "number": amount,
        "references": list(case.references),
        "evidence": [{"doc": target.doc, "page": target.page} for target in case.evidence],
        "quote": case.quote,
        "unanswerable": case.unanswerable,
        "twin_of": case.twin_of,
    }
    return row | {name: value for name, value in rest.items() if value}


def write_cases(cases: Iterable[Case]) -> str:
    """The lines of a question file."""
    return "".join(json.dumps(case_row(case), ensure_ascii=False) + "\n" for case in cases)


def known_answers(case: Case) -> list[str]:
    """The right answers as a person would write them."""
    amount = [_amount_text(case.amount)] if case.amount else []
    return [*case.references, *("; ".join(keys) for keys in case.accept), *amount]


def _amount_text(amount: Amount) -> str:
    said = f"{amount.value:g} {amount.unit}".strip()
    return f"{said} (±{amount.tolerance:g})" if amount.tolerance else said
