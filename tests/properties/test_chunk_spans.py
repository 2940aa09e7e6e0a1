"""Whatever a document holds, its chunks are its pages' text."""

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.types import BlockKind, ChunkKind, ParsedDocument
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from tests.fakes.documents import document, page

TEXT = st.text(st.sampled_from("ab AB.,;? 1\u3002漢字é-"), min_size=1, max_size=80).filter(str.strip)
KINDS = st.sampled_from(
    [BlockKind.TITLE, BlockKind.AUTHOR, BlockKind.ABSTRACT, BlockKind.HEADING, BlockKind.CAPTION, BlockKind.REFERENCE]
    + [BlockKind.PARAGRAPH] * 6
)
BLOCKS = st.lists(st.tuples(KINDS, st.sampled_from(["1 A", "2 B", "2 B > 2.1 C"]), TEXT), max_size=12)


@st.composite
def documents(draw: st.DrawFn) -> ParsedDocument:
    pages = draw(st.lists(BLOCKS, min_size=1, max_size=3))
    return document(*(page(number, blocks) for number, blocks in enumerate(pages, start=1)))


SETTINGS = st.builds(ChunkSettings, words=st.integers(3, 30), fragment=st.integers(0, 5))


@given(documents(), SETTINGS)
def test_a_chunk_is_the_text_under_its_spans(parsed: ParsedDocument, settings: ChunkSettings) -> None:
    texts = {each.number: each.text for each in parsed.pages}
    for made in chunk(parsed, settings):
        assert made.text == "\n".join(texts[span.page][span.start : span.end] for span in made.spans)
        assert "".join(texts[s.page][s.start : s.end] for s in made.locate(0, len(made.text))) == made.text.replace("\n", "")


@given(documents(), SETTINGS)
def test_chunks_cover_the_body_once(parsed: ParsedDocument, settings: ChunkSettings) -> None:
    wanted = [
        (each.number, offset)
        for each in parsed.pages
        for block in each.blocks
        if block.kind is not BlockKind.HEADING and block.span is not None
        for offset in range(block.span.start, block.span.end)
        if not each.text[offset].isspace()
    ]
    texts = {each.number: each.text for each in parsed.pages}
    covered = [
        (span.page, offset)
        for made in chunk(parsed, settings)
        for span in made.spans
        for offset in range(span.start, span.end)
        if not texts[span.page][offset].isspace()
    ]
    assert sorted(covered) == wanted


@given(documents(), SETTINGS)
def test_a_chunk_keeps_to_one_section_and_its_id_to_its_text(parsed: ParsedDocument, settings: ChunkSettings) -> None:
    made = chunk(parsed, settings)
    assert [each.id for each in made] == [each.id for each in chunk(parsed, settings)]
    assert len({each.id for each in made}) == len(made)
    for each in made:
        sections = {
            block.section
            for shown in parsed.pages
            for block in shown.blocks
            for span in each.spans
            if block.span is not None
            and shown.number == span.page
            and block.span.start < span.end
            and span.start < block.span.end
            and block.kind not in (BlockKind.TITLE, BlockKind.AUTHOR, BlockKind.REFERENCE)
        }
        assert sections <= {each.section}
        assert each.kind is ChunkKind.TEXT or each.kind is ChunkKind.CAPTION
