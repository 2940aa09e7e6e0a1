"""Numbers of a text as quantities: value, unit and bound, however they are written."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from paperatlas.agents.verify.lexicon import FUNCTION_WORDS
from paperatlas.agents.verify.words import stem

__all__ = ["RANK", "UNIT_NAMES", "Quantity", "quantities", "same_unit", "same_value"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number as a text gives it; half-open offsets."""

    text: str
    value: float
    """In the unit that its dimension is counted in ("2 min" is 120) where the unit is a known one."""
    bare: float
    """As written."""
    dimension: str
    """Of a known unit ("time"), else empty."""
    noun: str
    """Stem of the word behind the number, which is mostly what is counted; of a known unit, its name."""
    bound: int
    """1 for "more than" and "at least", -1 for "less than" and "at most", 0 for just the number."""
    loose: bool
    """Whether it is said with "about", "nearly" and the like."""
    start: int
    end: int


_UNITS: Mapping[str, tuple[str, float]] = {
    name: (dimension, factor)
    for dimension, factor, names in (
        ("time", 1e-9, "ns nanosecond nanoseconds"),
        ("time", 1e-6, "µs μs microsecond microseconds"),
        ("time", 1e-3, "ms msec millisecond milliseconds"),
        ("time", 1.0, "s sec secs second seconds"),
        ("time", 60.0, "min mins minute minutes"),
        ("time", 3600.0, "h hr hrs hour hours"),
        ("time", 86_400.0, "day days"),
        ("time", 604_800.0, "week weeks"),
        ("time", 2_629_800.0, "month months"),
        ("time", 31_557_600.0, "year years yr yrs"),
        ("length", 1e-9, "nm nanometer nanometers"),
        ("length", 1e-6, "µm μm micrometer micrometers micron microns"),
        ("length", 1e-3, "mm millimeter millimeters millimetre millimetres"),
        ("length", 1e-2, "cm centimeter centimeters centimetre centimetres"),
        ("length", 1.0, "m meter meters metre metres"),
        ("length", 1e3, "km kilometer kilometers kilometre kilometres"),
        ("mass", 1e-9, "µg μg microgram micrograms"),
        ("mass", 1e-6, "mg milligram milligrams"),
        ("mass", 1e-3, "g gram grams"),
        ("mass", 1.0, "kg kilogram kilograms"),
        ("memory", 1e3, "kb kilobyte kilobytes"),
        ("memory", 1e6, "mb megabyte megabytes"),
        ("memory", 1e9, "gb gigabyte gigabytes gib"),
        ("memory", 1e12, "tb terabyte terabytes tib"),
        ("energy", 1e-3, "mj millijoule millijoules"),
        ("energy", 1.0, "j joule joules"),
        ("energy", 3.6e6, "kwh"),
        ("power", 1.0, "w watt watts"),
        ("power", 1e3, "kw kilowatt kilowatts"),
        ("share", 0.01, "% percent percentage per-cent"),
        ("concentration", 1.0, "ppm"),
        ("concentration", 1e-3, "ppb"),
        ("dollars", 1.0, "$ usd dollar dollars"),
        ("euros", 1.0, "€ eur euro euros"),
        ("pounds", 1.0, "£ gbp pounds"),
        ("crowns", 1.0, "crown crowns"),
        ("times", 1.0, "times fold × x"),
        ("points", 1.0, "point points pp"),
        ("temperature", 1.0, "°c °f °"),
    )
    for name in names.split()
}
UNIT_NAMES = frozenset(_UNITS)
RANK = "rank"
"""The dimension of ordinals: "second" is second of something, never two of it."""
_ORDINALS = {
    word: float(value)
    for value, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1)
}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: Mapping[str, float] = {
    **{word: float(value) for value, word in enumerate(_ONES.split())},
    **{word: 10.0 * value for value, word in enumerate(_TENS.split(), start=2)},
    "dozen": 12.0,
}
_PARTS: Mapping[str, float] = {
    name: 1 / divisor
    for divisor, names in (
        (2, "half"),
        (3, "third thirds"),
        (4, "quarter quarters"),
        (5, "fifth fifths"),
        (6, "sixth sixths"),
        (8, "eighth eighths"),
        (10, "tenth tenths"),
        (100, "hundredth hundredths"),
    )
    for name in names.split()
}
_SCALES: Mapping[str, float] = {
    "hundred": 1e2,
    "thousand": 1e3,
    "k": 1e3,
    "million": 1e6,
    "m": 1e6,
    "billion": 1e9,
    "b": 1e9,
    "trillion": 1e12,
    "t": 1e12,
}
_SMALL = "|".join(_ONES.split()[1:])
_WRITTEN = rf"(?:(?:{'|'.join(_TENS.split())})(?:-(?:{_SMALL}))?|{_SMALL}|zero|dozen)"
_NUMBER = re.compile(
    rf"(?P<money>[$€£]\s?)?"
    rf"(?:(?<![\w.,/])(?<![A-Za-z]-)(?<![A-Za-z][–‐])(?P<digits>[-−]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)"
    rf"(?P<glued>[KMBTk](?![\w])|(?:st|nd|rd|th)(?!\w))?"
    rf"|\b(?P<frac>an?\s(?:third|quarter|fifth|sixth|eighth|tenth)(?=\s(?:of|for|as)\b|\s?[,.;)])|half(?!-)"
    rf"|one[- ](?:half|hundredth)|(?:one|two|three|four|five|nine)[- ](?:thirds?|quarters?|fifths?|sixths?|tenths?))\b"
    rf"|\b(?P<word>{_WRITTEN}|a(?=\s(?:hundred|thousand|million|billion|trillion)\b))\b(?![-‐][a-z]*(?:of|self))"
    rf"|\b(?P<rank>{'|'.join(_ORDINALS)})\b(?=\s[a-z])"
    rf"|\b(?P<multiple>twice|thrice|double[sd]?|triple[sd]?|halves|halved)\b)"
    rf"(?:[\s-]?(?P<scale>hundred|thousand|million|billion|trillion)s?\b)?(?P<plus>\+)?",
    re.IGNORECASE,
)
_MULTIPLES = {"twice": 2.0, "double": 2.0, "thrice": 3.0, "triple": 3.0, "halves": 0.5, "halved": 0.5}
_BEHIND = re.compile(r"[\s ]?(%|°[CF]?|×|x\b|µm|μm|µs|μs|µg|μg)|(?:[\s ]|-|‐)+(?:[A-Z]+\d\w*\s)?(?:per cent|([^\W\d_]+)(?!\w))")
_OF_A = re.compile(r"\sof\san?\s([a-z]+)")
_MORE = re.compile(
    r"(?:more than|over|above|at least|greater than|exceed\w*|no fewer than|no less than|upwards of|beyond|minimum of|>|≥)"
    r"\s*(?:the\s)?$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"(?:less than|under|below|at most|fewer than|no more than|up to|within|smaller than|not more than|maximum of|<|≤)"
    r"\s*(?:the\s)?$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:about|around|approximately|roughly|nearly|almost|some|circa|ca\.|~|≈|close to|just over|just under)\s*$", re.IGNORECASE
)
_RANGE = re.compile(r"\s*(?:to|and|and of|or|through|–|-|—|/|,|,? and|×|x|by)\s*[-−]?(?:[$€£]\s?)?$", re.IGNORECASE)
_PRONOUN_ONE = re.compile(r"\s+(?:of the|another|can|may|that|which|who|is|has|or more)\b|\s*[.,;:)]|$", re.IGNORECASE)


