"""What answers say in words of their own, in the language of the question: the catalogue in `phrases/`, one file a language."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from paperatlas.agents.language import DEFAULT

__all__ = ["Phrasebook", "phrasebook"]

_ONE_FOR_NONE = frozenset({"fr"})
"""Languages that say nothing in the singular: "0 page"."""


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The phrases of one language. What is quoted from a paper, a title or a term, is put in as it stands."""

    language: str
    phrases: dict[str, Any]

    def say(self, key: str, **slots: object) -> str:
        """The phrase of a key such as "refusal.off_topic", with its slots filled."""
        return str(self._at(key)).format(**slots)

    def number(self, key: str, n: int, **slots: object) -> str:
        """A number of something, in the form that the number takes: "1 page", "2 pages"."""
        single = n == 1 or (n == 0 and self.language in _ONE_FOR_NONE)
        return self.say(f"{key}.{'one' if single else 'other'}", n=n, **slots)

    def either(self, names: Sequence[str]) -> str:
        """As in "recall or precision"."""
        return self.say("list.or").join(names)

    def both(self, names: Sequence[str]) -> str:
        """As in "recall and precision"."""
        return self.say("list.and").join(names)

    def _at(self, key: str) -> Any:
        found: Any = self.phrases
        for name in key.split("."):
            found = found[name]
        return found


@cache
def phrasebook(language: str) -> Phrasebook:
    """The phrases of a language; the English ones where there are none of it."""
    folder = resources.files("paperatlas.agents") / "phrases"
    file = folder / f"{language}.toml"
    if not file.is_file():
        return phrasebook(DEFAULT)
    return Phrasebook(language, tomllib.loads(file.read_text(encoding="utf-8")))
