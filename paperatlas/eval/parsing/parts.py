"""Headings, tables, figures, formulas and references: those that are found, and those that are not there."""

import re
from collections import Counter
from collections.abc import Sequence

from paperatlas.core.types import Figure, Heading, ParsedDocument, Table
from paperatlas.eval.parsing.comparing import overlap, phrase_key
from paperatlas.eval.parsing.labels import FigureLabel, HeadingLabel, Labels, ReferenceLabel, TableLabel
from paperatlas.eval.parsing.noting import Notes
from paperatlas.eval.parsing.tables import GridScore, grid_score

__all__ = ["note_parts"]

_SLACK = 3
"""Letters of a number or list sign ("IV", "a)") that may be missing before a heading that is otherwise the same."""
_INITIALS = 3
"""Capitals together that are initials."""
_IOU = 0.6
"""As in the labels that are drawn by hand: edges of figures are a matter of taste."""


def note_parts(labels: Labels, read: ParsedDocument, notes: Notes) -> None:
    """All that is labelled."""
    if labels.says("headings"):
        _note_headings(labels, read.headings, notes)
    if labels.says("tables"):
        _note_tables(labels, read.tables, notes)
    if labels.says("figures"):
        _note_figures(labels, read.figures, notes)
    if labels.says("equations"):
        _note_equations(labels, read, notes)
    if labels.references is not None:
        _note_references(labels, read, notes)


def _note_headings(labels: Labels, found: Sequence[Heading], notes: Notes) -> None:
    left = list(labels.headings)
    right: Counter[bool] = Counter()
    for heading in found:
        label = next((each for each in left if _is_heading(heading, each)), None)
        if not heading.run_in:
            missed = f"page {heading.page}: {heading.label!r} is no heading"
            notes.fact("headings_precision", right=label is not None, missed=missed)
        if label is not None:
            left.remove(label)
            right[heading.run_in] += 1
            if label.level is not None and not heading.run_in:
                wrong = f"page {heading.page}: {heading.label!r} has level {heading.level}, not {label.level}"
                notes.fact("headings_level", right=heading.level == label.level, missed=wrong)
    for label in labels.headings:
        if label.kind != "run-in":
            missed = f"page {label.page}: {label.number} {label.text!r} was not found"
            notes.fact("headings_recall", right=label not in left, missed=missed)
    for name, run_in in (("headings_f1", False), ("run_in_f1", True)):
        wanted = sum((label.kind == "run-in") == run_in for label in labels.headings)
        # Who labels no heading of this kind does not say that there is none.
        if wanted:
            notes.f1(name, right=right[run_in], given=sum(heading.run_in == run_in for heading in found), wanted=wanted)


def _is_heading(heading: Heading, label: HeadingLabel) -> bool:
    if heading.page != label.page or heading.run_in != (label.kind == "run-in"):
        return False
    got, wanted = phrase_key(heading.number + heading.text), phrase_key(label.number + label.text)
    return got == wanted or (len(got) > _SLACK and wanted.endswith(got) and len(wanted) - len(got) <= _SLACK)


def _note_tables(labels: Labels, found: Sequence[Table], notes: Notes) -> None:
    for label in labels.tables:
        table, score = _best(label, found)
        named = table is not None and phrase_key(table.caption).startswith(phrase_key(label.caption_starts))
        said = f"page {label.page}: {label.label or label.caption_starts!r}"
        notes.fact(
            "tables_recall",
            right=named and score.right * 2 >= score.wanted,
            missed=f"{said} was not found, or without its caption or most cells",
        )
        if score.wanted:
            notes.share("table_cells", score.right, score.wanted)
            notes.f1("table_grits", right=score.similar, given=score.given, wanted=score.wanted)
            if score.right < score.wanted:
                notes.missed.append(f"table_cells: {said}: {score.right} of {score.wanted} cells")
    pages = Counter(labels.all_table_pages.values() if labels.all_table_pages else (label.page for label in labels.tables))
    for table in found:
        here = pages[table.page] > 0
        pages[table.page] -= here
        notes.fact("tables_precision", right=here, missed=f"page {table.page} has no (further) table: {table.caption[:60]!r}")


def _best(label: TableLabel, found: Sequence[Table]) -> tuple[Table | None, GridScore]:
    """The table of its page that is most like it."""
    here = [table for table in found if table.page == label.page]
    scores = [(table, grid_score(label.grid, [[cell.text for cell in row] for row in table.rows])) for table in here]
    nothing: tuple[Table | None, GridScore] = (None, grid_score(label.grid, []))
    return max(scores, key=lambda each: (each[1].right, each[1].similar), default=nothing)


def _note_figures(labels: Labels, found: Sequence[Figure], notes: Notes) -> None:
    for label in labels.figures:
        missed = f"page {label.page}: {label.label or label.caption_starts!r} was not found, or not where it is"
        notes.fact("figures_recall", right=any(_is_figure(figure, label) for figure in found), missed=missed)
    pages = Counter(label.page for label in labels.figures)
    for figure in found:
        here = pages[figure.page] > 0
        pages[figure.page] -= here
        missed = f"page {figure.page} has no (further) figure: {figure.caption[:60]!r}"
        notes.fact("figures_precision", right=here, missed=missed)


def _is_figure(figure: Figure, label: FigureLabel) -> bool:
    if figure.page != label.page or not phrase_key(figure.caption).startswith(phrase_key(label.caption_starts)):
        return False
    return label.bbox_approx is None or overlap(figure.box, label.bbox_approx) >= _IOU


def _note_equations(labels: Labels, read: ParsedDocument, notes: Notes) -> None:
    wanted = Counter((label.page, phrase_key(label.number)) for label in labels.equations if label.number)
    given = Counter((equation.page, phrase_key(equation.number)) for equation in read.equations if equation.number)
    notes.f1("equations_f1", right=(wanted & given).total(), given=given.total(), wanted=wanted.total())


def _note_references(labels: Labels, read: ParsedDocument, notes: Notes) -> None:
    assert labels.references is not None
    known, texts = labels.references, [phrase_key(reference.text) for reference in read.references]
    if known.count is not None:
        notes.fact("references_count", right=len(texts) == known.count, missed=f"{len(texts)} entries, not {known.count}")
    for entry in filter(None, (known.first, known.last, *known.spot)):
        if keys := _entry_keys(entry):
            place = texts[entry.n - 1 : entry.n] if entry.n else texts
            right = any(all(key in text for key in keys) for text in place)
            notes.fact(
                "reference_entries", right=right, missed=f"no entry with {', '.join(keys)}" + f" at {entry.n}" * bool(entry.n)
            )


def _entry_keys(entry: ReferenceLabel) -> list[str]:
    """What the text of an entry must hold."""
    name = entry.first_author or next(iter(entry.authors), "")
    said = [_surname(name), *(phrase_key(str(part)) for part in (entry.year, entry.doi, entry.arxiv) if part)]
    return [key for key in said if key]


def _surname(name: str) -> str:
    """The part of a name that is always printed, since forenames are shortened: "Obi, A.", "Ada Obi", "Obi AB"."""
    before_comma = name.partition(",")[0] if "," in name else name
    parts = re.split(r"[\s.]+", before_comma.strip())
    whole = [part for part in parts if not (part.isupper() and len(part) <= _INITIALS)]
    return phrase_key((whole or parts)[-1])
