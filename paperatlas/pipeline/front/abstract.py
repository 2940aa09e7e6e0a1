"""The abstract: from after its lead to before the introduction or the keywords, structured ones included."""

import re
from collections.abc import Sequence

from paperatlas.core.types import Block, BlockKind

__all__ = ["abstract_lead", "find_abstract", "is_prose"]

_LEAD = re.compile(
    r"^(?:\d+\.?\s*)?(?i:abstract|summary|synopsis|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|résumé|zusammenfassung|kurzfassung|resumen|resumo"
    r"|riassunto|samenvatting|sammanfattning|аннотация|摘\s?要|要\s?旨|초록)(?:\s*[:：.—–―-]+\s*|\s*$|\s+(?=[A-Z0-9]))"
)
_LABEL = re.compile(
    r"^(?:background|introduction|context|importance|aims?|objectives?|purpose|goals?|rationale|significance|motivation"
    r"|hypothesis|design"
    r"|setting|participants|patients|subjects|materials?|methods?|methodology|approach|interventions?|measurements?"
    r"|main outcomes?"
    r"|results?|findings|discussion|conclusions?|interpretation|relevance|limitations|trial registration|funding"
    r"|evidence)\b[\w /&,-]{0,40}[:.]?$",
    re.IGNORECASE,
)
_END = re.compile(
    r"^(?:(?:additional )?key\s?-?words?\b|index terms|ccs concepts|categories and subject|general terms|acm reference|pacs\b"
    r"|jel\b"
    r"|mathematics subject|msc\b|subject classification|abbreviations\b|permission to make|copyright\b|©|\(c\)\s|c⃝"
    r"|received\b|correspondence"
    r"|palabras clave|mots[- ]clés|schlüssel|schlagw|ключевые|关键词|關鍵|キーワード|(?:\d|i)[\d.]*\s+(?:introduction|einleitung)"
    r"|introduction\b"
    r"|einleitung\b|contents$|table of contents|citation:|doi:|https?://doi)",
    re.IGNORECASE,
)
_KEYWORDS_INSIDE = re.compile(
    r"\s(?:Key\s?-?[Ww]ords(?: and phrases)?|KEY\s?WORDS|Index Terms|Mots[- ]clés|Palabras clave)\s*[:.—–-]"
    r"|(?<=[.!?])\s+Key\s?[Ww]ords?\b"
)
_BODY = frozenset({BlockKind.PARAGRAPH, BlockKind.ABSTRACT, BlockKind.LIST})
_MARK = re.compile(r"(?<=[.!?])\s?(?:\d{1,2}|[*∗†‡¹²³⁴-⁹]+)$")
_LONG = 450
"""Words: the longest abstracts of the large venues have 350; what would follow is the body of a paper without headings."""
_NEAR = 30.0
"""Points between two paragraphs of one abstract at most: two to three lines."""
_INDENT = 20.0
"""Points by which the edges of one abstract's paragraphs may differ; abstracts are set narrower than what follows."""
_SHORT = 20
"""Words: a paragraph below this is an address or a date, not the beginning of an abstract without a heading."""


def abstract_lead(text: str) -> bool:
    """Whether a line or block begins the abstract."""
    return bool(_LEAD.match(text))


def is_prose(text: str) -> bool:
    """Running text rather than names and addresses: most of its words begin in lower case."""
    if any("\u3040" <= char <= "\u9fff" for char in text):
        return len(text) > 2 * _SHORT and bool(re.search("[。，]", text))
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) >= _SHORT and sum(word[0].islower() for word in words) > 0.6 * len(words)


def find_abstract(blocks: Sequence[Block], top: float | None) -> str:
    """The abstract in blocks in reading order; without a heading, the prose that follows `top` on the first page.

    `top` is None where nothing says that this is a paper: then only a heading makes an abstract.
    """
    for index, block in enumerate(blocks):
        if block.kind in (BlockKind.HEADER, BlockKind.FOOTER, BlockKind.REFERENCE):
            continue
        if lead := _LEAD.match(block.text):
            rest = block.text[lead.end() :].strip()
            return _tidy(_read_on(rest, block, blocks[index + 1 :]))
    if top is None:
        return ""
    return _unmarked([block for block in blocks if block.box.page == blocks[0].box.page and block.box.y0 >= top])


def _read_on(rest: str, last: Block, following: Sequence[Block]) -> str:
    parts = [rest] if rest else []
    structured = bool(rest and _LABEL.match(rest))
    for block in following:
        if block.kind is BlockKind.HEADING:
            # Own-line labels of a structured abstract come before any paragraph; after one, a heading ends it.
            labelled = bool(_LABEL.match(block.text)) and not re.match(r"\d", block.text)
            if not labelled or (parts and not structured) or (structured and block.text.lower().startswith("introduction")):
                break
            structured = True
            parts.append(block.text)
            last = block
        elif block.kind in _BODY:
            if _END.match(block.text) or (parts and not _follows(block, last) and not _cut(parts[-1], block.text)):
                break
            parts.append(block.text)
            last = block
        if len(" ".join(parts).split()) > _LONG:
            break
    return " ".join(parts)


def _cut(before: str, after: str) -> bool:
    """Whether a column's or a page's end stands within a sentence."""
    return not re.search(r"[.!?][\"”’)\]]*$", before.rstrip()) and after[:1].islower()


def _follows(block: Block, last: Block) -> bool:
    """A further paragraph is the abstract's only where it stands right under the one before, in the same measure."""
    upper, lower = last.box, block.box
    if lower.page != upper.page or not -1 < lower.y0 - upper.y1 < _NEAR:
        return False
    return last.kind is BlockKind.HEADING or (abs(lower.x0 - upper.x0) < _INDENT and lower.x1 < upper.x1 + _INDENT)


def _unmarked(blocks: Sequence[Block]) -> str:
    """An abstract without a heading: the first prose, and what a structured one goes on with."""
    for index, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING and _END.match(block.text):
            return ""
        if block.kind in _BODY and is_prose(block.text):
            parts = [block.text]
            if re.match(
                r"^(?:background|objectives?|purpose|introduction|aims?|context|importance)\b\s?[:.—]", block.text, re.IGNORECASE
            ):
                for later in blocks[index + 1 :]:
                    label = re.match(r"^[\w /]{3,40}[:.]\s", later.text)
                    if later.kind not in _BODY or not label or not _LABEL.match(label.group().strip()) or _END.match(later.text):
                        break
                    parts.append(later.text)
            return _tidy(" ".join(parts))
    return ""


def _tidy(text: str) -> str:
    if keywords := _KEYWORDS_INSIDE.search(text):
        text = text[: keywords.start()]
    return _MARK.sub("", re.sub(r"\s+", " ", text).strip())
