"""Authors, where they work and how to reach them."""

import re
from collections.abc import Sequence
from itertools import pairwise

from rapidfuzz import fuzz

from paperatlas.agents.forms.metadata import Asked, Person
from paperatlas.agents.operators.quotes import is_long_enough, locate, quote
from paperatlas.agents.operators.value import Value, counted, joined
from paperatlas.agents.phrasebook import Phrasebook
from paperatlas.agents.state import Proof
from paperatlas.core.answers import Occurrence
from paperatlas.core.text import find_quote, match_key, words
from paperatlas.core.types import Document, Metadata, Page

__all__ = ["affiliations", "author_count", "author_names", "emails", "is_author", "same_affiliation"]

_GAP = 40
"""Characters between two names of one printed list: marks, commas, a short affiliation."""
_ALIKE = 85
"""Rapidfuzz ratio (0 to 100) from which a name asked for is a name printed ("N. Shazeer" is not, "Noam Shazer" is)."""
_MOST_NAMES = 15
"""Names said in full; of a longer list the first so many."""


def author_names(asked: Asked, document: Document, pages: Sequence[Page]) -> Value | None:
    """The authors asked for, in the order printed."""
    chosen = _chosen(asked.people, document.metadata)
    if not chosen:
        return None
    names = [document.metadata.authors[index] for index in chosen]
    shown = names[:_MOST_NAMES]
    more = f" and {counted(len(names) - len(shown), 'other')}" if len(names) > len(shown) else ""
    text = f"{', '.join(shown) if more else joined(shown)}{more}"
    return _named(text, document, pages, shown, "names of the byline in the order printed", complete=False)


def _named(
    text: str, document: Document, pages: Sequence[Page], names: Sequence[str], method: str, *, complete: bool = True
) -> Value:
    """A value about people with the places of their names; `complete` says that it was worked out and not only read."""
    proofs, places = _printed(document, pages, names)
    quoted = sum(match_key(name) in match_key(" ".join(proof.quote for proof in proofs)) for name in names)
    return Value(text=text, proofs=proofs, method=method if complete or quoted < len(names) else "", occurrences=places)


_FROM_FILE = "read from the file's own record, not from its pages"


def _chosen(people: Sequence[Person], meta: Metadata) -> list[int]:
    found: list[int] = []
    for person in people:
        match person:
            case "all":
                found += range(len(meta.authors))
            case "last":
                found += [len(meta.authors) - 1] if meta.authors else []
            case "corresponding":
                found += _corresponding(meta)
            case index:
                found += [index] if index < len(meta.authors) else []
    return list(dict.fromkeys(found))


def _corresponding(meta: Metadata) -> list[int]:
    """The author whose name an address holds, when only one has an address."""
    holders = {
        index
        for mail in meta.emails
        for index, name in enumerate(meta.authors)
        if words(name) and words(name)[-1] in mail.lower()
    }
    return sorted(holders) if len(holders) == 1 else []


def _printed(document: Document, pages: Sequence[Page], names: Sequence[str]) -> tuple[tuple[Proof, ...], tuple[Occurrence, ...]]:
    """Where the names stand, and a quote for each run of names that are printed side by side.

    A name alone that is too short for a quote has its place only: what stands next to it in the text may stand in another
    column of the byline.
    """
    for page in pages:
        spans = sorted(span for name in names if (span := find_quote(name, page.text, page.number)))
        if not spans:
            continue
        runs: list[tuple[int, int]] = []
        for _, start, end in spans:
            if runs and start - runs[-1][1] <= _GAP and _side_by_side(page, runs[-1][1], start):
                runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
            else:
                runs.append((start, end))
        proofs = tuple(quote(document.id, page, start, end) for start, end in runs if is_long_enough(page.text[start:end]))
        boxes = [(span, page.boxes(span.start, span.end)) for span in spans]
        places = tuple(
            Occurrence(document=document.id, doc=document.name, page=page.number, box=box[0] if box else None) for _, box in boxes
        )
        return proofs[:_MOST_QUOTES], places
    return (), ()


_MOST_QUOTES = 5
"""Quotes for one byline; its other names have their places."""
_WORD_SPACE = 1.2
"""Letter heights: a wider gap between two names separates columns."""


def _side_by_side(page: Page, end: int, start: int) -> bool:
    """Whether what stands between two names is their own line: marks and commas, no wide gap."""
    around = [piece for piece in page.pieces if piece.end > end - 1 and piece.start <= start]
    return all(
        after.x0 - before.x1 <= _WORD_SPACE * (before.y1 - before.y0) and after.y0 < before.y1
        for before, after in pairwise(around)
    )


def author_count(document: Document, pages: Sequence[Page], book: Phrasebook) -> Value | None:
    names = document.metadata.authors
    if not names:
        return None
    shown = f": {joined(names, last=book.say('list.and'))}" if len(names) <= _MOST_NAMES else ""
    text = f"{book.number('number.authors', len(names))}{shown}"
    return _named(text, document, pages, names[:_MOST_NAMES], "names of the byline counted")


