"""Whether a page's text layer is the text that the page shows.

A file may print one letter and store another: a font without a map from shapes to letters, or with a wrong one, gives
signs of no language; text decoded by the wrong table gives "Ã©". A search in such text finds nothing and a quote of it is
no proof, so it has to be noticed. The tests ask little of a text, since names, formulas and tables are no prose, and most
languages of the world have no word list here: nothing is called garbled that might be one of them.
"""

import math
import re
import unicodedata
from functools import cache

from paperatlas.core.rarity import rarity
from paperatlas.pipeline.front.language import COMMON_WORDS, language_of

__all__ = ["garble", "known_share", "words_in"]

_ENOUGH = 40
"""Words below which a share of them says nothing."""
_MARKS = 0.3
"""Share of signs that are no letters of anyone, from which a page cannot be read."""
_FEW_KNOWN = 0.12
"""Share of known words below which Latin or Cyrillic text is in no language known here. A third and more of any text are
its language's commonest words; lists of names and codes come down to a fifth."""
_NOISY = 0.5
"""The same for a scan's invisible layer in English: OCR that got every other word wrong is worth another try."""
_USUAL = frozenset("aeinorstаеинорст")
"""Letters that make up half to two thirds of the text of every language in these scripts, accents left out."""
_LEAST_USUAL = 0.45
"""Their share in text whose letters may be what they say; in shifted or shuffled alphabets it is about 0.3."""
_MOJIBAKE = re.compile("[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|Ð[\u0080-\u00bf]")
"""UTF-8 read as Latin-1 or Windows-1252."""
_MOJIBAKES = 0.05
"""A word."""
_WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter ones are symbols and units as often as words."""
_ONE_CASE = re.compile(r"^(?:[^\W\d_A-ZА-Я]+|.[^\W\d_A-ZА-Я]+|[^\W\d_a-zа-я]+)$")
_SHORT = 3
"""A longest length of which nearly every letter sequence is in a large word list: those count by the commonest words only."""
_MORE_WORDS = (
    "és egy az hogy nem is volt meg ezt mint vagy csak már lehet "  # Hungarian
    "și în cu pe nu este sunt pentru din care mai fost prin "  # Romanian
    "og i er som på til av ikke har med det fra ble "  # Norwegian
    "i u je da se na su za od koji kao što nije biti "  # Croatian, Serbian, Bosnian, Slovene
    "ir yra tai kad su iš bei kaip buvo ar par bija uz kas tika "  # Lithuanian, Latvian
    "ja ei see kui mis oli või et selle on "  # Estonian
    "và của là có trong được các cho với không một những "  # Vietnamese
    "dan yang di untuk dengan ini dari pada tidak dalam adalah "  # Indonesian, Malay
    "i la el de que en per amb les dels una és eta da ez bat "  # Catalan, Basque
    "на се от да за по не във като са беше"  # Bulgarian
)


def garble(text: str, *, layered: bool = False) -> str:
    """What is wrong with a page's text, in words; empty when it may well be what the page shows.

    Args:
        text: all words of the page, in any order.
        layered: it is the invisible layer of a scan, of which more may be asked: the picture can be read again.
    """
    signs = [char for char in text if not char.isspace()]
    if not signs:
        return ""
    unmapped = sum(char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn") for char in signs)
    if unmapped > _MARKS * len(signs):
        return "its fonts do not say which letters they print"
    words = words_in(text)
    if len(words) < _ENOUGH:
        return ""
    if len(_MOJIBAKE.findall(text)) > _MOJIBAKES * len(words):
        return "its letters were decoded by a wrong table"
    share = known_share(words)
    if share is None:
        return ""
    if layered and share < _NOISY and language_of(text) in ("", "en"):
        return "hardly any of its words is a word"
    return "its letters make no words" if share < _FEW_KNOWN and _is_shuffled(words) else ""


def words_in(text: str) -> list[str]:
    """Runs of three letters and more."""
    return _WORD.findall(text)


def known_share(words: list[str]) -> float | None:
    """The share of words that are words; None for scripts of which no words are known here."""
    if not words or sum(_is_known_script(word[0]) for word in words) < 0.8 * len(words):
        return None
    return sum(map(_is_known, words)) / len(words)


def _is_known(word: str) -> bool:
    if not _ONE_CASE.match(word):
        return False
    lower = word.lower()
    return lower in _commonest() or (len(lower) > _SHORT and rarity(lower, unlisted=math.inf) < math.inf)


def _is_known_script(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("LATIN", "CYRILLIC"))


def _is_shuffled(words: list[str]) -> bool:
    """Whether the letters are not those of any language: the wrong ones are frequent, or cases are mixed within words."""
    letters = [char for char in unicodedata.normalize("NFKD", "".join(words).lower()) if char.isalpha()]
    usual = sum(char in _USUAL for char in letters) / len(letters)
    mixed = sum(not _ONE_CASE.match(word) for word in words) / len(words)
    return usual < _LEAST_USUAL or mixed > _MARKS


@cache
def _commonest() -> frozenset[str]:
    return frozenset(_MORE_WORDS.split()).union(*COMMON_WORDS.values())
