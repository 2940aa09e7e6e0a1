"""LaTeX as a tree, by pylatexenc, which is told what arguments the macros of papers take."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from paperatlas.core.errors import UnreadableFile

__all__ = ["Node", "arguments", "inside", "kind", "name_of", "parse", "source"]

Node: TypeAlias = Any
"""A node of pylatexenc: chars, group, macro, environment, specials or math."""

_MACROS = {
    "[": "IEEEyessubnumber addlinespace footnotemark item linebreak pagebreak printbibliography",
    "{": "acmDOI acmJournal acmYear doi journal name"
    " Cref IEEEauthorblockA IEEEauthorblockN IEEEauthorrefmark acknowledgments authorrunning autoref bar bibfnamefont"
    " bibliographystyle bibnamefont bm boldsymbol ce centerline citeauthor citenamefont citetitle citeyear citeyearpar"
    " city cline cmidrule color corref country cref ddot department dot emph ensuremath eqref fnref graphicspath hat"
    " hl hphantom hypersetup icmlkeywords icmltitle inst institution keywords label mathbb mathbf mathcal mathfrak"
    " mathit mathrm mathscr mathsf mathtt mbox nameref noalign nocite orcid overline pacode pagenumbering pageref"
    " pagestyle paverb phantom postcode ref refstepcounter shortstack state stepcounter streetaddress subref subtitle"
    " text textbf textit textmd textnormal textrm textsc textsf textsl textsubscript textsuperscript texttt textup"
    " thanks thanksref thispagestyle tilde titlerunning uline underline url vec vphantom vref widehat widetilde",
    "*[": "\\ newline",
    "*{": "hspace operatorname tag vspace",
    "[{": "address adjincludegraphics affil affiliation author bibitem cellcolor columncolor cortext date ead email"
    " footnote footnotetext hyperref includesvg institute makecell rowcolor sqrt subcaption subfigure subfloat thead"
    " title todo",
    "{{": "SI addtocounter addtolength adjustbox bibfield bibinfo binom captionof colorbox dfrac fontsize foreignlanguage"
    " frac href@noop icmlaffiliation icmlauthor icmlcorrespondingauthor numberwithin overset qty scalebox setcounter"
    " setlength slashbox stackrel texorpdfstring textcolor tfrac underset",
    "*[{": "caption chapter includegraphics paragraph part section subparagraph subsection subsubsection",
    "[{{": "diagbox rotatebox rule",
    "{{{": "addcontentsline definecolor multicolumn resizebox rowcolors specialrule",
    "*[[{": "Citep Citet autocite cite citealp citealt citep citet footcite parencite textcite",
    "[{{{": "acmConference",
    "{[[{": "raisebox",
    "[[[{{": "parbox",
    "[{[{[{": "multirow",
}
"""Macros by the form of their arguments: `{` one that must be there, `[` one that may, `*` a star."""

_ENVIRONMENTS = {
    "{": "tabular array longtable thebibliography multicols alignedat spacing",
    "[{": "tabular array longtable NiceTabular supertabular",
    "{{": "tabularx tabulary tabular*",
    "[": "figure table figure* table* algorithm algorithm* algorithmic itemize enumerate description sidewaystable sidewaysfigure"
    " theorem lemma proof SCfigure listing frame compactitem threeparttable abstract tablenotes",
    "[{{": "wraptable",
    "[{[{": "wrapfigure",
    "[[[{": "minipage subfigure subtable",
}


def parse(text: str, name: str) -> Sequence[Node]:
    """The nodes of a text; what is not closed is closed at its end.

    Raises:
        UnreadableFile: it is nested too deeply, or is no LaTeX.
    """
    from pylatexenc.latexwalker import LatexWalker, LatexWalkerError  # noqa: PLC0415 - only where LaTeX is read

    try:
        prose = _Prose()
        nodes, _, _ = LatexWalker(prose.hidden(text), latex_context=_context(), tolerant_parsing=True).get_latex_nodes()
        prose.bring_back(nodes)
    except (RecursionError, LatexWalkerError, IndexError, AttributeError, TypeError, ValueError) as error:
        raise UnreadableFile(
            f"{name!r} cannot be taken apart: {type(error).__name__}.", hint="Check that LaTeX itself takes it."
        ) from error
    return [node for node in nodes if node is not None]


@dataclass(slots=True)
class _Prose:
    """Runs of plain words, each as a number while the text is parsed: pylatexenc looks at every character for itself, which
    takes minutes for a book.
    """

    _runs: list[str] = field(default_factory=list)

    def hidden(self, text: str) -> str:
        return _RUN.sub(self._hide, text.translate(_NO_MARKS))

    def _hide(self, match: re.Match[str]) -> str:
        self._runs.append(match[0])
        return f"{_OPEN}{len(self._runs) - 1}{_CLOSE}"

    def bring_back(self, nodes: Iterable[Node]) -> None:
        """Put the words where their numbers stand."""
        left = [each for each in nodes if each is not None]
        while left:
            node = left.pop()
            if kind(node) == "chars" and _OPEN in node.chars:
                node.chars = _HIDDEN.sub(lambda match: self._runs[int(match[1])], node.chars)
            left.extend(inside(node))
            left.extend(argument for _, argument in arguments(node))


_OPEN, _CLOSE = "\ue000", "\ue001"
"""Of Unicode's private use; taken out of the text first."""
_NO_MARKS = {ord(_OPEN): None, ord(_CLOSE): None}
_HIDDEN = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_RUN = re.compile(r"(?<![\\\w@*])[^\W_](?:[^\W_]|[ ,.;:()/=+|\n]){22,}[^\W_](?![\w*])")
"""Words and marks that mean nothing to TeX, long enough to be worth a number."""


