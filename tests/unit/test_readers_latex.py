"""LaTeX sources: what is printed is read, and what TeX would leave out is left out."""

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import BlockKind as K
from paperatlas.core.types import ParsedDocument
from paperatlas.pipeline.readers.latex import LatexReader
from tests.fakes.libraries import open_test_library
from tests.fakes.reading import grids, outline_of, read
from tests.fakes.recipes import STRUCTURED

PAPER = r"""
\documentclass{article}
\usepackage[utf8]{inputenc} % \title{not this}
\newcommand{\ours}{\textsc{Gated}\xspace}
\newcommand{\R}[2][1]{\mathbb{R}^{#1}_{#2}}
\newif\ifdraft \drafttrue \draftfalse
\title{Gated Recall:\\ M\"uller's \ours Method}
\author{Ada Lovelace\thanks{Equal.}$^{1}$ \and Bo Li$^{2}$ \\ University of Nowhere \\ \texttt{bo@x.org}}
\begin{document}
\maketitle
\begin{abstract}
We show \emph{things} \& more. % hidden
Costs fell by 5\,\%.
\end{abstract}
\section{Introduction}\label{sec:intro}
\ours takes 10$^{18}$ steps~\cite{vaswani,lee} in H$_2$O.\footnote{A note with 50\% more.} See
Section~\ref{sec:res}, Table~\ref{tab:s}, Fig.~\ref{fig:a} and \eqref{eq:one}.
\ifdraft DRAFT \else Final. \fi \iffalse never \fi

We take $x \in \R{n}$, \verb|a_b%c| and \url{http://x.org/a%20b_c}.
\begin{itemize}\item first \item second \begin{enumerate} \item inner \end{enumerate}\end{itemize}
\subsection{Data \& More}
\begin{equation}\label{eq:one} E = mc^2 \end{equation}
\begin{align} a &= b \\ c &= d \nonumber \\ e &= f \end{align}
\[ unnumbered = 1 \]
\begin{table}[t]\caption{Scores of \ours.}\label{tab:s}
\begin{tabular}{l|cc} \toprule
& \multicolumn{2}{c}{Dev} \\ \cmidrule(lr){2-3}
Model & F1 & EM \\ \midrule
\multirow{2}{*}{A} & 1 & 2 \\ & 3 & \begin{tabular}{@{}c@{}}4\\5\end{tabular} \\ \bottomrule
\end{tabular}\end{table}
\begin{figure}\includegraphics[width=3cm]{x}\caption{A graph.}\label{fig:a}\end{figure}
\section*{Acknowledgements} Thanks.
\paragraph{Run in.} Text after.
\section{Results}\label{sec:res}
\begin{verbatim}
code { %x
  \ours
\end{verbatim}
\appendix
\section{Proofs}
Done.
\begin{thebibliography}{9}
\bibitem{vaswani} A.~Vaswani and N.~Shazeer. \newblock Attention is all you need. \newblock In \emph{NeurIPS}, 2017.
\bibitem{lee} J.~Lee. \newblock Things of note. \newblock \emph{J. Things}, 3:1--9, 2020. doi:10.1234/ab.c.
\end{thebibliography}
\end{document}
Nothing after the end.
"""


def latex(folder: Path, body: str, *, preamble: str = "", name: str = "main.tex") -> ParsedDocument:
    source = f"\\documentclass{{article}}{preamble}\\begin{{document}}{body}\\end{{document}}"
    return read(LatexReader(), folder, source, name)


def body_of(folder: Path, body: str, *, preamble: str = "") -> list[str]:
    return [text for _, _, text in outline_of(latex(folder, body, preamble=preamble))]


