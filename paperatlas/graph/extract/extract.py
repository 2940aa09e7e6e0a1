"""What a document says, read without a language model: entities, their mentions, and relations, each with its evidence."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.knowledge import Evidence, Extraction, Mention, Relation
from paperatlas.core.naming import name_key
from paperatlas.core.sections import FRONT_MATTER, REFERENCES
from paperatlas.core.text import find_quote
from paperatlas.core.types import Chunk, ChunkKind, ParsedDocument
from paperatlas.graph.extract.bibliographic import bibliographic
from paperatlas.graph.extract.dictionary import Dictionary, Place
from paperatlas.graph.extract.found import Found, Passage
from paperatlas.graph.extract.local import Group, groups
from paperatlas.graph.extract.mentions import evidence_at, mentions_in, titled
from paperatlas.graph.extract.names import Candidate, candidates
from paperatlas.graph.extract.parser import is_english, parsed
from paperatlas.graph.extract.proposal import proposed
from paperatlas.graph.extract.registry import Registry
from paperatlas.graph.extract.relations import USED_BY_TITLE, find_relations, means_in_title
from paperatlas.graph.extract.schema import Schema, default_schema
from paperatlas.graph.extract.subjects import Defined, called_as_well, defined, opens, subject
from paperatlas.graph.extract.tables import table_facts
from paperatlas.graph.extract.usage import usage
from paperatlas.graph.extract.votes import Votes

__all__ = ["extract"]

_RUNNING = frozenset({ChunkKind.TEXT, ChunkKind.CAPTION})
_SAID = 3.0
"""Votes for the kind that a definition says: as much as any other cue that says it."""
_LONGEST_TITLE = 10
"""Words of a title that is a thing's name: "Lothair II", "The Prince and the Pirate (film)". A paper's says what it tells."""


def extract(document: ParsedDocument, chunks: Sequence[Chunk], schema: Schema | None = None) -> Extraction:
    """The same document gives the same extraction.

    Text in another language than English gives names that are written like names, and no relations but those of metadata
    and tables.
    """
    return _Reading(document, chunks, schema or default_schema()).extraction()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """What a record is about."""

    number: int
    title: str
    """"" where the record has none."""


class _Reading:
    """One document, while it is read."""

    def __init__(self, document: ParsedDocument, chunks: Sequence[Chunk], schema: Schema) -> None:
        self._document, self._chunks, self._schema = document, chunks, schema
        around = bibliographic(document, chunks)
        self._registry = Registry(around.entities)
        self._relations = list(around.relations)
        self._mentions: list[Mention] = []
        self._running = [chunk for chunk in chunks if _is_running(chunk)]
        self._usage = usage([chunk.text for chunk in self._running], document.references)

    def extraction(self) -> Extraction:
        texts = [chunk.text for chunk in self._running]
        english = is_english(texts)
        with parsed(self._running, english=english) as passages:
            found = [candidates(passage, self._schema, self._usage) for passage in passages]
            about = self._defined(passages, found)
            named = groups(found, texts, self._schema, self._usage, same=_aliases(passages, found, about))
            record = self._register(named, _opening(passages, found, about))
            ours = proposed(named, self._document.metadata.title, texts)
            self._tables(named, ours)
            self._places(passages, found, record, self._registry.find(ours.name) if ours else None)
        return Extraction(
            document=self._document.id,
            entities=tuple(self._registry.entities),
            mentions=tuple(self._mentions),
            relations=tuple(self._relations),
        )

    def _defined(self, passages: Sequence[Passage], found: list[list[Candidate]]) -> Defined | None:
        """The name that a record opens with takes the place of what was found in its words."""
        if not passages or self._usage.scholarly:
            return None
        text = passages[0].chunk.text
        about = defined(text, self._schema)
        if about is None:
            return None
        inside = [each for each in found[0] if each.start < about.end and about.start < each.end]
        votes = Votes({about.kind: _SAID} if about.kind else {})
        for each in inside:
            votes.take(each.votes)
        name = Candidate(about.start, about.end, text[about.start : about.end], proper=True, votes=votes, extractor="ner")
        found[0] = sorted([name, *(each for each in found[0] if each not in inside)], key=lambda each: each.start)
        return about

    def _register(self, named: Sequence[Group], opening: str) -> _Subject | None:
        """Numbers the names; what the record is about gets its title for a name too."""
        title = "" if self._usage.scholarly else _as_name(self._document.metadata.title)
        opening = "" if self._usage.scholarly else opening
        same = next((group for group in named if opening in group.forms), None)
        same = next((group for group in named if title in group.forms), same)
        if same is not None and opening in same.forms:
            same.long.add(opening)
        if title and (same is None or not _share_a_word(title, same.name)):
            same = Group(kind=same.kind if same else "concept")
            named = [*named, same]
        if same is not None and title:
            same.forms.update({self._document.metadata.title: 1, title: 1})
            same.long.add(title)
        number = None
        for group in named:
            at = self._registry.add_group(group)
            number = at if group is same else number
        if number is None:
            return None
        return _Subject(number=number, title=self._document.metadata.title if title else "")

    def _tables(self, named: Sequence[Group], ours: Group | None) -> None:
        known: Mapping[str, str] = {name_key(form): group.kind for group in named for form in group.forms}
        for fact in table_facts(self._document, self._chunks, known, ours.name if ours else ""):
            ends = [self._registry.named(end.text, end.kind) for end in (fact.head, fact.tail)]
            self._relations.append(
                Relation(
                    head=ends[0],
                    predicate=fact.predicate,
                    tail=ends[1],
                    evidence=fact.evidence,
                    extractor=fact.extractor,
                    confidence=fact.confidence,
                    metric=fact.metric,
                    value=fact.value,
                )
            )

    def _places(
        self, passages: Sequence[Passage], found: Sequence[Sequence[Candidate]], record: _Subject | None, ours: int | None
    ) -> None:
        dictionary, names_alone = Dictionary(self._registry.forms()), Dictionary(self._registry.names())
        self._titled(list(names_alone.find(self._document.metadata.title)))
        by_chunk = {passage.chunk.id: (passage, names) for passage, names in zip(passages, found, strict=True)}
        for chunk in self._chunks:
            if chunk.section == REFERENCES:
                continue
            places = list(dictionary.find(chunk.text))
            passage, names = by_chunk.get(chunk.id, (None, ()))
            about = frozenset(place.owner for place in names_alone.find(chunk.context)) if self._document.metadata.title else ()
            at = subject(passage, places) if passage else None
            of = places[at].owner if at is not None else None
            full = (record.number,) if record else ()
            here = list(mentions_in(chunk, places, names, about=about, subject=of, full=full))
            self._mentions.extend(here)
            if record and record.title and chunk.spans and not any(each.entity == record.number for each in here):
                self._mentions.append(titled(chunk, record.number, self._registry.entities[record.number], record.title))
            if passage:
                self._related(passage, places, ours)

    def _titled(self, places: Sequence[Place]) -> None:
        """What a paper's title says that it uses, where the title is printed in its text."""
        title, entities = self._document.metadata.title, self._registry.entities
        page = next(iter(self._document.pages), None)
        span = find_quote(title, page.text, page.number) if page and self._usage.scholarly else None
        if page is None or span is None:
            return
        evidence = Evidence(page=page.number, quote=page.text[span.start : span.end], span=span)
        names = [
            Found(each.start, each.end, title[each.start : each.end], entities[each.owner].kind, "dictionary", 0.8)
            for each in places
        ]
        self._relations.extend(
            Relation(
                head=0,
                predicate="uses",
                tail=places[index].owner,
                evidence=evidence,
                extractor="metadata",
                confidence=USED_BY_TITLE,
            )
            for index in means_in_title(title, names)
        )

    def _related(self, passage: Passage, places: Sequence[Place], ours: int | None) -> None:
        chunk, entities = passage.chunk, self._registry.entities
        names = [
            Found(place.start, place.end, chunk.text[place.start : place.end], entities[place.owner].kind, "dictionary", 0.8)
            for place in places
        ]
        owners = [place.owner for place in places]
        work = len(names)
        names.append(Found(0, 0, entities[0].name, "work", "metadata", 1.0))
        owners.append(0)
        if ours is not None:
            names.append(Found(0, 0, entities[ours].name, entities[ours].kind, "metadata", 1.0))
            owners.append(ours)
        for each in find_relations(passage, names, self_name=work + 1 if ours is not None else None, work=work):
            evidence = evidence_at(chunk, each.start, each.end)
            if evidence is not None and owners[each.head] != owners[each.tail]:
                self._relations.append(
                    Relation(
                        head=owners[each.head],
                        predicate=each.predicate,
                        tail=owners[each.tail],
                        evidence=evidence,
                        extractor=each.extractor,
                        confidence=each.confidence,
                        standing=each.standing,
                    )
                )


