"""Web pages and filings."""

from pathlib import Path

from paperatlas.core.grid import columns, statements
from paperatlas.core.types import BlockKind as K
from paperatlas.pipeline.readers.html import HtmlReader
from tests.fakes.reading import grids, outline_of, read

ARTICLE = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Gated Recall | Journal</title>
<meta name="citation_title" content="Gated Recall"><meta name="citation_author" content="Lovelace, Ada">
<meta name="citation_author" content="Bo Li"><meta name="citation_doi" content="10.1234/abc.5">
<meta name="citation_publication_date" content="2024/03/01"><meta name="citation_journal_title" content="J. Things">
<script>var x = "evil";</script></head><body><nav>Home</nav><div style="display: none">secret</div>
<main><h1>Gated Recall</h1><h2>Abstract</h2><p>We show <b>things</b> &amp; more.</p>
<h2>1 Results</h2><p>It takes 10<sup>18</sup> steps<sup><a href="#n">1</a></sup>,<br>or <math alttext="x^2"><mi>x</mi></math>.</p>
<ol start="3"><li>three<ul><li>inner</li></ul></li></ol>
<figure><img src="http://evil.example/x.png"><figcaption>Figure 1: A graph.</figcaption></figure>
<table><caption>Table 1: Scores</caption>
<thead><tr><th rowspan="2">Model</th><th colspan="2">Dev</th><th colspan="2">Test</th></tr>
<tr><th>F1</th><th>EM</th><th>F1</th><th>EM</th></tr></thead>
<tbody><tr><td rowspan="2">A</td><td>1</td><td>2</td><td>3</td><td>4</td></tr>
<tr><td>5</td><td>6</td><td>7</td><td>8</td></tr></tbody>
</table></main><footer>foot</footer></body></html>"""


def test_an_article_is_read_as_it_is_seen(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, ARTICLE)
    assert outline_of(document) == [
        (K.TITLE, "", "Gated Recall"),
        (K.HEADING, "Abstract", "Abstract"),
        (K.ABSTRACT, "Abstract", "We show things & more."),
        (K.HEADING, "1 Results", "1 Results"),
        (K.PARAGRAPH, "1 Results", "It takes 10^18 steps 1, or x^2."),
        (K.LIST, "1 Results", "3. three"),
        (K.LIST, "1 Results", "• inner"),
        (K.CAPTION, "1 Results", "Figure 1: A graph."),
        (K.CAPTION, "1 Results", "Table 1: Scores"),
    ]
    metadata = document.metadata
    assert (metadata.title, metadata.authors, metadata.year) == ("Gated Recall", ("Ada Lovelace", "Bo Li"), 2024)
    assert (metadata.doi, metadata.venue, metadata.language) == ("10.1234/abc.5", "J. Things", "en")


def test_spans_of_cells_keep_their_columns(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, ARTICLE)
    assert grids(document) == [
        [["Model", "Dev", "", "Test", ""], ["", "F1", "EM", "F1", "EM"], ["A", "1", "2", "3", "4"], ["", "5", "6", "7", "8"]]
    ]
    assert columns(document.tables[0]) == ("Model", "Dev F1", "Dev EM", "Test F1", "Test EM")


def test_a_page_without_any_title_goes_by_that_of_its_window(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, "<title>On the subject of things - My Site</title><p>Text.</p>")
    assert document.metadata.title == "On the subject of things - My Site"


def test_the_declared_encoding_is_used(tmp_path: Path) -> None:
    page = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Это текст</p>'
    assert read(HtmlReader(), tmp_path, page.encode("cp1251")).pages[0].text == "Это текст"


def test_deep_nesting_and_broken_markup_are_read(tmp_path: Path) -> None:
    assert "deep" in read(HtmlReader(), tmp_path, "<div>" * 1000 + "deep").pages[0].text
    cut = read(HtmlReader(), tmp_path, "<p>start</p>" + "<div>" * 4000 + "deep")
    assert (cut.pages[0].text, [warning.code for warning in cut.warnings]) == ("start", ["text_lost"])
    assert read(HtmlReader(), tmp_path, "<p>one<p>two</b></i><table><tr><td>cut").pages[0].text == "one\ntwo\ncut"


FILING = """<?xml version="1.0" encoding="utf-8"?><html xmlns:ix="x"><head><title>nwd-20260830</title></head><body>
<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="dei:DocumentFiscalYearFocus">2026</ix:nonNumeric></ix:hidden>
</ix:header></div>
<div style="font-weight:700">FORM <ix:nonNumeric name="dei:DocumentType">10-K</ix:nonNumeric></div>
<div><ix:nonNumeric name="dei:EntityRegistrantName">Northwind Corp</ix:nonNumeric></div>
<div><ix:nonNumeric name="dei:TradingSymbol">NWD</ix:nonNumeric></div>
<table><tr><td>Item 1.</td><td>Business</td><td>3</td></tr><tr><td>Item 1A.</td><td>Risks</td><td>9</td></tr>
<tr><td>Item 7.</td><td>Discussion</td><td>20</td></tr></table>
<div>Table of Contents</div><div><span style="font-weight:bold">PART I</span></div>
<table><tr><td style="font-weight:bold">Item 1.</td><td></td><td><b>Business</b></td></tr></table>
<p>We sell <ix:nonNumeric name="x:y">wind</ix:nonNumeric>.</p>
<table><tr><td>•</td><td>wind from the north;</td></tr></table>
<div>4</div>
<div><span style="font-weight:700">Item 7—Discussion</span></div><div><span style="font-weight:700">Membership Fees</span></div>
<table><tr><td colspan="3"></td><td colspan="3"></td><td colspan="15">52 Weeks Ended</td></tr>
<tr><td colspan="3">(in millions)</td><td colspan="3"></td><td colspan="3">2026</td><td colspan="3"></td><td colspan="3">2025</td>
<td colspan="3"></td><td colspan="3">Change</td></tr>
<tr><td colspan="3">Net sales</td><td colspan="3"></td><td>$</td><td><ix:nonFraction>275,235</ix:nonFraction></td><td></td>
<td colspan="3"></td><td>$</td><td>249,625</td><td></td><td colspan="3"></td><td colspan="2">10.3</td><td>%</td></tr>
<tr><td colspan="3">Loss</td><td colspan="3"></td><td colspan="2">(1,234</td><td>)</td><td colspan="3"></td><td colspan="2">—</td>
<td></td><td colspan="3"></td><td colspan="2">(2.1</td><td>)%</td></tr></table></body></html>"""


def test_a_filing_is_divided_by_its_items_and_bold_lines(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, FILING)
    assert outline_of(document) == [
        (K.PARAGRAPH, "", "FORM 10-K"),
        (K.PARAGRAPH, "", "Northwind Corp"),
        (K.PARAGRAPH, "", "NWD"),
        (K.HEADING, "PART I", "PART I"),
        (K.HEADING, "PART I > Item 1. Business", "Item 1. Business"),
        (K.PARAGRAPH, "PART I > Item 1. Business", "We sell wind."),
        (K.LIST, "PART I > Item 1. Business", "• wind from the north;"),
        (K.HEADING, "PART I > Item 7—Discussion", "Item 7—Discussion"),
        (K.HEADING, "PART I > Item 7—Discussion > Membership Fees", "Membership Fees"),
    ]


def test_figures_of_a_filing_are_put_together_under_their_years(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, FILING)
    assert grids(document) == [
        [
            ["", "52 Weeks Ended", "", ""],
            ["(in millions)", "2026", "2025", "Change"],
            ["Net sales", "$275,235", "$249,625", "10.3%"],
            ["Loss", "(1,234)", "—", "(2.1)%"],
        ]
    ]
    assert statements(document.tables[0])[0][1] == (
        "row Net sales, 52 Weeks Ended 2026: $275,235; 52 Weeks Ended 2025: $249,625; 52 Weeks Ended Change: 10.3%"
    )


def test_the_facts_of_a_filing_name_it_and_can_be_filtered_on(tmp_path: Path) -> None:
    metadata = read(HtmlReader(), tmp_path, FILING).metadata
    assert (metadata.title, metadata.year) == ("Northwind Corp 10-K 2026", 2026)
    assert dict(metadata.fields)["ticker"] == "NWD"


def test_tables_that_only_lay_out_a_page_are_text(tmp_path: Path) -> None:
    long = " ".join(["word"] * 80) + "."
    document = read(HtmlReader(), tmp_path, f"<table><tr><td><h2>Left</h2><p>{long}</p></td><td>Right side</td></tr></table>")
    assert not document.tables
    assert [text for _, _, text in outline_of(document)] == ["Left", long, "Right side"]


LATEXML = """<html lang="en"><head><title>[2301.01234] Gated Recall</title></head><body><article class="ltx_document">
<h1 class="ltx_title">Gated Recall</h1><div class="ltx_authors"><span class="ltx_creator">
<span class="ltx_personname">Ada Lovelace
<sup>1</sup><br>University of Nowhere<br>a@x.org</span></span> &amp; <span class="ltx_personname">Bo Li</span></div>
<div class="ltx_abstract"><h6>Abstract</h6><p>We show it.</p></div>
<section><h2><span class="ltx_tag">1 </span>Introduction</h2>
<p>A method<span class="ltx_note ltx_role_footnote"><sup>1</sup>
<span class="ltx_note_outer"><span class="ltx_note_content"><sup>1</sup>
<span class="ltx_tag">1</span>See the site.</span></span></span>
of <math alttext="x_{i}" display="inline"><mi>x</mi></math>.</p>
<table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row"><td>
<math alttext="E=mc^{2}" display="block">
<mi>E</mi></math></td><td class="ltx_eqn_eqno"><span class="ltx_tag">(1)</span></td></tr></tbody></table>
<table class="ltx_equationgroup"><tbody class="ltx_equation">
<tr class="ltx_eqn_row"><td><math alttext="a=b"><mi>a</mi></math></td>
<td>(2)</td></tr></tbody><tbody><tr class="ltx_eqn_row">
<td><math alttext="c=d"><mi>c</mi></math></td><td>(3)</td></tr></tbody></table>
<p>$$f = g \\tag{4}$$</p></section>
<section><h2>References</h2><ul>
<li class="ltx_bibitem"><span class="ltx_tag">[1]</span><span class="ltx_bibblock">A. Vaswani.</span>
<span class="ltx_bibblock">Attention is all you need.</span>
<span class="ltx_bibblock">In <em>NeurIPS</em>, 2017.</span></li></ul></section>
</article></body></html>"""


def test_papers_made_of_latex_keep_notes_formulas_and_references(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, LATEXML)
    metadata = document.metadata
    assert (metadata.authors, metadata.affiliations) == (("Ada Lovelace", "Bo Li"), ("University of Nowhere",))
    assert (metadata.arxiv_id, metadata.year) == ("2301.01234", 2023)
    assert [(heading.number, heading.text, heading.level) for heading in document.headings] == [
        ("", "Abstract", 1),
        ("1", "Introduction", 1),
        ("", "References", 1),
    ]
    texts = [(kind, text) for kind, _, text in outline_of(document)]
    assert (K.PARAGRAPH, "A method of x_{i}.") in texts
    assert (K.FOOTNOTE, "See the site.") in texts
    assert (K.REFERENCE, "[1] A. Vaswani. Attention is all you need. In NeurIPS, 2017.") in texts
    assert [(equation.number, equation.text) for equation in document.equations] == [
        ("1", "E=mc^{2}"),
        ("2", "a=b"),
        ("3", "c=d"),
        ("4", "f = g"),
    ]
    assert not document.tables
    assert [(each.number, each.title, each.year) for each in document.references] == [(1, "Attention is all you need", 2017)]