def bundle(files: dict[str, str | bytes], *, compress: bool = True) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz" if compress else "w") as archive:
        for name, text in files.items():
            content = text.encode() if isinstance(text, str) else text
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def test_a_paper_is_read_as_it_is_printed(tmp_path: Path) -> None:
    document = read(LatexReader(), tmp_path, PAPER, "main.tex")
    data = "1 Introduction > 1.1 Data & More"
    assert outline_of(document) == [
        (K.TITLE, "", "Gated Recall: Müller's Gated Method"),
        (K.AUTHOR, "", "Ada Lovelace, Bo Li"),
        (K.HEADING, "Abstract", "Abstract"),
        (K.ABSTRACT, "Abstract", "We show things & more. Costs fell by 5 %."),
        (K.HEADING, "1 Introduction", "1 Introduction"),
        (
            K.PARAGRAPH,
            "1 Introduction",
            "Gated takes 10^18 steps [1, 2] in H2O. See Section 2, Table 1, Fig. 1 and (1). Final.",
        ),
        (K.FOOTNOTE, "1 Introduction", "A note with 50% more."),
        (K.PARAGRAPH, "1 Introduction", "We take x ∈ R^1_n, a_b%c and http://x.org/a%20b_c."),
        (K.LIST, "1 Introduction", "• first"),
        (K.LIST, "1 Introduction", "• second"),
        (K.LIST, "1 Introduction", "1. inner"),
        (K.HEADING, data, "1.1 Data & More"),
        (K.EQUATION, data, "E = mc^2 (1)"),
        (K.EQUATION, data, "a = b (2)"),
        (K.EQUATION, data, "c = d e = f (3)"),
        (K.EQUATION, data, "unnumbered = 1"),
        (K.CAPTION, data, "Table 1: Scores of Gated."),
        (K.CAPTION, data, "Figure 1: A graph."),
        (K.HEADING, "Acknowledgements", "Acknowledgements"),
        (K.PARAGRAPH, "Acknowledgements", "Thanks."),
        (K.HEADING, "Acknowledgements > Run in", "Run in"),
        (K.PARAGRAPH, "Acknowledgements > Run in", "Text after."),
        (K.HEADING, "2 Results", "2 Results"),
        (K.PARAGRAPH, "2 Results", "code { %x\n  \\ours"),
        (K.HEADING, "A Proofs", "A Proofs"),
        (K.PARAGRAPH, "A Proofs", "Done."),
        (K.HEADING, "References", "References"),
        (K.REFERENCE, "References", "[1] A. Vaswani and N. Shazeer. Attention is all you need. In NeurIPS, 2017."),
        (K.REFERENCE, "References", "[2] J. Lee. Things of note. J. Things, 3:1–9, 2020. doi:10.1234/ab.c."),
    ]


def test_what_a_paper_holds_has_its_numbers_and_fields(tmp_path: Path) -> None:
    document = read(LatexReader(), tmp_path, PAPER, "main.tex")
    assert document.metadata.title == "Gated Recall: Müller's Gated Method"
    assert document.metadata.authors == ("Ada Lovelace", "Bo Li")
    assert document.metadata.affiliations == ("University of Nowhere",)
    assert document.metadata.emails == ("bo@x.org",)
    assert document.metadata.doi == "", "an identifier of a work that it cites is not its own"
    assert grids(document) == [[["", "Dev", ""], ["Model", "F1", "EM"], ["A", "1", "2"], ["", "3", "4 5"]]]
    assert (document.tables[0].label, document.tables[0].header_rows) == ("Table 1", 2)
    assert [(figure.label, figure.caption) for figure in document.figures] == [("Figure 1", "Figure 1: A graph.")]
    assert [(each.number, each.text) for each in document.equations] == [
        ("1", "E = mc^2"),
        ("2", "a = b"),
        ("3", "c = d e = f"),
        ("", "unnumbered = 1"),
    ]
    assert [(each.number, each.authors, each.year, each.title, each.venue) for each in document.references] == [
        (1, ("A. Vaswani", "N. Shazeer"), 2017, "Attention is all you need", "NeurIPS"),
        (2, ("J. Lee",), 2020, "Things of note", "J. Things"),
    ]
    assert document.references[1].doi == "10.1234/ab.c"
    assert [heading.text for heading in document.headings if heading.run_in] == ["Run in"]


