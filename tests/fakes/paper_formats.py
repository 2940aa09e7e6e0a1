"""One small paper, written in every format that says what is what."""
# ruff: noqa: E501 - lines of the formats themselves

import io
import tarfile
from typing import Any

import docx

from tests.unit.test_readers_bad_input import epub

JATS = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS-archivearticle1.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xml:lang="en"><front>
<journal-meta><journal-title-group><journal-title>J. Things</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1234/abc.5</article-id>
<title-group><article-title>Gated <italic>Recall</italic></article-title></title-group>
<contrib-group>
<contrib contrib-type="author"><name><surname>Lovelace</surname><given-names>Ada</given-names></name>
<xref ref-type="aff" rid="a1">1</xref></contrib>
<contrib contrib-type="author"><name><surname>Li</surname><given-names>Bo</given-names></name>
<xref ref-type="aff" rid="a2">2</xref></contrib>
<contrib contrib-type="editor"><name><surname>Ed</surname><given-names>Itor</given-names></name></contrib></contrib-group>
<aff id="a1"><label>1</label>University of Nowhere</aff><aff id="a2"><label>2</label>Z Institute</aff>
<pub-date pub-type="epub"><year>2024</year></pub-date>
<abstract><p>We show things &amp; more.</p></abstract></article-meta></front>
<body><sec><label>1</label><title>Introduction</title>
<p>It takes 10<sup>18</sup> steps<sup><xref ref-type="bibr">1</xref></sup>.<fn><label>a</label><p>A note.</p></fn></p>
<list list-type="bullet"><list-item><p>first</p></list-item><list-item><p>second</p></list-item></list>
<sec><label>1.1</label><title>Data</title>
<disp-formula><label>(1)</label><mml:math><mml:mi>E</mml:mi><mml:mo>=</mml:mo><mml:mi>m</mml:mi><mml:msup><mml:mi>c</mml:mi>
<mml:mn>2</mml:mn></mml:msup></mml:math></disp-formula>
<table-wrap><label>Table 1</label><caption><p>Scores.</p></caption><table><thead><tr><th></th><th colspan="2">Dev</th></tr>
<tr><th>Model</th><th>F1</th><th>EM</th></tr></thead>
<tbody><tr><td rowspan="2">A</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table></table-wrap></sec></sec>
<sec><label>2</label><title>Results</title><p>All is well.</p>
<fig><label>Figure 1</label><caption><p>A graph.</p></caption></fig></sec></body>
<back><ref-list><title>References</title>
<ref><label>1</label><element-citation publication-type="journal"><person-group person-group-type="author">
<name><surname>Vaswani</surname><given-names>A.</given-names></name><name><surname>Shazeer</surname><given-names>N.</given-names></name>
</person-group><article-title>Attention is all you need</article-title><source>NeurIPS</source><year>2017</year></element-citation></ref>
<ref><label>2</label><mixed-citation>J. Lee. Things of note. J. Things, 3:1-9, 2020. doi:10.1234/ab.c</mixed-citation></ref>
</ref-list></back></article>"""

TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title level="a" type="main">Gated Recall</title></titleStmt>
<sourceDesc><biblStruct><analytic>
<author><persName><forename type="first">Ada</forename><surname>Lovelace</surname></persName>
<affiliation><note type="raw_affiliation">University of Nowhere</note></affiliation></author>
<author><persName><forename type="first">Bo</forename><surname>Li</surname></persName>
<affiliation><orgName>Z Institute</orgName></affiliation></author>
<title level="a" type="main">Gated Recall</title></analytic><monogr><title level="j">J. Things</title>
<imprint><date type="published" when="2024-03-01"/></imprint></monogr><idno type="DOI">10.1234/abc.5</idno></biblStruct></sourceDesc>
</fileDesc><profileDesc><abstract><div><p>We show things &amp; more.</p></div></abstract></profileDesc></teiHeader>
<text xml:lang="en"><body>
<div><head n="1">Introduction</head><p>It takes 10^18 steps <ref type="bibr">[1]</ref>.</p><note place="foot">A note.</note>
<list><item>first</item><item>second</item></list></div>
<div><head n="1.1">Data</head><formula>E = mc^2<label>(1)</label></formula></div>
<div><head n="2">Results</head><p>All is well.</p></div>
<figure><head>Figure 1 .</head><label>1</label><figDesc>Figure 1. A graph.</figDesc></figure>
<figure type="table"><head>Table 1 .</head><label>1</label><figDesc>Scores.</figDesc>
<table><row role="label"><cell/><cell cols="2">Dev</cell></row><row role="label"><cell>Model</cell><cell>F1</cell><cell>EM</cell></row>
<row><cell rows="2">A</cell><cell>1</cell><cell>2</cell></row><row><cell>3</cell><cell>4</cell></row></table></figure>
</body><back><div type="references"><listBibl>
<biblStruct xml:id="b0"><analytic><title level="a">Attention is all you need</title>
<author><persName><forename type="first">A.</forename><surname>Vaswani</surname></persName></author>
<author><persName><forename type="first">N.</forename><surname>Shazeer</surname></persName></author></analytic>
<monogr><title level="m">NeurIPS</title><imprint><date when="2017"/></imprint></monogr></biblStruct>
<biblStruct xml:id="b1"><analytic><title level="a">Things of note</title>
<author><persName><forename>J.</forename><surname>Lee</surname></persName></author>
<idno type="DOI">10.1234/ab.c</idno></analytic><monogr><title level="j">J. Things</title><imprint><date when="2020"/></imprint></monogr>
</biblStruct></listBibl></div></back></text></TEI>"""

