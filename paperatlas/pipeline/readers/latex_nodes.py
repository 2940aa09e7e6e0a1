"""LaTeX as a tree, by pylatexenc, which is told what arguments the macros of papers take."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from paperatlas.core.errors import UnreadableFile, UnsupportedFile

__all__ = ["Node", "arguments", "inside", "kind", "name_of", "parse", "source"]

Node: TypeAlias = Any
"""A node of pylatexenc: chars, group, macro, environment, specials or math."""

_MACROS = {
    "{": "pacode paverb emph textbf textit textsc textrm textsf texttt textsl textup textmd textnormal underline uline text mbox"
    " textsuperscript textsubscript operatorname mathbf mathrm mathit mathsf mathtt mathcal mathbb mathfrak mathscr bm boldsymbol"
    " label ref eqref autoref cref Cref pageref nameref vref subref tag inst thanks thanksref footnotemark bibliographystyle"
    " pagestyle thispagestyle pagenumbering hypersetup graphicspath vspace hspace phantom vphantom hphantom stepcounter"
    " refstepcounter color makecell thead shortstack fnref corref cortext ead email url nocite ensuremath"
    " bibfnamefont bibnamefont citenamefont citeauthor citeyear citeyearpar citetitle keywords hl todo icmltitle title"
    " subtitle affil icmlkeywords numberwithin overline widehat widetilde bar hat tilde vec dot ddot centerline"
    " acknowledgments institution city country state department streetaddress postcode orcid"
    " IEEEauthorblockN IEEEauthorblockA IEEEauthorrefmark authorrunning titlerunning institute multirowcell",
    "*{": "vspace hspace operatorname tag",
    "*[{": "part chapter section subsection subsubsection paragraph subparagraph caption cite citep citet citealp citealt"
    " parencite textcite autocite footcite Citet Citep",
    "[{": " footnote footnotetext subfloat subfigure includegraphics title author affil address affiliation"
    " institute email makecell thead bibitem date todo ead cortext subcaption includesvg",
    "{{": "textcolor colorbox setlength addtolength setcounter addtocounter captionof scalebox fontsize"
    " frac tfrac dfrac binom bibinfo bibfield href@noop icmlauthor icmlaffiliation icmlcorrespondingauthor"
    " stackrel overset underset adjustbox foreignlanguage texorpdfstring numberwithin SI qty",
    "{{{": "resizebox definecolor multicolumn addcontentsline rowcolors",
    "[{{": "rotatebox",
    "[[[{{": "parbox",
    "[": " item newline linebreak pagebreak footnotemark IEEEyessubnumber printbibliography",
    "[{ ": "sqrt",
}
"""Argument forms by macro: `{` one that must be there, `[` one that may, `*` a star. A later line outdoes an earlier."""

_SPECIAL = {
    "cite": "*[[{", "citep": "*[[{", "citet": "*[[{", "citealp": "*[[{", "citealt": "*[[{", "parencite": "*[[{", "textcite": "*[[{",
    "autocite": "*[[{", "Citet": "*[[{", "Citep": "*[[{", "footcite": "*[[{", "multirow": "[{[{[{", "parbox": "[[[{{",
    "raisebox": "{[[{", "cmidrule": "{", "cline": "{", "sqrt": "[{", "acmConference": "[{{{", "arraycolsep": "", "rule": "[{{",
    "rowcolor": "[{", "cellcolor": "[{", "columncolor": "[{", "hyperref": "[{", "adjincludegraphics": "[{", "includegraphics": "*[{",
    "diagbox": "[{{", "slashbox": "{{", "specialrule": "{{{", "addlinespace": "[", "\\": "*[", "noalign": "{", "ce": "{",
}  # fmt: skip
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
        UnsupportedFile: pylatexenc is not installed.
    """
    try:
        from pylatexenc.latexwalker import LatexWalker, LatexWalkerError  # noqa: PLC0415 - only where LaTeX is read
    except ImportError as error:
        raise UnsupportedFile(
            f"{name!r} is LaTeX, and what reads it is not installed.", hint="pip install 'paperatlas[latex]'"
        ) from error
    try:
        nodes, _, _ = LatexWalker(text, latex_context=_context(), tolerant_parsing=True).get_latex_nodes()
    except (RecursionError, LatexWalkerError, IndexError, AttributeError, TypeError, ValueError) as error:
        raise UnreadableFile(
            f"{name!r} cannot be taken apart: {type(error).__name__}.", hint="Check that LaTeX itself takes it."
        ) from error
    return [node for node in nodes if node is not None]


@cache
def _context() -> Any:
    from pylatexenc.latexwalker import get_default_latex_context_db  # noqa: PLC0415
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec  # noqa: PLC0415

    macros = {name: form.strip() for form, names in _MACROS.items() for name in names.split()}
    environments = {name: form for form, names in _ENVIRONMENTS.items() for name in names.split()}
    context = get_default_latex_context_db()
    context.add_context_category(
        "papers",
        prepend=True,
        macros=[MacroSpec(name, form) for name, form in {**macros, **_SPECIAL}.items()],
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
    """The text of nodes as it was written."""
    return "".join(node.latex_verbatim() for node in nodes)
