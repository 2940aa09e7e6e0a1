"""Places of names in passages as mentions with their evidence."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from paperatlas.core.knowledge import Evidence, LocalEntity, Mention
from paperatlas.core.types import Chunk
from paperatlas.graph.extract.dictionary import Place
from paperatlas.graph.extract.names import Candidate

__all__ = ["FULL", "evidence_at", "mentions_in", "titled"]

FULL = 5.0
"""Weight of the name of what a passage is about, as its title or the subject of its definition."""
_IN_PASSING = 1.0
_IN_CONTEXT = 2.0
"""More for what the title or the section names: every passage of a paper stands under its title."""
_SUBJECT = 2.0
"""More for what a passage's first sentence is said of."""
_SURE: Mapping[str, float] = {"acronym": 0.95, "ner": 0.75, "terms": 0.75, "dictionary": 0.8}
"""By what found it: of a sample of mentions about so many were right."""


def evidence_at(chunk: Chunk, start: int, end: int) -> Evidence | None:
    """Where a stretch of a passage is printed; None when it runs over a page's end, so that no one page has it."""
    quote = chunk.text[start:end]
    if not chunk.spans:
        return Evidence(page=chunk.page, quote=quote, chunk=chunk.id)
    spans = chunk.locate(start, end)
    if len(spans) != 1 or spans[0].end - spans[0].start != end - start:
        return None
    return Evidence(page=spans[0].page, quote=quote, span=spans[0], chunk=chunk.id)


def mentions_in(
    chunk: Chunk,
    places: Sequence[Place],
    found: Sequence[Candidate] = (),
    *,
    about: Collection[int] = (),
    subject: int | None = None,
    full: Collection[int] = (),
) -> Iterator[Mention]:
    """One a place.

    `found` are the names first found here; `about` the entities of title and section, `subject` the one of the first
    sentence, `full` those that the passage is wholly about.
    """
    first = {(each.start, each.end): each.extractor for each in found}
    for place in places:
        evidence = evidence_at(chunk, place.start, place.end)
        if evidence is None:
            continue
        extractor = first.get((place.start, place.end), "dictionary") if chunk.spans else "table"
        weight = _IN_PASSING + _IN_CONTEXT * (place.owner in about) + _SUBJECT * (place.owner == subject)
        yield Mention(
            entity=place.owner,
            text=evidence.quote,
            evidence=evidence,
            extractor=extractor,
            confidence=_SURE.get(extractor, _SURE["dictionary"]),
            weight=FULL if place.owner in full else weight,
        )


def titled(chunk: Chunk, entity: int, named: LocalEntity, title: str) -> Mention:
    """A passage of a record is about what its title names, whether it says the name or not."""
    evidence = Evidence(page=chunk.page, quote=title, chunk=chunk.id)
    assert title in named.forms
    return Mention(entity=entity, text=title, evidence=evidence, extractor="metadata", confidence=0.9, weight=FULL)
