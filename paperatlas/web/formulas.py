"""Formulas in TeX as MathML, which every browser shows by itself.

As a tree and not as markup: the page makes elements of it by name, so that nothing in a paper or in what a model wrote can become
anything else than a formula.
"""

import html
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["formula"]

Tree: TypeAlias = list[Any]
"""A name, its attributes, and its children, which are trees or texts: `["msup", {}, ["mi", {}, "x"], ["mn", {}, "2"]]`."""

_LONGEST = 2000
"""Characters. Longer ones are no formulas, but text between two signs of the dollar."""
_KEPT = 2000
_ELEMENTS = frozenset(
    "math mrow mi mn mo ms mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mstyle mtable mtr mtd "
    "mpadded mphantom menclose".split()
)
_ATTRIBUTES = frozenset(
    "display displaystyle scriptlevel stretchy fence separator form lspace rspace minsize maxsize mathvariant linethickness "
    "width height depth accent accentunder columnalign columnspacing rowspacing notation".split()
)
"""None that names an address, a class or a style."""


@lru_cache(maxsize=_KEPT)
def formula(tex: str, *, display: bool = False) -> Tree | None:
    """The MathML of a formula; None where it is none, which is then shown as it was written."""
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - start-up time

    if not tex.strip() or len(tex) > _LONGEST:
        return None
    try:
        made = convert_to_element(tex, display="block" if display else "inline")
        return None if _is_unread(made) else _tree(made)
    except Exception:  # noqa: BLE001 - its errors have no common base, and what it cannot read is shown as it was written
        return None


def _is_unread(element: "Element") -> bool:
    """Whether a command of TeX is left in it."""
    return any((each.text or "").startswith("\\") for each in element.iter() if each.tag != "mtext")


def _tree(element: "Element") -> Tree:
    name = element.tag if element.tag in _ELEMENTS else "mrow"
    attributes = {key: value for key, value in element.attrib.items() if key in _ATTRIBUTES}
    text = [html.unescape(element.text)] if element.text else []
    return [name, attributes, *text, *map(_tree, element)]
