"""Which section a person means, and where it ends."""

import pytest

from paperatlas.core.errors import UnknownSection
from paperatlas.core.ids import document_id
from paperatlas.core.sections import find_section
from paperatlas.core.types import Block, BlockKind, Box, Heading, Page, ParsedDocument, Span

LINES = [
    [
        ("abstract", "We measured lamps."),
        ("1 Introduction", "Lamps matter."),
        ("2 Materials and Methods", "We used ten."),
        ("2.1 Data", "Ten rows."),
    ],
    [
        ("", "They go on here."),
        ("3 Results", "All shine."),
        ("4 Discussion and Conclusions", "They are bright."),
        ("References", "[1] A. Berg."),
    ],
]


def paper() -> ParsedDocument:
    pages, headings = [], []
    for number, parts in enumerate(LINES, start=1):
        text, blocks = "", []
        for title, body in parts:
            if title and title != "abstract":
                digits, _, rest = title.partition(" ") if title[0].isdigit() else ("", "", title)
                level = digits.count(".") + 1
                headings.append(
                    Heading(
                        number=digits, text=rest, level=level, page=number, span=Span(number, len(text), len(text) + len(title))
                    )
                )
                text += f"{title}\n"
            kind = BlockKind.ABSTRACT if title == "abstract" else BlockKind.PARAGRAPH
            blocks.append(
                Block(kind=kind, text=body, box=Box(number, 0, 0, 1, 1), span=Span(number, len(text), len(text) + len(body)))
            )
            text += f"{body}\n"
        pages.append(Page(number=number, text=text, blocks=tuple(blocks)))
    return ParsedDocument(name="lamps.pdf", id=document_id(b"lamps"), pages=tuple(pages), headings=tuple(headings))


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("2.1", "2.1 Data"),
        ("section 3", "3 Results"),
        ("§2.1", "2.1 Data"),
        ("Sec. 4.", "4 Discussion and Conclusions"),
        ("Introduction", "1 Introduction"),
        ("2 materials and methods", "2 Materials and Methods"),
        ("methods", "2 Materials and Methods"),
        ("method", "2 Materials and Methods"),
        ("approach", "2 Materials and Methods"),
        ("conclusion", "4 Discussion and Conclusions"),
        ("findings", "3 Results"),
        ("dataset", "2.1 Data"),
        ("bibliography", "References"),
        ("introdction", "1 Introduction"),
        ("background", "1 Introduction"),
    ],
)
def test_a_section_goes_by_number_name_part_of_a_name_synonym_or_a_slip(name: str, heading: str) -> None:
    assert find_section(paper(), name).heading == heading


def test_a_section_ends_at_the_next_of_its_level_and_holds_those_below() -> None:
    section = find_section(paper(), "methods")
    assert section.text == "2 Materials and Methods\nWe used ten.\n2.1 Data\nTen rows.\nThey go on here."
    assert section.page == 1
    assert [span.page for span in section.spans] == [1, 2]


def test_a_subsection_ends_where_its_parent_does() -> None:
    assert find_section(paper(), "2.1").text == "2.1 Data\nTen rows.\nThey go on here."


def test_the_last_section_runs_to_the_end() -> None:
    assert find_section(paper(), "references").text == "References\n[1] A. Berg."


def test_the_spans_are_the_text() -> None:
    document = paper()
    texts = {page.number: page.text for page in document.pages}
    for heading in document.headings:
        section = find_section(document, heading.label)
        assert section.text == "\n".join(texts[span.page][span.start : span.end] for span in section.spans)


def test_an_abstract_needs_no_heading() -> None:
    assert find_section(paper(), "Abstract").text == "We measured lamps."


@pytest.mark.parametrize("name", ["9", "weather", "", "  "])
def test_a_section_that_is_not_there_brings_those_that_are(name: str) -> None:
    with pytest.raises(UnknownSection) as error:
        find_section(paper(), name)
    assert "3 Results" in error.value.hint