def test_a_bundle_is_put_together_from_its_parts(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "supplement.tex": "no document",
        "ms.tex": r"\documentclass{a}\usepackage{mine}\title{T}\begin{document}\input{parts/one}\include{parts/two.tex}"
        r"Cites \cite{k}.\bibliography{refs}\end{document}",
        "mine.sty": r"\newcommand{\name}{Atlas}",
        "parts/one.tex": r"\section{One} Hello \name. \input{../deeper}",
        "deeper.tex": "Deeper.",
        "parts/two.tex": r"\section{Two} Bye.",
        "ms.bbl": r"\begin{thebibliography}{1}\bibitem{k} A. Bee. \newblock A title of it. \newblock 2001.\end{thebibliography}",
        "fig.pdf": b"%PDF-1.4 ...",
    }
    for name, content in (("arXiv-2301.01234v2.tar.gz", bundle(files)), ("a.tar", bundle(files, compress=False))):
        document = read(LatexReader(), tmp_path, content, name)
        assert [text for _, _, text in outline_of(document)] == [
            "T",
            "1 One",
            "Hello Atlas. Deeper.",
            "2 Two",
            "Bye.",
            "Cites [1].",
            "References",
            "[1] A. Bee. A title of it. 2001.",
        ]
        assert not document.warnings
    named = read(LatexReader(), tmp_path, bundle(files), "arXiv-2301.01234v2.tar.gz").metadata
    assert (named.arxiv_id, named.year) == ("2301.01234", 2023)


def test_a_single_compressed_file_is_a_document(tmp_path: Path) -> None:
    packed = gzip.compress(rb"\documentclass{article}\begin{document}Hello there.\end{document}")
    assert read(LatexReader(), tmp_path, packed, "2301.01234.gz").pages[0].text == "Hello there."


def test_references_come_from_bibtex_where_nothing_else_has_them(tmp_path: Path) -> None:
    bib = r"""@article{z, title={Z {W}ork}, author={Zed, A. and M{\"u}ller, Bo}, year=2001, journal={J. Z}, doi={10.1234/z}}
    @misc{never, title={Not cited}} @article{broken, title={x
    @inproceedings{a, title={A work}, author={Abel, Cy}, year={1999}, booktitle={Proc. A}, eprint={1706.03762},
    archivePrefix={arXiv}}"""
    main = r"\documentclass{a}\begin{document}As \cite{z} and \cite{a}.\bibliographystyle{plain}\bibliography{r}\end{document}"
    document = read(LatexReader(), tmp_path, bundle({"m.tex": main, "r.bib": bib}), "x.tgz")
    assert document.pages[0].text.startswith("As [2] and [1].")
    first, second = document.references
    assert (first.authors, first.year, first.venue, first.arxiv_id) == (("Cy Abel",), 1999, "Proc. A", "1706.03762")
    assert (second.authors, second.title, second.doi) == (("A. Zed", "Bo Müller"), "Z Work", "10.1234/z")


def test_author_year_citations_are_printed_as_such(tmp_path: Path) -> None:
    body = r"""\citet{v} and \citep[p.~3]{v}.\begin{thebibliography}{1}
    \bibitem[{Vaswani et~al.(2017)Vaswani, Shazeer}]{v} A. Vaswani. 2017. \newblock Attention. \newblock NeurIPS.
    \end{thebibliography}"""
    document = latex(tmp_path, body)
    assert document.pages[0].text.startswith("Vaswani et al. (2017) and (Vaswani et al., 2017, p. 3).")
    assert document.references[0].number is None


BIBER = r"""
\entry{k}{article}{}
  \name{author}{2}{}{%
    {{hash=1}{family={M{\"u}ller}, familyi={M\bibinitperiod}, given={Ada}, giveni={A}}}%
    {{hash=2}{family={Li}, given={Bo}}}%
  }
  \field{title}{A {T}itle} \field{journaltitle}{J. Things} \field{year}{2019} \verb{doi}\verb 10.1234/x_y \endverb
\endentry
"""


def test_references_that_biber_wrote_are_read(tmp_path: Path) -> None:
    main = r"\documentclass{a}\begin{document}See \cite{k}.\printbibliography\end{document}"
    reference = read(LatexReader(), tmp_path, bundle({"m.tex": main, "m.bbl": BIBER}), "x.tgz").references[0]
    assert (reference.authors, reference.title, reference.year) == (("Ada Müller", "Bo Li"), "A Title", 2019)
    assert (reference.venue, reference.doi) == ("J. Things", "10.1234/x_y")