def quantities(text: str) -> tuple[Quantity, ...]:
    """In the order of the text. A "one" that counts nothing, and numbers in names ("GPT-4"), are none."""
    found = [quantity for match in _NUMBER.finditer(text) if (quantity := _quantity(match, text)) is not None]
    return tuple(_with_shared_unit(found, text))


def _quantity(match: re.Match[str], text: str) -> Quantity | None:
    value, shown = _value(match)
    if value is None:
        return None
    if match["word"] and match["word"].lower() == "one" and not match["scale"] and _PRONOUN_ONE.match(text, match.end()):
        return None
    if match["scale"]:
        value *= _SCALES[match["scale"].lower()]
    glued = (match["glued"] or "").lower()
    if glued in _SCALES:
        value *= _SCALES[glued]
    behind = (_OF_A.match(text, match.end()) if match["frac"] else None) or _BEHIND.match(text, match.end())
    unit = next((group for group in behind.groups() if group), "percent") if behind else ""
    if unit.lower() in FUNCTION_WORDS:
        behind, unit = None, ""
    before = text[max(0, match.start() - 24) : match.start()]
    money = (match["money"] or "").strip()
    dimension, factor = _UNITS.get(money or unit.lower(), ("", 1.0))
    if unit in _LETTERS:
        dimension, factor, unit = "", _SCALES[unit.lower()], ""
    if match["frac"]:
        dimension = dimension or "share"
    if match["rank"] or glued in {"st", "nd", "rd", "th"}:
        dimension, factor = RANK, 1.0
    if match["multiple"]:
        dimension, factor, unit = "times", 1.0, ""
    more, less = bool(_MORE.search(before)) or bool(match["plus"]), bool(_LESS.search(before))
    return Quantity(
        text=shown if not behind or not dimension or match["frac"] or match["multiple"] else text[match.start() : behind.end()],
        value=value * factor,
        bare=value,
        dimension=dimension,
        noun=stem(unit) if unit else "",
        bound=(1 if more else 0) - (1 if less else 0),
        loose=bool(_ABOUT.search(before)),
        start=match.start(),
        end=match.end(),
    )


