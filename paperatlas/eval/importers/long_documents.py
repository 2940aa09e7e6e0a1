"""Questions to long PDFs, which one has to have: DocBench, FinanceBench, MMLongBench-Doc."""

import ast
import re
from collections.abc import Mapping
from typing import Any

from paperatlas.eval.amounts import quantities
from paperatlas.eval.cases import Amount, Case, Target
from paperatlas.eval.importers.imported import Gathering, Imported

__all__ = ["docbench", "financebench", "mmlongbench"]

_ABSENT = "Not answerable"
_NOTHING = "none"
"""What an empty list says as an answer."""
_RELATIVE = 0.01
"""How far off a number may be that a set gives rounded: 1 % of it, as MMLongBench-Doc's own rules have it for floats."""
_PLAIN_NUMBER = re.compile(r"[$€£]?\s?-?[\d,]+(?:\.\d+)?\s?(?:%|[a-z]+)?", re.IGNORECASE)


def docbench(content: str, doc: str) -> Imported:
    """JSONL `{"question", "answer", "type", "evidence"}`, one file a paper; `doc` is the paper's file name.

    Answers are in free words, so they are scored by overlap, and by a judge where one is asked.
    """
    found = Gathering()
    for place, row in found.rows(content, of=doc):
        with found.at(place):
            found.case(_docbench_case(row, doc, place.rpartition(" ")[2]))
    return found.imported()


def _docbench_case(row: Mapping[str, Any], doc: str, number: str) -> Case:
    absent = str(row["type"]).lower().startswith("una")
    answer = str(row["answer"])
    return Case(
        id=f"{doc}-{number}",
        kind=row["type"],
        question=row["question"],
        docs=(doc,),
        scope_always=True,
        amount=None if absent else _amount(answer),
        references=() if absent or not answer.strip() else (answer,),
        unanswerable=absent,
    )


def financebench(content: str) -> Imported:
    """JSONL `{"financebench_id", "question", "answer", "doc_name", "question_type", "evidence"}`; its pages count from 0."""
    found = Gathering()
    for place, row in found.rows(content):
        with found.at(place):
            found.case(
                Case(
                    id=row["financebench_id"],
                    kind=row["question_type"],
                    question=row["question"],
                    docs=(f"{row['doc_name']}.pdf",),
                    accept=_bare(row["answer"]),
                    references=(row["answer"],),
                    evidence=tuple(dict.fromkeys(_evidence(row, part) for part in row["evidence"])),
                )
            )
    return found.imported()


def _bare(answer: str) -> tuple[tuple[str, ...], ...]:
    """The number that an answer is, without its unit: it is in dollars, thousands, millions or billions as the question asks."""
    amount = _amount(answer)
    return () if amount is None else ((f"{amount.value:.10g}",),)


def _evidence(row: Mapping[str, Any], place: Mapping[str, Any]) -> Target:
    return Target(
        f"{place.get('doc_name') or place.get('evidence_doc_name') or row['doc_name']}.pdf", place["evidence_page_num"] + 1
    )


def mmlongbench(content: str) -> Imported:
    """`[{"doc_id", "question", "answer", "evidence_pages": "[3, 5]", "answer_format"}]`; its pages count from 1."""
    found = Gathering()
    for place, row in found.rows(content):
        with found.at(place):
            found.case(_mmlongbench_case(row, place.rpartition(" ")[2]))
    return found.imported()


def _mmlongbench_case(row: Mapping[str, Any], number: str) -> Case:
    answer, doc = str(row["answer"]), str(row["doc_id"])
    absent = answer == _ABSENT
    pages = [int(page) for page in re.findall(r"\d+", str(row["evidence_pages"]))]
    items = [] if absent else _items(answer) if row["answer_format"] == "List" else [answer]
    return Case(
        id=f"{doc}-{number}",
        kind="unanswerable" if absent else str(row["answer_format"]).lower(),
        question=row["question"],
        docs=(doc,),
        scope_always=True,
        # No key would be held by every answer.
        accept=(tuple(items),) if items else (),
        amount=None if absent or row["answer_format"] not in {"Int", "Float"} else _amount(answer),
        references=() if absent else ("; ".join(items) or _NOTHING,),
        evidence=() if absent else tuple(Target(doc, page) for page in dict.fromkeys(pages)),
        unanswerable=absent,
    )


def _items(answer: str) -> list[str]:
    """The items of an answer that should be a list; the published file has some that are one value."""
    listed = ast.literal_eval(answer)
    return [str(item).strip() for item in (listed if isinstance(listed, list) else [listed]) if str(item).strip()]


def _amount(answer: str) -> Amount | None:
    """The number that an answer is; None where it is more than a number."""
    found = quantities(answer)
    if len(found) != 1 or not _PLAIN_NUMBER.fullmatch(answer.strip().rstrip(".")):
        return None
    return Amount(value=found[0].value, unit=found[0].unit, tolerance=_RELATIVE * abs(found[0].value) if "." in answer else 0.0)
