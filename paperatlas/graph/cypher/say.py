"""Rows in English."""

from collections.abc import Callable, Mapping, Sequence

from paperatlas.core.graph_answers import EdgeEvidence
from paperatlas.core.knowledge import GraphRows, Standing
from paperatlas.graph.cypher.lexicon import phrase_of
from paperatlas.graph.cypher.query import Composed

__all__ = ["say_edge", "say_rows", "say_template"]

_SHOWN = 12
"""Rows said; the others are in the table."""
_BESIDE: Mapping[str, str] = {
    "papers": "{} paper",
    "times": "{}",
    "passages": "{} passage",
    "mentions": "{} mention",
    "year": "{}",
    "page": "page {}",
}
"""How further columns are said after a name; what ends in a noun gets the plural."""


def say_template(composed: Composed, rows: GraphRows, evidence: Sequence[EdgeEvidence]) -> str:
    """The answer of a template as one sentence, or one a row where each row is a statement."""
    if not rows.rows or rows.rows == ((0,),):
        return f"{composed.lead}: the graph has nothing."
    if rows.columns[:1] == ("count",):
        return f"{composed.lead}: {rows.rows[0][0]}."
    if rows.columns[:1] == ("path",):
        return f"{composed.lead}: {'; '.join(dict.fromkeys(say_edge(edge) for edge in evidence))}."
    records = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
    say = _saying(rows.columns)
    said = [say(record) for record in records[:_SHOWN]]
    more = len(records) - _SHOWN
    return f"{composed.lead}: {'; '.join(said)}{f'; and {more} more' if more > 0 else ''}."


def _saying(columns: Sequence[str]) -> Callable[[Mapping[str, object]], str]:
    if "relation" in columns and "head" in columns:
        return _statement
    if "other_names" in columns:
        return _names
    return _result if "value" in columns else _item


def say_rows(rows: GraphRows) -> str:
    """Rows of a query whose shape is not known."""
    if not rows.rows:
        return "The graph has nothing."
    said = [", ".join(_cell(value) for value in row) for row in rows.rows[:_SHOWN]]
    more = len(rows.rows) - _SHOWN
    return f"{'; '.join(said)}{f'; and {more} more' if more > 0 else ''}."


def say_edge(edge: EdgeEvidence) -> str:
    """An edge as a sentence: "BERT does not use SQuAD"."""
    said = f"{edge.head} {phrase_of(edge.predicate, negated=edge.standing is Standing.NEGATED)} {edge.tail}"
    return f"{said}{_hedge(edge.standing.value)}"


def _statement(record: Mapping[str, object]) -> str:
    standing = str(record.get("standing") or Standing.ASSERTED.value)
    said = f"{record['head']} {phrase_of(str(record['relation']), negated=standing == Standing.NEGATED.value)} {record['tail']}"
    measured = " ".join(str(record[key]) for key in ("metric", "value") if record.get(key))
    return f"{said}{f' ({measured})' if measured else ''}{_hedge(standing)}"


def _hedge(standing: str) -> str:
    if standing == Standing.HYPOTHETICAL.value:
        return " (said to be possible)"
    return " (as others are said to have found)" if standing == Standing.ATTRIBUTED.value else ""


def _result(record: Mapping[str, object]) -> str:
    return f"{record['name']} on {record['dataset']}: {record.get('metric') or 'result'} {record['value']}"


def _item(record: Mapping[str, object]) -> str:
    (_, value), *others = record.items()
    said = ", ".join(_beside(key, other) for key, other in others if key in _BESIDE and other is not None)
    return f"{_cell(value)}{f' ({said})' if said else ''}"


def _beside(column: str, value: object) -> str:
    said = _BESIDE[column].format(value)
    return f"{said}s" if said[-1].isalpha() and value != 1 else said


def _names(record: Mapping[str, object]) -> str:
    """All names of one entity."""
    others = record["other_names"]
    return ", ".join(map(str, (record["name"], *(others if isinstance(others, list | tuple) else ()))))


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return str(value.get("name") or value.get("title") or value.get("type") or value.get("id"))
    if isinstance(value, list | tuple):
        return ", ".join(_cell(one) for one in value)
    return "–" if value is None else str(value)
