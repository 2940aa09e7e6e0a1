"""What was found in a table, put into a sentence: the answer first, then the cells, then the working."""

import re
from collections.abc import Sequence
from decimal import Decimal

from paperatlas.agents.operators.arithmetic import plain_number
from paperatlas.agents.operators.table_cells import SCALES, Entry, unit_of, with_unit
from paperatlas.agents.operators.table_finding import Finding
from paperatlas.agents.operators.table_lines import kind_column
from paperatlas.agents.operators.table_question import TableQuestion, lower_is_better
from paperatlas.core.grid import columns
from paperatlas.core.text import words

__all__ = ["method_of", "said_by_row", "said_of", "value_of"]

_PAIR = 2
_LISTED = 12
"""Entries that are named; more are counted."""
_WORKING = 90
"""Characters of a working that is shown in the answer; a longer one is told by its number of terms."""
_PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
_RANKS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def said_of(finding: Finding, asked: TableQuestion) -> str:
    """The sentence."""
    match finding.operation:
        case "look_up":
            return _cell(finding)
        case "best":
            return _best(finding, asked)
        case "rank":
            return _rank(finding)
        case "count" | "filter":
            return _listed(finding)
        case "sum" | "mean":
            return _total(finding)
        case "compare":
            return _compared(finding, asked)
        case "difference" | "ratio" | "percent_change":
            return _worked(finding)
        case "profile":
            return "\n".join(said_by_row(finding).values())


def said_by_row(finding: Finding) -> dict[int, str]:
    """A line for each row: its name and its cells."""
    lines: dict[int, list[Entry]] = {}
    for entry in finding.entries:
        lines.setdefault(entry.row, []).append(entry)
    return {
        row: f"{cells[0].row_name}: {', '.join(f'{cell.column_name} {cell.said}' for cell in cells)} ({_table(finding)})."
        for row, cells in lines.items()
    }


def value_of(finding: Finding) -> str:
    """The bare answer of what was worked out."""
    if finding.result is not None:
        return finding.result.value
    return _PLACES.get(finding.at, f"{finding.at}th") if finding.operation == "rank" else finding.entries[0].text


def method_of(finding: Finding, asked: TableQuestion) -> str:
    """How the answer was come by; empty for what is printed as it is said."""
    where = f"{_table(finding)}, page {finding.place.table.page}"
    measure = finding.measure(finding.entries[0])
    line = "column" if finding.along == "rows" else "row"
    match finding.operation:
        case "look_up" | "profile":
            return ""
        case "best":
            order = "Highest" if asked.direction == "high" else "Lowest"
            order = f"{_RANKS[finding.at].capitalize()} {order.lower()}" if finding.at in _RANKS else order
            return f"{order} in {line} {measure!r} of {where}"
        case "rank":
            return f"Order of the {finding.of} numbers in {line} {measure!r} of {where}"
        case "count" | "filter":
            return (
                f"{line} {measure!r} of {where} gone through"
                if asked.bound or finding.operation == "filter"
                else f"Rows of {where} counted"
            )
        case "compare":
            return f"{line} {measure!r} of {where}" if finding.result else ""
        case "difference" | "ratio" | "percent_change" | "sum" | "mean":
            working = finding.result.working if finding.result else ""
            return f"{working} ({line} {measure!r} of {where})"


def _cell(finding: Finding) -> str:
    entry = finding.entries[0]
    return f"{entry.said} ({_joined(entry.row_name, entry.column_name)}; {_table(finding)})."


def _best(finding: Finding, asked: TableQuestion) -> str:
    winner, *others = finding.entries
    text = f"{_name(finding, winner, asked)}, at {winner.said} ({_joined(finding.measure(winner), _table(finding))})"
    if finding.at in _RANKS:
        order = "highest" if asked.direction == "high" else "lowest"
        return f"{text}, the {_RANKS[finding.at]} {order} of {finding.of}."
    if not others:
        return f"{text}."
    if others[0].value == winner.value:
        return f"{text}, and {_name(finding, others[0], asked)}, at {others[0].said}."
    return f"{text}; the next is {_name(finding, others[0], asked)} at {others[0].said}."


