"""Zotero: its exports, and its interface for programs of the same machine, as a server on loopback that answers as it does."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from paperatlas.core.errors import BadOutput, InputError, ProviderError, UnreadableFile
from paperatlas.core.listings import Listing
from paperatlas.library.parts import OnlineParts
from paperatlas.pipeline.readers.zotero import JsonListingReader, ZoteroRdfReader
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import RECIPE
from tests.fakes.service import Asked, Reply
from tests.unit.test_crossref import crossref_at
from tests.unit.test_online import PDF, arxiv_at, papers_at, site, zotero_at

RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#" xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <bib:Article rdf:about="https://www.example.org/articles/moss">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:0028-0836"/>
        <bib:authors><rdf:Seq>
            <rdf:li><foaf:Person><foaf:surname>Sato</foaf:surname><foaf:givenName>Ada</foaf:givenName></foaf:Person></rdf:li>
        </rdf:Seq></bib:authors>
        <link:link rdf:resource="#item_3"/>
        <dc:title>Lantern moss glows</dc:title>
        <dcterms:abstract>It glows.</dcterms:abstract>
        <dc:date>2024-03-05</dc:date>
    </bib:Article>
    <bib:Journal rdf:about="urn:issn:0028-0836">
        <dc:title>Journal of Bryology</dc:title>
        <dc:identifier>DOI 10.5555/moss.7</dc:identifier>
        <dc:identifier>ISSN 0028-0836</dc:identifier>
    </bib:Journal>
    <z:Attachment rdf:about="#item_3">
        <z:itemType>attachment</z:itemType>
        <rdf:resource rdf:resource="files/3/Full Text.note"/>
        <link:type>application/pdf</link:type>
    </z:Attachment>
    <rdf:Description rdf:about="https://arxiv.org/abs/1707.06347">
        <z:itemType>preprint</z:itemType>
        <dc:title>Fern spores</dc:title>
        <dc:identifier><dcterms:URI><rdf:value>https://arxiv.org/abs/1707.06347</rdf:value></dcterms:URI></dc:identifier>
        <link:link rdf:resource="#item_5"/>
    </rdf:Description>
    <z:Attachment rdf:about="#item_5">
        <z:itemType>attachment</z:itemType>
        <z:path rdf:resource="files/5/Full Text.note"/>
    </z:Attachment>
    <z:Collection rdf:about="#collection_1">
        <dc:title>Plants</dc:title>
        <dcterms:hasPart rdf:resource="#collection_2"/>
    </z:Collection>
    <z:Collection rdf:about="#collection_2">
        <dc:title>Moss</dc:title>
        <dcterms:hasPart rdf:resource="https://www.example.org/articles/moss"/>
    </z:Collection>
</rdf:RDF>"""
ITEM = {
    "key": "MOSSMOSS",
    "itemType": "journalArticle",
    "title": "Lantern moss glows",
    "creators": [
        {"firstName": "Ada", "lastName": "Sato", "creatorType": "author"},
        {"name": "Moss Group", "creatorType": "author"},
        {"firstName": "Eve", "lastName": "Editor", "creatorType": "editor"},
    ],
    "date": "2024-03-05",
    "publicationTitle": "Journal of Bryology",
    "DOI": "10.5555/moss.7",
    "abstractNote": "It glows.",
    "collections": ["MOSSCOLL"],
}
COLLECTIONS = [
    {"key": "PLANTSXX", "data": {"key": "PLANTSXX", "name": "Plants", "parentCollection": False}},
    {"key": "MOSSCOLL", "data": {"key": "MOSSCOLL", "name": "Moss", "parentCollection": "PLANTSXX"}},
    {"key": "FERNCOLL", "data": {"key": "FERNCOLL", "name": "Ferns", "parentCollection": False}},
]


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def of_json(folder: Path, value: Any) -> Sequence[Listing]:
    found, broken = JsonListingReader().listings(written(folder, "library.json", json.dumps(value)))
    assert broken == 0
    return found


def test_rdf_has_items_files_and_collections(tmp_path: Path) -> None:
    found, broken = ZoteroRdfReader().listings(written(tmp_path, "library.rdf", RDF))
    moss, fern = found
    assert broken == 0
    assert (moss.metadata.title, moss.metadata.authors, moss.metadata.year) == ("Lantern moss glows", ("Ada Sato",), 2024)
    assert (moss.metadata.venue, moss.metadata.doi, moss.metadata.abstract) == (
        "Journal of Bryology",
        "10.5555/moss.7",
        "It glows.",
    )
    assert (moss.files, moss.collections) == (("files/3/Full Text.note",), ("Plants/Moss",))
    assert (fern.metadata.arxiv_id, fern.files, fern.collections) == ("1707.06347", ("files/5/Full Text.note",), ())


