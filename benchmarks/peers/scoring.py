"""What a system's replies are worth, by the scorer of `paperatlas eval run`, and what it retrieved.

Retrieved texts are located on the pages by their words, for all systems alike, so that one that keeps no pages gets credit for
finding the right passage. Only citations have to come from the system itself.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.records import Figure
from paperatlas.core.answers import Answer, Citation, Computed, Occurrence, Route
from paperatlas.core.errors import ProviderError
from paperatlas.core.ids import DocumentId
from paperatlas.eval.cases import Case, Target, read_cases
from paperatlas.eval.evidence import Printed
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Failed, Scored
from paperatlas.eval.running import Scoring, run_cases
from paperatlas.eval.statistics import mean_figure, median_figure, share_figure
from paperatlas.eval.wording import holds
from paperatlas.library import Library

__all__ = ["Pages", "Score", "fair_cases", "score"]

BUDGET = 6000
"""Characters of the best passages within which evidence counts as found first: what a small model reads at ease. Systems cut
their passages from 1,000 to 5,000 characters, so a number of passages would compare nothing.
"""
SHINGLE = 5
"""Words in a row by which a text is located; fewer are on many pages."""
OWN = 5
"""Shingles that no other page of the document has, from which on a piece holds text of a page; or half of a shorter piece."""
SHARES = (
    "accuracy",
    "page_hit",
    "citation_precision",
    "citation_recall",
    "quote_validity",
    "abstention_precision",
    "abstention_recall",
)
"""Of the shares of `eval run`, those that every system can have."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Figures over all questions, and one of them by kind."""

    asked: int
    failures: tuple[str, ...]
    """Ids with their errors; failed questions are in no figure."""
    figures: Mapping[str, Figure]
    by_kind: Mapping[str, Figure]
    """`correct`: answered rightly, or refused where there is no answer."""
    correct: Mapping[str, bool]
    """By the question's id."""


def fair_cases(file: Path) -> list[Case]:
    """Those questions that any system can be asked: some only make sense put to one paper, and not all can be told one."""
    return [case for case in read_cases(file) if not case.scope_always]


