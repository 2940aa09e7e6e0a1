"""Which kinds of names there are, and the words by which a text shows what kind a name is."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from paperatlas.core.errors import BadSetting

__all__ = ["Kind", "Schema", "default_schema", "read_schema"]

_PARTS = ("heads", "words", "before", "after", "endings")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of names; all words in lower case. `schema.toml` says what each part is for."""

    name: str
    heads: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    endings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The kinds in use, those first that are taken in case of doubt."""

    kinds: tuple[Kind, ...]
    by_head: Mapping[str, str] = field(init=False, hash=False, compare=False)
    """From a noun to the kind that it says: of several kinds the first."""
    by_word: Mapping[str, str] = field(init=False, hash=False, compare=False)
    before: Mapping[str, str] = field(init=False, hash=False, compare=False)
    after: Mapping[str, str] = field(init=False, hash=False, compare=False)
    endings: tuple[tuple[str, str], ...] = field(init=False, hash=False, compare=False)
    """(ending, kind), the longest first."""

    def __post_init__(self) -> None:
        for name, part in (("by_head", "heads"), ("by_word", "words"), ("before", "before"), ("after", "after")):
            object.__setattr__(self, name, dict(self._words(part)))
        endings = sorted(self._words("endings"), key=lambda pair: (-len(pair[0]), pair))
        object.__setattr__(self, "endings", tuple(endings))

    def rank(self, kind: str) -> int:
        """The place of a kind among all; one that is not in the schema comes last."""
        return next((at for at, each in enumerate(self.kinds) if each.name == kind), len(self.kinds))

    def _words(self, part: str) -> Iterator[tuple[str, str]]:
        for kind in reversed(self.kinds):
            yield from ((word, kind.name) for word in sorted(getattr(kind, part)))


def read_schema(text: str, *, over: Schema | None = None) -> Schema:
    """The kinds that a text in TOML lists, laid over those of another schema.

    Raises:
        BadSetting: it is not of that form.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"The schema of kinds is not TOML: {error}.", hint=_FORM) from error
    kinds = {kind.name: kind for kind in (over.kinds if over else ())}
    for name, table in tables.items():
        if not isinstance(table, dict) or not all(key in _PARTS and isinstance(value, str) for key, value in table.items()):
            raise BadSetting(f"The kind {name!r} of the schema has other parts than {', '.join(_PARTS)}.", hint=_FORM)
        kinds[name] = _joined(kinds.get(name, Kind(name=name)), table)
    return Schema(kinds=tuple(kinds.values()))


_FORM = 'A kind reads: [gadget] heads = "device widget" before = "equipped with; fitted with"'


def _joined(kind: Kind, table: Mapping[str, str]) -> Kind:
    def part(name: str, separator: str | None) -> frozenset[str]:
        given = (" ".join(each.split()) for each in table.get(name, "").lower().split(separator))
        return getattr(kind, name) | frozenset(each for each in given if each)  # type: ignore[no-any-return]

    return Kind(
        name=kind.name,
        heads=part("heads", None),
        words=part("words", None),
        before=part("before", ";"),
        after=part("after", ";"),
        endings=part("endings", None),
    )


@cache
def default_schema() -> Schema:
    """The kinds of `core.knowledge.KINDS`."""
    return read_schema((resources.files("paperatlas.graph.extract") / "schema.toml").read_text(encoding="utf-8"))