def is_author(asked: Asked, document: Document, pages: Sequence[Page]) -> Value | None:
    """Whether the person named is an author, and which."""
    names = document.metadata.authors
    if not names:
        return None
    scored = [(_likeness(asked.name, name), index) for index, name in enumerate(names)]
    best, index = max(scored, key=lambda item: (item[0], -item[1]))
    wanted = _chosen(asked.people, document.metadata)
    if best < _ALIKE:
        shown = names[:_MOST_NAMES]
        return _named(f"No. The authors are {joined(shown)}", document, pages, shown, "byline searched")
    verdict = "Yes" if "all" in asked.people or index in wanted else "No"
    return _named(
        f"{verdict}. {names[index]} is author {index + 1} of {len(names)}",
        document,
        pages,
        names[index : index + 1],
        "byline searched",
    )


def _likeness(asked: str, printed: str) -> float:
    """Of whole names, or of a surname alone."""
    said, name = words(asked), words(printed)
    if len(said) == 1 and name:
        return fuzz.ratio(said[0], name[-1])
    return fuzz.token_sort_ratio(" ".join(said), " ".join(name))


def affiliations(asked: Asked, document: Document, pages: Sequence[Page]) -> Value | None:
    """Where the authors asked for work; of all, each institution once."""
    meta = document.metadata
    if not meta.affiliations:
        return None
    people = [] if "all" in asked.people else _chosen(asked.people, meta)
    named = [i for i, name in enumerate(meta.authors) if asked.name and _likeness(asked.name, name) >= _ALIKE]
    people = named or people
    if not people:
        return _institutions(document, pages, meta.affiliations)
    said, given = [], []
    for index in people:
        theirs = _of_author(meta, index)
        if not theirs:
            return None
        given += theirs
        said.append(f"{meta.authors[index]}: {'; '.join(theirs)}")
    value = _institutions(document, pages, tuple(dict.fromkeys(given)))
    text = "; ".join(given) if len(people) == 1 else "; ".join(said)
    return Value(text=text, proofs=value.proofs, method=value.method)


def _of_author(meta: Metadata, index: int) -> list[str]:
    if len(meta.affiliations) == 1:
        return list(meta.affiliations)
    ties = meta.author_affiliations
    return [meta.affiliations[i] for i in ties[index] if i < len(meta.affiliations)] if index < len(ties) else []


def _institutions(document: Document, pages: Sequence[Page], names: Sequence[str]) -> Value:
    proofs = tuple(proof for name in names if (proof := locate(document.id, pages, name)))
    return Value(text="; ".join(names), proofs=proofs, method="" if proofs else _FROM_FILE)


def same_affiliation(document: Document, pages: Sequence[Page]) -> Value | None:
    """Whether all authors share an institution, where the paper says who belongs where."""
    meta = document.metadata
    if not meta.affiliations or not meta.authors:
        return None
    sets = [set(_of_author(meta, index)) for index in range(len(meta.authors))]
    if not all(sets):
        return None
    shared = set.intersection(*sets)
    listed = [name for name in meta.affiliations if name in shared]
    value = _institutions(document, pages, listed or meta.affiliations)
    if shared:
        who = "Both authors" if len(sets) == 2 else f"All {len(sets)} authors" if len(sets) > 2 else "The author"
        return Value(text=f"Yes. {who} give {joined(listed)}", proofs=value.proofs, method="affiliations of the byline compared")
    each = "; ".join(
        f"{name}: {', '.join(n for n in meta.affiliations if n in theirs)}"
        for name, theirs in zip(meta.authors, sets, strict=True)
    )
    text = f"No. {each}" if len(sets) <= 4 else f"No. There are {len(meta.affiliations)}: {'; '.join(meta.affiliations)}"
    return Value(text=text, proofs=value.proofs, method="affiliations of the byline compared")


def emails(asked: Asked, document: Document, pages: Sequence[Page]) -> Value | None:
    """The addresses, or the one of the author asked for where an address holds that author's name."""
    meta = document.metadata
    if not meta.emails:
        return None
    chosen = list(meta.emails)
    if "all" not in asked.people:
        people = _chosen(asked.people, meta)
        theirs = [mail for mail in chosen if any(_is_of(mail, meta.authors[index]) for index in people)]
        if not theirs and len(meta.emails) == len(meta.authors):
            theirs = [meta.emails[index] for index in people]
        chosen = theirs or (chosen if "corresponding" in asked.people or len(chosen) == 1 else [])
    proofs = tuple(proof for mail in chosen if (proof := _mail_proof(document, pages, mail)))
    return Value(text=", ".join(chosen), proofs=proofs, method="" if proofs else "read from the byline") if chosen else None


def _is_of(mail: str, name: str) -> bool:
    """Whether the part before the @ is made of the name: the surname, or first letters with it."""
    local, parts = re.sub(r"[^a-z]", "", mail.split("@", maxsplit=1)[0].lower()), words(name)
    return bool(parts) and (parts[-1] in local or (len(parts[0]) > 2 and parts[0] in local))


def _mail_proof(document: Document, pages: Sequence[Page], mail: str) -> Proof | None:
    if found := locate(document.id, pages, mail):
        return found
    # Addresses are often printed as {one,two}@host: the host proves what the list expands to.
    host = mail.partition("@")[2]
    return locate(document.id, pages, f"@{host}") if host else None
