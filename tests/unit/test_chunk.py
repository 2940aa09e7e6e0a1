"""How documents are cut."""

from paperatlas.core.text import sentences
from paperatlas.core.types import BlockKind, Chunk, ChunkKind, ParsedDocument
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from tests.fakes.documents import document, page, table

P = BlockKind.PARAGRAPH


def prose(words: int, mark: str = "w") -> str:
    """Sentences of ten words."""
    return " ".join(f"{mark.title()}{i}" if i % 10 == 0 else f"{mark}{i}." if i % 10 == 9 else f"{mark}{i}" for i in range(words))


def texts(parsed: ParsedDocument, kind: ChunkKind = ChunkKind.TEXT) -> list[Chunk]:
    return [each for each in chunk(parsed) if each.kind is kind]


def test_blocks_of_a_section_are_packed_up_to_the_limit() -> None:
    made = texts(document(page(1, [(P, "1 A", prose(150)), (P, "1 A", prose(150)), (P, "1 A", prose(150))])))
    assert [len(each.text.split()) for each in made] == [300, 150]


def test_a_passage_never_crosses_into_another_section_however_short() -> None:
    made = texts(document(page(1, [(P, "1 A", "Short one."), (P, "2 B", "Short two."), (P, "2 B > 2.1 C", prose(60))])))
    assert [each.section for each in made] == ["1 A", "2 B", "2 B > 2.1 C"]


def test_headings_go_into_the_context_and_not_the_text() -> None:
    made = texts(document(page(1, [(BlockKind.HEADING, "1 A", "1 A"), (P, "1 A", prose(60))]), title="On Things"))
    assert made[0].context == "On Things > 1 A"
    assert "1 A" not in made[0].text


def test_a_paragraph_over_the_limit_is_cut_at_the_ends_of_sentences() -> None:
    made = texts(document(page(1, [(P, "1 A", prose(1000))])))
    assert len(made) == 3
    assert all(each.text.endswith(".") and len(each.text.split()) <= 350 for each in made)


def test_a_sentence_longer_than_the_limit_is_cut_between_words() -> None:
    made = texts(document(page(1, [(P, "1 A", "word " * 800)])))
    assert [len(each.text.split()) for each in made] == [350, 350, 100]


def test_text_written_without_spaces_is_cut_as_well() -> None:
    made = texts(document(page(1, [(P, "1 A", "注意力机制很重要。" * 100)])))
    assert all(len(each.text) <= 400 and each.text.endswith("。") for each in made)


def test_fragments_join_a_neighbour_of_their_section() -> None:
    made = texts(document(page(1, [(P, "1 A", prose(340)), (P, "1 A", prose(20)), (P, "1 A", prose(340))])))
    assert [len(each.text.split()) for each in made] == [360, 340]


def test_a_sentence_that_runs_over_a_page_is_not_torn() -> None:
    first = page(1, [(P, "1 A", prose(340) + " Here the sentence goes on and on over the")])
    second = page(2, [(P, "1 A", "end of the page. " + prose(100))])
    made = texts(document(first, second))
    assert made[0].text.endswith("over the\nend of the page.")
    assert [span.page for span in made[0].spans] == [1, 2]
    assert made[1].text == prose(100)


def test_captions_and_front_matter_and_references_are_chunks_of_their_own() -> None:
    parsed = document(
        page(
            1,
            [
                (BlockKind.TITLE, "", "On Things"),
                (BlockKind.AUTHOR, "", "A. Author"),
                (BlockKind.ABSTRACT, "Abstract", prose(50)),
                (P, "1 A", "The text begins and"),
                (BlockKind.CAPTION, "1 A", "Figure 1: A thing."),
                (P, "1 A", "goes on after the figure."),
                (BlockKind.REFERENCE, "7 Literature", "[1] A. Author. 2020. A title."),
                (BlockKind.REFERENCE, "7 Literature", "[2] B. Author. 2021. B title."),
            ],
        )
    )
    assert [(each.kind, each.section, len(each.spans)) for each in chunk(parsed)] == [
        (ChunkKind.TEXT, "Front matter", 2),
        (ChunkKind.TEXT, "Abstract", 1),
        (ChunkKind.CAPTION, "1 A", 1),
        (ChunkKind.TEXT, "1 A", 2),
        (ChunkKind.TEXT, "References", 2),
    ]


def test_what_is_kept_out_of_the_body_is_in_no_chunk() -> None:
    shown = page(1, [(P, "1 A", "Body text."), (BlockKind.HEADER, "", "Journal of Things")])
    assert [each.text for each in chunk(document(shown))] == ["Body text."]


def test_a_table_is_one_chunk_and_one_statement_a_row() -> None:
    grid = table(
        [["", "Acc"], ["FR", "63.6"], ["DE", "59.4"]], label="Table 2", caption="Table 2: Accuracy.", section="4 Results"
    )
    whole, first, second = chunk(document(page(1, []), tables=[grid], title="On Things"))
    assert whole.kind is ChunkKind.TABLE
    assert whole.text == "Table 2: Accuracy.\nAcc\nFR | 63.6\nDE | 59.4"
    assert (first.kind, first.text, first.row) == (ChunkKind.ROW, "Table 2, row FR, Acc: 63.6", 1)
    assert second.context == "On Things > 4 Results > Table 2: Accuracy."
    assert {each.table for each in (whole, first, second)} == {0}


def test_a_long_table_is_split_by_rows_under_its_caption_and_header() -> None:
    grid = table([["Name", "Value"], *([f"row number {i}", str(i)] for i in range(300))], caption="Table 1: Long.")
    parts = texts(document(page(1, []), tables=[grid]), ChunkKind.TABLE)
    assert len(parts) > 2
    assert all(part.text.startswith("Table 1: Long.\nName | Value\nrow number ") for part in parts)
    assert sum(part.text.count("row number") for part in parts) == 300


def test_the_key_of_the_settings_follows_their_values() -> None:
    assert ChunkSettings().key == ChunkSettings().key
    assert ChunkSettings().key != ChunkSettings(words=200).key != ChunkSettings(fragment=10).key


def test_every_sentence_of_a_passage_has_a_page_and_a_box() -> None:
    parsed = document(page(1, [(P, "1 A", prose(30))]), page(2, [(P, "1 A", prose(20))]))
    pages = {each.number: each for each in parsed.pages}
    (made,) = texts(parsed)
    for start, end in sentences(made.text):
        (span,) = made.locate(start, end)
        assert pages[span.page].text[span.start : span.end] == made.text[start:end]
        assert pages[span.page].boxes(span.start, span.end)