def test_better_bibtex_json_has_them_too(tmp_path: Path) -> None:
    item = {**ITEM, "itemID": 7, "citationKey": "sato2024", "attachments": [{"path": "files/7/moss.pdf"}, {"title": "a link"}]}
    collections = {
        "A": {"key": "A", "name": "Plants", "parent": "", "items": []},
        "B": {"key": "B", "name": "Moss", "parent": "A", "items": [7]},
    }
    note = {"itemType": "note", "note": "read this"}
    config = {"label": "BetterBibTeX JSON"}
    (moss,) = of_json(tmp_path, {"config": config, "collections": collections, "items": [item, note]})
    assert moss.metadata.authors == ("Ada Sato", "Moss Group")
    assert (moss.key, moss.metadata.year, moss.metadata.doi) == ("sato2024", 2024, "10.5555/moss.7")
    assert (moss.files, moss.collections) == (("files/7/moss.pdf",), ("Plants/Moss",))


def test_csl_json_says_what_papers_are(tmp_path: Path) -> None:
    item = {
        "id": "sato2024",
        "type": "article-journal",
        "title": "Lantern moss glows",
        "author": [{"family": "Sato", "given": "Ada"}, {"literal": "Moss Group"}],
        "issued": {"date-parts": [[2024, 3]]},
        "container-title": "Journal of Bryology",
        "DOI": "10.5555/moss.7",
    }
    (moss,) = of_json(tmp_path, [item])
    assert (moss.metadata.authors, moss.metadata.year) == (("Ada Sato", "Moss Group"), 2024)
    assert (moss.metadata.venue, moss.metadata.doi) == ("Journal of Bryology", "10.5555/moss.7")


def test_collections_that_hold_each_other_end(tmp_path: Path) -> None:
    collections = {"A": {"name": "a", "parent": "B", "items": [1]}, "B": {"name": "b", "parent": "A", "items": []}}
    (found,) = of_json(tmp_path, {"collections": collections, "items": [{"itemID": 1, "itemType": "book", "title": "T"}]})
    assert found.collections[0].endswith("a")


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"items": 3}', '{"items": [1, null]}', "[" * 100_000])
def test_json_that_is_no_bibliography_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        JsonListingReader().listings(written(tmp_path, "x.json", text))


@pytest.mark.parametrize("text", ["", "<rdf", "<html/>", RDF.replace("z:itemType", "z:other")])
def test_rdf_that_is_no_bibliography_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        ZoteroRdfReader().listings(written(tmp_path, "x.rdf", text))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ('{"config": {"label": "BetterBibTeX JSON"}}', True),
        ('[\n {"id": "a", "type": "book"}]', True),
        ('{"name": "package", "version": 1}', False),
        ('[{"a": 1}]', False),
    ],
)
def test_other_json_in_a_folder_is_passed_over(text: str, is_one: bool, tmp_path: Path) -> None:
    assert JsonListingReader().is_document(written(tmp_path, "x.json", text)) == is_one


def readers() -> list[Any]:
    return [ZoteroRdfReader(), JsonListingReader()]


def test_an_export_folder_brings_papers_with_metadata_and_collections(tmp_path: Path) -> None:
    from dataclasses import replace

    written(tmp_path, "export/library.rdf", RDF)
    written(tmp_path, "export/files/3/Full Text.note", "# Results\n\nMoss glows.\n")
    written(tmp_path, "export/files/5/Full Text.note", "# Results\n\nSpores fly.\n")
    written(tmp_path, "export/settings.json", '{"a": 1}')
    with open_test_library(tmp_path / "lib", recipe=replace(RECIPE, listing_readers=readers)) as library:
        report = library.ingest(tmp_path / "export")
        assert report.failed == ()
        by_doi = {each.metadata.doi: each for each in library.documents()}
        moss = by_doi["10.5555/moss.7"]
        assert (moss.metadata.venue, moss.collections) == ("Journal of Bryology", ("Plants/Moss",))
        assert by_doi[""].metadata.arxiv_id == "1707.06347"  # of two files of one name, each has its own item
        generation = library.catalog.generation()
        library.ingest(tmp_path / "export")
        assert library.catalog.generation() == generation


# The desktop application


