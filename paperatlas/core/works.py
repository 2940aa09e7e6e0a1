"""Which documents are versions of one work: the preprint and what was published, a scan and its source.

Two documents are one work when their identifiers say so, or when title, authors and text agree. A pair that only looks
alike (part I and part II, a reply, two years of one report) is kept apart: a missed pair costs a repeated hit, a wrong one
hides a paper.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz

from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Document

__all__ = ["Kinship", "Work", "described", "group_works", "kinship"]

TextOf = Callable[[DocumentId], str]

_PREPRINT_DOIS = (
    "10.48550/",
    "10.1101/",
    "10.2139/ssrn",
    "10.21203/",
    "10.20944/",
    "10.31234/",
    "10.31219/",
    "10.26434/",
    "10.36227/",
)
"""Prefixes under which arXiv, bioRxiv, SSRN and their like register preprints: a second DOI beside the publisher's."""
_APART = frozenset(
    "part reply response comment comments commentary erratum corrigendum correction addendum retraction supplement supplementary"
    " supporting appendix rejoinder revisited extended update introduction overview".split()
)
"""Words in which the titles of two works differ that are about each other."""
_ROMAN = re.compile(r"[ivx]+")
_SHORT_TITLE = 4
"""Words; a title such as "Annual Report" says little."""
_SAME_AUTHORS = 0.5
"""Of the surnames of the shorter list. Versions gain and lose an author, and lists are cut to "et al."."""
_SIMILAR_TITLE = 92.0
"""Of 100; a subtitle's word, a plural or a misread letter."""
_SHARED = 0.3
"""Of the shorter text's shingles: papers revised for a journal keep more, two papers of one group share less."""
_NEARLY_ALL = 0.8
_MOST_ALIKE = 100
"""Documents with the same words at the start of their titles: more are a series or a data set, not versions."""
_SHINGLE = 4
_MOST_WORDS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinship:
    """Why two documents are one work, and how sure that is (0 to 1)."""

    reason: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A work with its versions, the one that came first into the library first."""

    id: DocumentId
    """The id of its first version: it stays when others are added."""
    documents: tuple[DocumentId, ...]
    kinship: Kinship | None = None
    """The weakest tie that holds it together; None for a single document."""


def group_works(
    documents: Sequence[Document], text_of: TextOf, *, touching: Collection[DocumentId] | None = None
) -> tuple[Work, ...]:
    """All documents as works, in the order of their first versions.

    Args:
        documents: All that there are.
        text_of: The text of one; it is asked only about pairs that are in question.
        touching: Where given, only pairs with one of these are looked at.
    """
    ordered = sorted(documents, key=lambda document: (document.added_at, document.id))
    by_id = {document.id: document for document in ordered}
    group = {document.id: document.id for document in ordered}
    rank = {document: at for at, document in enumerate(by_id)}
    ties: defaultdict[DocumentId, list[Kinship]] = defaultdict(list)
    for one, other in _candidates(ordered):
        first, second = group[one], group[other]
        if first == second or (touching is not None and one not in touching and other not in touching):
            continue
        if not (tie := kinship(by_id[one], by_id[other], text_of)):
            continue
        merged = [tie, *ties.pop(first, ()), *ties.pop(second, ())]
        lead, joined = sorted((first, second), key=rank.__getitem__)
        group.update({each: lead for each, held in group.items() if held == joined})
        ties[lead] = merged
    members: defaultdict[DocumentId, list[DocumentId]] = defaultdict(list)
    for each, lead in group.items():
        members[lead].append(each)
    return tuple(
        Work(id=lead, documents=tuple(held), kinship=min(ties[lead], key=lambda tie: tie.confidence, default=None))
        for lead, held in members.items()
    )


def kinship(one: Document, other: Document, text_of: TextOf) -> Kinship | None:
    """The tie between two documents; None for two works."""
    mine, theirs = one.metadata, other.metadata
    if mine.doi and mine.doi.casefold() == theirs.doi.casefold():
        return Kinship(reason="same DOI", confidence=1.0)
    if mine.arxiv_id and mine.arxiv_id == theirs.arxiv_id:
        return Kinship(reason="same arXiv id", confidence=0.99)
    if _published(mine.doi) and _published(theirs.doi):
        return None
    title, other_title = _title_words(mine.title), _title_words(theirs.title)
    if not title or not other_title or _differ_on_purpose(title, other_title):
        return None
    same_title = title == other_title
    if not same_title and fuzz.ratio(" ".join(title), " ".join(other_title)) < _SIMILAR_TITLE:
        return None
    authors = _authors_shared(mine.authors, theirs.authors)
    if authors is not None and authors < _SAME_AUTHORS:
        return None
    shared = _shared(text_of(one.id), text_of(other.id))
    weak = authors is None or (len(title) < _SHORT_TITLE and mine.year != theirs.year)
    if shared < (_NEARLY_ALL if weak else _SHARED):
        return None
    what = ("same title" if same_title else "similar title") + ("" if authors is None else " and authors")
    return Kinship(reason=f"{what}, {shared:.0%} of the text shared", confidence=0.95 if same_title and not weak else 0.85)


def _candidates(documents: Sequence[Document]) -> Iterator[tuple[DocumentId, DocumentId]]:
    """Pairs that have an identifier, or the beginning or the end of their titles, in common; each once."""
    blocks: defaultdict[tuple[str, str], list[DocumentId]] = defaultdict(list)
    for document in documents:
        for key in _keys(document):
            blocks[key].append(document.id)
    asked = (block for (what, _), block in blocks.items() if what in ("doi", "arxiv") or len(block) <= _MOST_ALIKE)
    yield from dict.fromkeys(pair for block in asked for pair in combinations(block, 2))


def _keys(document: Document) -> Iterator[tuple[str, str]]:
    metadata = document.metadata
    title = _title_words(metadata.title)
    if metadata.doi:
        yield "doi", metadata.doi.casefold()
    if metadata.arxiv_id:
        yield "arxiv", metadata.arxiv_id
    if title:
        yield "start", " ".join(title[:3])
        yield "end", " ".join(title[-3:])


def _published(doi: str) -> bool:
    return bool(doi) and not doi.casefold().startswith(_PREPRINT_DOIS)


def _title_words(title: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", _plain(title)))


def _plain(text: str) -> str:
    """Without case, accents and compatibility forms."""
    return "".join(char for char in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(char))


def _differ_on_purpose(title: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the words that only one title has tell two works apart: a number, or what one says of the other."""
    return any(word in _APART or any(char.isdigit() for char in word) or _ROMAN.fullmatch(word) for word in {*title} ^ {*other})


def _authors_shared(authors: Sequence[str], others: Sequence[str]) -> float | None:
    """Of the shorter list's surnames; None when a document names nobody."""
    mine, theirs = ({words[-1] for name in each if (words := _plain(name).split())} for each in (authors, others))
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else None


def _shared(text: str, other: str) -> float:
    """Of the shingles of the shorter text, those that the other has too."""
    mine, theirs = _shingles(text), _shingles(other)
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else 0.0


def _shingles(text: str) -> frozenset[int]:
    words = re.findall(r"\w+", _plain(text))[:_MOST_WORDS]
    return frozenset(hash(tuple(words[at : at + _SHINGLE])) for at in range(len(words) - _SHINGLE + 1))


def described(works: Iterable[Work], names: Mapping[DocumentId, str]) -> Iterator[str]:
    """A line for each work of several versions."""
    for work in works:
        if work.kinship is not None:
            versions = " and ".join(repr(names[each]) for each in work.documents)
            yield f"{versions} look like one work ({work.kinship.reason}); all are kept"
