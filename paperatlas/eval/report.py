"""A run as one HTML page that needs nothing but a browser."""

from collections.abc import Sequence
from html import escape

from paperatlas.eval.agreement import agreement, agreement_text
from paperatlas.eval.charts import bars, risk_chart
from paperatlas.eval.figures import Figure
from paperatlas.eval.markdown import BY_KIND, MEANINGS, number
from paperatlas.eval.measures import SHARES
from paperatlas.eval.ragas import ragas_text
from paperatlas.eval.record import Item, Record, Scored
from paperatlas.eval.summing import curve, figures, kinds

__all__ = ["run_html"]

_STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--rule:#ccc;--bar:#4c78a8;--bad:#b00020}
@media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#16181c;--rule:#444;--bar:#6fa0d8;--bad:#ff8a80}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;display:block;overflow-x:auto;margin:1rem 0}
td,th{border-bottom:1px solid var(--rule);padding:.3rem .6rem;text-align:left;vertical-align:top}
td:not(:last-child):not(.text){white-space:nowrap}
.no{color:var(--bad)}svg{max-width:100%;height:auto}
.ink{fill:var(--ink)}.bar{fill:var(--bar)}.line,.axis{stroke:var(--ink);fill:none;stroke-width:1.5}
.curve{stroke:var(--bar);fill:none;stroke-width:2}
"""
_LETTERS = 400
"""Of an answer that are shown; the file of the run has it whole."""


def run_html(record: Record) -> str:
    """Counts, figures with intervals, charts by kind and of risk over coverage, and each question."""
    made = record.made
    title = f"{made.questions}: {made.config}, {made.scope}"
    counted = f"{len(record.items)} questions, {len(record.scored)} scored, {len(record.failed)} failed"
    facts = " · ".join(
        part
        for part in (made.started, f"{made.documents} documents", made.embedder, made.model, f"PaperAtlas {made.version}")
        if part
    )
    found = figures(record.scored)
    judged = f"<p>{escape(agreement_text(agreement(record)))}</p>" if made.judge else ""
    judged += f"<p>{escape(ragas_text(record))}</p>" if made.ragas else ""
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style>"
    )
    said = f"<h1>{escape(title)}</h1><p><strong>{counted}</strong> · {escape(facts)}</p>"
    body = f"{said}{_figures(found)}{judged}{_charts(record, found)}{_by_kind(record)}{_items(record.items)}"
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def _figures(found: dict[str, Figure]) -> str:
    rows = [
        (name, number(f.value), f"{number(f.low)} to {number(f.high)}", str(f.n), MEANINGS[name]) for name, f in found.items()
    ]
    return _table(("figure", "value", "95 %", "n", "what it is"), rows)


def _charts(record: Record, found: dict[str, Figure]) -> str:
    by_kind = {kind: figures([item for item in record.scored if item.kind == kind]) for kind in kinds(record)}
    right = {kind: own["right"] for kind, own in by_kind.items() if "right" in own}
    charts = [bars({name: figure for name, figure in found.items() if name in SHARES}, "all questions")]
    if right:
        charts.append(bars(right, "right responses by kind of question"))
    if points := curve(record.scored):
        charts.append(risk_chart(points))
    return "".join(f"<figure>{chart}</figure>" for chart in charts)


def _by_kind(record: Record) -> str:
    rows = []
    for kind in kinds(record):
        items = [item for item in record.items if item.kind == kind]
        scored = [item for item in items if isinstance(item, Scored)]
        own = figures(scored)
        values = [number(own[name].value) if name in own else "" for name in BY_KIND]
        rows.append((kind, str(len(scored)), str(len(items) - len(scored)), *values))
    return "<h2>By kind</h2>" + _table(("kind", "scored", "failed", *BY_KIND), rows)


def _items(items: Sequence[Item]) -> str:
    head = "<tr><th>id<th>question<th>outcome<th>answer<th>pages</tr>"
    return f"<h2>Questions</h2><table>{head}{''.join(map(_item, items))}</table>"


def _item(item: Item) -> str:
    if not isinstance(item, Scored):
        told = f"{item.code}: {item.message}"
        asked = f"<td>{escape(item.id)}<td class=text>{escape(item.question)}"
        return f'<tr>{asked}<td class="no">failed<td class=text>{escape(told)}<td></tr>'
    outcome = {True: "right", False: "wrong", None: "not judged"}[item.ok]
    pages = ", ".join(dict.fromkeys(f"{doc} p. {page}" for doc, page, _ in item.citations))
    return (
        f"<tr><td>{escape(item.id)}<td class=text>{escape(item.question)}<td{' class=no' if item.ok is False else ''}>{outcome}"
        f"<td class=text>{escape(item.answer[:_LETTERS])}<td>{escape(pages)}</tr>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(name)}' for name in head)}</tr>{cells}</table>"