@pytest.mark.parametrize(
    "front",
    [
        r"\author{Ada Lovelace}\affiliation{\institution{Uni of X}\city{Y}}\author{Bo Li}\affiliation{Z Institute}",
        r"\author[1]{Ada Lovelace}\author[2,*]{Bo Li}\affil[1]{Uni of X, Y}\affil[2]{Z Institute}",
        r"\author{\IEEEauthorblockN{Ada Lovelace}\IEEEauthorblockA{Uni of X\\ Y}\and\author{Bo Li}\affil{Z Institute}}",
        r"\author{Ada Lovelace\inst{1} \and Bo Li\inst{2}}\institute{Uni of X, Y \and Z Institute}",
        r"\icmlauthor{Ada Lovelace}{x}\icmlauthor{Bo Li}{z}\icmlaffiliation{x}{Uni of X, Y}\address{Z Institute}",
        r"\author{Ada Lovelace$^1$, \textbf{Bo Li}$^{2,*}$ \\ $^1$Uni of X, Y \\ $^2$Z Institute}",
        r"\author{\begin{tabular}{c}Ada Lovelace\\Uni of X, Y\end{tabular}\and\begin{tabular}{c}Bo Li\\Z Institute\end{tabular}}",
    ],
)
def test_authors_are_found_in_the_way_of_each_class(front: str, tmp_path: Path) -> None:
    metadata = latex(tmp_path, r"\maketitle Text.", preamble=rf"\title{{T}}{front}").metadata
    assert metadata.authors == ("Ada Lovelace", "Bo Li")
    assert metadata.affiliations == ("Uni of X, Y", "Z Institute")


def test_numbers_are_those_of_the_class(tmp_path: Path) -> None:
    body = r"\section{A}\subsection{B}\label{b}\section{C}\section*{D}\ref{b}"
    ieee = rf"\documentclass[conference]{{IEEEtran}}\begin{{document}}{body}\end{{document}}"
    numbers = [heading.number for heading in latex(tmp_path, body).headings]
    document = read(LatexReader(), tmp_path, ieee, "i.tex")
    assert (numbers, [heading.number for heading in document.headings]) == (["1", "1.1", "2", ""], ["I", "A", "II", ""])
    assert document.pages[0].text.endswith("I-A")
    within = latex(
        tmp_path, r"\section{A}\section{B}\begin{equation}x\end{equation}", preamble=r"\numberwithin{equation}{section}"
    )
    assert within.equations[0].number == "2.1"


def test_theorems_algorithms_and_subfigures_are_numbered(tmp_path: Path) -> None:
    texts = body_of(
        tmp_path,
        r"\begin{thm}\label{t}All is well.\end{thm}\begin{proof}By \ref{t}.\end{proof}"
        r"\begin{figure}\begin{subfigure}{1cm}\caption{left}\label{l}\end{subfigure}\caption{Both.}\end{figure}See \ref{l}."
        r"\begin{algorithm}\caption{Do it}Step one.\end{algorithm}",
        preamble=r"\newtheorem{thm}{Theorem}[section]",
    )
    assert texts == [
        "Theorem 1. All is well.",
        "Proof. By 1.",
        "Figure 1: Both.",
        "See 1a.",
        "Algorithm 1: Do it",
        "Step one.",
    ]


def test_macros_and_environments_of_the_document_are_expanded(tmp_path: Path) -> None:
    texts = body_of(
        tmp_path,
        r"\be x \ee \two{a}{b} \old{c} \begin{boxed}[T]in\end{boxed} \oper",
        preamble=r"\newcommand{\be}{\begin{equation}}\newcommand\ee{\end{equation}}\def\two#1#2{#2#1}\let\old\textbf"
        r"\newenvironment{boxed}[1][N]{<#1>}{</>}\DeclareMathOperator{\oper}{argmax}",
    )
    assert texts == ["x (1)", "ba c <T>in</> argmax"]