def _rank(finding: Finding) -> str:
    one, *first = finding.entries
    place = _PLACES.get(finding.at, f"{finding.at}th")
    text = f"{place} of {finding.of}, at {one.said} ({_joined(finding.measure(one), _table(finding))})"
    return f"{text}; the first is {finding.name(first[0])} at {first[0].said}." if first else f"{text}."


def _listed(finding: Finding) -> str:
    named = [f"{finding.name(entry)} {entry.said}" if finding.at else finding.name(entry) for entry in finding.entries[:_LISTED]]
    more = len(finding.entries) - _LISTED
    rest = f" and {more} more" if more > 0 else ""
    if finding.operation == "count" and len(finding.entries) == finding.of:
        names = ", ".join(dict.fromkeys(finding.name(entry) for entry in finding.entries[:_LISTED]))
        return f"{finding.of}: {names}{rest} ({_table(finding)})."
    cells = f"{', '.join(named)}{rest} ({_joined(finding.measure(finding.entries[0]), _table(finding))})"
    return f"{len(finding.entries)} of {finding.of}: {cells}." if finding.operation == "count" else f"{cells}."


def _total(finding: Finding) -> str:
    assert finding.result is not None, "a sum is worked out"
    working = finding.result.working
    if len(working) > _WORKING:
        working = f"of {len(finding.entries)} numbers"
    measure = finding.measure(finding.entries[0])
    return f"{_valued(finding)}: {finding.operation} {working} ({_joined(measure, _table(finding))})."


def _compared(finding: Finding, asked: TableQuestion) -> str:
    entries, lead = list(finding.entries), ""
    order = _better(finding, asked)
    if len(entries) == _PAIR and order:
        first, second = entries
        holds = (first.value > second.value) == (order == "high") and first.value != second.value
        if asked.is_verdict:
            lead = "Yes: " if holds else "No: "
        elif asked.is_choice:
            entries.sort(key=lambda entry: entry.value, reverse=order == "high")
    text = f"{lead}{_side_by_side(finding, entries)}"
    return f"{text}; the difference is {_valued(finding)}." if finding.result else f"{text}."


def _better(finding: Finding, asked: TableQuestion) -> str:
    """Which way the question's comparative points on this measure."""
    if asked.comparative not in ("better", "worse"):
        return asked.comparative
    measure = finding.measure(finding.entries[0])
    low = lower_is_better(set(words(measure))) or lower_is_better(set(words(finding.place.table.caption)) - set(words(measure)))
    return "low" if low == (asked.comparative == "better") else "high"


def _worked(finding: Finding) -> str:
    result = finding.result
    if result is None:
        return f"{_side_by_side(finding, finding.entries)}."
    return f"{_valued(finding)}: {_side_by_side(finding, finding.entries)}; {result.working}."


def _side_by_side(finding: Finding, entries: Sequence[Entry]) -> str:
    values = ", ".join(f"{finding.name(entry)} {entry.said}" for entry in entries)
    return f"{values} ({_joined(finding.measure(entries[0]), _table(finding))})"


def _valued(finding: Finding) -> str:
    """The result with the unit of what it was worked out of; a ratio has none."""
    assert finding.result is not None, "there is a result"
    if finding.operation in ("ratio", "percent_change"):
        return finding.result.value
    return with_unit(_scaled(finding), unit_of(finding.entries))


def _scaled(finding: Finding) -> str:
    """The result in the thousands or millions in which all the cells are printed: "153M", not "153,000,000"."""
    assert finding.result is not None, "there is a result"
    scales = {found[1] if (found := _SCALE.search(entry.text)) else "" for entry in finding.entries}
    if len(scales) != 1 or not (scale := scales.pop()):
        return finding.result.value
    return f"{plain_number(Decimal(finding.result.value.replace(',', '')) / SCALES[scale])}{scale}"


_SCALE = re.compile(r"\d([kKMB])(?![\w-])")


def _table(finding: Finding) -> str:
    table = finding.place.table
    return table.label or f"table on page {table.page}"


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


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
