"""What a figure shows: its caption, and the words that are printed within it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.operators.papers import asked_papers
from paperatlas.agents.operators.quotes import locate
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route
from paperatlas.core.text import both_ends
from paperatlas.core.types import BlockKind, Box, Document, Figure, Page, ParsedDocument, Table

__all__ = ["answer", "labels_in"]

_SURE = 0.95
_FLOAT = re.compile(r"\b(?P<kind>fig(?:ure|\.)?|tab(?:le|\.)?)\s*(?P<number>[A-Z]?\d+(?:[.-]\d+)?|[IVX]+)\b", re.IGNORECASE)
_SHOWS = re.compile(
    r"""
    \bwhat\ (?:does|do|did)\ [^?]*\b(?:show|depict|illustrate|display|present|plot|represent|compare|list|report|contain)\b
    | \bwhat\ (?:is|are|was)\ (?:being\ )?(?:shown|depicted|illustrated|displayed|presented|plotted|represented|listed|in)\b
    | \b(?:describe|explain)\b
    | \bcaption\b
    | \bwhat\ is\ [^?]*\babout\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WORDS_IN_IT = re.compile(
    r"\b(?:label(?:l?ed)?s?|ax[ei]s|box(?:es)?|components?|parts|blocks|elements|nodes|layers|modules|stages|steps|legends?|words|texts?)\b",
    re.IGNORECASE,
)
_CAPTION_LABEL = re.compile(r"^\s*(?:fig(?:ure|\.)?|tab(?:le|\.)?|图|表)\s*[A-Z]?\d+(?:[.-]\d+)?\s*[.:|]?\s*", re.IGNORECASE)
_NUMBERS = re.compile(r"(?<![\w.-])[-−+]?\d[\d.,]*(?:e[-+]?\d+)?%?(?![\w-])")
"""What stands at the ticks of an axis."""
_MOST_LABELS = 40
_MOST_CHARACTERS = 300
"""Of labels that are told; of a caption no more than an answer may have."""
_LONGEST_CAPTION = 380


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A figure or table, and whether the words in it are wanted."""

    is_figure: bool
    number: str
    words_in_it: bool


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The caption, or the labels with the caption as proof; None where the question asks for something else of a figure."""
    asked = _read(both_ends(question.text))
    if asked is None or route.kind in ("count", "list", "metadata", "follow_up"):
        return None
    papers = asked_papers(question, route, deps)
    found = [(document, each) for document in papers for each in _floats(deps.catalog.parsed(document.id), asked)]
    if len(found) != 1:
        return None
    document, shown = found[0]
    parsed = deps.catalog.parsed(document.id)
    if not shown.caption:
        return None
    proof = locate(document.id, [page for page in parsed.pages if page.number == shown.page], shown.caption)
    return _draft(asked, document, parsed, shown, proof) if proof else None


def _read(text: str) -> _Asked | None:
    found = _FLOAT.search(text)
    if found is None:
        return None
    is_figure = found["kind"].lower().startswith("fig")
    words_in_it = (
        is_figure
        and _WORDS_IN_IT.search(text) is not None
        and re.search(r"\b(?:what|which|list|name)\b", text, re.IGNORECASE) is not None
    )
    if not words_in_it and not _SHOWS.search(text):
        return None
    return _Asked(is_figure=is_figure, number=found["number"].upper(), words_in_it=words_in_it and not _asks_of_one(text))


def _asks_of_one(text: str) -> bool:
    """Whether a use or reason of a part is asked for, rather than which parts there are."""
    return re.search(r"\b(?:why|how|purpose|role|function|mean|used for)\b", text, re.IGNORECASE) is not None


def _floats(parsed: ParsedDocument, asked: _Asked) -> Sequence[Figure | Table]:
    floats: Sequence[Figure | Table] = parsed.figures if asked.is_figure else parsed.tables
    return [each for each in floats if each.label.upper().endswith(f" {asked.number}")][:1]


def _draft(asked: _Asked, document: Document, parsed: ParsedDocument, shown: Figure | Table, proof: Proof) -> Draft:
    caption = _shortened(_CAPTION_LABEL.sub("", " ".join(shown.caption.split())))
    place = Occurrence(document=document.id, doc=document.name, page=shown.page, box=shown.box)
    page = next((page for page in parsed.pages if page.number == shown.page), None)
    labels = labels_in(page, shown.box) if asked.words_in_it and page else ()
    if not asked.words_in_it:
        return Draft(statements=(Statement(text=caption, proofs=(proof,)),), confidence=_SURE)
    if not labels:
        text = f"{shown.label} is a picture without text of its own; its caption says: {caption}"
        return Draft(statements=(Statement(text=text, proofs=(proof,)),), confidence=_SURE, status="partial", reason="partly")
    computed = Computed(
        value="; ".join(labels),
        method=f"words printed within {shown.label}, page {shown.page}",
        occurrences=(place,),
    )
    said = _fitting(labels)
    return Draft(
        statements=(Statement(text=f"{'; '.join(said)} ({shown.label}: {_first_sentence(caption)})", proofs=(proof,)),),
        confidence=_SURE,
        computed=computed,
    )


def labels_in(page: Page, box: Box) -> tuple[str, ...]:
    """The words printed within a figure, line by line, each once; numbers at ticks left out."""
    found: dict[str, None] = {}
    for block in page.blocks:
        if block.kind is not BlockKind.FIGURE or not _is_within(block.box, box):
            continue
        for line in block.text.splitlines():
            for label in _NUMBERS.split(line):
                plain = " ".join(label.replace("\ufffd", " ").split()).strip(" ,;:|")
                if any(char.isalpha() for char in plain):
                    found.setdefault(plain)
    return tuple(found)[:_MOST_LABELS]


def _is_within(inner: Box, outer: Box) -> bool:
    """Whether the middle of a box lies in another."""
    x, y = (inner.x0 + inner.x1) / 2, (inner.y0 + inner.y1) / 2
    return inner.page == outer.page and outer.x0 <= x <= outer.x1 and outer.y0 <= y <= outer.y1


def _fitting(labels: Sequence[str]) -> list[str]:
    said: list[str] = []
    for label in labels:
        if sum(map(len, said)) + len(label) > _MOST_CHARACTERS:
            break
        said.append(label)
    return said


def _first_sentence(caption: str) -> str:
    return re.split(r"(?<=[.!?])\s", caption)[0].rstrip(".")[:120]


def _shortened(caption: str) -> str:
    """As many whole sentences of a caption as an answer may have."""
    if len(caption) <= _LONGEST_CAPTION:
        return caption
    kept = ""
    for sentence in re.split(r"(?<=[.!?])\s", caption):
        if kept and len(kept) + len(sentence) > _LONGEST_CAPTION:
            break
        kept = f"{kept} {sentence}".strip()
    return kept if len(kept) <= _LONGEST_CAPTION else f"{kept[: kept.rfind(' ', 0, _LONGEST_CAPTION)]}…"
