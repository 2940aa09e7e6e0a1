"""The words of LaTeX nodes as they would be printed: accents, signs, formulas in a line, pointers and citations."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from paperatlas.pipeline.readers.latex_nodes import Node, arguments, inside, kind, name_of, source

__all__ = ["Cited", "Printer"]

_DROPPED = frozenset(
    "label vspace hspace bibliographystyle bibliography pagestyle thispagestyle pagenumbering setlength addtolength setcounter"
    " addtocounter includegraphics includesvg hypersetup graphicspath definecolor color fontsize phantom vphantom hphantom"
    " rowcolor cellcolor columncolor rowcolors rule addcontentsline stepcounter refstepcounter footnotemark orcid thanksref fnref"
    " corref nocite cmidrule cline hline toprule midrule bottomrule specialrule addlinespace noalign arraycolsep todo"
    " IEEEauthorrefmark tag numberwithin newblock maketitle tableofcontents centering item adjincludegraphics".split()
)
_SPACES = frozenset(
    (" ", ",", ";", ":", ">", "quad", "qquad", "enspace", "thinspace", "\\", "newline", "linebreak", "par", "space", "\n")
)
_ACCENTS = frozenset("` ' ^ \" ~ = . b c d H k r t u v".split())
_REFERENCES = frozenset("ref eqref autoref cref Cref pageref nameref vref subref".split())
_CITATIONS = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite Citet Citep footcite".split()
)
_TEXTUAL = frozenset("citet Citet textcite".split())
_SPECIALS = {"~": " ", "&": " ", "``": "“", "''": "”", "--": "–", "---": "—", "`": "‘", "'": "’"}
_UNSEEN = re.compile(r"\{?\s*(?:white|[fF]{6}|1(?:\.0*)?(?:\s*,\s*1(?:\.0*)?){2}|255(?:\s*,\s*255){2})\s*\}?")
"""Colours of paper: what is set in them is not printed."""
_NUMBER = re.compile(r"[-−+]?\d{1,3}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """How an entry of the list of references is pointed at."""

    number: int
    authors: str = ""
    """Short, "Ada and Bo"; empty where entries are numbered."""
    year: str = ""


@dataclass(slots=True)
class Printer:
    """Prints nodes as text. Footnotes are laid aside until they are asked for."""

    verbatim: Sequence[str] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    """What `\\ref` prints for each label."""
    cited: Mapping[str, Cited] = field(default_factory=dict)
    numbered: bool = True
    """Citations are numbers; else authors and years."""
    footnotes: list[str] = field(default_factory=list)

    def line(self, nodes: Sequence[Node]) -> str:
        """Nodes as one line of text."""
        return " ".join(self.text(nodes).split())

    def text(self, nodes: Sequence[Node], *, math: bool = False) -> str:
        """Nodes as text, white space as it comes."""
        found = ""
        at = 0
        nodes = [node for node in nodes if node is not None]
        while at < len(nodes):
            node = nodes[at]
            if isinstance(node, str):
                found += node
                at += 1
                continue
            if kind(node) == "macro" and name_of(node) in ("href", "hyperref") and at + 1 < len(nodes):
                at += 1
                continue
            found += self._one(node, found, math=math)
            at += 1
        return found

    def _one(self, node: Node, before: str, *, math: bool) -> str:
        match kind(node):
            case "chars":
                return _scripts(node.chars) if math else str(node.chars)
            case "specials":
                return str(_SPECIALS.get(node.specials_chars, node.specials_chars))
            case "math":
                return self._formula(node, before)
            case "group":
                return self._group(node, before, math=math)
            case "environment":
                return f" {self.text(inside(node), math=math)} "
            case "macro":
                return self._macro(node, before, math=math)
        return ""

    def _group(self, node: Node, before: str, *, math: bool) -> str:
        text = self.text(inside(node), math=math)
        if math and before.endswith(("_", "^")):
            return text if re.fullmatch(r"\w*|[-−+]\d+|[^\w\s]", text) else f"({text})"
        return text

    def _formula(self, node: Node, before: str) -> str:
        text = " ".join(self.text(inside(node), math=True).split())
        if text.startswith("_"):  # H$_2$O
            return text[1:]
        return self._raised(text[1:], before) if text.startswith("^") else text

    @staticmethod
    def _raised(text: str, before: str) -> str:
        """10^18 is not 1018."""
        return f"^{text}" if _NUMBER.match(text) and before[-1:].isdigit() else text

    def _macro(self, node: Node, before: str, *, math: bool) -> str:
        name = name_of(node)
        given = list(arguments(node))
        needed = [argument for form, argument in given if form == "{"]
        space = " " if node.macro_post_space and not needed and name.isalpha() else ""
        if name in _SPACES:
            return " "
        if name in ("paverb", "pacode"):
            return self.kept(needed)
        if name in ("footnote", "footnotetext", "thanks"):
            self.footnotes.append(self.line(needed[-1:]))
            return ""
        if name in _REFERENCES:
            return self._pointer(name, source(needed).strip("{} "))
        if name in _CITATIONS:
            return self.citation(name, given)
        if name in _DROPPED:
            return ""
        if name in ("frac", "tfrac", "dfrac") and len(needed) == 2:
            over, under = (self.text([each], math=True) for each in needed)
            return f"{_bracketed(over)}/{_bracketed(under)}"
        if name == "sqrt":
            return f"√{_bracketed(self.text(needed, math=True))}"
        if name == "textsuperscript":
            return self._raised(self.text(needed), before)
        if name in _ACCENTS or (needed and len(needed) == 1 and _is_accent(name)):
            return _library_text(node)
        if name == "textcolor" and needed and _UNSEEN.fullmatch(source(needed[:1])):
            return ""
        if needed:
            return self.text(needed[-1:], math=math and name not in ("text", "mbox", "textrm"))
        return _library_text(node) + space

    def kept(self, needed: Sequence[Node]) -> str:
        """A piece that was kept aside; its number stands in its place."""
        number = source(needed).strip("{} ")
        return self.verbatim[int(number)] if number.isdecimal() and int(number) < len(self.verbatim) else ""

    def _pointer(self, name: str, label: str) -> str:
        number = self.labels.get(label, "")
        if name == "eqref":
            return f"({number})" if number else ""
        prefix = _PREFIXES.get(label.partition(":")[0].lower(), "") if name in ("autoref", "cref", "Cref") else ""
        return f"{prefix} {number}".strip()

    def citation(self, name: str, given: Sequence[tuple[str, Node]]) -> str:
        """Citations as the list of references is kept: by number, or by authors and year."""
        keys = [
            key.strip() for form, node in given if form == "{" for key in source([node]).strip("{}").split(",") if key.strip()
        ]
        notes = [self.line(inside(node)) for form, node in given if form == "["]
        after = f", {notes[-1]}" if notes and notes[-1] else ""
        if self.numbered or not all(key in self.cited and self.cited[key].authors for key in keys):
            return f"[{', '.join(str(self.cited[key].number) if key in self.cited else key for key in keys)}{after}]"
        entries = [self.cited[key] for key in keys]
        if name in _TEXTUAL:
            return "; ".join(f"{each.authors} ({each.year}{after})" for each in entries)
        if name in ("citeauthor", "citeyear"):
            return "; ".join(each.authors if name == "citeauthor" else each.year for each in entries)
        years = "; ".join(each.year if name == "citeyearpar" else f"{each.authors}, {each.year}" for each in entries)
        return f"{years}{after}" if name in ("citealp", "citealt") else f"({years}{after})"


_PREFIXES = {"fig": "Figure", "figure": "Figure", "tab": "Table", "table": "Table", "tbl": "Table", "sec": "Section",
             "section": "Section", "eq": "Equation", "eqn": "Equation", "alg": "Algorithm", "thm": "Theorem", "app": "Appendix",
             "appendix": "Appendix", "lem": "Lemma", "def": "Definition"}  # fmt: skip
"""What `\\autoref` and `\\cref` print before a number, told by the usual beginnings of labels."""


def _bracketed(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.]*|[^\w\s]", text) else f"({text})"


def _scripts(text: str) -> str:
    """A formula's own signs, with the hyphen that it means as a minus."""
    return text.replace("-", "−").replace("'", "′")


def _is_accent(name: str) -> bool:
    return name in ("hat", "bar", "tilde", "vec", "dot", "ddot", "overline", "widehat", "widetilde")


@cache
def _library() -> Any:
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 - only where LaTeX is read

    return LatexNodes2Text(math_mode="text", keep_comments=False)


def _library_text(node: Node) -> str:
    """A sign or an accent by pylatexenc's tables; of a macro that it does not know, nothing."""
    try:
        return str(_library().node_to_text(node))
    except (ValueError, IndexError, TypeError, AttributeError, KeyError):
        return ""
