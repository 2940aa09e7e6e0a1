"""The text of HTML elements as a browser would show it: hidden parts left out, weight and slant kept."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from lxml import etree, html

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import ParseWarning
from paperatlas.pipeline.readers.decoding import without_unseen
from paperatlas.pipeline.readers.mathml import formula_text

__all__ = [
    "Inline",
    "Pieces",
    "Style",
    "formula_of",
    "inline",
    "is_hidden",
    "note_of",
    "parse_html",
    "raised_mark",
    "style_of",
    "tag_of",
]

_HIDDEN_TAGS = frozenset(
    "head script style noscript template nav button select textarea input svg canvas audio video iframe object embed datalist"
    " dialog ix:header ix:hidden".split()
)
_HIDDEN_ROLES = frozenset({"navigation", "search", "banner", "contentinfo", "dialog", "alert", "menu", "menubar", "toolbar"})
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![\w-])opacity\s*:\s*+0?\.?0*+\s*+(?:;|$)"
    r"|font-size\s*:\s*(?:0|0?\.\d++|[01](?:\.\d++)?\s*+(?:px|pt))\s*+(?:(?:px|pt|em|rem|%)\s*+)?(?:;|!|$)"
    r"|(?:left|top|right|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}"
    r"|clip(?:-path)?\s*:\s*(?:rect\(\s*[01](?:px)?[ ,]|inset\(\s*(?:50|100)%)"
    r"|(?<![\w-])(?:max-)?height\s*:\s*0\s*+(?:(?:px|em|%)\s*+)?(?:;|$)",
    re.IGNORECASE,
)
"""Ways of a style to keep text from being seen."""
_WHITE = re.compile(
    r"(?<![\w-])color\s*:\s*(?:white|transparent|#fff(?:f|fff|fffff)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255\b|rgba\([^)]{0,30},\s*0(?:\.0*)?\s*\))",
    re.IGNORECASE,
)
_GROUND = re.compile(r"background", re.IGNORECASE)
_WEIGHT = re.compile(r"font-weight\s*:\s*(bold|[5-9]00|normal|[1-4]00)|(?<![\w-])font\s*:[^;]{0,500}\bbold\b", re.IGNORECASE)
_SLANT = re.compile(r"font-style\s*:\s*(italic|oblique|normal)", re.IGNORECASE)
_EXPONENT = re.compile(r"[-−+]?\d{1,3}$")


def parse_html(text: str, name: str) -> tuple[html.HtmlElement, tuple[ParseWarning, ...]]:
    """The tree of a page, and what of it was lost; nothing is fetched for it, whatever it asks for.

    Raises:
        UnreadableFile: there is no element in it.
    """
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except etree.LxmlError as error:
        raise UnreadableFile(f"{name!r} is no HTML: {error}.", hint="Save the page again, as HTML only.") from error
    limits = [entry.message for entry in parser.error_log if entry.type_name == "ERR_RESOURCE_LIMIT"]
    lost = ParseWarning(
        code="text_lost", message=f"Elements are nested too deeply, and what follows is lost: {''.join(limits[:1])}."
    )
    return root, (lost,) if limits else ()


def tag_of(element: etree._Element) -> str:
    """Lower-case name; empty for what is no element."""
    return element.tag.lower() if isinstance(element.tag, str) else ""


def is_hidden(element: etree._Element) -> bool:
    """True for what a reader of the page does not see, or what is no part of its text."""
    if tag_of(element) in _HIDDEN_TAGS or not tag_of(element):
        return True
    if element.get("hidden") is not None or element.get("role", "").lower() in _HIDDEN_ROLES:
        return True
    style = element.get("style", "")
    return element.get("aria-hidden") == "true" or (bool(style) and (_HIDING.search(style) is not None or _is_white(element)))


def _is_white(element: etree._Element) -> bool:
    """Whether its letters have the colour of the paper, and nothing around it gives that another one."""
    if _WHITE.search(element.get("style", "")) is None:
        return False
    around = (element, *element.iterancestors())
    return not any(
        _GROUND.search(each.get("style", "")) or each.get("bgcolor") or (each.get("class") and each is not around[-1])
        for each in around
    )


class Style(NamedTuple):
    """How text is set."""

    bold: bool = False
    italic: bool = False


def style_of(element: etree._Element, inherited: Style) -> Style:
    """How the text of an element is set, given that of the one around it."""
    tag, style = tag_of(element), element.get("style", "")
    bold = inherited.bold or tag in ("b", "strong", "th")
    italic = inherited.italic or tag in ("i", "em")
    if weight := _WEIGHT.search(style):
        bold = weight[1] is None or weight[1].lower() == "bold" or weight[1][0] in "56789"
    if slant := _SLANT.search(style):
        italic = slant[1].lower() != "normal"
    return Style(bold, italic)


@dataclass(frozen=True, slots=True)
class Inline:
    """A run of text, white space collapsed, and whether all of it is bold or italic."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(slots=True)
