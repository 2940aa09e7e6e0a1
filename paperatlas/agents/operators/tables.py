"""Questions that a table answers: a cell, or the row that is highest or lowest in a column.

A table is read in both directions, since papers print models as rows as often as columns. The question's terms choose
the table (caption, headers, row names), the line of numbers that is meant, and the entries that compete. Nothing is
answered unless the headers cover most of what the question says.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from paperatlas.agents.operators.table_terms import meets, share, tokens
from paperatlas.agents.proof import Source
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.agents.terms import Term, question_terms
from paperatlas.core.grid import columns, row_name
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.types import Box, ChunkKind, Computed, Occurrence, Route, Scope, Table

__all__ = ["answer"]

_TABLE_LABEL = re.compile(r"\btab(?:le|\.)\s*([A-Z]?\d+|[IVX]+)\b", re.IGNORECASE)
_NUMBER = re.compile(r"[-−–]?\d+(?:,\d{3})*(?:\.\d+)?|[-−–]?\.\d+")
_HIGH = frozenset(
    "highest best most largest greatest maximum max longest biggest top strongest fastest heaviest deepest widest latest".split()
)
_LOW = frozenset("lowest worst least smallest minimum min shortest fewest weakest slowest cheapest lightest earliest".split())
_LOWER_IS_BETTER = frozenset(
    "perplexity ppl error errors loss latency time cost wer cer rmse mae mse fid distance runtime memory flops".split()
)
_RANK_LABEL = re.compile(r"\btop[- ]?\d+\b", re.IGNORECASE)
"""Top-1, top-5: a measure's name, not a superlative."""
_PHRASE_END = re.compile(
    r"\b(?:in|of|for|on|at|by|to|from|with|among|across|when|than|according|using|is|are|was|were|does|do|did|has|have|result(?:s|ed)?)\b|[,;?.]",
    re.IGNORECASE,
)
_HEAD_WEIGHT = 2.0
"""The words right after a superlative name the measure ("greatest improvement in accuracy"): they count double for it."""
_QUALITY = frozenset("best worst strongest weakest top".split())
"""Superlatives whose direction depends on whether the measure is better high or low."""
_SLOW = frozenset("fastest slowest".split())
"""Superlatives of speed, turned round when the measure is a time."""

_ENOUGH = 0.62
"""Share of the question's weight that caption, headers and row must cover; below it the table is about something else."""
_ENOUGH_WHEN_NAMED = 0.3
"""The same when the question names the table by its number: the label itself says that it is the right one."""
_MOST_DOCUMENTS = 4
"""Papers whose tables are looked into when the whole library is asked: those of the best table passages."""
_NEAR, _FAR = 0.8, 0.55
"""Cosines of bge-small between a question and the table that answers it, and one that has nothing to do with it."""
_COVERAGE_SHARE = 0.55
"""How much of a finding's score is coverage of the question's words; the rest is likeness of meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A table of a document."""

    document: DocumentId
    name: str
    title: str
    table: Table
    similarity: float
    """Cosine of the question and the table's passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A number of a table with the names it stands under."""

    row: int
    column: int
    row_name: str
    column_name: str
    value: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding:
    """A candidate answer and how much of the question it covers."""

    place: _Place
    entries: tuple[_Entry, ...]
    """The answer's entry first; for a superlative the runners-up follow, best first."""
    along: Literal["rows", "columns"]
    """What names the answer: the entry's row, or its column."""
    coverage: float

    @property
    def score(self) -> float:
        """0 to 1."""
        likeness = min(1.0, max(0.0, (self.place.similarity - _FAR) / (_NEAR - _FAR)))
        return _COVERAGE_SHARE * self.coverage + (1 - _COVERAGE_SHARE) * likeness


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The value or the winner in a table; None when no table answers."""
    asked = _Asked.read(question.text)
    if route.kind not in ("table", "fact", "comparison") or (route.kind != "table" and not asked.wants_number):
        return None
    findings = [
        finding
        for place in _places(question, route, deps, asked.label)
        if (finding := _superlative(place, asked) if asked.direction else _lookup(place, asked))
    ]
    if not findings:
        return None
    best = max(findings, key=lambda finding: finding.score)
    if best.score < (_ENOUGH_WHEN_NAMED if asked.label else _ENOUGH):
        return None
    return _draft(best, asked, Source(deps.catalog))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What a question wants of a table."""

    terms: tuple[Term, ...]
    label: str
    direction: Literal["", "high", "low"]
    wants_number: bool

    measured: tuple[Term, ...]
    """The words right after the superlative."""
    wanted: tuple[Term, ...]
    """The words after "which" or "what": what kind of thing wins."""

    @classmethod
    def read(cls, text: str) -> "_Asked":
        label = _TABLE_LABEL.search(text)
        plain = _TABLE_LABEL.sub(" ", text)
        superlatives = [
            match
            for match in re.finditer(r"[A-Za-z]+", _RANK_LABEL.sub(lambda m: " " * len(m[0]), plain))
            if match[0].lower() in _HIGH | _LOW
        ]
        said = {word.lower() for word in re.findall(r"[A-Za-z0-9]+", plain)}
        which = re.search(r"\b(?:which|what)\b", plain, re.IGNORECASE)
        return cls(
            terms=tuple(term for term in question_terms(plain) if term.word not in _HIGH | _LOW | _EMPTY),
            label=label[1].upper() if label else "",
            direction=_direction({match[0].lower() for match in superlatives}, said),
            wants_number=bool(superlatives or label or _ASKS_VALUE.search(text)),
            measured=question_terms(_phrase(plain, superlatives[-1].end())) if superlatives else (),
            wanted=_kind_of_thing(plain, which.end(), superlatives[0].start() if superlatives else len(plain)) if which else (),
        )


