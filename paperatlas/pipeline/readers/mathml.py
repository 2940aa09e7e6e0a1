"""MathML on one line: what stands above, below or over what is said by signs, as in TeX."""

import re

from lxml import etree

__all__ = ["formula_text"]

_LIMITS = {"munder": "_", "mover": "^", "msub": "_", "msup": "^"}
_DEEPEST = 100
"""Levels; beyond them a formula is only its signs."""


def formula_text(element: etree._Element) -> str:
    """The source of a formula where it is given in TeX, else its signs in reading order; empty for what holds none."""
    for each in element.iter():
        name = _name(each)
        if (name == "annotation" and "tex" in (each.get("encoding") or "").lower()) or name == "tex-math":
            if text := _tex("".join(each.itertext())):
                return text
        elif text := _tex(each.get("alttext") or "") if name == "math" else "":
            return text
    found = next((each for each in element.iter() if _name(each) == "math"), None)
    return " ".join(_linear(found, 0).split()) if found is not None else ""


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(element.tag, str) else ""


def _tex(text: str) -> str:
    """TeX without the document around it."""
    _, begun, rest = text.partition(r"\begin{document}")
    body, ended, _ = rest.partition(r"\end{document}")
    if begun and ended:
        text = body
    text = " ".join(text.split())
    for mark in ("$$", "$"):
        text = text.removeprefix(mark).removesuffix(mark)
    return re.sub(r"^\\(?:displaystyle|\[)\s*|\s*\\\]$", "", text).strip()


def _linear(element: etree._Element, depth: int) -> str:
    name = _name(element)
    if name.startswith("annotation") or depth > _DEEPEST:
        return ""
    parts = [_linear(each, depth + 1) for each in element if isinstance(each.tag, str)]
    if not parts:
        text = " ".join((element.text or "").split())
        return f" {text} " if name == "mo" and text in _SPACED else text
    if name == "mfrac" and len(parts) == 2:
        return f"{_group(parts[0])}/{_group(parts[1])}"
    if name == "msqrt":
        return f"√{_group(''.join(parts))}"
    if name in _LIMITS and len(parts) == 2:
        return f"{parts[0]}{_LIMITS[name]}{_group(parts[1])}"
    if name in ("msubsup", "munderover") and len(parts) == 3:
        return f"{parts[0]}_{_group(parts[1])}^{_group(parts[2])}"
    return (" " if name in ("mtr", "mtable") else "").join(parts)


_SPACED = frozenset("= + − - ± × ÷ < > ≤ ≥ ≈ ∼ ≠ ∈ → ∝".split())


def _group(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.]*|[^\w\s]|[-−+][\w.]+", text) else f"({text})"
