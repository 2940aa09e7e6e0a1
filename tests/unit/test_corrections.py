"""What a person corrects of a paper's metadata: it holds everywhere, stays, and can be given back."""

from pathlib import Path

import pytest

from paperatlas.core.corrections import Correction
from paperatlas.core.errors import InputError, UnknownDocument, UnsupportedFile
from paperatlas.core.types import Metadata
from paperatlas.library import Library
from tests.fakes.libraries import graph_parts, open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

RECORD = '{"id": "moss", "title": "On Moss", "text": "Moss glows green in wet air."}\n'


@pytest.fixture
def library(tmp_path: Path):
    with open_test_library(tmp_path / "library", graph=graph_parts(tmp_path / "library")) as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


def file_of(library: Library, name: str) -> Path:
    return Path(library.document(name).sources[0])


def test_a_correction_is_what_the_library_says_of_the_paper_from_then_on(library: Library) -> None:
    document = library.correct("lamp.note", title="The Amber Lamp of Hallow", authors=("Ada Aalto",), year=1999)
    assert (document.title, document.metadata.authors, document.metadata.year) == (
        "The Amber Lamp of Hallow",
        ("Ada Aalto",),
        1999,
    )
    assert library.document("the amber lamp of hallow").id == document.id
    hit = library.search("lumens", author="aalto").hits[0]
    assert hit.chunk.context.startswith("The Amber Lamp of Hallow")
    assert library.search("lumens", years=(1999, 1999)).hits
    assert library.doctor().sound


def test_what_the_paper_says_is_kept_beside_it_and_comes_back_field_by_field(library: Library) -> None:
    library.correct("lamp.note", title="Another", year=1999)
    assert library.stated("lamp.note").title == "The Amber Lamp"
    assert library.correction("lamp.note").fields == ("title", "year")
    document = library.correct("lamp.note", title=None)
    assert (document.title, document.metadata.year) == ("The Amber Lamp", 1999)
    library.correct("lamp.note", year=None)
    assert library.correction("lamp.note") == Correction()
    assert library.document("lamp.note").metadata == library.stated("lamp.note")


def test_it_stays_when_the_paper_is_read_again_and_when_its_file_changes(library: Library) -> None:
    library.correct("lamp.note", title="Another")
    assert library.read_again("lamp.note").documents[0].status == "updated"
    assert library.document("lamp.note").title == "Another"
    file = file_of(library, "lamp.note")
    library.ingest(file, force=True)
    assert library.document("lamp.note").title == "Another"
    file.write_text(LAMP.replace("40 lumens", "50 lumens"), encoding="utf-8")
    library.ingest(file)
    assert library.document("lamp.note").title == "Another"
    assert library.stated("lamp.note").title == "The Amber Lamp"


def test_it_stays_with_the_file_that_is_left_of_two_equal_ones(library: Library, tmp_path: Path) -> None:
    library.correct("lamp.note", title="Another")
    first, second = file_of(library, "lamp.note"), tmp_path / "papers" / "copy.note"
    second.write_bytes(first.read_bytes())
    library.ingest(second)
    first.write_text("# Quite new\nNothing of it is left.", encoding="utf-8")
    library.ingest(first)
    library.read_again("copy.note")
    assert library.document("copy.note").title == "Another"


def test_it_goes_with_the_paper(library: Library) -> None:
    file = file_of(library, "lamp.note")
    library.correct("lamp.note", title="Another")
    library.remove("lamp.note")
    library.ingest(file)
    assert library.document("lamp.note").title == "The Amber Lamp"


def test_a_record_is_corrected_too(library: Library, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(RECORD, encoding="utf-8")
    library.ingest(tmp_path / "r.jsonl")
    assert library.correct("moss", year=2001).metadata.year == 2001
    report = library.read_again("moss")
    assert report.documents[0].error is not None
    assert report.documents[0].error.code == UnsupportedFile.code


def test_a_paper_is_read_again_from_what_the_library_keeps_when_its_file_is_gone(library: Library) -> None:
    file_of(library, "lamp.note").unlink()
    assert library.read_again(["lamp.note"]).documents[0].status == "updated"
    assert library.search("lumens").hits[0].chunk.document == library.document("lamp.note").id


@pytest.mark.parametrize(
    "new",
    [
        {"year": 20212},
        {"year": "soon"},
        {"doi": "none"},
        {"title": "x" * 2000},
        {"authors": "Ada"},
        {"colour": "red"},
        {"title": 7},
    ],
)
def test_what_cannot_be_a_value_is_refused_and_changes_nothing(library: Library, new: dict) -> None:
    before = library.document("lamp.note")
    with pytest.raises(InputError) as refused:
        library.correct("lamp.note", **new)
    assert refused.value.hint
    assert library.document("lamp.note") == before


def test_an_unknown_paper_is_not_corrected(library: Library) -> None:
    with pytest.raises(UnknownDocument):
        library.correct("nothing.note", year=2000)


def test_values_are_kept_as_they_are_meant() -> None:
    given = Correction().changed({"title": "  Two\nlines ", "doi": "https://doi.org/10.1000/xyz", "authors": ("Ada ", "")})
    assert given.values == Metadata(title="Two lines", doi="10.1000/xyz", authors=("Ada",))
    assert given.fields == ("title", "authors", "doi")


def test_who_is_of_which_institution_is_not_said_of_other_authors() -> None:
    stated = Metadata(authors=("A", "B"), affiliations=("X", "Y"), author_affiliations=((0,), (1,)))
    assert Correction().changed({"authors": ("C", "D")}).applied(stated).author_affiliations == ()
    assert Correction().changed({"year": 2000}).applied(stated).author_affiliations == ((0,), (1,))