_LETTERS = frozenset("KMBT")
"""Scales even apart from their number, "64 M": small, they are units."""


def _value(match: re.Match[str]) -> tuple[float | None, str]:
    shown = match[0].strip()
    if match["digits"]:
        return float(match["digits"].replace(",", "").replace("−", "-")), shown
    if match["word"]:
        return _written(match["word"].lower()), shown
    if match["rank"]:
        return _ORDINALS[match["rank"].lower()], shown
    if match["multiple"]:
        word = match["multiple"].lower()
        return next(value for name, value in _MULTIPLES.items() if word.startswith(name[:5])), shown
    first, _, last = re.sub(r"[\s-]+", " ", match["frac"].lower()).rpartition(" ")
    return (1.0 if first in {"", "a", "an"} else _WORDS[first]) * _PARTS[last], shown


@cache
def _written(word: str) -> float:
    return 1.0 if word == "a" else sum(_WORDS[part] for part in word.split("-"))


def _with_shared_unit(found: list[Quantity], text: str) -> list[Quantity]:
    """With the unit that stands only behind the last of several, as in "from 2 to 16 ppm"."""
    shared = list(found)
    for index in range(len(shared) - 2, -1, -1):
        this, following = shared[index], shared[index + 1]
        if not this.dimension and following.dimension and _RANGE.fullmatch(text[this.end : following.start]):
            factor = following.value / following.bare if following.bare else 1.0
            shared[index] = replace(this, value=this.value * factor, dimension=following.dimension, noun=following.noun)
    return shared


def same_unit(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities may measure the same: a number without a known unit may be of any, but not a share or a time."""
    if RANK in {one.dimension, other.dimension}:
        return one.dimension == other.dimension and one.noun == other.noun
    if one.dimension and other.dimension:
        return one.dimension == other.dimension or {one.dimension, other.dimension} <= {"share", "points"}
    return True


def same_value(claimed: Quantity, stated: Quantity) -> bool:
    """Whether the claim's number can stand for the text's: equal, rounded with a word that says so, or within its bound."""
    one, other = (claimed.value, stated.value) if claimed.dimension and stated.dimension else (claimed.bare, stated.bare)
    if abs(one - other) <= 1e-6 * max(abs(one), abs(other), 1e-12):
        return claimed.bound * stated.bound >= 0
    if {claimed.dimension, stated.dimension} == {"share", ""}:
        share = claimed if claimed.dimension else stated
        plain = stated if claimed.dimension else claimed
        if abs(share.value - plain.value) < 1e-6 or abs(share.value * 100 - plain.value) < 1e-6:
            return True
    if claimed.loose or stated.loose:
        return abs(one - other) <= _ROUNDED * max(abs(one), abs(other))
    if claimed.bound > 0:
        return other >= one and stated.bound >= 0 and other <= one * _NEAR_BOUND
    if claimed.bound < 0:
        return other <= one and stated.bound <= 0 and other >= one / _NEAR_BOUND
    return False


_ROUNDED = 0.08
"""How far "about" may be from the number."""
_NEAR_BOUND = 1.5
"""Times a bound that a number may be: "more than 100" is said of 112, hardly of 100,000, which counts something else."""
