"""The signs of a page of PDFium, and the runs that they make.

PDFium's own lines are guesses: only its signs and spaces are taken, and runs are made by where they stand.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Any

import pypdfium2.raw as pdfium

from paperatlas.pipeline.flow.accents import ACCENTS
from paperatlas.pipeline.readers.hidden_words import TINY, Drawn, is_pale
from paperatlas.pipeline.readers.pdf_marks import BOLD_NAME
from paperatlas.pipeline.readers.pdfium_frame import Frame
from paperatlas.pipeline.signs.glyphs import Glyph, clean
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["Run", "Sign", "glyph_runs", "signs_of"]

_FONT_ITALIC, _FONT_FORCED_BOLD = 1 << 6, 1 << 18
"""Flags of a font's descriptor (ISO 32000, table 121)."""
_BOLD_WEIGHT = 600
"""PDFium guesses weights from the width of stems: text fonts come out at about 400, bold ones at 700 and more."""
_ITALIC_NAME = re.compile(r"Ital|Obli|Slant|CM(?:MI|TI|SL|BXTI)\d", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_ASCENT, _DESCENT = 0.8, -0.2
"""In em, for fonts that state none that can be."""
_LEVEL = 0.99
"""Cosine of the steepest line that is still level."""
_WIDE = 1.6
"""In em: signs of scripts without spaces are one wide."""
_OFF_LINE = 0.6
"""In em: how far an index or a mark stands off its line at most."""
_APART, _BACK = 1.5, -1.3
"""In em: a step further ahead or back than this begins a new run; accents are drawn after a step back over a letter."""
_STRAYED = 120
"""Signs within which an accent is looked for from its letter: a line."""
_UNPAINTED = frozenset({pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP})
_UNKNOWN = "\ufffd"
_HYPHENS = frozenset({0x02, 0xFFFE})
"""What PDFium hands over for a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class _Type:
    """What the signs of one text object share."""

    font: str
    bold: bool
    italic: bool
    size: float
    """In units of the page."""
    ascent: float
    descent: float
    """In em."""
    along: tuple[float, float]
    """The direction of writing, in PDFium's coordinates."""
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign as PDFium has it. `box` is left, bottom, right, top."""

    text: str
    type: _Type
    x: float
    y: float
    box: tuple[float, float, float, float]
    generated: bool


def signs_of(textpage: Any) -> list[Sign]:
    """All signs of a page, in the order in which PDFium has them."""
    types: dict[int, _Type | None] = {}
    fonts: dict[int, tuple[str, bool, bool, float, float]] = {}
    box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    found: list[Sign] = []
    last: _Type | None = None
    for index in range(textpage.count_chars()):
        text = _text(textpage, index)
        thing = pdfium.FPDFText_GetTextObject(textpage, index)
        address = ctypes.addressof(thing.contents) if thing else 0
        if address and address not in types:
            types[address] = _type(textpage, index, thing, fonts)
        own = types.get(address) or last
        if not text or own is None:
            continue
        pdfium.FPDFText_GetLooseCharBox(textpage, index, box)
        pdfium.FPDFText_GetCharOrigin(textpage, index, x, y)
        generated = pdfium.FPDFText_IsGenerated(textpage, index) == 1
        found.append(Sign(text, own, x.value, y.value, (box.left, box.bottom, box.right, box.top), generated))
        last = own
    return _accents_at_home(found)


def _accents_at_home(signs: Sequence[Sign]) -> list[Sign]:
    """The signs with each accent behind the letter that it is drawn over: PDFium puts it behind the word or the line."""
    ordered = list(signs)
    for accent in [sign for sign in signs if sign.text in ACCENTS]:
        at = next(index for index, sign in enumerate(ordered) if sign is accent)
        near = range(max(0, at - _STRAYED), min(len(ordered), at + _STRAYED))
        home = next((index for index in near if _is_over(accent, ordered[index])), None)
        if home is not None and abs(home - at) > 1:
            ordered.pop(at)
            ordered.insert(home + (home < at), accent)
    return ordered


def _is_over(accent: Sign, letter: Sign) -> bool:
    left, _, right, _ = accent.box
    common = min(right, letter.box[2]) - max(left, letter.box[0])
    return (
        letter.text.isalpha()
        and abs(accent.y - letter.y) < _OFF_LINE * letter.type.size
        and common > 0.5 * min(right - left, letter.box[2] - letter.box[0])
    )


def _text(textpage: Any, index: int) -> str:
    code = pdfium.FPDFText_GetUnicode(textpage, index)
    if code in _HYPHENS:
        return "-"
    if pdfium.FPDFText_HasUnicodeMapError(textpage, index) == 1:
        return _UNKNOWN
    if 0xD800 <= code < 0xDC00:  # the halves of a sign come one by one where wide characters have 16 bits
        low = pdfium.FPDFText_GetUnicode(textpage, index + 1)
        return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)) if 0xDC00 <= low < 0xE000 else _UNKNOWN
    return clean(chr(code)) if code else ""


def _type(textpage: Any, index: int, thing: Any, fonts: dict[int, tuple[str, bool, bool, float, float]]) -> _Type | None:
    font = pdfium.FPDFTextObj_GetFont(thing)
    if not font:
        return None
    address = ctypes.addressof(font.contents)
    if address not in fonts:
        fonts[address] = _font(font)
    matrix, size = pdfium.FS_MATRIX(), ctypes.c_float()
    pdfium.FPDFText_GetMatrix(textpage, index, matrix)
    pdfium.FPDFTextObj_GetFontSize(thing, size)
    scale, length = hypot(matrix.c, matrix.d), hypot(matrix.a, matrix.b)
    if not (scale and length and size.value):
        return None
    sign = 1 if size.value > 0 else -1
    along = sign * matrix.a / length, sign * matrix.b / length
    name, bold, italic, ascent, descent = fonts[address]
    height = abs(size.value) * scale
    return _Type(name, bold, italic, height, ascent, descent, along, _drawn(thing, height))


def _drawn(thing: Any, size: float) -> Drawn:
    mode = pdfium.FPDFTextObj_GetTextRenderMode(thing)
    if mode in _UNPAINTED:
        return "not"
    if size < TINY:
        return "tiny"
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    colour = pdfium.FPDFPageObj_GetStrokeColor if mode == pdfium.FPDF_TEXTRENDERMODE_STROKE else pdfium.FPDFPageObj_GetFillColor
    if colour(thing, red, green, blue, alpha) and (
        alpha.value == 0 or is_pale(red.value / 255, green.value / 255, blue.value / 255)
    ):
        return "pale"
    return "plainly"


def _font(font: Any) -> tuple[str, bool, bool, float, float]:
    length = pdfium.FPDFFont_GetBaseFontName(font, None, 0)
    buffer = ctypes.create_string_buffer(max(1, length))
    pdfium.FPDFFont_GetBaseFontName(font, buffer, length)
    name = _SUBSET.sub("", buffer.value.decode("utf-8", "replace"))
    flags, angle = max(0, pdfium.FPDFFont_GetFlags(font)), ctypes.c_int()
    pdfium.FPDFFont_GetItalicAngle(font, angle)
    bold = bool(flags & _FONT_FORCED_BOLD or pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT or BOLD_NAME.search(name))
    italic = bool(flags & _FONT_ITALIC or angle.value or _ITALIC_NAME.search(name))
    up, down = ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFFont_GetAscent(font, 1.0, up)
    pdfium.FPDFFont_GetDescent(font, 1.0, down)
    plausible = 0.5 <= up.value <= 1.3 and -0.6 <= down.value < 0
    return name, bold, italic, *((up.value, down.value) if plausible else (_ASCENT, _DESCENT))


@dataclass(frozen=True, slots=True)
class Run:
    """Signs that follow each other on a line."""

    turn: int
    """The quarter turn clockwise that makes the page as stored, and with it this run, level."""
    is_level: bool
    """Whether it is level in the frame."""
    drawn: Drawn
    glyphs: list[Glyph]

    @property
    def text(self) -> str:
        return "".join(glyph.text for glyph in self.glyphs)


def glyph_runs(signs: Sequence[Sign], frame: Frame) -> list[Run]:
    """The signs of a page in runs, placed in a frame."""
    runs: list[Run] = []
    spaces: list[Glyph] = []
    last: tuple[Sign, Glyph] | None = None
    for sign, is_level, glyph in _placed(signs, frame):
        if glyph.text == " ":
            spaces.append(glyph)
            continue
        alike = bool(runs) and (runs[-1].is_level, runs[-1].drawn) == (is_level, sign.type.drawn)
        if last is not None and alike and _follows(*last, sign, glyph, level=is_level):
            runs[-1].glyphs.extend(spaces)
        else:
            runs.append(Run(_turn(sign), is_level, sign.type.drawn, []))
        runs[-1].glyphs.append(glyph)
        spaces = []
        last = sign, glyph
    return runs


def _turn(sign: Sign) -> int:
    return round(degrees(atan2(sign.type.along[1], sign.type.along[0])) / 90) * 90 % 360


def _placed(signs: Sequence[Sign], frame: Frame) -> Iterator[tuple[Sign, bool, Glyph]]:
    a, b, c, d, _, f = frame.matrix
    width, height = frame.size
    for sign in signs:
        kind, (along_x, along_y) = sign.type, sign.type.along
        is_level = (a * along_x + c * along_y) / frame.unit > _LEVEL
        size, baseline = kind.size * frame.unit, b * sign.x + d * sign.y + f
        x0, y0, x1, y1 = frame.rect(*sign.box)
        if is_level and x1 - x0 > _WIDE * size and is_unspaced(sign.text):
            middle = (x0 + x1) / 2  # of a sign in a column, whose box PDFium makes twice as wide
            x0, x1 = middle - size / 2, middle + size / 2
        if is_level:
            y0, y1 = baseline - kind.ascent * size, baseline - kind.descent * size
        if sign.generated or (x1 > 0 and y1 > 0 and x0 < width and y0 < height):
            yield sign, is_level, Glyph(sign.text, x0, y0, x1, y1, baseline, size, kind.font, kind.bold, kind.italic)


def _follows(last: Sign, before: Glyph, sign: Sign, glyph: Glyph, *, level: bool) -> bool:
    if level:
        em = max(before.size, glyph.size)
        if glyph.x0 < before.x0 and is_unspaced(before.text) and is_unspaced(glyph.text):
            return False  # from the foot of a column to the head of the next one, in text that is set downwards
        step = max(glyph.x0 - before.x1, before.x0 - glyph.x1)
        return abs(glyph.baseline - before.baseline) < _OFF_LINE * em and _BACK * em < step < _APART * em
    em = max(last.type.size, sign.type.size)
    along_x, along_y = sign.type.along
    dx, dy = sign.x - last.x, sign.y - last.y
    return abs(dx * along_y - dy * along_x) < _OFF_LINE * em and abs(dx * along_x + dy * along_y) < (1 + _APART) * em
