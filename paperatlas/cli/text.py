"""Results as a person reads them in a terminal."""

from collections.abc import Mapping, Sequence

from paperatlas.core.answers import Answer
from paperatlas.core.enriching import EnrichReport
from paperatlas.core.ids import DocumentId
from paperatlas.core.reading import ParseReport
from paperatlas.core.reports import DoctorReport, IngestReport
from paperatlas.core.searching import SearchResult
from paperatlas.core.standing import Standing
from paperatlas.core.summaries import Summary
from paperatlas.core.sureness import DOUBTS
from paperatlas.core.types import Document

__all__ = [
    "answer_text",
    "doctor_text",
    "documents_text",
    "enrich_text",
    "ingest_text",
    "report_text",
    "search_text",
    "summaries_text",
]

_SNIPPET = 240
"""Characters of a passage shown in a list: about three lines of a terminal."""


_FLAGS = {
    "orders": "This passage gives orders to a language model. It was not obeyed.",
    "retracted": "THIS PAPER IS RETRACTED.",
    "concern": "An expression of concern was published about this paper.",
}


def answer_text(answer: Answer) -> str:
    """The answer and how sure it is, unless it is sure; then each proof: title, page, section, quote."""
    lines = [answer.text]
    if answer.computed:
        lines.append(f"({answer.computed.method})")
    if answer.sureness not in {None, "sure"}:
        why = "; ".join(DOUBTS[doubt] for doubt in answer.doubts)
        lines.append(f"({answer.sureness}: {why})" if why else f"({answer.sureness})")
    for citation in answer.citations:
        section = f", {citation.section.split(' > ')[-1]}" if citation.section else ""
        place = f"p. {_page(citation.page, citation.page_label)}{section}"
        lines += ["", f"[{citation.n}] {citation.title}, {place}", f"    “{citation.quote}”"]
        if citation.translation:
            lines.append(f"    [{citation.translation}] (translated by the language model)")
        if citation.row:
            lines.append(f"    row: {citation.row}")
        lines += [f"    ({_FLAGS[flag]})" for flag in citation.flags]
    return "\n".join(lines)


def _page(number: int, label: str) -> str:
    return f"{number} (printed {label})" if label else str(number)


def search_text(result: SearchResult, names: Mapping[DocumentId, str], *, explain: bool = False) -> str:
    if not result.hits:
        return "Nothing was found."
    lines: list[str] = []
    for hit in result.hits:
        chunk = hit.chunk
        snippet = " ".join(chunk.text.split())
        snippet = snippet if len(snippet) <= _SNIPPET else snippet[:_SNIPPET].rsplit(" ", 1)[0] + " …"
        place = f"p. {_page(chunk.page, hit.page_label)}  {chunk.section}"
        lines += [
            f"{hit.rank:3d}. {names.get(chunk.document, chunk.document)}, {place}",
            f"     {snippet}",
        ]
        lines += [f"     · {remark}" for remark in hit.why]
    told = [*result.explain] if explain else []
    missing = [f"{stage} failed: {reason}" for stage, reason in result.failed]
    return "\n".join([*lines, *told, *missing])


def summaries_text(summaries: Sequence[Summary]) -> str:
    """Each under its name, subsections further in, every sentence with its page."""
    parts: list[str] = []
    for summary in summaries:
        node = summary.node
        if not summary.sentences and node.level == "section":
            continue
        depth = node.section.count(" > ") + 1 if node.section else 0
        papers = f" ({len(node.documents)} papers)" if len(node.documents) > 1 else ""
        lines = [f"{'  ' * depth}{node.label}{papers}"]
        for sentence in summary.sentences:
            first = sentence.citations[0]
            where = f"{first.doc}, p. {first.page}" if node.level == "topic" else f"p. {first.page}"
            lines.append(f"{'  ' * depth}  {' '.join(sentence.text.split())} [{where}]")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) or "No papers yet. Add some with `paperatlas ingest PATH`."


_STANDINGS: Mapping[Standing, str] = {"": "", "retracted": "  [RETRACTED]", "concern": "  [EXPRESSION OF CONCERN]"}


def documents_text(documents: Sequence[Document]) -> str:
    if not documents:
        return "No papers yet. Add some with `paperatlas ingest PATH`."
    return "\n".join(
        f"{document.name}{_STANDINGS[document.standing]}\n    {document.title}"
        f"\n    {', '.join(document.metadata.authors) or 'no authors found'} ({document.metadata.year or 'no year'})"
        f"  {document.pages} pages, {document.tables} tables, {document.figures} figures"
        for document in documents
    )


def enrich_text(report: EnrichReport) -> str:
    lines: list[str] = []
    for each in report.documents:
        filled = f"  filled in: {', '.join(each.filled)}" if each.filled else ""
        lines.append(f"{each.status:8s} {each.doc}{_STANDINGS[each.standing]}{filled}")
        lines += [f"         {n.kind.replace('_', ' ')} {n.date} {n.doi} ({n.source})" for n in each.notices]
        if each.error:
            lines.append(f"         {each.error.message} {each.error.hint}")
    return "\n".join([*lines, f"{len(report.documents)} papers in {report.seconds:.1f} s"])


def ingest_text(report: IngestReport) -> str:
    lines: list[str] = []
    for document in report.documents:
        held = f"{document.pages} pages, {document.chunks} passages"
        known = f", {document.entities} entities, {document.relations} relations" if document.entities else ""
        lines.append(f"{document.status:9s} {document.doc}  {held}{known}")
        lines += [f"          page {w.page or '-'}: {w.message}" for w in document.warnings]
        if document.error:
            lines.append(f"          {document.error.message} {document.error.hint}")
    return "\n".join([*lines, *report.notes, f"{len(report.documents)} sources in {report.seconds:.1f} s"])


def doctor_text(report: DoctorReport) -> str:
    lines = [f"checked: {check}" for check in report.checked]
    for fault in report.faults:
        lines += [f"{'mended' if fault.fixed else 'FAULT'}: {fault.message}", f"    {fault.remedy}"]
    return "\n".join([*lines, "All is well." if report.sound else "`paperatlas doctor --fix` repairs what can be repaired."])


def report_text(report: ParseReport) -> str:
    """What was found, page by page, then what is doubtful."""
    counts = ", ".join(
        f"{count:,} {name}"
        for name, count in (
            ("pages", len(report.pages)),
            ("words", report.words),
            ("headings", report.headings),
            ("tables", report.tables),
            ("figures", report.figures),
            ("equations", report.equations),
            ("references", report.references),
        )
    )
    lines = [f"{report.doc}: {counts}", "", "page  label   words  text    blocks"]
    for page in report.pages:
        blocks = ", ".join(f"{count} {kind}" for kind, count in page.blocks) or "-"
        turned = f"  (turned by {page.turn}°)" if page.turn else ""
        lines.append(f"{page.number:4d}  {page.label[:6]:6s} {page.words:6,d}  {page.source:6s}  {blocks}{turned}")
    lines += ["", f"Doubtful ({len(report.doubts)}):" if report.doubts else "Nothing is doubtful."]
    lines += [f"  {f'page {d.page}' if d.page else 'document':9s}  {d.message}  [{d.code}]" for d in report.doubts]
    return "\n".join(lines)
