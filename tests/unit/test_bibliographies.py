"""Bibliography files: what they say is given to the documents that they are of, and to no others."""

import shutil
from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.listings import Listing, completed, match_listings
from paperatlas.core.types import Metadata
from paperatlas.pipeline.readers.bibliographies import BibTexReader, RisReader
from tests.fakes.libraries import open_test_library
from tests.fakes.recipes import STRUCTURED
from tests.unit.test_works import paper

ZOTERO = r"""
@comment{jabref-meta: databaseType:bibtex;}
@string{jt = "Journal of Things"}
@article{lovelace2024,
  title = {Gated {Recall} for {{M\"uller's}} Memory \& More},
  author = {Lovelace, Ada and de la Cruz, Bo and {The Gate Team} and others},
  journal = jt, year = {2024}, doi = {https://doi.org/10.1234/AB_c}, abstract = {We show $\alpha$.},
  file = {Full Text:/home/me/Zotero/storage/X1/lovelace.html:text/html;Snap\;shot:C\:\\Users\\me\\a b.pdf:application/pdf},
}
@misc{pre, title={A preprint of it}, author={Bo Li}, date={2023-05-01}, eprint={2301.01234}, archiveprefix={arXiv}}
@article{broken, title={unclosed
@book{b, title = "A book", editor = "Cy Dee", publisher = {Press}, file = {:files/b.pdf:PDF}}
"""
RIS = """TY  - JOUR
TI  - Gated Recall
  for Memory
AU  - Lovelace, Ada
AU  - Li, Bo
PY  - 2024/03/01
JO  - J. Things
DO  - 10.1234/ab
L1  - file:///home/me/paper.pdf
ER  -

TY  - CONF
T1  - Another one of them
Y1  - 2001
ER  -
"""


def test_bibtex_is_read_into_plain_words(tmp_path: Path) -> None:
    (tmp_path / "r.bib").write_text(ZOTERO, encoding="utf-8")
    listings, broken = BibTexReader().listings(tmp_path / "r.bib")
    assert [(each.key, each.files) for each in listings] == [
        ("lovelace2024", ("/home/me/Zotero/storage/X1/lovelace.html", "C:\\Users\\me\\a b.pdf")),
        ("pre", ()),
        ("b", ("files/b.pdf",)),
    ]
    assert broken == 1
    assert listings[0].metadata == Metadata(
        title="Gated Recall for Müller's Memory & More",
        authors=("Ada Lovelace", "Bo de la Cruz", "The Gate Team"),
        year=2024,
        venue="Journal of Things",
        doi="10.1234/AB_c",
        abstract="We show α.",
    )
    assert (listings[1].metadata.year, listings[1].metadata.arxiv_id) == (2023, "2301.01234")
    assert (listings[2].metadata.authors, listings[2].metadata.venue) == (("Cy Dee",), "Press")


def test_ris_is_read(tmp_path: Path) -> None:
    (tmp_path / "r.ris").write_text(RIS)
    (first, second), _ = RisReader().listings(tmp_path / "r.ris")
    assert first.metadata == Metadata(
        title="Gated Recall for Memory", authors=("Ada Lovelace", "Bo Li"), year=2024, venue="J. Things", doi="10.1234/ab"
    )
    assert first.files == ("file:///home/me/paper.pdf",)
    assert (second.key, second.metadata.title, second.metadata.year) == ("2", "Another one of them", 2001)


@pytest.mark.parametrize("content", [b"", b"no entries here", b"%PDF-1.4", b"\x00\x01\x02" * 99, b"@article{cut, title={a"])
def test_what_lists_nothing_is_refused(content: bytes, tmp_path: Path) -> None:
    for reader in (BibTexReader(), RisReader()):
        path = tmp_path / f"r{min(reader.suffixes)}"
        path.write_bytes(content)
        with pytest.raises(UnreadableFile) as caught:
            reader.listings(path)
        assert caught.value.hint


def listing(key: str = "k", files: tuple[str, ...] = (), **metadata: object) -> Listing:
    return Listing(key=key, metadata=Metadata(**metadata), files=files)  # type: ignore[arg-type]


def test_entries_are_matched_by_file_then_identifier_then_title() -> None:
    from dataclasses import replace

    scan = replace(paper("scan", title=""), sources=("/papers/My Sca\u0308n.pdf",))
    with_doi, titled = paper("doi", title="", doi="10.1/X"), paper("titled", title="A Title That Is Long")
    entries = [
        listing("f", ("C:\\Zotero\\my scän.PDF",), title="What it is called"),
        listing("d", doi="10.1/x"),
        listing("t", title="A title, that is long"),
        listing("n", title="Of none of them"),
    ]
    found, unmatched = match_listings(entries, [scan, with_doi, titled])
    assert {str(document): each.key for document, each in found.items()} == {"id-scan": "f", "id-doi": "d", "id-titled": "t"}
    assert [each.key for each in unmatched] == ["n"]