def _opening(passages: Sequence[Passage], found: Sequence[Sequence[Candidate]], about: Defined | None) -> str:
    """The name that a record begins with."""
    if not passages:
        return ""
    text = passages[0].chunk.text
    begins = (name.text for name in found[0] if (name.start == about.start if about else opens(text, name.start)))
    return next(begins, "")


def _aliases(passages: Sequence[Passage], found: Sequence[Sequence[Candidate]], about: Defined | None) -> list[tuple[str, str]]:
    """What else the first sentence calls the thing that it defines."""
    if about is None:
        return []
    syntax = passages[0].syntax
    until = next((sentence.end_char for sentence in syntax.sents), 0) if syntax.has_annotation("SENT_START") else 0
    text = passages[0].chunk.text
    return [(text[about.start : about.end], other) for other in called_as_well(text, found[0], about, until)]


def _is_running(chunk: Chunk) -> bool:
    return chunk.kind in _RUNNING and chunk.section not in {REFERENCES, FRONT_MATTER}


def _as_name(title: str) -> str:
    """A title that names a thing, without what tells it from others: "Lothair II" of "Lothair II (film)"."""
    plain = re.sub(r"\s*\([^()]*\)$", "", title)
    return plain if plain and len(plain.split()) <= _LONGEST_TITLE and not plain[0].islower() else ""


def _share_a_word(one: str, other: str) -> bool:
    return not set(name_key(one).split()).isdisjoint(name_key(other).split())
