"""The numbers that LaTeX would print: of sections, floats, formulas and theorems."""

from dataclasses import dataclass, field

__all__ = ["SECTIONS", "Numbers"]

SECTIONS = {"part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}
_DEEPEST_NUMBERED = 4
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


@dataclass(slots=True)
class Numbers:
    """Counters, stepped in the order of the text."""

    has_chapters: bool = False
    is_roman: bool = False
    """Sections are I, A, 1, as IEEE prints them."""
    within: frozenset[str] = frozenset()
    """Counters that begin anew with each section."""
    _sections: list[int] = field(default_factory=lambda: [0] * len(SECTIONS))
    _appendix: bool = False
    _counters: dict[str, int] = field(default_factory=dict)

    def begin_appendix(self) -> None:
        self._appendix = True
        self._sections[self._outermost :] = [0] * (len(self._sections) - self._outermost)

    @property
    def _outermost(self) -> int:
        return 1 if self.has_chapters else 2

    def section(self, name: str) -> tuple[str, str]:
        r"""The number printed at the next section of that name, and the one that `\\ref` prints; both empty for one without."""
        level = SECTIONS[name]
        self._sections[level] += 1
        self._sections[level + 1 :] = [0] * (len(self._sections) - level - 1)
        if level <= self._outermost:
            for counter in (*self.within, *(("figure", "table", "equation") if self.has_chapters else ())):
                self._counters[counter] = 0
        if not self._outermost <= level <= _DEEPEST_NUMBERED:
            return "", ""
        parts = [self._shown(each) for each in range(self._outermost, level + 1)]
        return (parts[-1], "-".join(parts)) if self.is_roman else (".".join(parts),) * 2

    def _shown(self, level: int) -> str:
        count = self._sections[level]
        if level == self._outermost and self._appendix:
            return _letter(count)
        if self.is_roman and level < _DEEPEST_NUMBERED:
            return _roman(count) if level == self._outermost else _letter(count)
        return str(count)

    def next(self, counter: str) -> str:
        """The next number of a counter."""
        self._counters[counter] = self._counters.get(counter, 0) + 1
        number = str(self._counters[counter])
        nested = counter in self.within or (self.has_chapters and counter in ("figure", "table", "equation"))
        return f"{self._shown(self._outermost)}.{number}" if nested else number


def _letter(count: int) -> str:
    return chr(ord("A") + (count - 1) % 26) if count else ""


def _roman(count: int) -> str:
    found = ""
    for value, sign in _ROMAN:
        found += sign * (count // value)
        count %= value
    return found