class Pieces:
    """Text as it is gathered for one block."""

    _parts: list[tuple[str, Style]] = field(default_factory=list)

    def add(self, text: str | None, style: Style) -> None:
        if text:
            self._parts.append((text, style))

    @property
    def last(self) -> str:
        """The last character but white space."""
        return next((text.rstrip()[-1] for text, _ in reversed(self._parts) if text.strip()), "")

    def take(self, *, lines: bool = False) -> Inline:
        """What was gathered; with `lines`, with its line breaks. Begins anew."""
        parts, self._parts = self._parts, []
        text = without_unseen("".join(part for part, _ in parts))
        shown = [style for part, style in parts if part.strip()]
        text = text.strip("\n").expandtabs(4).rstrip() if lines else " ".join(text.split())
        return Inline(text, bool(shown) and all(s.bold for s in shown), bool(shown) and all(s.italic for s in shown))


def inline(element: etree._Element, inherited: Style = Style()) -> Inline:  # noqa: B008 - a tuple
    """All text of an element on one line."""
    pieces = Pieces()
    styles = [inherited]
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, each in walk:
        if event == "end":
            styles.pop()
            if tag_of(each) in _SPACED:
                pieces.add(" ", styles[-1])
            if each is not element:
                pieces.add(each.tail, styles[-1])
            continue
        styles.append(style_of(each, styles[-1]))
        if is_hidden(each):
            walk.skip_subtree()
            continue
        if formula := formula_of(each):
            pieces.add(formula, styles[-1])
            walk.skip_subtree()
            continue
        if tag_of(each) in _SPACED:
            pieces.add(" ", styles[-1])
        if tag_of(each) == "sup":
            pieces.add(raised_mark(each, pieces), styles[-1])
        pieces.add(each.text, styles[-1])
    return pieces.take()


_SPACED = frozenset("p div br li tr td th h1 h2 h3 h4 h5 h6 dt dd table".split())


def note_of(element: etree._Element) -> str:
    """The text of a footnote that stands within the text, as LaTeXML writes it; empty for what is none."""
    names = element.get("class", "").split()
    if "ltx_note" not in names or not {"ltx_role_footnote", "ltx_role_endnote", "ltx_role_thanks"} & {*names}:
        return ""
    held = next((each for each in element.iter() if "ltx_note_content" in each.get("class", "")), element)
    return re.sub(r"^[\W\d]{0,6}(?=[^\W\d])", "", inline(held).text)


def raised_mark(element: etree._Element, before: Pieces) -> str:
    """What parts a raised number from what it is raised from: 10^18 is not 1018, and a note's number is no part of the word."""
    text = "".join(element.itertext()).strip()
    if not _EXPONENT.match(text):
        return ""
    if next(element.iter("a"), None) is not None:
        return " "
    return "^" if before.last.isdigit() else ""


def formula_of(element: etree._Element) -> str:
    """A formula on one line, as TeX where its source is given; empty for what is none."""
    return formula_text(element) if tag_of(element) == "math" else ""