LATEX = r"""\documentclass{article}
\title{Gated \emph{Recall}}
\author{Ada Lovelace \\ University of Nowhere \and Bo Li \\ Z Institute} \date{March 2024} \journal{J. Things} \doi{10.1234/abc.5}
\begin{document}\maketitle
\begin{abstract}We show things \& more.\end{abstract}
\section{Introduction}
It takes 10$^{18}$ steps~\cite{v}.\footnote{A note.}
\begin{itemize}\item first\item second\end{itemize}
\subsection{Data}
\begin{equation}E = mc^2\end{equation}
\begin{table}\caption{Scores.}\begin{tabular}{lcc}\toprule
& \multicolumn{2}{c}{Dev}\\Model & F1 & EM\\\midrule
\multirow{2}{*}{A} & 1 & 2\\ & 3 & 4\\\bottomrule\end{tabular}\end{table}
\section{Results}
All is well.
\begin{figure}\includegraphics{g}\caption{A graph.}\end{figure}
\begin{thebibliography}{2}
\bibitem{v} A. Vaswani and N. Shazeer. \newblock Attention is all you need. \newblock In \emph{NeurIPS}, 2017.
\bibitem{l} J. Lee. \newblock Things of note. \newblock \emph{J. Things}, 3:1--9, 2020. doi:10.1234/ab.c
\end{thebibliography}\end{document}"""

HEAD = """<meta name="citation_title" content="Gated Recall"><meta name="citation_author" content="Lovelace, Ada">
<meta name="citation_author" content="Li, Bo"><meta name="citation_doi" content="10.1234/abc.5">
<meta name="citation_author_institution" content="University of Nowhere">
<meta name="citation_author_institution" content="Z Institute">
<meta name="citation_publication_date" content="2024/03/01"><meta name="citation_journal_title" content="J. Things">"""

BODY = """<h1>Gated <i>Recall</i></h1><p>Ada Lovelace, Bo Li</p><h2>Abstract</h2><p>We show things &amp; more.</p>
<h2>1 Introduction</h2><p>It takes 10<sup>18</sup> steps [1].</p><div class="footnote">A note.</div>
<ul><li>first</li><li>second</li></ul>
<h3>1.1 Data</h3><div class="disp-formula"><math display="block"><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>
<span class="label">(1)</span></div>
<table><caption>Table 1: Scores.</caption><thead><tr><th></th><th colspan="2">Dev</th></tr><tr><th>Model</th><th>F1</th><th>EM</th></tr></thead>
<tbody><tr><td rowspan="2">A</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>
<h2>2 Results</h2><p>All is well.</p><figure><img src="g.png" alt=""/><figcaption>Figure 1: A graph.</figcaption></figure>
<h2>References</h2><ol><li>A. Vaswani and N. Shazeer. Attention is all you need. In NeurIPS, 2017.</li>
<li>J. Lee. Things of note. J. Things, 3:1–9, 2020. doi:10.1234/ab.c</li></ol>"""

