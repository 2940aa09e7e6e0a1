"""Files that are made to reach out of themselves, or to be larger than they look. `test_readers_xml`, `test_readers_latex`,
`test_readers_bad_input`, `test_sources` and `test_damaged_pdfs` have the others.
"""

import io
import tarfile
import zipfile
from pathlib import Path

import docx
import pytest

from paperatlas.core.errors import InputError
from paperatlas.pipeline.readers.docx import DocxReader
from paperatlas.pipeline.readers.epub import EpubReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.latex import LatexReader
from tests.fakes.reading import read
from tests.unit.test_readers_bad_input import epub

SECRET = "the secret of another file"


def repacked(content: bytes, **changed: str) -> bytes:
    """An archive with other texts in the places of some: their names are given with __ for / and _ for the dot."""
    packed = io.BytesIO()
    named = {name.replace("__", "/").replace("_xml", ".xml"): text for name, text in changed.items()}
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, named.get(name, old.read(name)))
    return packed.getvalue()


def word(text: str = "Some text.") -> bytes:
    document = docx.Document()
    document.add_paragraph(text)
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def test_an_entity_of_a_word_document_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    with zipfile.ZipFile(io.BytesIO(word("Some text. MARK"))) as archive:
        body = archive.read("word/document.xml").decode()
    head, _, rest = body.partition("?>")
    doctype = f'<!DOCTYPE x [<!ENTITY file SYSTEM "{(tmp_path / "secret").as_uri()}">]>'
    hostile = repacked(word(), word__document_xml=f"{head}?>{doctype}{rest.replace('MARK', '&file;')}")
    try:
        document = read(DocxReader(), tmp_path, hostile)
    except InputError:
        return
    assert SECRET not in "".join(page.text for page in document.pages)


@pytest.mark.parametrize("path", ["../../secret.xhtml", "/secret.xhtml", "..%2F..%2Fsecret.xhtml", "file:///etc/passwd"])
def test_a_book_whose_parts_lie_elsewhere_reads_nothing_there(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.xhtml").write_text(f"<p>{SECRET}</p>")
    book = epub({"a.xhtml": "<p>One.</p>", path: ""})
    document = read(EpubReader(), tmp_path, book)
    assert [page.text for page in document.pages] == ["One.", ""]
    assert SECRET not in repr(document)


def test_a_book_that_lists_one_part_over_and_over_is_no_larger_than_its_list(tmp_path: Path) -> None:
    book = epub({"a.xhtml": "<p>One.</p>"})
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        package = archive.read("OPS/book.opf").decode()
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            repeated = package.replace('<itemref idref="i0"/>', '<itemref idref="i0"/>' * 500)
            new.writestr(name, repeated if name == "OPS/book.opf" else old.read(name))
    assert len(read(EpubReader(), tmp_path, packed.getvalue()).pages) == 500


def test_an_archive_that_says_less_than_it_holds_is_not_read_beyond_that(tmp_path: Path) -> None:
    honest = word("x" * 100_000)
    with zipfile.ZipFile(io.BytesIO(honest)) as archive:
        size = archive.getinfo("word/document.xml").file_size
    lying = honest.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    with pytest.raises(InputError):
        read(DocxReader(), tmp_path, lying)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_a_link_in_a_bundle_of_latex_leads_nowhere(tmp_path: Path, kind: bytes) -> None:
    (tmp_path / "secret.tex").write_text(SECRET)
    packed = io.BytesIO()
    main = rb"\documentclass{article}\begin{document}Text. \input{part}\end{document}"
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in (("main.tex", main),):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        link = tarfile.TarInfo("part.tex")
        link.type, link.linkname = kind, str(tmp_path / "secret.tex")
        archive.addfile(link)
    document = read(LatexReader(), tmp_path, packed.getvalue(), "paper.tar")
    assert "Text." in document.pages[0].text
    assert SECRET not in document.pages[0].text


def test_a_page_that_is_nested_without_end_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    document = read(HtmlReader(), tmp_path, f"<p>First.</p>{'<div>' * 100_000}deep{'</div>' * 100_000}")
    assert document.pages[0].text.startswith("First.")