_EMPTY = frozenset("table score scored according metric terms achieve achieves achieved reach reached produce produces".split())
"""Words that say that a table is asked, not what of it."""
_ASKS_VALUE = re.compile(
    r"\b(?:how (?:many|much|large|big|fast|long|well)|what (?:is|was|are|were) the|what [\w-]+ (?:[\w-]+ )?(?:does|did|do))\b",
    re.IGNORECASE,
)


def _kind_of_thing(text: str, start: int, end: int) -> tuple[Term, ...]:
    """What wins, in "which training data size … the highest": the words up to the verb or the superlative."""
    return question_terms(_phrase(text, start)[: max(0, end - start)])


def _phrase(text: str, start: int) -> str:
    """The words from `start` to the next preposition, verb or mark."""
    end = _PHRASE_END.search(text, start)
    return text[start : end.start() if end else len(text)]


def _direction(superlatives: set[str], said: set[str]) -> Literal["", "high", "low"]:
    if not superlatives:
        return ""
    high = bool(superlatives & _HIGH)
    lower_is_better = bool(said & _LOWER_IS_BETTER)
    if superlatives & _QUALITY and lower_is_better:
        high = not high
    if superlatives & _SLOW and said & {"time", "latency", "runtime"}:
        high = not high
    return "high" if high else "low"


