"""Core types as the JSON that the command line, REST and MCP share. Names and types here are a contract."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperatlas.core.answers import Answer, Citation, Route, SectionText, Usage
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ids import DocumentId
from paperatlas.core.orders import gives_orders
from paperatlas.core.reading import ParseReport, ReportSummary
from paperatlas.core.reports import DoctorReport, IngestReport
from paperatlas.core.searching import Hit, SearchResult
from paperatlas.core.standing import Notice
from paperatlas.core.types import Block, Box, Document, Metadata, Page, ParsedDocument, Reference, Table
from paperatlas.core.works import Work

__all__ = [
    "answer_json",
    "boxes_json",
    "citation_json",
    "doctor_json",
    "document_json",
    "error_json",
    "ingest_json",
    "metadata_json",
    "notice_json",
    "page_json",
    "parsed_json",
    "parts_json",
    "report_json",
    "route_json",
    "search_json",
    "section_json",
    "sheet_json",
    "usage_json",
]

Json = dict[str, Any]


def error_json(error: PaperAtlasError) -> Json:
    return {"error": {"code": error.code, "message": error.message, "hint": error.hint}}


def parsed_json(document: ParsedDocument) -> Json:
    return {
        "doc": document.name,
        "doc_id": document.id,
        "words": document.words,
        "pages": [page_json(page) for page in document.pages],
        "metadata": metadata_json(document.metadata),
        **parts_json(document),
        "references": [_reference_json(reference) for reference in document.references],
        "warnings": [{"page": w.page, "code": w.code, "message": w.message} for w in document.warnings],
    }


def page_json(page: Page) -> Json:
    """A page's text and blocks."""
    return {
        **sheet_json(page),
        "source": page.source,
        "text": page.text,
        "blocks": [_block_json(block, page) for block in page.blocks],
    }


def sheet_json(page: Page) -> Json:
    """A page's number and size, in points."""
    return {"number": page.number, "label": page.label, "width": round(page.width, 2), "height": round(page.height, 2)}


def parts_json(document: ParsedDocument) -> Json:
    """Headings, tables, figures and equations, and where they are."""
    return {
        "headings": [
            {"number": h.number, "text": h.text, "level": h.level, "page": h.page, "run_in": h.run_in} for h in document.headings
        ],
        "tables": [_table_json(table) for table in document.tables],
        "figures": [{"label": f.label, "caption": f.caption, "page": f.page, "bbox": _corners(f.box)} for f in document.figures],
        "equations": [{"number": e.number, "text": e.text, "page": e.page, "bbox": _corners(e.box)} for e in document.equations],
    }


def _block_json(block: Block, page: Page) -> Json:
    """A block, and its printed lines: `text` joins them, which in scripts without spaces leaves no sign of where they end."""
    return {
        "kind": block.kind.value,
        "text": block.text,
        "bbox": _corners(block.box),
        "section": block.section,
        "lines": _lines_json(block, page),
    }


def _lines_json(block: Block, page: Page) -> list[Json]:
    """The printed lines of a block; those of tables and of chart text, which are no part of the body, without a place."""
    if block.span is None:
        return [{"text": row, "bbox": None} for row in block.text.splitlines()]
    lines = page.lines(block.span.start, block.span.end)
    return [{"text": page.text[line.start : line.end], "bbox": _corners(Box(page.number, *line[2:]))} for line in lines]


def metadata_json(metadata: Metadata) -> Json:
    """What is known of a document."""
    return {
        "title": metadata.title,
        "authors": list(metadata.authors),
        "year": metadata.year,
        "venue": metadata.venue,
        "doi": metadata.doi,
        "arxiv_id": metadata.arxiv_id,
        "abstract": metadata.abstract,
        "language": metadata.language,
        "affiliations": list(metadata.affiliations),
        "emails": list(metadata.emails),
        "fields": dict(metadata.fields),
    }


def _table_json(table: Table) -> Json:
    parts = {"parts": boxes_json(table.parts)} if len(table.parts) > 1 else {}
    return {
        "label": table.label,
        "caption": table.caption,
        "page": table.page,
        "bbox": _corners(table.box),
        "rows": [[cell.text for cell in row] for row in table.rows],
        "header_rows": table.header_rows,
        **parts,
    }


