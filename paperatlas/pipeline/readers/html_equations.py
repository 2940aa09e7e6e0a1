"""Displayed formulas of web pages, with their numbers: as LaTeXML, publishers and MathJax set them."""

import re
from collections.abc import Iterator

from lxml import etree

from paperatlas.pipeline.readers.html_text import formula_of, inline, tag_of

__all__ = ["displayed", "tex_display"]

_WRAPPERS = frozenset("disp-formula equation ltx_equation ltx_equationgroup displaymath math-display".split())
"""Classes of what is put around a displayed formula and its number."""
_ROWS = frozenset("ltx_eqn_row ltx_equation".split())
_NUMBER = re.compile(r"[(\[]\s*([A-Z]?\.?\d{1,3}(?:[.-]\d{1,3}){0,2}[a-z]?)\s*[)\]]")
_TEX = re.compile(
    r"(?:\$\$(?P<dollars>[^$]+)\$\$|\\\[(?P<brackets>.+?)\\\]|\\begin\{(?P<name>equation|align|gather)\*?\}(?P<named>.+?)"
    r"\\end\{(?P=name)\*?\})\s*+(?:\((?P<number>[A-Z]?\.?\d[\d.]*[a-z]?)\)\s*+)?[.,]?",
    re.DOTALL,
)
_TAG = re.compile(r"\\tag\*?\{([^{}]*)\}|\\label\{[^{}]*\}")


def displayed(element: etree._Element) -> list[tuple[str, str]]:
    """Text and number of the formulas that an element displays; none for an element of another kind."""
    if tag_of(element) == "math":
        formula = formula_of(element)
        return [(formula, "")] if formula and element.get("display") == "block" else []
    if not _WRAPPERS & {*element.get("class", "").lower().split()}:
        return []
    rows = [each for each in element.iterdescendants() if _ROWS & {*each.get("class", "").lower().split()}]
    inner = [each for each in rows if not any(other is not each and other in rows for other in each.iterdescendants())]
    return [equation for row in inner or [element] for equation in _equation(row)]


def _equation(row: etree._Element) -> Iterator[tuple[str, str]]:
    formulas = [each for each in row.iter("math") if formula_of(each)]
    text = " ".join(formula_of(each) for each in formulas)
    if text:
        number = _NUMBER.search(" ".join(_beside(row)))
        yield text, number[1] if number else ""
    elif found := tex_display(inline(row).text):
        yield found


def _beside(element: etree._Element) -> Iterator[str]:
    """The text of a row that is in no formula."""
    yield element.text or ""
    for each in element:
        if tag_of(each) != "math":
            yield from _beside(each)
        yield each.tail or ""


def tex_display(text: str) -> tuple[str, str] | None:
    """Formula and number of a paragraph that is nothing but a formula in TeX's own marks."""
    match = _TEX.fullmatch(text.strip())
    if match is None:
        return None
    source = match["dollars"] or match["brackets"] or match["named"]
    tag = next((each[1] for each in _TAG.finditer(source) if each[1]), "")
    return " ".join(_TAG.sub("", source).split()), match["number"] or tag.strip("() ")