def as_zotero(storage: Path, *, page: int = 500) -> Any:
    """Two papers; of the second the file was never downloaded."""
    fern = {"key": "FERNFERN", "itemType": "book", "title": "Ferns", "collections": ["FERNCOLL"]}

    def attachment(key: str, parent: str, kind: str = "application/pdf") -> dict[str, Any]:
        return {"key": key, "itemType": "attachment", "parentItem": parent, "contentType": kind, "linkMode": "imported_file"}

    data: list[dict[str, Any]] = [
        ITEM, fern, attachment("PDFMOSS1", "MOSSMOSS"), attachment("HTMLMOSS", "MOSSMOSS", "text/html"),
        attachment("PDFFERN1", "FERNFERN"), {"key": "NOTE", "itemType": "note"},
    ]  # fmt: skip
    items = [{"key": each["key"], "version": 1, "library": {"type": "user", "id": 0}, "data": each} for each in data]

    def answer(asked: Asked) -> Reply:
        parts = urlsplit(asked.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        start, limit = int(query.get("start", 0)), int(query.get("limit", page))
        if parts.path == "/api/users/0/items":
            return Reply(body=items[start : start + limit], headers={"Total-Results": str(len(items))})
        if parts.path == "/api/users/0/collections":
            return Reply(body=COLLECTIONS[start : start + limit])
        if parts.path == "/api/users/0/items/PDFMOSS1/file/view/url":
            return Reply(body=(storage / "PDFMOSS1" / "Sato – Moss.pdf").as_uri().encode())
        return Reply(status=404, body=b"Not found")

    return answer


@pytest.fixture
def storage(tmp_path: Path) -> Path:
    file = tmp_path / "Zotero/storage/PDFMOSS1/Sato – Moss.pdf"
    file.parent.mkdir(parents=True)
    file.write_bytes(PDF)
    return tmp_path / "Zotero/storage"


@pytest.mark.parametrize("source", ["zotero:", "zotero:moss", "zotero:Plants", "Zotero: Plants"])
def test_papers_of_zotero_are_read_where_they_lie(source: str, storage: Path, tmp_path: Path) -> None:
    with site(as_zotero(storage)) as served:
        pdf, listing = papers_at(served.url).bring(source, tmp_path / "fetched")
    assert pdf == storage / "PDFMOSS1" / "Sato – Moss.pdf"
    (moss,), _ = JsonListingReader().listings(listing)
    assert (moss.metadata.doi, moss.files, moss.collections) == ("10.5555/moss.7", (str(pdf),), ("Plants/Moss",))
    assert JsonListingReader().is_document(listing)


@pytest.mark.parametrize(("source", "told"), [("zotero:Lichen", "no collection"), ("zotero:Ferns", "no PDF in 'Ferns'")])
def test_what_zotero_does_not_have_is_told(source: str, told: str, storage: Path, tmp_path: Path) -> None:
    with site(as_zotero(storage)) as served, pytest.raises(InputError, match=told):
        papers_at(served.url).bring(source, tmp_path / "fetched")


def test_a_zotero_that_is_off_or_closed_is_told_with_what_to_do(tmp_path: Path) -> None:
    with (
        site(lambda _: Reply(status=403, body=b"Local API is not enabled")) as served,
        pytest.raises(ProviderError, match="Zotero") as raised,
    ):
        zotero_at(served.url).bring("", tmp_path)
    assert "allow other applications" in raised.value.hint


def test_another_program_at_its_port_is_told(tmp_path: Path) -> None:
    with site(lambda _: Reply(body=b"hello")) as served, pytest.raises(BadOutput) as raised:
        zotero_at(served.url).bring("", tmp_path)
    assert "PAPERATLAS_ZOTERO_URL" in raised.value.hint


def test_a_file_address_that_leads_elsewhere_is_passed_over(storage: Path, tmp_path: Path) -> None:
    def answer(asked: Asked) -> Reply:
        return Reply(body=b"https://example.org/moss.pdf") if asked.path.endswith("/url") else as_zotero(storage)(asked)

    with site(answer) as served, pytest.raises(InputError, match="no PDF"):
        zotero_at(served.url).bring("", tmp_path)


def test_a_library_takes_a_collection_of_zotero_with_its_metadata(storage: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    note = storage / "PDFMOSS1" / "moss.note"
    note.write_text("# Results\n\nMoss glows.\n", encoding="utf-8")

    def answer(asked: Asked) -> Reply:
        return Reply(body=note.as_uri().encode()) if "PDFMOSS1/file" in asked.path else as_zotero(storage)(asked)

    with site(answer) as served:
        online = OnlineParts(papers=papers_at(served.url), arxiv=arxiv_at(served.url), registry=crossref_at(served.url))
        recipe = replace(RECIPE, listing_readers=readers)
        with open_test_library(tmp_path / "lib", online=online, recipe=recipe) as library:
            assert library.ingest("zotero:Moss").failed == ()
            [moss] = library.documents()
            assert (moss.metadata.doi, moss.metadata.year, moss.collections) == ("10.5555/moss.7", 2024, ("Plants/Moss",))
            library.remove("moss.note")
    assert note.exists()