def test_a_title_of_two_documents_settles_nothing_and_short_ones_are_none() -> None:
    entries = [listing(title="A Title That Is Long", doi="10.1/x"), listing(title="Introduction")]
    versions = [
        paper("a", title="A Title That Is Long"),
        paper("b", title="A Title That Is Long"),
        paper("c", title="Introduction"),
    ]
    assert not match_listings(entries, versions)[0]


def test_what_the_paper_prints_stands() -> None:
    stated = Metadata(title="Printed", year=2020, affiliations=("X",))
    listed = Metadata(title="Listed", authors=("A B",), year=2021, doi="10.1/x", venue="V")
    assert completed(stated, listed) == Metadata(
        title="Printed", authors=("A B",), year=2020, doi="10.1/x", venue="V", affiliations=("X",)
    )


def test_ingest_completes_the_documents_that_are_listed(tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "lovelace.html").write_text("<h1>Gated things</h1><p>Some text of it.</p>")
    (papers / "other.html").write_text("<h1>Other</h1><p>Some other text.</p>")
    (papers / "refs.bib").write_text(ZOTERO, encoding="utf-8")
    with open_test_library(tmp_path / "library", recipe=STRUCTURED) as library:
        report = library.ingest([papers])
        assert [(each.doc, each.status) for each in report.documents] == [("lovelace.html", "added"), ("other.html", "added")]
        assert [note for note in report.notes if "'refs.bib': 1 of 3 entries" in note]
        assert [note for note in report.notes if "1 could not be read" in note]
        metadata = library.document("lovelace.html").metadata
        assert (metadata.title, metadata.year, metadata.doi) == ("Gated things", 2024, "10.1234/AB_c")
        assert library.document("other.html").metadata.doi == ""
        again = library.ingest([papers])
        assert {each.status for each in again.documents} == {"unchanged"}
        assert [note for note in again.notes if "0 documents were completed" in note]
        assert library.doctor().sound


def test_a_list_alone_serves_documents_that_are_there_and_a_bad_one_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "lovelace.html").write_text("<h1>Gated things</h1><p>Some text of it.</p>")
    (tmp_path / "bad.bib").write_text("nothing")
    (tmp_path / "refs.bib").write_text(ZOTERO, encoding="utf-8")
    with open_test_library(tmp_path / "library", recipe=STRUCTURED) as library:
        library.ingest([tmp_path / "lovelace.html"])
        shutil.move(tmp_path / "lovelace.html", tmp_path / "moved.html")
        report = library.ingest([tmp_path / "refs.bib", tmp_path / "bad.bib"])
        assert [(each.doc, each.status) for each in report.documents] == [("bad.bib", "failed")]
        assert library.document("lovelace.html").metadata.year == 2024
        assert len(library.documents()) == 1
        assert library.search("text").hits


def test_versions_of_a_work_are_one_work_and_a_copy_is_no_document(tmp_path: Path) -> None:
    text = " ".join(f"<p>Sentence {number} speaks of gate {number * 7 % 89} and of recall.</p>" for number in range(60))
    head = '<meta name="citation_author" content="Ada Lovelace"><meta name="citation_title" content="Gated Recall for Memory">'
    doi = '<meta name="citation_doi" content="10.1234/abc">'
    (tmp_path / "preprint.html").write_text(f"<html><head>{head}</head><body>{text}</body></html>")
    (tmp_path / "published.html").write_text(f"<html><head>{head}{doi}</head><body>{text}<p>Acknowledged.</p></body></html>")
    (tmp_path / "reply.html").write_text(
        f"<html><head>{head.replace('Gated', 'Reply to: Gated')}</head><body>{text}</body></html>"
    )
    # 240 characters, so that it stays a legal name in bytes too: a decomposed letter, spaces and dots among them.
    copy = "co\u0308py. of the  paper .v1.0 " + "x" * (240 - 32) + ".html"
    shutil.copy(tmp_path / "published.html", tmp_path / copy)
    with open_test_library(tmp_path / "library", recipe=STRUCTURED) as library:
        report = library.ingest([tmp_path])
        assert len(library.documents()) == 3, "the copy is another name of a document that is there"
        assert len({each.doc_id for each in report.documents}) == 3
        works = sorted(library.works(), key=lambda work: -len(work.documents))
        assert [len(work.documents) for work in works] == [2, 1]
        assert {len(document.sources) for document in library.documents()} == {1, 2}
        assert [note for note in report.notes if "look like one work (same title and authors" in note]
        assert not [note for note in library.ingest([tmp_path]).notes if "one work" in note]
