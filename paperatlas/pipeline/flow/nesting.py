"""How headings nest: by their numbers, else by the names that have a fixed place, by bookmarks, by type."""

import re

from paperatlas.pipeline.flow.han_headings import han_rank
from paperatlas.pipeline.flow.heading_names import is_outermost
from paperatlas.pipeline.flow.typefaces import Type

__all__ = ["Nesting"]

_ROMAN = {"I": 1, "V": 5, "X": 10}


class Nesting:
    """The levels of a document's headings, given one after the other."""

    def __init__(self) -> None:
        self.depth = 0
        """Level of the last heading; 0 before the first."""
        self._open: list[tuple[Type, int]] = []
        self._roman = 0
        self._after_body = False
        self._ranks: dict[int, int] = {}
        """Levels of the open headings with Chinese numbers, by the form of the number."""

    def place(self, number: str, text: str, own: Type, marked: int | None) -> int:
        """The level of the next heading.

        Args:
            number: its number, "" without one.
            text: the rest of it.
            own: how it is set.
            marked: its level in the file's bookmarks.
        """
        if number:
            level = self._by_number(number)
        elif is_outermost(text):
            level = 1
            self._after_body = self._after_body or self.depth > 0
        else:
            level = marked or self._by_type(own)
        while self._open and self._open[-1][1] >= level:
            self._open.pop()
        self._open.append((own, level))
        self.depth = level
        return level

    def _by_number(self, number: str) -> int:
        if " " in number:
            return 1  # "Appendix A"
        rank = han_rank(number)
        if rank is not None or self._ranks:
            return self._by_rank(number, rank)
        if _value(number) == self._roman + 1 and (self._roman or not self._after_body):
            self._roman += 1
            return 1
        if self._roman and not self._after_body and len(number) == 1 and number.isalpha():
            return 2  # the lettered sections below Roman ones
        return number.count(".") + 1

    def _by_rank(self, number: str, rank: int | None) -> int:
        """Below the nearest open heading whose number is of an outer form; Arabic numbers below them all."""
        if rank is None:
            # "1.1" names the chapter that it is in; "1." starts again below each heading.
            return number.count(".") + 1 if "." in number else max(self._ranks.values()) + 1
        self._ranks = {outer: level for outer, level in self._ranks.items() if outer < rank}
        self._ranks[rank] = len(self._ranks) + 1
        return self._ranks[rank]

    def _by_type(self, own: Type) -> int:
        """That of the open heading set the same, else one below the nearest that is set stronger."""
        for seen, level in reversed(self._open):
            if seen.strength == own.strength:
                return level
        return next((level for seen, level in reversed(self._open) if seen.strength > own.strength), 0) + 1


def _value(number: str) -> int | None:
    """The value of a Roman numeral; None for anything else."""
    if not re.fullmatch(r"X{0,3}(?:IX|IV|V?I{0,3})", number) or not number:
        return None
    digits = [_ROMAN[char] for char in number]
    return sum(-digit if digit < max(digits[index:]) else digit for index, digit in enumerate(digits))