def _reference_json(reference: Reference) -> Json:
    return {
        "number": reference.number,
        "text": reference.text,
        "authors": list(reference.authors),
        "year": reference.year,
        "title": reference.title,
        "doi": reference.doi,
        "arxiv_id": reference.arxiv_id,
        "venue": reference.venue,
        "page": reference.page,
    }


def document_json(document: Document, work: Work | None = None) -> Json:
    """`work` is the one that the document is a version of."""
    return {
        "doc": document.name,
        "doc_id": document.id,
        "title": document.metadata.title,
        "authors": list(document.metadata.authors),
        "year": document.metadata.year,
        "venue": document.metadata.venue,
        "doi": document.metadata.doi,
        "pages": document.pages,
        "words": document.words,
        "chunks": document.chunks,
        "tables": document.tables,
        "figures": document.figures,
        "references": document.references,
        "status": document.status,
        "added_at": document.added_at,
        "url": document.url,
        "sources": list(document.sources),
        "collections": list(document.collections),
        "standing": document.standing or None,
        "notices": [notice_json(notice) for notice in document.notices],
        "report": document.report and _summary_json(document.report),
        "work": work.id if work else document.id,
        "work_reason": work.kinship.reason if work and work.kinship else None,
        "work_confidence": work.kinship.confidence if work and work.kinship else None,
    }


def notice_json(notice: Notice) -> Json:
    return {"kind": notice.kind, "doi": notice.doi, "date": notice.date, "source": notice.source}


def report_json(report: ParseReport) -> Json:
    return {
        "doc": report.doc,
        "words": report.words,
        "headings": report.headings,
        "tables": report.tables,
        "figures": report.figures,
        "equations": report.equations,
        "references": report.references,
        "summary": _summary_json(report.summary),
        "doubts": [{"page": d.page, "code": d.code, "message": d.message} for d in report.doubts],
        "pages": [
            {
                "number": page.number,
                "label": page.label,
                "words": page.words,
                "source": page.source,
                "turn": page.turn,
                "blocks": dict(page.blocks),
                "tables": page.tables,
                "figures": page.figures,
                "equations": page.equations,
            }
            for page in report.pages
        ],
    }


def _summary_json(summary: ReportSummary) -> Json:
    return {
        "doubts": summary.doubts,
        "codes": dict(summary.codes),
        "recognised_pages": summary.recognised_pages,
        "empty_pages": summary.empty_pages,
    }


def search_json(result: SearchResult, names: Mapping[DocumentId, str], urls: Mapping[DocumentId, str] | None = None) -> Json:
    """`names` gives the name of each document id, `urls` where it can be had."""
    return {
        "query": result.query,
        "mode": result.mode,
        "hits": [_hit_json(hit, names, urls or {}) for hit in result.hits],
        "seconds": round(result.seconds, 4),
        **({"explain": list(result.explain)} if result.explain else {}),
        **({"failed": [{"stage": stage, "reason": reason} for stage, reason in result.failed]} if result.failed else {}),
    }


def _hit_json(hit: Hit, names: Mapping[DocumentId, str], urls: Mapping[DocumentId, str]) -> Json:
    chunk = hit.chunk
    return {
        "rank": hit.rank,
        "score": round(hit.score, 6),
        "doc": names.get(chunk.document, chunk.document),
        "doc_id": chunk.document,
        **({"url": url} if (url := urls.get(chunk.document)) else {}),
        "chunk_id": chunk.id,
        "kind": chunk.kind.value,
        "page": chunk.page,
        "page_label": hit.page_label,
        "section": chunk.section,
        "text": chunk.text,
        "bbox": boxes_json(chunk.boxes),
        "routes": dict(hit.routes),
        "similarity": None if hit.similarity is None else round(hit.similarity, 4),
        **({"why": list(hit.why)} if hit.why else {}),
        **({"flags": ["orders"]} if gives_orders(chunk.text) else {}),
    }


