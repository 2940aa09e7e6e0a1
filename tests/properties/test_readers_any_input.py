"""Whatever bytes a file holds, a reader gives a document whose spans are right, or says why not."""

import string
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.core.errors import InputError
from paperatlas.core.grid import columns, statements
from paperatlas.core.ports import BadRecord, DocumentReader
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.readers.article_xml import ArticleXmlReader
from paperatlas.pipeline.readers.docx import DocxReader
from paperatlas.pipeline.readers.epub import EpubReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.jsonl import JsonlReader
from paperatlas.pipeline.readers.latex import LatexReader
from paperatlas.pipeline.readers.markdown import MarkdownReader
from paperatlas.pipeline.readers.text import TextReader
from tests.fakes.reading import outline_of

TAGS = "p div table tr td th ul ol li h1 h2 pre br b sup math figure figcaption caption thead section aside main a".split()
MARKUP = st.lists(
    st.one_of(
        st.sampled_from(TAGS).map("<{}>".format),
        st.sampled_from(TAGS).map("</{}>".format),
        st.builds('<td colspan="{}" rowspan="{}">'.format, st.integers(-1, 2000), st.integers(-1, 70000)),
        st.sampled_from(
            ["$", "(1.2", ")%", "2026", "Item 1. Business", "•", "1,234", "Table 1: X", "A word", " ", "—", "References"]
        ),
        st.sampled_from(
            ['<div style="display:none">', '<span style="font-weight:700">', "<ix:nonNumeric name='dei:TradingSymbol'>"]
        ),
    ),
    max_size=60,
).map("".join)
PLAIN = st.lists(
    st.sampled_from(
        [
            "# A",
            "Title",
            "\n",
            "\n\n",
            "- x",
            "1. y",
            "| a | b |",
            "|---|---|",
            "```",
            "---",
            "a: [",
            "[^1]: n",
            "![c](x)",
            "words go here ",
        ]
    ),
    max_size=40,
).map("".join)
TEX = st.lists(
    st.sampled_from(
        r"""\begin{document} \end{document} \documentclass{a} \title{T} \author{A} { } [ ] $ $$ & \\ % # ~ _ ^ \section{A}
        \section* \begin{table} \end{table} \begin{tabular}{ll} \end{tabular} \multicolumn{2}{c}{x} \hline \caption{C}
        \label{l} \ref{l} \begin{equation} \end{equation} \begin{align*} \end{align*} \nonumber \tag{2} \[ \] \( \)
        \newcommand{\x}[1]{#1#1} \def\y{\x{\y}} \x{a} \y \x \let\z\x \z \newif\ifq \ifq \iffalse \else \fi \verb|a| \verb
        \begin{verbatim} \end{verbatim} \begin{itemize} \end{itemize} \item \cite{k} \bibitem{k} \begin{thebibliography}{1}
        \end{thebibliography} \input{x} \footnote{f} \appendix \frac{a} \sqrt \'e \^ \paverb{7} \pacode{x} \begin{x} \end{x}
        \newenvironment{x}{a}{b} \newtheorem{t}{T} \begin{t} \end{t} \bibliography{b} word""".split()
    ),
    max_size=40,
).map(" ".join)
XML = st.lists(
    st.sampled_from(
        """<article> </article> <front> </front> <article-meta> </article-meta> <body> </body> <sec> </sec> <title> </title> <p>
        </p> <table-wrap> </table-wrap> <table> <tr> <td> </td> <td\xa0colspan="9"> </tr> </table> <fig> <caption> <label> (1)
        </label> <disp-formula> <math> <msup> <mi> </mi> </msup> </math> </disp-formula> <ref-list> <ref> <mixed-citation>
        </ref> <fn> </fn> <sup> </sup> <xref/> <TEI> </TEI> <teiHeader> <text> <div> <head> <figure\xa0type="table"> <row>
        <cell> <biblStruct> <listBibl> &amp; &x; <!-- --> <![CDATA[ ]]> <x:p> </x:p> <x:y:z> <x: word""".split()
    ),
    max_size=40,
).map(lambda parts: " ".join(parts).replace("\xa0", " "))
ANYTHING = st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))


T = TypeVar("T")


def attempt(work: Callable[[], T]) -> T | None:
    """What `work` gives; None when it refuses its input with a hint. Any other error is a failure."""
    refused = None
    try:
        return work()
    except InputError as error:
        refused = error
    assert refused.hint
    return None


def check(reader: DocumentReader, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(content)
        document = attempt(lambda: reader.read(path, name="file", on_page=lambda number, count: None))
    if document is None:
        return
    outline_of(document)
    for heading in document.headings:
        assert heading.span is not None
    for table in document.tables:
        assert len(columns(table)) == len(table.rows[0])
        assert {len(row) for row in table.rows} == {len(table.rows[0])}
        statements(table)
    assert chunk(document) == chunk(document)


@pytest.mark.parametrize(
    "reader",
    [TextReader(), MarkdownReader(), HtmlReader(), DocxReader(), EpubReader(), LatexReader(), ArticleXmlReader()],
    ids=lambda r: type(r).__name__,
)
@given(content=ANYTHING)
@settings(max_examples=50, deadline=None)
def test_any_bytes(reader: DocumentReader, content: bytes) -> None:
    check(reader, content)


@given(MARKUP)
@settings(deadline=None)
def test_any_markup(markup: str) -> None:
    check(HtmlReader(), markup.encode())


@given(TEX)
@settings(deadline=None)
def test_any_tex(text: str) -> None:
    check(LatexReader(), text.encode())


@given(st.sampled_from(("<article>", "<TEI>")), XML)
@settings(deadline=None)
def test_any_xml(root: str, text: str) -> None:
    check(ArticleXmlReader(), f"{root}{text}".encode())


@given(PLAIN)
@settings(deadline=None)
def test_any_plain_text(text: str) -> None:
    check(TextReader(), text.encode())
    check(MarkdownReader(), text.encode())


@given(
    st.lists(
        st.one_of(st.binary(max_size=40), st.sampled_from([b'{"id":1,"text":"a"}', b"{}", string.printable.encode()])), max_size=6
    )
)
@settings(deadline=None)
def test_any_lines(lines: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.jsonl"
        path.write_bytes(b"\n".join(lines))
        reader = JsonlReader()
        for record in attempt(lambda: list(reader.records(path))) or []:
            if isinstance(record, BadRecord):
                assert record.error.hint
            else:
                outline_of(reader.parse(record))
