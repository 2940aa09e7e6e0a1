"""The graph as a person reads it in a terminal."""

from collections.abc import Mapping, Sequence

from paperatlas.core.graph_answers import EdgeEvidence, EntityCard, GraphAnswer, GraphPath, GraphStats
from paperatlas.core.graph_ports import Stated
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import EntityId
from paperatlas.core.reports import ModelEstimate, ModelReading

__all__ = ["card_text", "estimate_text", "graph_answer_text", "paths_text", "reading_text", "stats_text"]

_SHOWN = 20
"""Rows, or pieces of evidence, shown before the rest is counted."""
_SAID = 2
"""Pieces of evidence for one step of a path."""
_WIDE = 40
"""Characters of a cell."""

Names = Mapping[DocumentId, str]


def stats_text(stats: GraphStats, names: Names) -> str:
    lines = [
        f"{stats.entities} entities and {stats.relations} relations of {len(stats.documents)} documents ({stats.backend})",
        "",
        *_counts("entities", stats.kinds),
        *_counts("relations", stats.predicates),
        "",
        *(
            f"{entities:6d} entities {relations:6d} relations  {names.get(document, document)}"
            for document, (entities, relations) in stats.documents.items()
        ),
    ]
    lines += [f"not read yet: {names.get(document, document)}" for document in stats.unread]
    lines += [f"could not be read: {names.get(document, document)}: {why}" for document, why in stats.failures.items()]
    if stats.unread:
        lines.append("`paperatlas graph build` reads what was not read yet.")
    return "\n".join(lines)


def _counts(what: str, counts: Mapping[str, int]) -> list[str]:
    return [f"{what}: {', '.join(f'{name} {count}' for name, count in counts.items())}"] if counts else []


def estimate_text(estimate: ModelEstimate, usd: float | None) -> str:
    tokens = f"at most about {estimate.input_tokens:,} tokens read and {estimate.output_tokens:,} written"
    cost = "set PAPERATLAS_LLM_PRICE_INPUT and _OUTPUT to know what that costs" if usd is None else f"${usd:.2f}"
    return f"{estimate.documents} documents, {estimate.passages} passages: {tokens} ({cost})"


def reading_text(done: ModelReading) -> str:
    """What a model has read, and everything that went wrong."""
    usage = done.usage
    lines = [
        f"{len(done.documents)} documents read, {done.left} left",
        f"{done.entities} entities and {done.relations} relations more; {done.dropped} dropped that the text does not bear out",
        f"{usage.llm_calls} calls, {usage.input_tokens:,} tokens read, {usage.output_tokens:,} written, ${usage.cost_usd:.2f}",
    ]
    lines += [f"nothing was found in {place}, where the rules found names" for place in done.silent]
    lines += [f"not read: {failure}" for failure in done.failed]
    if done.stopped:
        lines.append(f"It stopped: {done.stopped.message} {done.stopped.hint}")
    return "\n".join(lines)


def graph_answer_text(answer: GraphAnswer, names: Names) -> str:
    """The answer in words, the query, its rows, and where they are said."""
    lines = [answer.text, ""] if answer.text else []
    if answer.cypher:
        lines += [answer.cypher, *(f"  ${name} = {value!r}" for name, value in answer.parameters.items()), ""]
    if answer.columns:
        lines += _table(answer.columns, answer.rows)
    if answer.truncated:
        lines.append("There are more rows: raise --limit.")
    lines += ["", *(_edge_text(edge, names) for edge in answer.evidence[:_SHOWN])] if answer.evidence else []
    if len(answer.evidence) > _SHOWN:
        lines.append(f"… and {len(answer.evidence) - _SHOWN} more places (--json has all)")
    lines += [f"! {warning}" for warning in answer.warnings]
    return "\n".join(lines) or "Nothing was found."


def _table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    cells = [list(columns), *([_cell(value) for value in row] for row in rows[:_SHOWN])]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    if len(rows) > _SHOWN:
        lines.append(f"… and {len(rows) - _SHOWN} more rows (--json has all)")
    return lines


def _cell(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("name") or value.get("type") or value
    text = "" if value is None else " ".join(str(value).split())
    return text if len(text) <= _WIDE else f"{text[: _WIDE - 1]}…"


def _edge_text(edge: EdgeEvidence, names: Names) -> str:
    said = "" if edge.standing == "asserted" else f" ({edge.standing.value})"
    place = f"{names.get(edge.document, edge.document)}, p. {edge.page}"
    quote = f"\n    “{' '.join(edge.quote.split())}”" if edge.quote else ""
    return f"{edge.head} {edge.predicate} {edge.tail}{said}: {place}{quote}"


def card_text(card: EntityCard, names: Names) -> str:
    entity = card.entity
    lines = [f"{entity.name} ({entity.kind}): {entity.mentions} mentions in {entity.documents} documents"]
    if entity.aliases:
        lines.append(f"also: {', '.join(entity.aliases)}")
    lines += [f"one because {reason}" for reason in card.merges]
    lines += ["", *(_stated_text(stated, card.names, names) for stated in card.relations[:_SHOWN])] if card.relations else []
    if len(card.relations) > _SHOWN:
        lines.append(f"… and {len(card.relations) - _SHOWN} more relations (--json has all)")
    lines += [f"Another of that name: {other.name} ({other.kind}), id {other.id}" for other in card.others]
    return "\n".join(lines)


def paths_text(found: Sequence[GraphPath], names: Names) -> str:
    """Each way, and under it what shows each of its steps."""
    lines: list[str] = []
    for path in found:
        lines += ["", " – ".join(entity.name for entity in path.entities)]
        for step in path.steps:
            called = {step.source.id: step.source.name, step.target.id: step.target.name}
            lines += [_stated_text(stated, called, names) for stated in step.relations[:_SAID]]
            lines += [
                f"{step.source.name} and {step.target.name} are both named in {names.get(chunk.document, chunk.document)},"
                f" p. {chunk.page}"
                for chunk in step.passages[:_SAID]
            ]
    return "\n".join(lines[1:]) or "There is no way so short."


def _stated_text(stated: Stated, called: Mapping[EntityId, str], names: Names) -> str:
    head, tail = (called.get(end, end) for end in (stated.head, stated.tail))
    said = "" if stated.standing == "asserted" else f" ({stated.standing.value})"
    result = f" [{stated.metric} {stated.value}]" if stated.value else ""
    place = f"{names.get(stated.document, stated.document)}, p. {stated.evidence.page}"
    return f"{head} {stated.predicate} {tail}{result}{said}: {place}\n    “{' '.join(stated.evidence.quote.split())}”"
