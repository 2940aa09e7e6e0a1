"""The sentences that a summary may be made of."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.concepts import concepts
from paperatlas.core.orders import tainted
from paperatlas.core.summaries import SummarySentence, SummarySource
from paperatlas.core.text import match_key, sentences
from paperatlas.core.types import Block, BlockKind, Chunk, ChunkKind, ParsedDocument, Span
from paperatlas.pipeline.summarise.parts import Part, is_boilerplate, is_imprint, part_of
from paperatlas.pipeline.summarise.roles import (
    OWN,
    Role,
    abbreviations,
    facts,
    finds,
    is_complete,
    leans,
    points,
    roles,
    tells_of_others,
)

__all__ = ["Candidate", "candidates"]

_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.ABSTRACT, BlockKind.LIST})
"""No footnotes, sidebars or equations: what stands there is beside the argument."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A sentence, where it stands, and what speaks for it."""

    sentence: SummarySentence
    section: str
    part: Part
    order: int
    """Its place among all sentences of the document: neighbours differ by one."""
    concepts: Mapping[str, float]
    facts: frozenset[str]
    roles: frozenset[Role]
    defines: frozenset[str]
    """Concepts of the abbreviations that it spells out."""
    finds: bool
    """It says what was found rather than what was set."""
    is_background: bool
    """It comes before its part first speaks of the paper itself, and so of the field."""
    leans: bool
    points: bool
    of_others: bool

    @property
    def text(self) -> str:
        return self.sentence.text


def candidates(document: ParsedDocument, chunks: Sequence[Chunk]) -> list[Candidate]:
    """The whole sentences of running text, in reading order; each text once."""
    pages = _Pages(document)
    abstract = match_key(document.metadata.abstract)
    begun: set[Part] = set()
    found: dict[str, Candidate] = {}
    for order, (sentence, block) in enumerate(_sentences(chunks, pages)):
        text = sentence.text
        part = part_of(block, abstract)
        if is_imprint(text) or not is_complete(text):
            continue
        begun |= {part} if OWN.search(text) else set()
        found.setdefault(
            match_key(text),
            Candidate(
                sentence=sentence,
                section=sentence.sources[0].section,
                part=part,
                order=order,
                concepts=concepts(text),
                facts=facts(text),
                roles=roles(text),
                defines=frozenset(stem for each in abbreviations(text) for stem in concepts(each)),
                finds=finds(text),
                is_background=part != "body" and part not in begun,
                leans=leans(text),
                points=points(text),
                of_others=tells_of_others(text),
            ),
        )
    return list(found.values())


def _sentences(chunks: Sequence[Chunk], pages: "_Pages") -> Iterator[tuple[SummarySentence, Block]]:
    for chunk in chunks:
        if chunk.kind is not ChunkKind.TEXT or is_boilerplate(chunk.section):
            continue
        orders = tainted(chunk.text)
        for start, end in (each for each in sentences(chunk.text) if each not in orders):
            sources = tuple(_sources(chunk, start, end, pages))
            blocks = [pages.block(source.span) for source in sources]
            first = blocks[0] if blocks else None
            if first is not None and all(block is not None and block.kind in _PROSE for block in blocks):
                yield SummarySentence(text=" ".join(pages.text(source.span) for source in sources), sources=sources), first


def _sources(chunk: Chunk, start: int, end: int, pages: "_Pages") -> Iterator[SummarySource]:
    for span in chunk.locate(start, end):
        text = pages.text(span)
        if stripped := text.strip():
            begin = span.start + len(text) - len(text.lstrip())
            place = Span(span.page, begin, begin + len(stripped))
            yield SummarySource(document=chunk.document, span=place, chunk=chunk.id, section=chunk.section)


class _Pages:
    """Texts and blocks of a document by place."""

    def __init__(self, document: ParsedDocument) -> None:
        self._texts = {page.number: page.text for page in document.pages}
        self._blocks = {
            page.number: sorted((b for b in page.blocks if b.span), key=lambda b: b.span.start if b.span else 0)
            for page in document.pages
        }
        self._starts = {number: [b.span.start for b in blocks if b.span] for number, blocks in self._blocks.items()}

    def text(self, span: Span) -> str:
        return self._texts[span.page][span.start : span.end]

    def block(self, span: Span) -> Block | None:
        """The block in which a stretch begins."""
        at = bisect_right(self._starts[span.page], span.start) - 1
        return self._blocks[span.page][at] if at >= 0 else None