def test_macros_without_end_are_left_and_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperatlas.pipeline.readers.latex_macros._MOST_USES", 1000)
    for preamble in (r"\def\a{\a\a}", r"\def\a{\b\b}\def\b{\a\a}", "".join(rf"\def\{c}{{\{chr(ord(c) + 1)}\{chr(ord(c) + 1)}}}"
                     for c in "abcdefghijklmnopqrstuvwxy")):  # fmt: skip
        document = latex(tmp_path, r"Before. \a After.", preamble=preamble)
        assert "Before." in document.pages[0].text
        assert "macros_unexpanded" in {warning.code for warning in document.warnings}


def test_a_bundle_never_leads_out_of_itself(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("SECRET")
    inner = tmp_path / "paper"
    inner.mkdir()
    main = r"\documentclass{a}\begin{document}Text. \input{../secret}\input{/etc/passwd}\input{gone}\end{document}"
    packed = bundle({"m.tex": main, "../secret.tex": "SECRET", "/secret.tex": "SECRET"})
    for name, content in (("m.tex", main.encode()), ("m.tgz", packed)):
        document = read(LatexReader(), inner, content, name)
        assert document.pages[0].text == "Text."
        assert [warning.code for warning in document.warnings] == ["missing_part"] * 3


def test_parts_that_contain_each_other_end(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "m.tex": r"\documentclass{a}\begin{document}A \input{b}\end{document}",
        "b.tex": r"B \input{c}",
        "c.tex": r"C \input{b}",
    }
    document = read(LatexReader(), tmp_path, bundle(files), "m.tgz")
    assert document.pages[0].text.startswith("A B C B")
    assert "text_lost" in {warning.code for warning in document.warnings}


def test_a_bundle_that_is_cut_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    noise = bytes(range(256)) * 4000
    content = bundle({"m.tex": r"\documentclass{a}\begin{document}Text.\end{document}", "z.tex": noise})
    document = read(LatexReader(), tmp_path, content[: len(content) - 100], "m.tgz")
    assert document.pages[0].text == "Text."
    assert [warning.code for warning in document.warnings] == ["bundle_cut"]


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b"%PDF-1.4 only a PDF was submitted"),
        gzip.compress(b"a,b\n1,2\n"),
        gzip.compress(b"\\documentclass{a}\\begin{document}x")[:20],
        bundle({"data.csv": "1,2"}),
        b"\x1f\x8b\x08 nothing",
    ],
    ids=["a PDF", "a table", "cut short", "no LaTeX", "no archive"],
)
def test_an_archive_without_a_paper_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(LatexReader(), tmp_path, content, "x.gz")
    assert caught.value.hint
    assert not LatexReader().is_document(tmp_path / "x.gz")


def test_an_archive_that_unpacks_to_a_mountain_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperatlas.pipeline.readers.latex_bundle._MOST_UNPACKED", 1 << 20)
    content = bundle({"m.tex": r"\documentclass{a}\begin{document}x\end{document}", "bomb.pdf": b"\x00" * (4 << 20)})
    with pytest.raises(UnreadableFile, match="would unpack"):
        read(LatexReader(), tmp_path, content, "m.tgz")


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="taken apart"):
        latex(tmp_path, "{" * 20_000)


def test_a_folder_gives_its_main_files_and_notices_a_changed_part(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "main.tex").write_text(r"\documentclass{a}\title{T}\begin{document}Start. \input{part}\end{document}")
    (papers / "part.tex").write_text("The first part.")
    with open_test_library(tmp_path / "library", recipe=STRUCTURED) as library:
        report = library.ingest([papers])
        assert [(each.doc, each.status) for each in report.documents] == [("main.tex", "added")]
        assert [note for note in report.notes if "part.tex" in note]
        assert "The first part." in library.parsed("main.tex").pages[0].text
        assert [each.status for each in library.ingest([papers]).documents] == ["unchanged"]
        (papers / "part.tex").write_text("The second part.")
        assert [each.status for each in library.ingest([papers]).documents] == ["updated"]
        assert "The second part." in library.parsed("main.tex").pages[0].text
        assert library.doctor().sound