def _places(question: Question, route: Route, deps: Deps, label: str) -> list[_Place]:
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
            _Place(
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


def _entries(table: Table) -> list[_Entry]:
    names = columns(table)
    entries = []
    for row in range(table.header_rows, len(table.rows)):
        name = row_name(table, row)
        for column, cell in enumerate(table.rows[row]):
            value = _value(cell.text)
            if value is not None:
                entries.append(
                    _Entry(row=row, column=column, row_name=name, column_name=names[column], value=value, text=cell.text)
                )
    return entries


def _value(text: str) -> float | None:
    found = _NUMBER.search(text)
    if not found or len(re.sub(r"[^A-Za-z]", "", text)) > len(found[0]) + 3:
        # A name with a digit in it ("ResNet-50") is not a measurement.
        return None
    return float(found[0].replace(",", "").replace("−", "-").replace("–", "-"))


def _about(place: _Place) -> frozenset[str]:
    """What the table as a whole is about."""
    return tokens(f"{place.table.caption} {place.table.section} {place.title}")


def _lookup(place: _Place, asked: _Asked) -> _Finding | None:
    """The cell whose row and column names cover most of the question, and something of each."""
    about = _about(place)
    best: tuple[float, int, _Entry] | None = None
    for entry in _entries(place.table):
        row, column = tokens(entry.row_name), tokens(entry.column_name)
        if not _any(asked.terms, row) or not _any(asked.terms, column):
            continue
        score = _coverage(asked.terms, row | column, about)
        extra = -len((row | column) - {term.stem for term in asked.terms})
        if best is None or (score, extra) > best[:2]:
            best = (score, extra, entry)
    if best is None:
        return None
    return _Finding(place=place, entries=(best[2],), along="rows", coverage=best[0])


def _any(terms: Iterable[Term], header: frozenset[str]) -> bool:
    return any(meets(term, header) for term in terms)


_ABOUT_SHARE = 0.6
"""A term that only caption, section or title cover counts for this much: it says that the table is right, not the cell."""


def _coverage(terms: Sequence[Term], names: frozenset[str], about: frozenset[str]) -> float:
    total = sum(term.weight for term in terms)
    if not total:
        return 0.0
    got = sum(term.weight * max(meets(term, names), _ABOUT_SHARE * meets(term, about)) for term in terms)
    return got / total


def _superlative(place: _Place, asked: _Asked) -> _Finding | None:
    """The best entry of the line of numbers, down a column or along a row, that the question's terms name."""
    entries = _entries(place.table)
    about = _about(place)
    directions: tuple[Literal["rows", "columns"], ...] = ("rows", "columns")
    findings = [finding for along in directions if (finding := _winner(place, entries, asked, about, along))]
    return max(findings, key=lambda finding: finding.score, default=None)


def _winner(
    place: _Place, entries: Sequence[_Entry], asked: _Asked, about: frozenset[str], along: Literal["rows", "columns"]
) -> _Finding | None:
    lines: dict[int, list[_Entry]] = {}
    for entry in entries:
        lines.setdefault(entry.column if along == "rows" else entry.row, []).append(entry)
    scored = []
    for index, line in lines.items():
        measure = tokens(line[0].column_name if along == "rows" else line[0].row_name)
        covered = _measure_fit(asked, measure)
        if covered and len(line) > 1:
            scored.append((covered, -len(measure), -index, line, measure))
    if not scored:
        return None
    _, _, _, line, measure = max(scored, key=lambda item: item[:3])
    rivals = _rivals(line, asked, measure, along)
    ordered = sorted(rivals, key=lambda entry: entry.value, reverse=asked.direction == "high")
    winner = ordered[0]
    names = measure | tokens(winner.row_name if along == "rows" else winner.column_name)
    kind = _kind_column(place.table, asked, winner.column) if along == "rows" else None
    others = (tokens(columns(place.table)[kind]) if kind is not None else frozenset()).union(
        *(tokens(e.row_name if along == "rows" else e.column_name) for e in rivals)
    )
    score = _coverage(asked.terms, names | others, about | _stub(place.table))
    return _Finding(place=place, entries=tuple(ordered[:2]), along=along, coverage=score)


def _measure_fit(asked: _Asked, measure: frozenset[str]) -> float:
    """How well a line's name fits what the question measures; a name with words that the question lacks fits less."""
    weights = {term.stem: term.weight * (_HEAD_WEIGHT if term in asked.measured else 1.0) for term in asked.terms}
    got = sum(weights[term.stem] * meets(term, measure) for term in asked.terms)
    meant = sum(any(meets(term, {token}) for term in asked.terms) for token in measure)
    return got * math.sqrt(meant / len(measure)) if measure else 0.0


def _rivals(
    line: Sequence[_Entry], asked: _Asked, measure: frozenset[str], along: Literal["rows", "columns"]
) -> Sequence[_Entry]:
    """The entries that the question lets compete: where it names a part of them that the measure does not hold ("among the
    Common Crawl models"), only those.
    """
    left = [term for term in asked.terms if not meets(term, measure)]
    names = {id(e): tokens(e.row_name if along == "rows" else e.column_name) for e in line}
    most = max((share(left, names[id(entry)]) for entry in line), default=0.0)
    if not most:
        return line
    chosen = [entry for entry in line if share(left, names[id(entry)]) >= most]
    return chosen if len(chosen) > 1 else line


def _stub(table: Table) -> frozenset[str]:
    """The header over the row names: it says what the rows are ("Language pair")."""
    return tokens(columns(table)[0]) if table.rows else frozenset()


def _draft(finding: _Finding, asked: _Asked, source: Source) -> Draft:
    table, winner = finding.place.table, finding.entries[0]
    where = f"{table.label}, page {table.page}"
    if not asked.direction:
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


def _superlative_text(finding: _Finding, asked: _Asked) -> tuple[str, str]:
    named = [(_name(finding, entry, asked), entry.text) for entry in finding.entries]
    measure = finding.entries[0].column_name if finding.along == "rows" else finding.entries[0].row_name
    text = f"{named[0][0]}, at {named[0][1]} ({measure}, {finding.place.table.label})"
    if len(named) > 1:
        text += f"; the next is {named[1][0]} at {named[1][1]}"
    rank = "Highest" if asked.direction == "high" else "Lowest"
    line = "column" if finding.along == "rows" else "row"
    return text + ".", f"{rank} in {line} {measure!r} of {finding.place.table.label}"


def _kind_column(table: Table, asked: _Asked, measure: int) -> int | None:
    """The column that is called what the question asks for ("train data" for "which training data size"), if there is one."""
    fits = [(share(asked.wanted, tokens(name)), -index) for index, name in enumerate(columns(table)) if index != measure]
    best, index = max(fits, default=(0.0, 0))
    return -index if best else None


def _name(finding: _Finding, entry: _Entry, asked: _Asked) -> str:
    """The winner as the question names its kind, else by its row's (or column's) name."""
    if finding.along == "columns":
        return entry.column_name
    table, name = finding.place.table, entry.row_name
    column = _kind_column(table, asked, entry.column)
    kind = table.rows[entry.row][column].text if column is not None else ""
    if column is not None and kind and kind not in name:
        return f"{kind} ({columns(table)[column]})" + (f", {name}" if name else "")
    return name or f"row {entry.row - table.header_rows + 1}"


def _proofs(finding: _Finding, source: Source) -> tuple[Proof, ...]:
    rows = dict.fromkeys(entry.row for entry in finding.entries)
    return tuple(row_proof(finding.place.document, finding.place.table, row, source) for row in rows)


def _boxes(table: Table, row: int) -> Iterable[Box]:
    return (cell.box for cell in table.rows[row] if cell.box is not None and cell.text)


def _page(table: Table, row: int) -> int:
    """The page a row is printed on: not the table's first page when it continues over pages."""
    return next((box.page for box in _boxes(table, row)), table.page)