@cache
def _context() -> Any:
    from pylatexenc.latexwalker import get_default_latex_context_db  # noqa: PLC0415
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec  # noqa: PLC0415

    macros = {name: form for form, names in _MACROS.items() for name in names.split()}
    environments = {name: form for form, names in _ENVIRONMENTS.items() for name in names.split()}
    context = get_default_latex_context_db()
    context.add_context_category(
        "papers",
        prepend=True,
        macros=[MacroSpec(name, form) for name, form in macros.items()],
        environments=[EnvironmentSpec(name, form) for name, form in environments.items()],
    )
    return context


def kind(node: Node) -> str:
    """The kind of a node in a word: "chars", "group", "macro", "environment", "specials", "math" or "comment"."""
    return str(type(node).__name__).removeprefix("Latex").removesuffix("Node").lower()


def name_of(node: Node) -> str:
    """The name of a macro or environment, else empty."""
    return str(getattr(node, "macroname", "") or getattr(node, "environmentname", ""))


def inside(node: Node) -> Sequence[Node]:
    """What a group, formula or environment holds; of anything else itself."""
    return [each for each in getattr(node, "nodelist", None) or () if each is not None]


def arguments(node: Node) -> Iterator[tuple[str, Node]]:
    """The arguments that are there, each with its form: "{", "[" or "*"."""
    given = getattr(node, "nodeargd", None)
    if given is not None and given.argnlist:
        yield from ((form, each) for form, each in zip(given.argspec, given.argnlist, strict=False) if each is not None)


def source(nodes: Sequence[Node]) -> str:
    """The text of nodes as it was written, but for comments."""
    return "".join(map(_written, nodes))


def _written(node: Node) -> str:
    given = "".join(_written(argument) for _, argument in arguments(node))
    match kind(node):
        case "chars":
            return str(node.chars)
        case "specials":
            return f"{node.specials_chars}{given}"
        case "macro":
            return f"\\{node.macroname}{node.macro_post_space}{given}"
        case "environment":
            return f"\\begin{{{node.environmentname}}}{given}{source(inside(node))}\\end{{{node.environmentname}}}"
        case "group" | "math":
            return f"{node.delimiters[0]}{source(inside(node))}{node.delimiters[1]}"
    return ""
