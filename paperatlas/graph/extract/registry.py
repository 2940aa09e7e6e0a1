"""The entities of one document as they come together from its metadata, its text and its tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperatlas.core.knowledge import LocalEntity
from paperatlas.graph.extract.local import Group
from paperatlas.graph.extract.sameness import form_key

__all__ = ["Registry"]

_FEWEST_TITLE_WORDS = 4
"""Of a cited work to be looked for in the text: a shorter title is a name that the text may use for something else."""
_NAMED_ALIKE = frozenset({"person", "organisation"})
"""Kinds of which metadata and text name the same ones."""
_CALLED = frozenset({"person", "concept", "organisation", "place"})
"""Kinds that one word of an author's name is taken for where the paper calls an author by it."""


class Registry:
    """Numbers entities; what is told of one twice is one."""

    def __init__(self, known: Sequence[LocalEntity]) -> None:
        """`known` are those of the metadata, the document first."""
        self.entities = list(known)
        self._surnames: list[tuple[str, int]] = []
        self._keys: dict[str, int] = {}
        self._parts: dict[str, int] = {}
        for number, entity in enumerate(known):
            if entity.kind in _NAMED_ALIKE:
                self._keys.setdefault(form_key(entity.name), number)
            if entity.kind == "person":
                for word in entity.name.split():
                    self._parts.setdefault(word, number)

    def add_group(self, group: Group) -> int:
        """What the text names; a person or an institution that the metadata have is that one."""
        if (author := self._parts.get(group.name)) is not None and group.kind in _CALLED and not group.short:
            self._surnames.append((group.name, author))
            return author
        forms = sorted(group.forms, key=lambda form: (-group.forms[form], form))
        number = next((self._keys[key] for form in forms if (key := form_key(form)) in self._keys), None)
        if number is None:
            number = len(self.entities)
            self.entities.append(LocalEntity(name=group.name, kind=group.kind, forms=tuple(dict.fromkeys((group.name, *forms)))))
        else:
            self._widen(number, forms)
        for form in forms:
            self._keys.setdefault(form_key(form), number)
        self._surnames.extend((word, number) for word in sorted(group.surname))
        return number

    def named(self, text: str, kind: str) -> int:
        """The entity that a table's cell names; a new one where the text does not know it.

        Of a name whose kind the text does not show, the table tells by where it stands.
        """
        key = form_key(text)
        if key not in self._keys:
            self._keys[key] = len(self.entities)
            self.entities.append(LocalEntity(name=text, kind=kind, forms=(text,)))
        number = self._keys[key]
        self._widen(number, (text,))
        if self.entities[number].kind == "concept":
            self.entities[number] = replace(self.entities[number], kind=kind)
        return number

    def find(self, text: str) -> int | None:
        return self._keys.get(form_key(text))

    def names(self) -> Iterator[tuple[str, int]]:
        """All forms but those of works, and what people are called for short."""
        for number, entity in enumerate(self.entities):
            if entity.kind != "work":
                yield from ((form, number) for form in entity.forms)
        yield from self._surnames

    def forms(self) -> Iterator[tuple[str, int]]:
        """What to look for in the text, the surest first."""
        yield from self.names()
        for number, entity in enumerate(self.entities):
            if entity.kind == "work":
                yield from ((form, number) for form in entity.forms if len(form.split()) >= _FEWEST_TITLE_WORDS)

    def _widen(self, number: int, forms: Sequence[str]) -> None:
        entity = self.entities[number]
        self.entities[number] = replace(entity, forms=tuple(dict.fromkeys((*entity.forms, *forms))))
