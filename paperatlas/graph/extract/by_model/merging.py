"""What a model found, put to what the rules found."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperatlas.core.knowledge import Evidence, Extraction, LocalEntity, Mention, Relation
from paperatlas.core.naming import name_key
from paperatlas.graph.extract.by_model.reading import Reading, Seen
from paperatlas.graph.extract.mentions import evidence_at

__all__ = ["merged"]

CONFIDENCE = 0.85
"""Of what a model says and the passage bears out: its words are there, its reading of them may be wrong."""
_VAGUE = "concept"
"""A kind that any other kind makes more precise."""


def merged(extraction: Extraction, readings: Sequence[Reading], model: str) -> Extraction:
    """All that either found; what both found is there once, as the rules have it."""
    return _Merging(extraction, f"llm:{model}").with_all(readings)


class _Merging:
    def __init__(self, extraction: Extraction, extractor: str) -> None:
        self._found = extraction
        self._extractor = extractor
        self._entities = list(extraction.entities)
        self._numbers: dict[str, int] = {}
        for number, entity in enumerate(self._entities):
            for form in entity.forms:
                self._numbers.setdefault(name_key(form), number)
        self._mentioned = {(each.entity, _place(each.evidence)) for each in extraction.mentions}
        self._related = {(each.head, each.predicate, each.tail, each.evidence.chunk) for each in extraction.relations}

    def with_all(self, readings: Sequence[Reading]) -> Extraction:
        mentions, relations = list(self._found.mentions), list(self._found.relations)
        for reading in readings:
            numbers = [self._number(seen) for seen in reading.names]
            mentions.extend(self._mentions(reading, numbers))
            relations.extend(self._relations(reading, numbers))
        return replace(self._found, entities=tuple(self._entities), mentions=tuple(mentions), relations=tuple(relations))

    def _number(self, seen: Seen) -> int:
        key = name_key(seen.text)
        if key not in self._numbers:
            self._numbers[key] = len(self._entities)
            self._entities.append(LocalEntity(name=seen.text, kind=seen.kind, forms=(seen.text,)))
        number = self._numbers[key]
        if self._entities[number].kind == _VAGUE:
            self._entities[number] = replace(self._entities[number], kind=seen.kind)
        return number

    def _mentions(self, reading: Reading, numbers: Sequence[int]) -> Iterator[Mention]:
        for number, seen in zip(numbers, reading.names, strict=True):
            evidence = evidence_at(reading.chunk, seen.start, seen.end)
            if evidence is not None and (number, _place(evidence)) not in self._mentioned:
                self._mentioned.add((number, _place(evidence)))
                yield Mention(entity=number, text=seen.text, evidence=evidence, extractor=self._extractor, confidence=CONFIDENCE)

    def _relations(self, reading: Reading, numbers: Sequence[int]) -> Iterator[Relation]:
        for said in reading.relations:
            head, tail = numbers[said.head], numbers[said.tail]
            evidence = evidence_at(reading.chunk, said.start, said.end)
            same = (head, said.predicate, tail, reading.chunk.id)
            if evidence is None or head == tail or same in self._related:
                continue
            self._related.add(same)
            yield Relation(
                head=head,
                predicate=said.predicate,
                tail=tail,
                evidence=evidence,
                extractor=self._extractor,
                confidence=CONFIDENCE,
                standing=said.standing,
            )


def _place(evidence: Evidence) -> tuple[object, ...]:
    return (evidence.chunk, evidence.span, evidence.quote)