class Pages:
    """The printed pages of a library's documents, by their names."""

    def __init__(self, library: Library) -> None:
        self.printed = Printed(library.catalog.parsed)
        self._documents = {document.name: document for document in library.documents()}

    def id(self, name: str) -> DocumentId:
        """Of no document where the name is none's: a citation of it proves nothing."""
        return self._documents[name].id if name in self._documents else DocumentId("")

    def is_one(self, name: str) -> bool:
        """Whether the document has a single page, which a citation without a page can only mean."""
        return name in self._documents and self._documents[name].pages == 1

    def holding(self, name: str, text: str) -> set[int]:
        """The pages of a document that a text holds words of."""
        found = _shingles(text)
        own = self._own.get(name, {})
        return {page for page, shingles in own.items() if len(found & shingles) >= max(1, min(OWN, len(found) // 2))}

    @cached_property
    def _own(self) -> dict[str, dict[int, set[str]]]:
        return {name: self._of(document.id, document.pages) for name, document in self._documents.items()}

    def _of(self, document: DocumentId, pages: int) -> dict[int, set[str]]:
        """What stands on one page alone: a running head would locate a text everywhere."""
        every = {page: _shingles(self.printed(document, page)) for page in range(1, pages + 1)}
        return {
            page: shingles - set[str]().union(*(others for other, others in every.items() if other != page))
            for page, shingles in every.items()
        }


def _shingles(text: str) -> set[str]:
    words = re.findall(r"[^\W_]+", re.sub(r"(?<=[^\W\d_])-\s*\n\s*", "", text).lower())
    return {" ".join(words[start : start + SHINGLE]) for start in range(max(1, len(words) - SHINGLE + 1))}


def score(cases: Sequence[Case], replies: Path, found: Path, pages: Pages) -> Score:
    """All figures of a system.

    Args:
        cases: what was asked.
        replies: a line of JSON for each, as `adapters/protocol.py` writes them.
        found: the same of what was searched for.
        pages: what the papers say.
    """
    rows = _rows(replies)
    by_question = {case.question: rows.get(case.id, {"error": "it ended before this question"}) for case in cases}
    items = list(
        run_cases(cases, lambda question, _: _answer(question, by_question[question], pages), Scoring(pages=pages.printed))
    )
    scored = [item for item in items if isinstance(item, Scored)]
    correct = {item.id: _is_correct(item) for item in scored if _is_judged(item)}
    kinds = {item.id: item.kind for item in scored}
    return Score(
        asked=len(cases),
        failures=tuple(f"{item.id}: {item.message}" for item in items if isinstance(item, Failed)),
        figures={
            **_costs(rows.values()),
            **_shares(scored),
            **_figure("correct", correct.values()),
            **_retrieval(cases, _rows(found), pages),
        },
        by_kind={
            kind: found
            for kind in sorted(set(kinds.values()))
            if (found := _figure(kind, [good for id_, good in correct.items() if kinds[id_] == kind]).get(kind))
        },
        correct=correct,
    )


def _rows(file: Path) -> dict[str, Row]:
    return {row["id"]: row for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())}


def _answer(question: str, row: Row, pages: Pages) -> Answer:
    if "error" in row:
        raise ProviderError(row["error"])
    cited = tuple(_citation(n, place, pages) for n, place in enumerate(row["citations"], 1))
    return Answer(
        question=question,
        status="abstained" if row["refused"] else "answered",
        text=row["answer"],
        confidence=0.0 if row["refused"] else 1.0,
        route=Route(kind="fact", tools=(), hops=1, decided_by="", confidence=1.0),
        citations=cited,
        computed=_computed(row["computed"], pages),
    )


def _citation(n: int, place: Row, pages: Pages) -> Citation:
    return Citation(
        n=n,
        document=pages.id(place["doc"]),
        doc=place["doc"],
        title="",
        page=_page(place, pages),
        section="",
        quote=place["quote"],
        boxes=(),
        row=place["row"],
    )


def _computed(places: Sequence[Row] | None, pages: Pages) -> Computed | None:
    if places is None:
        return None
    found = (Occurrence(document=pages.id(place["doc"]), doc=place["doc"], page=_page(place, pages)) for place in places)
    return Computed(value="", method="", occurrences=tuple(found))


def _page(place: Row, pages: Pages) -> int:
    """0 is no page: it meets none that holds evidence."""
    return place["page"] or (1 if pages.is_one(place["doc"]) else 0)


def _is_judged(item: Scored) -> bool:
    return not item.answerable or "accuracy" in item.scores


def _is_correct(item: Scored) -> bool:
    """Without regard to proof, which not every system can give."""
    return bool(item.scores["accuracy"].got) if item.answerable else item.status == "abstained"


def _shares(scored: Sequence[Scored]) -> dict[str, Figure]:
    """Quotes that a system does not give are not judged."""
    found: dict[str, Figure] = {}
    for name in SHARES:
        counted = [item for item in scored if name in item.scores]
        if name == "quote_validity":
            counted = [item for item in counted if any(quote for _, _, quote in item.citations)]
        if (figure := share_figure([item.scores[name] for item in counted])) is not None:
            found[name] = _kept(figure)
    return found


def _costs(rows: Iterable[Row]) -> dict[str, Figure]:
    """What a question takes within the system's own process; the first ones load what is loaded once."""
    figure = median_figure([row["cpu"] for row in rows if "error" not in row])
    return {"cpu_a_question": _kept(figure)} if figure else {}


def _figure(name: str, good: Iterable[bool]) -> dict[str, Figure]:
    figure = share_figure([Part(float(each), 1) for each in good])
    return {name: _kept(figure)} if figure else {}


def _kept(figure: Any) -> Figure:
    value, low, high = (round(number, 4) for number in (figure.value, figure.low, figure.high))
    return Figure(value=value, low=low, high=high, n=figure.n, how="bootstrap over the questions")


# Retrieval


def _retrieval(cases: Sequence[Case], rows: Mapping[str, Row], pages: Pages) -> dict[str, Figure]:
    """Over the questions with known evidence that were asked without a failure."""
    asked = [case for case in cases if case.evidence and not case.unanswerable and "retrieved" in rows.get(case.id, {})]
    whole = {case.id: rows[case.id]["retrieved"] for case in asked}
    first = {id_: _within(pieces, BUDGET) for id_, pieces in whole.items()}
    recall = {
        name: [_page_recall(case, given[case.id], pages) for case in asked] for name, given in (("", whole), ("_6000", first))
    }
    printed = [case for case in asked if case.in_quotes and case.accept]
    held = [Part(float(_holds_answer(case, first[case.id])), 1) for case in printed]
    found = {
        "pages_retrieved_6000": share_figure(recall["_6000"]),
        "answer_retrieved_6000": share_figure(held),
        "pages_retrieved": share_figure(recall[""]),
        "retrieved_characters": mean_figure([float(sum(len(piece["text"]) for piece in pieces)) for pieces in whole.values()]),
    }
    return {name: _kept(figure) for name, figure in found.items() if figure is not None}


def _within(pieces: Sequence[Row], budget: int) -> list[Row]:
    kept: list[Row] = []
    for piece in pieces:
        if budget <= 0:
            break
        kept.append({**piece, "text": piece["text"][:budget]})
        budget -= len(piece["text"])
    return kept


def _page_recall(case: Case, pieces: Sequence[Row], pages: Pages) -> Part:
    found = {Target(piece["doc"], page) for piece in pieces for page in pages.holding(piece["doc"], piece["text"])}
    reached = sum(
        target in found or (target.page == 0 and any(place.doc == target.doc for place in found)) for target in case.evidence
    )
    return Part(float(reached), float(len(case.evidence)))


def _holds_answer(case: Case, pieces: Sequence[Row]) -> bool:
    """Whether a reader of the pieces from the right papers could copy the answer: all keys of a list are there."""
    text = "\n".join(piece["text"] for piece in pieces if not case.docs or piece["doc"] in case.docs)
    text = re.sub(r"(?<=[^\W\d_])-\n\s*(?=[a-z])", "", text)
    return any(all(holds(key, text) for key in keys) for keys in case.accept)