def citation_json(citation: Citation) -> Json:
    return {
        "n": citation.n,
        "doc": citation.doc,
        "doc_id": citation.document,
        "title": citation.title,
        "page": citation.page,
        "page_label": citation.page_label,
        "section": citation.section,
        "quote": citation.quote,
        "bbox": boxes_json(citation.boxes),
        "chunk_id": citation.chunk,
        "start": citation.start,
        "end": citation.end,
        **({"row": citation.row} if citation.row else {}),
        **({"translation": citation.translation} if citation.translation else {}),
        **({"flags": list(citation.flags)} if citation.flags else {}),
    }


def route_json(route: Route, names: Mapping[DocumentId, str]) -> Json:
    return {
        "kind": route.kind,
        "tools": list(route.tools),
        "hops": route.hops,
        "decided_by": route.decided_by,
        "confidence": round(route.confidence, 4),
        "scope": [names.get(document, document) for document in route.scope.documents],
        "parts": list(route.parts),
        "language": route.language,
    }


def answer_json(answer: Answer, names: Mapping[DocumentId, str]) -> Json:
    """`names` gives the name of each document id."""
    computed = answer.computed
    return {
        "question": answer.question,
        "status": answer.status,
        "answer": answer.text,
        "confidence": round(answer.confidence, 4),
        "sureness": answer.sureness,
        "doubts": list(answer.doubts),
        "reason": answer.reason,
        "citations": [citation_json(citation) for citation in answer.citations],
        "claims": [
            {"text": c.text, "label": c.label, "citations": list(c.citations), **({"why": c.why} if c.why else {})}
            for c in answer.claims
        ],
        "closest": answer.closest
        and {
            "doc": answer.closest.doc,
            "doc_id": answer.closest.document,
            "page": answer.closest.page,
            "section": answer.closest.section,
        },
        "route": route_json(answer.route, names),
        "computed": computed
        and {
            "value": computed.value,
            "method": computed.method,
            "occurrences": [
                {"doc": o.doc, "doc_id": o.document, "page": o.page, "bbox": o.box and _corners(o.box)}
                for o in computed.occurrences
            ],
        },
        "trace": [{"step": s.name, "seconds": round(s.seconds, 4), "detail": s.detail} for s in answer.trace],
        "usage": usage_json(answer.usage),
        "seconds": round(answer.seconds, 4),
        "condensed": answer.condensed or None,
        "run_id": answer.run_id or None,
    }


def usage_json(usage: Usage) -> Json:
    return {
        "llm_calls": usage.llm_calls,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": usage.cost_usd,
    }


def ingest_json(report: IngestReport) -> Json:
    return {
        "documents": [
            {
                "doc": d.doc,
                "doc_id": d.doc_id or None,
                "source": d.source,
                "status": d.status,
                "pages": d.pages,
                "chunks": d.chunks,
                "entities": d.entities,
                "relations": d.relations,
                "warnings": [{"page": w.page, "code": w.code, "message": w.message} for w in d.warnings],
                "error": d.error and {"code": d.error.code, "message": d.error.message, "hint": d.error.hint},
            }
            for d in report.documents
        ],
        "notes": list(report.notes),
        "seconds": round(report.seconds, 3),
    }


def doctor_json(report: DoctorReport) -> Json:
    return {
        "sound": report.sound,
        "checked": list(report.checked),
        "faults": [{"code": f.code, "message": f.message, "remedy": f.remedy, "fixed": f.fixed} for f in report.faults],
    }


def section_json(section: SectionText) -> Json:
    return {
        "doc": section.doc,
        "doc_id": section.document,
        "heading": section.heading,
        "page": section.page,
        "text": section.text,
        "spans": [{"page": s.page, "start": s.start, "end": s.end} for s in section.spans],
    }


def _corners(box: Box) -> list[float]:
    return [round(corner, 2) for corner in (box.x0, box.y0, box.x1, box.y1)]


def boxes_json(boxes: Iterable[Box]) -> list[list[float]]:
    """Of each its page and its corners, in points."""
    return [[box.page, *_corners(box)] for box in boxes]
