"""JATS and TEI: what an article holds, and what hostile or broken XML does not do."""

from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.types import BlockKind as K
from paperatlas.pipeline.readers.article_xml import ArticleXmlReader
from tests.fakes.paper_formats import paper
from tests.fakes.reading import grids, outline_of, read


def jats(body: str, *, front: str = "", doctype: str = "") -> str:
    return f"{doctype}<article><front><article-meta>{front}</article-meta></front><body>{body}</body></article>"


def test_names_affiliations_and_their_ties_are_read(tmp_path: Path) -> None:
    metadata = read(ArticleXmlReader(), tmp_path, paper("paper.nxml"), "a.nxml").metadata
    assert metadata.affiliations == ("University of Nowhere", "Z Institute")
    assert metadata.author_affiliations == ((0,), (1,))
    assert read(ArticleXmlReader(), tmp_path, paper("paper.tei.xml"), "a.xml").metadata.affiliations == metadata.affiliations


def test_blocks_within_a_paragraph_stand_where_they_stand(tmp_path: Path) -> None:
    body = (
        "<p>Before <disp-formula><label>(2)</label><tex-math>\\documentclass{a}\\begin{document}$$x^2$$\\end{document}</tex-math>"
        "</disp-formula> after<xref ref-type='fn'/>.<fn><label>*</label><p>Note.</p></fn></p>"
        "<p>Inline <inline-formula><mml:math xmlns:mml='m'><mml:mfrac><mml:mi>a</mml:mi><mml:mrow><mml:mi>b</mml:mi>"
        "<mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:mrow></mml:mfrac></mml:math></inline-formula>.</p>"
    )
    document = read(ArticleXmlReader(), tmp_path, jats(body), "a.xml")
    assert outline_of(document) == [
        (K.PARAGRAPH, "", "Before"),
        (K.EQUATION, "", "x^2 (2)"),
        (K.PARAGRAPH, "", "after."),
        (K.FOOTNOTE, "", "Note."),
        (K.PARAGRAPH, "", "Inline a/(b + 1)."),
    ]


def test_an_article_inside_an_answer_of_a_service_is_found(tmp_path: Path) -> None:
    wrapped = f"<pmc-articleset>{jats('<p>Text.</p>')}</pmc-articleset>"
    assert read(ArticleXmlReader(), tmp_path, wrapped, "a.xml").pages[0].text == "Text."


def test_a_table_of_figures_alone_and_a_list_of_terms_are_kept(tmp_path: Path) -> None:
    body = (
        "<table-wrap><label>Table 2.</label><caption><title>Two.</title></caption><table><tr><td>1</td><td>2</td></tr>"
        "<tr><td>3</td><td>4</td></tr></table><table-wrap-foot><p>In mm.</p></table-wrap-foot></table-wrap>"
        "<def-list><def-item><term>RAG</term><def><p>retrieval</p></def></def-item></def-list>"
    )
    document = read(ArticleXmlReader(), tmp_path, jats(body), "a.xml")
    assert grids(document) == [[["1", "2"], ["3", "4"]]]
    assert [text for _, _, text in outline_of(document)] == ["Table 2: Two.", "In mm.", "• RAG: retrieval"]


@pytest.mark.parametrize("root", ["article", "TEI"])
def test_no_entity_is_expanded_and_no_file_read(root: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("SECRET")
    doctype = (
        f'<?xml version="1.0"?><!DOCTYPE {root} [<!ENTITY file SYSTEM "{(tmp_path / "secret").as_uri()}">'
        '<!ENTITY net SYSTEM "http://127.0.0.1:9/x"><!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
        '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>'
    )
    inner = "<body><p>Text &file; &net; &d; end.</p></body>"
    document = read(
        ArticleXmlReader(), tmp_path, f"{doctype}<{root}>{inner if root == 'article' else f'<text>{inner}</text>'}</{root}>"
    )
    text = document.pages[0].text
    assert "SECRET" not in text
    assert "haha" not in text
    assert text.startswith("Text")


def test_what_is_cut_is_read_to_there(tmp_path: Path) -> None:
    document = read(ArticleXmlReader(), tmp_path, jats("<p>One.</p><p>Two is cut")[: -len("</body></article>")], "a.xml")
    assert document.pages[0].text == "One.\nTwo is cut"
    assert [warning.code for warning in document.warnings] == ["text_lost"]


@pytest.mark.parametrize(
    "content", ["<project><name>x</name></project>", "no xml at all", "<a>" * 5000, "{'json': 1}", "<article/>"]
)
def test_other_xml_is_refused_and_left_out_of_folders(content: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(ArticleXmlReader(), tmp_path, content, "a.xml")
    assert caught.value.hint
    assert ArticleXmlReader().is_document(tmp_path / "a.xml") == content.startswith("<article")


def test_articles_are_known_behind_comments_types_and_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    for head in ("\ufeff", '<?xml version="1.0"?><!-- <x> --><!DOCTYPE article [<!ENTITY x "<y>">]>', '<j:article xmlns:j="x">'):
        path.write_text(f"{head}<article>")
        assert ArticleXmlReader().is_document(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_the_declared_encoding_is_used(encoding: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>{jats("<p>Grüße.</p>")}'
    assert read(ArticleXmlReader(), tmp_path, text.encode(encoding), "a.xml").pages[0].text == "Grüße."