MARKDOWN = """---
title: Gated Recall
authors: [Ada Lovelace, Bo Li]
date: 2024-03-01
journal: J. Things
doi: 10.1234/abc.5
---
# Gated *Recall*

## Abstract

We show things & more.

## 1 Introduction

It takes 10^18 steps [1].[^n]

[^n]: A note.

- first
- second

### 1.1 Data

$$
E = mc^2 \\tag{1}
$$

Table 1: Scores.

|       | Dev F1 | Dev EM |
|-------|--------|--------|
| A     | 1      | 2      |
|       | 3      | 4      |

## 2 Results

All is well.

![Figure 1: A graph.](g.png)

## References

1. A. Vaswani and N. Shazeer. Attention is all you need. In NeurIPS, 2017.
2. J. Lee. Things of note. J. Things, 3:1–9, 2020. doi:10.1234/ab.c
"""


def _math(made: Any, text: str) -> Any:
    """`E = mc^2` as Word keeps it."""
    xml = (
        '<m:oMathPara xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath><m:r><m:t>E = m</m:t></m:r>'
        "<m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>"
    )
    paragraph = made.add_paragraph()
    paragraph._p.append(docx.oxml.parse_xml(xml))
    paragraph.add_run(text)
    return paragraph


def _word() -> bytes:
    made = docx.Document()
    made.core_properties.title, made.core_properties.author = "Gated Recall", "Ada Lovelace; Bo Li"
    made.sections[0].header.paragraphs[0].text = "A running head"
    made.add_paragraph("Gated Recall", style="Title")
    made.add_heading("Abstract", 1)
    made.add_paragraph("We show things & more.")
    made.add_heading("1 Introduction", 1)
    made.add_paragraph("It takes 10^18 steps [1].")
    made.add_paragraph("first", style="List Bullet")
    made.add_paragraph("second", style="List Bullet")
    made.add_heading("1.1 Data", 2)
    _math(made, "\t(1)")
    made.add_paragraph("Table 1: Scores.", style="Caption")
    table = made.add_table(rows=4, cols=3)
    for row, texts in zip(table.rows, [["", "Dev", ""], ["Model", "F1", "EM"], ["A", "1", "2"], ["", "3", "4"]], strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(0, 1).merge(table.cell(0, 2)).text = "Dev"
    table.cell(2, 0).merge(table.cell(3, 0)).text = "A"
    for row in table.rows[:2]:
        properties = row._tr.get_or_add_trPr()
        properties.append(docx.oxml.OxmlElement("w:tblHeader"))
    made.add_heading("2 Results", 1)
    made.add_paragraph("All is well.")
    made.add_paragraph("Figure 1: A graph.", style="Caption")
    made.add_heading("References", 1)
    made.add_paragraph("[1] A. Vaswani and N. Shazeer. Attention is all you need. In NeurIPS, 2017.")
    made.add_paragraph("[2] J. Lee. Things of note. J. Things, 3:1–9, 2020. doi:10.1234/ab.c")
    saved = io.BytesIO()
    made.save(saved)
    return saved.getvalue()


def bundle(files: dict[str, str | bytes], *, compress: bool = True) -> bytes:
    """A bundle of source files as arXiv gives it out."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz" if compress else "w") as archive:
        for name, text in files.items():
            content = text.encode() if isinstance(text, str) else text
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def paper(name: str) -> bytes:
    """The paper as a file of this name."""
    page = f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>{HEAD}</head><body>{BODY}</body></html>"
    book = (
        "<dc:title>Gated Recall</dc:title><dc:creator>Ada Lovelace</dc:creator><dc:creator>Bo Li</dc:creator>"
        "<dc:date>2024-03-01</dc:date><dc:identifier>doi:10.1234/abc.5</dc:identifier><dc:publisher>J. Things</dc:publisher>"
    )
    match name:
        case "paper.nxml":
            return JATS.encode()
        case "paper.tei.xml":
            return TEI.encode()
        case "paper.tex":
            return LATEX.encode()
        case "paper.tar.gz":
            return bundle({"paper.tex": LATEX})
        case "paper.html":
            return page.encode()
        case "paper.md":
            return MARKDOWN.encode()
        case "paper.docx":
            return _word()
        case _:
            return epub({"a.xhtml": f"<html><body>{BODY}</body></html>"}, metadata=book)
