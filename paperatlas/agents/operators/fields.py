"""The value of one metadata field of one paper, with the place where the paper prints it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from paperatlas.agents.forms.metadata import Asked, Field
from paperatlas.agents.language import DEFAULT
from paperatlas.agents.operators.people import affiliations, author_count, author_names, emails, is_author, same_affiliation
from paperatlas.agents.operators.quotes import block_at, locate, quote, quote_around
from paperatlas.agents.operators.sections import find_section, text_blocks
from paperatlas.agents.operators.value import Value, joined
from paperatlas.agents.phrasebook import Phrasebook, phrasebook
from paperatlas.agents.state import Proof
from paperatlas.core.answers import Occurrence
from paperatlas.core.errors import InputError
from paperatlas.core.ports import Catalog
from paperatlas.core.text import find_quote, sentences
from paperatlas.core.types import BlockKind, Document, Page

__all__ = ["first_pages", "value_of"]

_FRONT = 2
"""Pages on which a paper says who wrote it and where it appeared: a cover sheet may come first."""
_LEAD = 360
"""Characters of an abstract that are said; the whole is in the citation."""
_LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "ru": "Russian",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "ar": "Arabic",
    "pl": "Polish",
    "sv": "Swedish",
    "tr": "Turkish",
    "cs": "Czech",
}
_KEYWORDS = re.compile(
    r"\b(?:key ?words(?: and phrases)?|index terms)\s{0,20}[:.—–-]{0,20}\s{0,20}(?P<list>[^\n]{5,300})", re.IGNORECASE
)


def first_pages(document: Document, catalog: Catalog) -> list[Page]:
    """The pages that carry the front matter."""
    found = []
    for number in range(1, min(_FRONT, document.pages) + 1):
        try:
            found.append(catalog.page(document.id, number))
        except InputError:  # a page that could not be read
            continue
    return found


def value_of(field: Field, asked: Asked, document: Document, catalog: Catalog, *, language: str = DEFAULT) -> Value | None:
    """What the paper gives for a field, numbers of things in the words of a language; None when it gives nothing."""
    book = phrasebook(language)
    pages = first_pages(document, catalog)
    counts: Mapping[Field, Callable[[], Value | None]] = {
        "pages": lambda: _count(document.pages, book, "pages", "pages of the file counted"),
        "words": lambda: _words(asked, document, catalog, book),
        "references": lambda: _count(document.references, book, "references", "entries of the reference list counted"),
        "tables": lambda: _count(document.tables, book, "tables", "tables found on its pages"),
        "figures": lambda: _count(document.figures, book, "figures", "figures found on its pages"),
        "equations": lambda: _count(len(catalog.parsed(document.id).equations), book, "equations", "displayed equations counted"),
        "sections": lambda: _sections(document, catalog, book),
        "author_count": lambda: author_count(document, pages, book),
    }
    printed: Mapping[Field, Callable[[], Value | None]] = {
        "title": lambda: _quoted(document.metadata.title, document, pages),
        "authors": lambda: author_names(asked, document, pages),
        "is_author": lambda: is_author(asked, document, pages),
        "affiliations": lambda: affiliations(asked, document, pages),
        "same_affiliation": lambda: same_affiliation(document, pages),
        "emails": lambda: emails(asked, document, pages),
        "venue": lambda: _venue(document, pages),
        "year": lambda: _year(document, pages),
        "doi": lambda: _quoted(document.metadata.doi, document, pages),
        "arxiv_id": lambda: _quoted(document.metadata.arxiv_id, document, pages),
        "language": lambda: _language(document),
        "abstract": lambda: _abstract(document, pages),
        "keywords": lambda: _keywords(document, pages),
        "citation": lambda: _citation(document, pages),
    }
    read = counts.get(field) or printed.get(field)
    return read() if read else None


def _count(number: int, book: Phrasebook, noun: str, method: str) -> Value:
    return Value(text=book.number(f"number.{noun}", number), value=str(number), method=method)


def _words(asked: Asked, document: Document, catalog: Catalog, book: Phrasebook) -> Value | None:
    if not asked.part:
        method = "words of the whole text layer counted, as separated by white space"
        words = book.number("number.words", document.words)
        return Value(text=book.say("number.words_in_all", words=words), value=str(document.words), method=method)
    parsed = catalog.parsed(document.id)
    found = find_section(parsed, asked.part)
    if found is None:
        return None
    number = sum(len(block.text.split()) for _, block in text_blocks(parsed, found))
    text = book.say("number.words_in", words=book.number("number.words", number), section=found.label)
    return Value(text=text, value=str(number), method="words of the section's text counted")


def _sections(document: Document, catalog: Catalog, book: Phrasebook) -> Value | None:
    headings = [heading for heading in catalog.parsed(document.id).headings if heading.level == 1 and not heading.run_in]
    numbered = [heading for heading in headings if heading.number[:1].isdigit()]
    # Where sections are numbered, what bears no number (abstract, references) is not counted as one by readers.
    headings = numbered or headings
    if not headings:
        return None
    listed = f": {joined([heading.label for heading in headings], last=book.say('list.and'))}" if len(headings) <= 12 else ""
    return Value(
        text=f"{book.number('number.sections', len(headings))}{listed}",
        value=str(len(headings)),
        method="headings of the first level counted",
    )


def _quoted(value: str, document: Document, pages: Sequence[Page]) -> Value | None:
    if not value:
        return None
    if proof := locate(document.id, pages, value):
        return Value(text=value, proofs=(proof,))
    method, places = _outside_body(document, pages, value)
    return Value(text=value, method=method, occurrences=places)


def _outside_body(document: Document, pages: Sequence[Page], value: str) -> tuple[str, tuple[Occurrence, ...]]:
    """How a value was read that the body does not print: from a running head, foot or stamp, which no quote can be taken from,
    or from the file's record.
    """
    for page in pages:
        for block in page.blocks:
            if block.span is None and find_quote(value, block.text, page.number):
                place = Occurrence(document=document.id, doc=document.name, page=page.number, box=block.box)
                return f"printed at the edge of page {page.number}", (place,)
    return "read from the front matter", ()


def _venue(document: Document, pages: Sequence[Page]) -> Value | None:
    meta = document.metadata
    if not meta.venue:
        if meta.arxiv_id:
            return Value(
                text=f"No venue is printed; it is on arXiv as {meta.arxiv_id}",
                proofs=_proofs(meta.arxiv_id, document, pages),
                method="front matter read",
                sure=0.6,
            )
        return None
    year = f", {meta.year}" if meta.year and str(meta.year) not in meta.venue else ""
    found = _quoted(meta.venue, document, pages)
    return replace(found, text=f"{meta.venue}{year}") if found else None


def _proofs(value: str, document: Document, pages: Sequence[Page]) -> tuple[Proof, ...]:
    found = locate(document.id, pages, value)
    return (found,) if found else ()


def _year(document: Document, pages: Sequence[Page]) -> Value | None:
    meta = document.metadata
    if meta.year is None:
        return None
    for page in pages:
        for match in re.finditer(rf"(?<!\d){meta.year}(?!\d)", page.text):
            block = block_at(page, match.start())
            if block is None or block.kind not in (BlockKind.REFERENCE, BlockKind.PARAGRAPH, BlockKind.ABSTRACT):
                return Value(text=str(meta.year), proofs=(quote_around(document.id, page, match.start(), match.end()),))
    found = _quoted(meta.venue, document, pages) if str(meta.year) in meta.venue else None
    if found is not None:
        return replace(found, text=str(meta.year))
    method, places = _outside_body(document, pages, str(meta.year))
    return Value(text=str(meta.year), method=method, occurrences=places)


def _language(document: Document) -> Value | None:
    code = document.metadata.language
    return Value(text=_LANGUAGES.get(code, code), method="told from the words of its text") if code else None


def _abstract(document: Document, pages: Sequence[Page]) -> Value | None:
    text = document.metadata.abstract
    if not text:
        return None
    whole = locate(document.id, pages, text)
    ends = [end for _, end in sentences(text) if end <= _LEAD] or [end for _, end in sentences(text)][:1]
    lead = text[: ends[-1]] if ends else text[:_LEAD]
    proof = whole or locate(document.id, pages, lead)
    return Value(text=lead, proofs=(proof,) if proof else (), method="" if proof else "read from the file's own record")


def _keywords(document: Document, pages: Sequence[Page]) -> Value | None:
    for page in pages:
        if found := _KEYWORDS.search(page.text):
            return Value(text=found["list"].strip(" ."), proofs=(quote(document.id, page, found.start(), found.end()),))
    return None


def _citation(document: Document, pages: Sequence[Page]) -> Value | None:
    meta = document.metadata
    if not meta.title or not meta.authors:
        return None
    parts = [
        f"{joined(meta.authors)} ({meta.year})" if meta.year else joined(meta.authors),
        meta.title,
        meta.venue,
        f"doi:{meta.doi}" if meta.doi else "",
    ]
    return Value(
        text=". ".join(part for part in parts if part),
        proofs=_proofs(meta.title, document, pages),
        method="put together from the front matter",
    )
