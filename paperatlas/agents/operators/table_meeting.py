"""How the terms of a question meet the words of tables: each word is judged once a question, however many tables have it."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from paperatlas.agents.operators.table_terms import alike, meets
from paperatlas.agents.terms import Term, stems
from paperatlas.core.text import words

__all__ = ["Meeting", "Wording", "meeting_of", "wording_of"]

_QUESTIONS = 8
"""Questions that are remembered: one is put to many tables, and several may be asked at once."""
_LONGEST_NAME = 6
"""Words of a question that may be one name, run together in a header ("BERTLARGE")."""
_SHORTEST_INITIALS, _LONGEST_INITIALS = 2, 5


class Meeting:
    """The terms of one question. Safe to use from many threads: what is judged twice is judged alike."""

    def __init__(self, terms: tuple[Term, ...]) -> None:
        self.none = (0.0,) * len(terms)
        self._terms = terms
        self._by_letter: dict[str, list[int]] = {}
        self._by_token: dict[str, set[int]] = {}
        for at, term in enumerate(terms):
            for letter in {term.stem[:1], term.word[:1]}:
                self._by_letter.setdefault(letter, []).append(at)
            for token in term.blends | alike(term.stem):
                self._by_token.setdefault(token, set()).add(at)
        self._met: dict[str, tuple[float, ...]] = {}

    def of(self, tokens: Iterable[str]) -> tuple[float, ...]:
        """For each term how surely it is among the tokens, as `meets` says of all of them together."""
        none = self.none
        met = [strengths for token in tokens if (strengths := self._of(token)) is not none]
        if not met:
            return none
        return tuple(map(max, *met)) if met[1:] else met[0]

    def meets_any(self, token: str) -> bool:
        """Whether a token is met by some term."""
        return self._of(token) is not self.none

    def _of(self, token: str) -> tuple[float, ...]:
        found = self._met.get(token)
        if found is None:
            found = self._met[token] = self._judged(token)
        return found

    def _judged(self, token: str) -> tuple[float, ...]:
        # A term meets only words of its first letter, or words that are listed for it: most words are passed over at once.
        likely = {*self._by_letter.get(token[:1], ()), *self._by_token.get(token, ())}
        strengths = {at: meets(self._terms[at], frozenset({token})) for at in likely}
        return tuple(strengths.get(at, 0.0) for at in range(len(self._terms))) if any(strengths.values()) else self.none


@lru_cache(maxsize=2 * _QUESTIONS)
def meeting_of(terms: tuple[Term, ...]) -> Meeting:
    return Meeting(terms)


class Wording:
    """A question's words in the other ways in which a name may be printed."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def runs(self) -> Mapping[str, frozenset[str]]:
        """Every run of the question's words, written together, with its stems."""
        said = words(self._text)
        return {
            "".join(said[start:end]): frozenset(stem for word in said[start:end] for stem in stems(word))
            for start in range(len(said))
            for end in range(start + 1, min(len(said), start + _LONGEST_NAME) + 1)
            if len("".join(said[start:end])) > _SHORTEST_INITIALS
        }

    @cached_property
    def by_initials(self) -> Mapping[str, frozenset[str]]:
        """Runs of words by their initials: "self", "knowledge", "distillation" under "skd"."""
        said = [word for word in words(self._text) if word[0].isalpha()]
        return {
            "".join(word[0] for word in said[start : start + length]): frozenset(
                stem for word in said[start : start + length] for stem in stems(word)
            )
            for length in range(_SHORTEST_INITIALS, _LONGEST_INITIALS + 1)
            for start in range(len(said) - length + 1)
        }


@lru_cache(maxsize=_QUESTIONS)
def wording_of(text: str) -> Wording:
    return Wording(text)
