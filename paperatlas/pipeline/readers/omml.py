"""Word's own form of mathematics on one line, signs for what stands above or below, as in TeX."""

import re

from lxml import etree

__all__ = ["MATH", "MATH_PARAGRAPH", "omml_text"]

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MATH, MATH_PARAGRAPH = f"{_M}oMath", f"{_M}oMathPara"
_DEEPEST = 100
_RAISED = {"sup": "^", "sub": "_"}


def omml_text(element: etree._Element) -> str:
    """The formula in an `m:oMath` or `m:oMathPara`."""
    return " ".join(_linear(element, 0).split())


def _linear(element: etree._Element, depth: int) -> str:
    name = element.tag.removeprefix(_M) if isinstance(element.tag, str) else ""
    if name == "t":
        return element.text or ""
    if depth > _DEEPEST or name.endswith("Pr"):
        return ""
    parts = [(each.tag.removeprefix(_M), _linear(each, depth + 1)) for each in element if isinstance(each.tag, str)]
    if name == "f":
        return "/".join(_group(text) for part, text in parts if part in ("num", "den"))
    if name == "rad":
        return f"√{_group(''.join(text for part, text in parts if part == 'e'))}"
    if name == "nary":
        sign = element.find(f"{_M}naryPr/{_M}chr")
        parts = [("", sign.get(f"{_M}val", "∫") if sign is not None else "∫"), *parts]
    if name == "d":
        return f"({', '.join(text for part, text in parts if part == 'e')})"
    return "".join(f"{_RAISED[part]}{_group(text)}" if part in _RAISED and text else text for part, text in parts)


def _group(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.]*|[^\w\s]|[-−+][\w.]+", text) else f"({text})"
