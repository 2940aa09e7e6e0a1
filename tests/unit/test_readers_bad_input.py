"""Bad files are a normal case: each is refused with the reason and what to do, or read as far as it goes."""

import io
import zipfile
from pathlib import Path

import pytest

from paperatlas.core.errors import EncryptedFile, InputError, UnreadableFile
from paperatlas.core.ports import DocumentReader
from paperatlas.pipeline.readers.article_xml import ArticleXmlReader
from paperatlas.pipeline.readers.docx import DocxReader
from paperatlas.pipeline.readers.epub import EpubReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.latex import LatexReader
from paperatlas.pipeline.readers.markdown import MarkdownReader
from paperatlas.pipeline.readers.text import TextReader
from tests.fakes.reading import read

TEXTUAL = [TextReader(), MarkdownReader(), HtmlReader(), LatexReader()]
ALL = [*TEXTUAL, DocxReader(), EpubReader(), ArticleXmlReader()]


def named(readers: list[DocumentReader]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("reader", readers, ids=lambda reader: type(reader).__name__)


@named(ALL)
@pytest.mark.parametrize(
    "content", [b"", b"  \n\n ", b"\x00" * 5000, b"%PDF-1.7\nxyz", b"\x89PNG\r\n\x1a\n123", b"PK\x03\x04 cut short"]
)
def test_what_holds_no_text_is_refused_with_a_hint(reader: DocumentReader, content: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        read(reader, tmp_path, content)
    assert "file" in caught.value.message
    assert caught.value.hint


@named(TEXTUAL)
def test_a_pdf_under_another_name_is_called_what_it_is(reader: DocumentReader, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="a PDF file"):
        read(reader, tmp_path, b"%PDF-1.4 ...")


@named(ALL)
def test_a_file_that_is_gone_is_refused(reader: DocumentReader, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        reader.read(tmp_path / "gone.x", name="gone.x", on_page=lambda number, count: None)


@named(TEXTUAL)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_every_unicode_encoding_is_read(reader: DocumentReader, encoding: str, tmp_path: Path) -> None:
    document = read(reader, tmp_path, "Grüße aus Malmö, and a sentence of plain words to follow it.".encode(encoding))
    assert "Grüße aus Malmö, and a sentence" in document.pages[0].text


@named(TEXTUAL)
def test_an_encoding_that_had_to_be_guessed_is_reported(reader: DocumentReader, tmp_path: Path) -> None:
    document = read(reader, tmp_path, "Grüße aus Malmö – “hier”.".encode("cp1252"))
    assert "Grüße aus Malmö – “hier”." in document.pages[0].text
    assert [warning.code for warning in document.warnings] == ["encoding_guessed"]


@named(TEXTUAL)
def test_a_file_cut_within_a_character_is_read_to_there(reader: DocumentReader, tmp_path: Path) -> None:
    document = read(reader, tmp_path, ("Grüße und mehr davon. " * 40 + "ü").encode()[:-1])
    assert document.pages[0].text.startswith("Grüße und mehr")
    assert [warning.code for warning in document.warnings] == ["broken_text"]


@named(TEXTUAL)
def test_one_huge_line_is_one_block(reader: DocumentReader, tmp_path: Path) -> None:
    document = read(reader, tmp_path, "word " * 200_000)
    assert document.words == 200_000


@named(TEXTUAL)
def test_control_characters_are_left_out(reader: DocumentReader, tmp_path: Path) -> None:
    assert read(reader, tmp_path, "A clean\x07 text\x1b of words.").pages[0].text == "A clean text of words."


@named(ALL)
def test_a_page_that_is_to_be_skipped_is_empty_with_a_warning(reader: DocumentReader, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(samples()[type(reader).__name__])
    document = reader.read(path, name="file", on_page=lambda number, count: None, skip=[1])
    assert document.pages[0].text == ""
    assert ("page_skipped", 1) in [(warning.code, warning.page) for warning in document.warnings]


def samples() -> dict[str, bytes]:
    import docx

    word = io.BytesIO()
    made = docx.Document()
    made.add_paragraph("Some text.")
    made.save(word)
    plain = b"Some text of a few words."
    return {
        "TextReader": plain,
        "MarkdownReader": plain,
        "HtmlReader": plain,
        "LatexReader": plain,
        "ArticleXmlReader": b"<article><front/><body><p>Some text.</p></body></article>",
        "DocxReader": word.getvalue(),
        "EpubReader": epub({"a.xhtml": "<p>One</p>", "b.xhtml": "<p>Two</p>"}),
    }


def epub(parts: dict[str, str], *, extra: dict[str, str] | None = None, metadata: str = "") -> bytes:
    """A book of these parts, in their order."""
    items = "".join(f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(parts))
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(parts)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"{metadata}</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/>'
        "</rootfiles></container>"
    )
    files = {
        "META-INF/container.xml": container,
        "OPS/book.opf": package,
        **{f"OPS/{name}": text for name, text in parts.items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {**files, **(extra or {})}.items():
            archive.writestr(name, text)
    return packed.getvalue()


@named([DocxReader(), EpubReader()])
def test_an_archive_that_unpacks_to_a_mountain_is_refused(reader: DocumentReader, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\x00" * (64 << 20))
    with pytest.raises(UnreadableFile, match="would unpack to 64 MiB"):
        read(reader, tmp_path, packed.getvalue())


@named([DocxReader(), EpubReader()])
def test_an_archive_of_something_else_or_cut_short_is_refused(reader: DocumentReader, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("hello.txt", "hello")
    for content in (packed.getvalue(), samples()[type(reader).__name__][:-40]):
        with pytest.raises(InputError):
            read(reader, tmp_path, content)


def test_a_protected_book_and_an_old_word_file_ask_for_a_copy(tmp_path: Path) -> None:
    locked = '<encryption><e:EncryptionMethod xmlns:e="x" Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></encryption>'
    with pytest.raises(EncryptedFile):
        read(EpubReader(), tmp_path, epub({"a.xhtml": "<p>x</p>"}, extra={"META-INF/encryption.xml": locked}))
    with pytest.raises(EncryptedFile):
        read(DocxReader(), tmp_path, b"\xd0\xcf\x11\xe0" + b"0" * 100)


def test_entities_of_an_archive_are_not_expanded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    book = epub({"a.xhtml": "<p>One</p>"}, metadata="<dc:title>T</dc:title>")
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    files["OPS/book.opf"] = bomb + files["OPS/book.opf"].replace("<dc:title>T", "<dc:title>&b;")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    assert "aaaa" not in read(EpubReader(), tmp_path, packed.getvalue()).metadata.title
