"""Where a model's quotes stand, and what is said there in full."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Proof
from paperatlas.agents.write.form import Quoted
from paperatlas.core.grid import printed_row, statement
from paperatlas.core.searching import Hit
from paperatlas.core.text import find_quote, match_key, sentences, words
from paperatlas.core.types import Chunk, ChunkKind, Table

__all__ = ["Located", "locate"]

_BRIEF = 4
"""Words below which a quote is shown as its whole sentence: "0.41 ppm" proves nothing to who reads it alone."""
_PART = re.compile(r"[0-9A-Za-z.]")
"""What a quote may not cut through: the end of "10.5" is another number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A quote that was found: its place in a passage, its proofs, and the sentences it is from.

    A claim is held against the sentences: the words "improves accuracy" may be cut from one that denies it.
    """

    hit: Hit
    start: int
    end: int
    """Of the sentences, in the chunk's text."""
    said: str
    around: str
    """The sentences with those beside them, in which the subject of "it" is named."""
    proofs: tuple[Proof, ...]
    table: Table | None = None
    row: int = 0


def locate(quoted: Quoted, hits: Sequence[Hit], source: Source) -> Located | None:
    """A quote in the passage named, else in another that was shown: a model miscounts more often than it miscopies."""
    named = hits[quoted.passage - 1 : quoted.passage] if quoted.passage > 0 else []
    for hit in (*named, *hits):
        if hit.chunk.kind in {ChunkKind.TABLE, ChunkKind.ROW}:
            found = _row(quoted.quote, hit, source)
        else:
            found = _text(quoted.quote, hit, source)
        if found is not None:
            return _translated(found, quoted)
    return None


def _translated(located: Located, quoted: Quoted) -> Located:
    translation = " ".join(quoted.translation.split())
    if not translation or match_key(translation) == match_key(quoted.quote):
        return located
    return replace(located, proofs=tuple(replace(proof, translation=translation) for proof in located.proofs))


def _text(quote: str, hit: Hit, source: Source) -> Located | None:
    chunk = hit.chunk
    span = _whole(quote, chunk.text)
    if span is None:
        return None
    bounds = sentences(chunk.text) or [(0, len(chunk.text))]
    held = [index for index, (start, end) in enumerate(bounds) if start < span[1] and end > span[0]] or [0]
    start, end = min(bounds[held[0]][0], span[0]), max(bounds[held[-1]][1], span[1])
    shown = span if len(words(chunk.text[slice(*span)])) >= _BRIEF else (start, end)
    proofs = proofs_of(chunk, *shown, source)
    if not proofs:
        return None
    low, high = bounds[max(0, held[0] - 1)][0], bounds[min(len(bounds) - 1, held[-1] + 1)][1]
    return Located(
        hit=hit,
        start=start,
        end=end,
        said=_line(chunk.text[start:end]),
        around=_line(chunk.text[min(low, start) : max(high, end)]),
        proofs=proofs,
    )


def _whole(quote: str, text: str) -> tuple[int, int] | None:
    """The first place of a quote that cuts through no word or number."""
    begin = 0
    while (span := find_quote(quote, text[begin:], 1)) is not None:
        start, end = span.start + begin, span.end + begin
        if not (_runs_on(text, start) or _runs_on(text, end)):
            return start, end
        begin = start + 1
    return None


def _runs_on(text: str, at: int) -> bool:
    before, behind = text[max(0, at - 1) : at], text[at : at + 1]
    if not (_PART.match(before) and _PART.match(behind)):
        return False
    if behind == ".":
        return before.isdigit() and text[at + 1 : at + 2].isdigit()
    return before != "." or (behind.isdigit() and text[max(0, at - 2) : at - 1].isdigit())


def _row(quote: str, hit: Hit, source: Source) -> Located | None:
    """The row of a table that a quote is from, as printed or as the statement made of it."""
    chunk, parsed = hit.chunk, source.parsed(hit.chunk.document)
    if parsed is None or chunk.table is None:
        return None
    table = parsed.tables[chunk.table]
    for row in _rows(chunk, table):
        told = statement(table, row)
        if _is_of(quote, (printed_row(table, row), told, chunk.text if chunk.kind is ChunkKind.ROW else "")):
            said = _line(f"{table.caption.rstrip('. ')}. {told}" if table.caption else told)
            proof = row_proof(chunk.document, table, row, source, chunk=chunk.id)
            return Located(hit=hit, start=0, end=len(chunk.text), said=said, around=said, proofs=(proof,), table=table, row=row)
    return None


def _rows(chunk: Chunk, table: Table) -> Iterable[int]:
    return range(table.header_rows, len(table.rows)) if chunk.row is None else (chunk.row,)


def _is_of(quote: str, printed: Sequence[str]) -> bool:
    wanted, tokens = match_key(quote.replace("|", "")), set(words(quote))
    return bool(wanted) and any(
        wanted in match_key(text.replace("|", "")) and tokens <= set(words(text)) for text in printed if text
    )


def _line(text: str) -> str:
    return " ".join(text.split())
