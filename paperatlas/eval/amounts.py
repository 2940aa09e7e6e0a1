"""Numbers with units in text, and whether one of them is the one that was wanted."""

import re
from typing import NamedTuple

from paperatlas.eval.cases import Amount
from paperatlas.eval.wording import plain

__all__ = ["Quantity", "gives", "quantities"]


class Quantity(NamedTuple):
    """A number as it stands in a text."""

    value: float
    unit: str


_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("%", "percent", "per cent", "percentage points", "percentage point"), ("%", 1.0)),
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), ("s", 1e-9)),
    **dict.fromkeys(("µs", "μs", "us", "microsecond", "microseconds"), ("s", 1e-6)),
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), ("s", 1e-3)),
    **dict.fromkeys(("s", "sec", "second", "seconds"), ("s", 1.0)),
    **dict.fromkeys(("min", "minute", "minutes"), ("s", 60.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("s", 3600.0)),
    **dict.fromkeys(("day", "days"), ("s", 86400.0)),
    **dict.fromkeys(("week", "weeks"), ("s", 604800.0)),
    **dict.fromkeys(("nm", "nanometre", "nanometres", "nanometer", "nanometers"), ("m", 1e-9)),
    **dict.fromkeys(("µm", "μm", "um", "micrometre", "micrometres"), ("m", 1e-6)),
    **dict.fromkeys(("mm", "millimetre", "millimetres"), ("m", 1e-3)),
    **dict.fromkeys(("cm", "centimetre", "centimetres"), ("m", 1e-2)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("m", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), ("m", 1e3)),
    **dict.fromkeys(("mg", "milligram", "milligrams"), ("g", 1e-3)),
    **dict.fromkeys(("g", "gram", "grams"), ("g", 1.0)),
    **dict.fromkeys(("kg", "kilogram", "kilograms"), ("g", 1e3)),
    **dict.fromkeys(("kb",), ("byte", 1e3)),
    **dict.fromkeys(("mb",), ("byte", 1e6)),
    **dict.fromkeys(("gb",), ("byte", 1e9)),
    **dict.fromkeys(("tb",), ("byte", 1e12)),
    **dict.fromkeys(("hz", "hertz"), ("hz", 1.0)),
    **dict.fromkeys(("khz", "kilohertz"), ("hz", 1e3)),
    **dict.fromkeys(("mhz", "megahertz"), ("hz", 1e6)),
    **dict.fromkeys(("ghz", "gigahertz"), ("hz", 1e9)),
    **dict.fromkeys(("l", "litre", "litres", "liter", "liters"), ("l", 1.0)),
    **dict.fromkeys(("ml", "millilitre", "millilitres", "milliliter", "milliliters"), ("l", 1e-3)),
    **dict.fromkeys(("µl", "μl", "ul", "microlitre", "microlitres", "microliter", "microliters"), ("l", 1e-6)),
    **dict.fromkeys(("$", "usd", "us$", "dollar", "dollars"), ("$", 1.0)),
    **dict.fromkeys(("€", "eur", "euro", "euros"), ("€", 1.0)),
    **dict.fromkeys(("£", "gbp"), ("£", 1.0)),
    **dict.fromkeys(("ppb",), ("ppm", 1e-3)),
    **dict.fromkeys(("ppm",), ("ppm", 1.0)),
}
"""Each unit's dimension and its size in that; compared in lower case, as answers are."""
_MOST = 8
"""Numbers in the unit that is asked for, up to which an answer answers: one that lists more has one that fits by chance."""
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_NUMBER = re.compile(
    r"(?<![\w.])(?P<currency>[$€£¥] ?)?(?P<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
    r"(?: ?(?P<scale>thousand|million|billion|trillion)\b)?"
    r"(?: ?(?:±|\+/-) ?\d+(?:\.\d+)?)?"
    r"(?:[ -]?(?P<unit>%|per cent\b|percentage points?\b|[^\W\d_]+(?:/[^\W\d_]+)?))?"
)


def quantities(text: str) -> list[Quantity]:
    """All numbers of a text with the word or sign behind them, or the currency before them."""
    found = []
    for match in _NUMBER.finditer(plain(text)):
        value = float(match["number"]) * _SCALES.get(match["scale"] or "", 1.0)
        found.append(Quantity(value, (match["currency"] or match["unit"] or "").strip()))
    return found


def gives(amount: Amount, text: str) -> bool:
    """Whether a text gives an amount, in its unit or one that can be converted to it, and not by listing many."""
    given = {value for quantity in quantities(text) if (value := _in_unit(quantity, amount)) is not None}
    # A unit's factor is no power of two, so what is equal on paper differs in the last bits.
    slack = 1e-9 * max(abs(amount.value), 1e-300)
    return len(given) <= _MOST and any(abs(value - amount.value) <= amount.tolerance + slack for value in given)


def _in_unit(quantity: Quantity, amount: Amount) -> float | None:
    """The value in the amount's unit; None where it is of another kind. Where no unit is asked for, any number may be meant."""
    factor = 1.0 if not amount.unit else _factor(quantity.unit, plain(amount.unit))
    return None if factor is None else quantity.value * factor


def _factor(given: str, wanted: str) -> float | None:
    """What a value in one unit is multiplied by to be in the other; None where it cannot be."""
    if given == wanted or given.rstrip("s") == wanted.rstrip("s"):
        return 1.0
    if given in _UNITS and wanted in _UNITS and _UNITS[given][0] == _UNITS[wanted][0]:
        return _UNITS[given][1] / _UNITS[wanted][1]
    return None
