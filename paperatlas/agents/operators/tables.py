"""Questions that a table answers: a cell, rows compared, or the row that is highest or lowest in a column.

The question's terms and its likeness of meaning choose the table; nothing is answered unless caption, headers and row
cover most of what the question says.
"""

from collections.abc import Iterable
from decimal import Decimal

from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_reading import Entry, Finding, PlacedTable, kind_column, read_table
from paperatlas.agents.operators.table_terms import share, tokens
from paperatlas.agents.proof import Source
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route
from paperatlas.core.grid import columns
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.searching import Scope
from paperatlas.core.types import Box, ChunkKind, Table

__all__ = ["answer"]

_ENOUGH = 0.6
"""Share of the question's weight that caption, headers and row must cover; below it the table is about something else."""
_ENOUGH_WHEN_NAMED = 0.4
"""The same when the question names the table by its number: the label itself says that it is the right one."""
_ENOUGH_WHEN_SHAPED = 0.5
"""The same for a superlative over a column of the measure, in a table with a column of the kind of thing that is asked for."""
_HALF = 0.5
_PAIR = 2
_MOST_DOCUMENTS = 4
"""Papers whose tables are looked into when the whole library is asked: those of the best table passages."""


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The value or the winner in a table; None when no table answers, or one cell would answer for several."""
    asked = TableQuestion.read(question.text)
    if route.kind not in ("table", "fact", "comparison") or (route.kind != "table" and not asked.wants_number):
        return None
    findings = [finding for place in _places(question, route, deps, asked.label) if (finding := read_table(place, asked))]
    if not findings:
        return None
    best = max(findings, key=lambda finding: finding.score)
    if best.score < _enough(best, asked):
        return None
    if len(best.entries) == 1 and asked.wants_several and route.kind != "table":
        return None
    return _draft(best, asked, Source(deps.catalog))


def _enough(finding: Finding, asked: TableQuestion) -> float:
    if asked.label:
        return _ENOUGH_WHEN_NAMED
    return _ENOUGH_WHEN_SHAPED if asked.direction and finding.measured and _has_kind(finding, asked) else _ENOUGH


def _has_kind(finding: Finding, asked: TableQuestion) -> bool:
    """Whether the table has a column that is called mostly what the question asks for."""
    column = kind_column(finding.place.table, asked, finding.entries[0].column) if finding.along == "rows" else None
    return column is not None and share(asked.wanted, tokens(columns(finding.place.table)[column])) > _HALF


def _places(question: Question, route: Route, deps: Deps, label: str) -> list[PlacedTable]:
    """The tables that may be meant: of the documents in scope, or of the whole library, those most like the question."""
    scope = route.scope if route.scope.documents else question.scope
    known = {document.id: document for document in deps.catalog.documents() if document.tables}
    wanted = (
        [document for document in scope.documents if document in known] if scope.documents else _found(question.text, scope, deps)
    )
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


def _found(text: str, scope: Scope, deps: Deps) -> list[DocumentId]:
    """The documents of the best table passages, best first."""
    hits = deps.searcher.search(text, mode="auto", limit=60, scope=scope).hits
    tables = (hit.chunk for hit in hits if hit.chunk.kind in (ChunkKind.TABLE, ChunkKind.ROW))
    return list(dict.fromkeys(chunk.document for chunk in tables))[:_MOST_DOCUMENTS]


def _draft(finding: Finding, asked: TableQuestion, source: Source) -> Draft:
    table, winner = finding.place.table, finding.entries[0]
    where = f"page {table.page}"
    if len(finding.entries) > 1 and not asked.direction:
        text, computed = _comparison_text(finding), None
    elif not asked.direction:
        text = f"{winner.text} ({winner.row_name}, {winner.column_name}; {table.label})."
        computed = None
    else:
        text, method = _superlative_text(finding, asked)
        computed = Computed(
            value=winner.text,
            method=f"{method}, {where}",
            occurrences=(
                Occurrence(
                    document=finding.place.document,
                    doc=finding.place.name,
                    page=_page(table, winner.row),
                    box=table.rows[winner.row][winner.column].box,
                ),
            ),
        )
    return Draft(
        statements=(Statement(text=text, proofs=_proofs(finding, source)),),
        confidence=min(0.95, 0.5 + 0.5 * finding.score),
        computed=computed,
    )


def _comparison_text(finding: Finding) -> str:
    """Each value under its name, and the difference where there are two."""
    values = ", ".join(f"{entry.row_name} {entry.text}" for entry in finding.entries)
    text = f"{values} ({finding.entries[0].column_name}, {finding.place.table.label})"
    if len(finding.entries) == _PAIR:
        first, second = finding.entries
        text += f"; the difference is {abs(Decimal(str(first.value)) - Decimal(str(second.value)))}"
    return text + "."


def _superlative_text(finding: Finding, asked: TableQuestion) -> tuple[str, str]:
    named = [(_name(finding, entry, asked), entry.text) for entry in finding.entries]
    measure = finding.entries[0].column_name if finding.along == "rows" else finding.entries[0].row_name
    text = f"{named[0][0]}, at {named[0][1]} ({measure}, {finding.place.table.label})"
    if len(named) > 1:
        text += f"; the next is {named[1][0]} at {named[1][1]}"
    rank = "Highest" if asked.direction == "high" else "Lowest"
    line = "column" if finding.along == "rows" else "row"
    return text + ".", f"{rank} in {line} {measure!r} of {finding.place.table.label}"


def _name(finding: Finding, entry: Entry, asked: TableQuestion) -> str:
    """The winner as the question names its kind, else by its row's (or column's) name."""
    if finding.along == "columns":
        return entry.column_name
    table, name = finding.place.table, entry.row_name
    column = kind_column(table, asked, entry.column)
    kind = table.rows[entry.row][column].text if column is not None else ""
    if column is not None and kind and kind not in name:
        return f"{kind} ({columns(table)[column]})" + (f", {name}" if name else "")
    return name or f"row {entry.row - table.header_rows + 1}"


def _proofs(finding: Finding, source: Source) -> tuple[Proof, ...]:
    rows = dict.fromkeys(entry.row for entry in finding.entries)
    return tuple(row_proof(finding.place.document, finding.place.table, row, source) for row in rows)


def _boxes(table: Table, row: int) -> Iterable[Box]:
    return (cell.box for cell in table.rows[row] if cell.box is not None and cell.text)


def _page(table: Table, row: int) -> int:
    """The page a row is printed on: not the table's first page when it continues over pages."""
    return next((box.page for box in _boxes(table, row)), table.page)
