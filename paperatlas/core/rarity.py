"""How much a word tells: its surprise in general English."""

import math
from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["RAREST", "rarity"]

RAREST = 18.0
"""Nats. What a word that a trillion-word corpus does not have is worth (names, symbols, new terms): -ln(15,000 / 1e12)."""


def rarity(word: str, *, unlisted: float) -> float:
    """Nats of a lower-case word in general English, at most `RAREST`; `unlisted` where the frequency list lacks it."""
    return _listed().get(word, unlisted)


@cache
def _listed() -> Mapping[str, float]:
    """From the frequency list that the spelling corrector brings."""
    listed = (resources.files("symspellpy") / "frequency_dictionary_en_82_765.txt").read_text(encoding="utf-8-sig")
    counts = {word: int(count) for word, count in (line.split() for line in listed.splitlines() if line)}
    total = math.log(sum(counts.values()))
    return {word: min(RAREST, total - math.log(count)) for word, count in counts.items()}
