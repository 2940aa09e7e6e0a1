"""Whatever is remembered or passed over to be fast, the words of a question meet a table as if all were read anew."""

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.operators.table_meeting import Meeting
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_reading import PlacedTable, most_of, read_table
from paperatlas.agents.operators.table_sheet import sheet_of
from paperatlas.agents.operators.table_terms import meets, tokens
from paperatlas.agents.terms import question_terms
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Box, Cell, Table

WORDS = st.sampled_from(
    "Tide Tide++ Anchor Acc accuracy PPL perplexity avg average F1 size number params German DE w/o without layers".split()
)
PHRASES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
NUMBERS = st.decimals(min_value=0, max_value=99, places=1).map(str)
ASKS = st.sampled_from(
    ["What is the {} of {}?", "Which {} has the highest {}?", "How much better is {} than {}?", "How many {} have a {} above 50?"]
)


@given(PHRASES, st.lists(PHRASES, max_size=5))
def test_all_words_of_a_header_together_are_met_as_each_by_itself(question: str, headers: list[str]) -> None:
    terms = question_terms(question)
    header = tokens(" ".join(headers))
    assert Meeting(terms).of(header) == tuple(meets(term, header) for term in terms)


@st.composite
def placed(draw: st.DrawFn) -> PlacedTable:
    width = draw(st.integers(2, 3))
    head = ["Model", *(draw(PHRASES) for _ in range(width - 1))]
    body = [[draw(PHRASES), *(draw(NUMBERS) for _ in range(width - 1))] for _ in range(draw(st.integers(1, 4)))]
    rows = tuple(tuple(Cell(text=text) for text in row) for row in (head, *body))
    table = Table(label="Table 1", caption=f"Table 1: {draw(PHRASES)}.", page=1, box=Box(1, 0, 0, 9, 9), rows=rows)
    similarity = draw(st.floats(0, 1))
    return PlacedTable(document=DocumentId("d"), name="d.pdf", title="Of the sea", table=table, similarity=similarity)


@given(placed(), ASKS, PHRASES, PHRASES)
def test_nothing_found_in_a_table_scores_more_than_its_words_promise(
    place: PlacedTable, form: str, first: str, second: str
) -> None:
    asked = TableQuestion.read(form.format(first, second))
    finding = read_table(place, asked)
    assert finding is None or finding.score <= most_of(place, asked) + 1e-9


def test_the_same_table_is_read_once_and_another_one_that_says_the_same_by_itself() -> None:
    rows = ((Cell(text="Model"), Cell(text="Acc")), (Cell(text="Tide"), Cell(text="61.4")))
    table, other = (Table(label="Table 1", caption="", page=1, box=Box(1, 0, 0, 9, 9), rows=rows) for _ in range(2))
    assert sheet_of(table) is sheet_of(table)
    assert sheet_of(other) is not sheet_of(table)
    assert [entry.text for entry in sheet_of(table).entries] == ["61.4"]
