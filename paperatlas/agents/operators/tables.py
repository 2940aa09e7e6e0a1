"""Questions that a table answers: a cell, rows compared, or the row that is highest or lowest in a column.

The question's terms and its likeness of meaning choose the table; nothing is answered unless caption, headers and row
cover most of what the question says.
"""

import re
from collections.abc import Iterable, Sequence

from paperatlas.agents.operators.table_lines import kind_column
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_reading import Finding, PlacedTable, most_of, read_table
from paperatlas.agents.operators.table_said import method_of, said_by_row, said_of, value_of
from paperatlas.agents.operators.table_terms import share, tokens
from paperatlas.agents.proof import Source
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route
from paperatlas.core.grid import columns
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.types import Box, ChunkKind, Table

__all__ = ["answer"]

_ENOUGH = 0.6
"""Share of the question's weight that caption, headers and row must cover; below it the table is about something else."""
_ENOUGH_WHEN_NAMED = 0.4
"""The same when the question names the table by its number: the label itself says that it is the right one."""
_ENOUGH_WHEN_SHAPED = 0.42
"""The same for a superlative over a column of the measure, in a table with a column of the kind of thing that is asked for."""
_HALF = 0.5
_KINDS = frozenset({"table", "fact", "comparison", "metadata", "count"})
"""Kinds of question that a table may answer; of the last two what their own operators leave: "how many tokens has the corpus"."""
_MOST_ROWS = 4
"""Rows quoted for one answer."""
_MOST_DOCUMENTS = 4
"""Papers whose tables are looked into when the whole library is asked: those of the best table passages."""


def answer(question: Question, route: Route, deps: Deps, *, found: Sequence[DocumentId]) -> Draft | None:
    """The value or the winner in a table; None when no table answers, or one cell would answer for several.

    `found` are the documents of the table passages that a search for the question found, best first: where the question is
    put to no document, their tables are looked into.
    """
    asked = TableQuestion.read(question.text)
    if route.kind not in _KINDS or (route.kind != "table" and not asked.wants_number):
        return None
    best = _best(_places(question, route, deps, asked.label, found), asked)
    if best is None or best.score < _enough(best, asked):
        return None
    if best.operation == "look_up" and asked.wants_several and route.kind != "table":
        return None
    return _draft(best, asked, Source(deps.catalog))


def _best(places: Iterable[PlacedTable], asked: TableQuestion) -> Finding | None:
    """The finding of highest standing. The most promising table is read first, and none whose words cannot make it the best."""
    hopes = sorted(
        ((_standing(place, most_of(place, asked)), -at, place) for at, place in enumerate(places)),
        key=lambda hope: hope[:2],
        reverse=True,
    )
    best: tuple[float, int, Finding] | None = None
    for hope, at, place in hopes:
        if hope < _HOPELESS or (best is not None and hope < best[0]):
            break
        finding = read_table(place, asked)
        if finding is None:
            continue
        found = _standing(place, finding.score), at, finding
        if best is None or found[:2] > best[:2]:
            best = found
    return best[2] if best else None


def _standing(place: PlacedTable, score: float) -> float:
    """Of tables that say the same, the one in the paper's body is meant before one in its appendix."""
    return score - _APPENDED * bool(_APPENDIX.search(place.table.section))


_APPENDED = 0.04
_HOPELESS = _ENOUGH_WHEN_NAMED - _APPENDED
"""Standing below which a table neither answers nor keeps another one from answering."""
_APPENDIX = re.compile(r"^(?:[Aa]ppendi|[Ss]upplement|[A-Z](?:\.\d+)*\.?\s)")
"""A section of an appendix: named so, or numbered with a letter."""


def _enough(finding: Finding, asked: TableQuestion) -> float:
    if asked.label:
        return _ENOUGH_WHEN_NAMED
    return _ENOUGH_WHEN_SHAPED if asked.direction and finding.measured and _has_kind(finding, asked) else _ENOUGH


def _has_kind(finding: Finding, asked: TableQuestion) -> bool:
    """Whether the table has a column that is called mostly what the question asks for."""
    column = kind_column(finding.place.table, asked, finding.entries[0].column) if finding.along == "rows" else None
    return column is not None and share(asked.wanted, tokens(columns(finding.place.table)[column])) > _HALF


def _places(question: Question, route: Route, deps: Deps, label: str, found: Sequence[DocumentId]) -> list[PlacedTable]:
    """The tables that may be meant: of the documents in scope, or else of the first that were found."""
    scope = route.scope if route.scope.documents else question.scope
    known = {document.id: document for document in deps.catalog.documents() if document.tables}
    wanted = [document for document in scope.documents if document in known] if scope.documents else found[:_MOST_DOCUMENTS]
    vector = deps.embedder.embed([question.text], kind="query")[0]
    places = []
    for document in wanted:
        tables = deps.catalog.parsed(document).tables
        similarity = _similarities(document, vector, deps)
        places += [
            PlacedTable(
                document=document,
                name=known[document].name,
                title=known[document].title,
                table=table,
                similarity=similarity.get(index, 0.0),
            )
            for index, table in enumerate(tables)
            if not label or table.label.upper().endswith(f" {label}")
        ]
    return places


def _similarities(document: DocumentId, vector: Float32, deps: Deps) -> dict[int, float]:
    """Cosine of the question and each table of a document, by the table's index."""
    chunks = [chunk for chunk in deps.catalog.chunks_of(document) if chunk.kind is ChunkKind.TABLE and chunk.table is not None]
    cosines = deps.catalog.vectors([chunk.id for chunk in chunks]) @ vector if chunks else ()
    best: dict[int, float] = {}
    for chunk, cosine in zip(chunks, cosines, strict=True):
        if chunk.table is not None:
            best[chunk.table] = max(best.get(chunk.table, 0.0), float(cosine))
    return best


def _draft(finding: Finding, asked: TableQuestion, source: Source) -> Draft:
    method = method_of(finding, asked)
    return Draft(
        statements=_statements(finding, asked, source),
        confidence=min(0.95, 0.5 + 0.5 * finding.score),
        computed=Computed(value=value_of(finding), method=method, occurrences=_occurrences(finding)) if method else None,
    )


def _statements(finding: Finding, asked: TableQuestion, source: Source) -> tuple[Statement, ...]:
    if finding.operation != "profile":
        return (Statement(text=said_of(finding, asked), proofs=_proofs(finding, source)),)
    place = finding.place
    return tuple(
        Statement(text=text, proofs=(row_proof(place.document, place.table, row, source),))
        for row, text in said_by_row(finding).items()
    )


def _occurrences(finding: Finding) -> tuple[Occurrence, ...]:
    place, table = finding.place, finding.place.table
    entries = finding.entries[:1] if finding.operation == "best" else finding.entries
    return tuple(
        Occurrence(
            document=place.document,
            doc=place.name,
            page=_page(table, entry.row),
            box=table.rows[entry.row][entry.column].box,
        )
        for entry in entries
    )


def _proofs(finding: Finding, source: Source) -> tuple[Proof, ...]:
    """The rows that answer; of a long line the first few, since all of its cells are shown as occurrences."""
    rows = list(dict.fromkeys(entry.row for entry in finding.entries))[:_MOST_ROWS]
    return tuple(row_proof(finding.place.document, finding.place.table, row, source) for row in rows)


def _boxes(table: Table, row: int) -> Iterable[Box]:
    return (cell.box for cell in table.rows[row] if cell.box is not None and cell.text)


def _page(table: Table, row: int) -> int:
    """The page a row is printed on: not the table's first page when it continues over pages."""
    return next((box.page for box in _boxes(table, row)), table.page)
