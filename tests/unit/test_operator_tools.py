"""The operators as tools: exact numbers with their working and place, and what is there where a name is not."""

from decimal import Decimal

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.operators.arithmetic import plain_number, worked
from paperatlas.agents.operators.table_cells import entries_of, number_of
from paperatlas.agents.operators.tools import tools_for
from paperatlas.agents.state import Question
from paperatlas.core.answers import Route
from paperatlas.core.errors import UnknownDocument, UnknownFloat
from paperatlas.core.types import BlockKind
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

CAPTION = "Table 2: Error of the tide models in cm at three harbours."
ERRORS = table(
    [
        ["Model", "North", "South", "Parameters"],
        ["Tide", "4.10", "6.2", "540k"],
        ["Tide-large", "2.60", "5.9", "1.2M"],
        ["Anchor", "7.5", "8.0", "12"],
    ],
    label="Table 2",
    caption=CAPTION,
)


@pytest.fixture
def tools():
    text = "Tide reads the harbour. The tide model is small."
    shelf = Shelf(
        document(
            page(1, [(BlockKind.PARAGRAPH, "", text), (BlockKind.CAPTION, "", CAPTION)]), tables=[ERRORS], title="Tide models"
        )
    )
    route = Route(kind="table", tools=("tables",), hops=1, decided_by="rules", confidence=0.9)
    return {tool.name: tool for tool in tools_for(Question(text="?"), route, shelf.deps())}


def call(tools, name: str, **arguments: object) -> str:
    tool = tools[name]

    async def run() -> str:
        return await tool.run(tool.arguments.model_validate(arguments))

    return anyio.run(run)


def test_a_cell_is_looked_up_with_its_table_and_page(tools):
    said = call(tools, "look_up_cells", rows=["tide large"], columns=["north"])

    assert said == "Tide-large, North: 2.60 (Table 2, page 1, “Tide models”)."


def test_rows_and_columns_may_be_exchanged(tools):
    assert "Anchor, South: 8.0" in call(tools, "look_up_cells", rows=["South"], columns=["Anchor"])


@pytest.mark.parametrize(
    ("measure", "working"),
    [
        ("difference", "4.10 - 2.60 = 1.50"),
        ("ratio", "4.10 / 2.60 = 1.58"),
        ("percent_change", "(2.60 - 4.10) / 4.10 = -36.59 %"),
        ("sum", "4.10 + 2.60 = 6.70"),
        ("mean", "(4.10 + 2.60) / 2 = 3.35"),
    ],
)
def test_cells_are_set_against_each_other_with_the_working(tools, measure: str, working: str):
    said = call(tools, "compare_cells", rows=["Tide", "Tide-large"], columns=["North"], measure=measure)

    assert working in said


def test_a_column_is_put_in_order(tools):
    said = call(tools, "over_column", column="South", how="lowest")

    assert "1. Tide-large 5.9 cm; 2. Tide 6.2 cm; 3. Anchor 8.0 cm" in said


def test_scaled_numbers_are_put_in_order_by_their_worth(tools):
    assert "1. Tide-large 1.2M" in call(tools, "over_column", column="Parameters", how="highest")


def test_only_numbers_above_a_bound_are_counted(tools):
    assert call(tools, "over_column", column="South", how="count", above=6.0).startswith("count: 2: Tide, Anchor")


def test_a_name_that_is_not_there_is_answered_with_the_names_that_are(tools):
    with pytest.raises(UnknownFloat) as caught:
        call(tools, "look_up_cells", rows=["Glacier"], columns=["North"])

    assert "Tide-large" in caught.value.hint


def test_a_table_that_is_not_there_is_answered_with_those_that_are(tools):
    with pytest.raises(UnknownFloat) as caught:
        call(tools, "over_column", column="South", how="sum", table="Table 9")

    assert "Table 2" in caught.value.hint


def test_the_difference_of_what_is_no_number_is_refused(tools):
    with pytest.raises(UnknownFloat):
        call(tools, "compare_cells", rows=["Tide", "Anchor"], columns=["Model"])


def test_tables_are_listed_with_their_columns_and_rows(tools):
    said = call(tools, "list_tables")

    assert CAPTION in said
    assert "columns: Model, North, South, Parameters" in said
    assert "rows: Tide, Tide-large, Anchor" in said


def test_a_term_is_counted_in_its_parts(tools):
    assert call(tools, "count_term", term="tide").startswith("5 times: 2 in the body")


def test_a_paper_is_asked_for_what_it_says_of_itself(tools):
    assert call(tools, "paper_detail", detail="title", paper="tide models") == "Tide models (“Tide models”)."
    assert "does not say" in call(tools, "paper_detail", detail="doi", paper="tide models")


def test_a_paper_that_is_not_there_is_answered_with_the_titles(tools):
    with pytest.raises(UnknownDocument) as caught:
        call(tools, "paper_detail", detail="year", paper="glaciers")

    assert "Tide models" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("63.6", "63.6"),
        ("-2.1", "-2.1"),
        ("−2.1", "-2.1"),
        ("12,480", "12480"),
        ("540k", "540000"),
        ("0.81 ± 0.02", "0.81"),
        ("$ 48.6", "48.6"),
        ("(0.4)", "-0.4"),
        ("18 %", "18"),
        ("95.6*", "95.6"),
        (".733", "0.733"),
    ],
)
def test_a_number_is_worth_what_it_says(text: str, value: str):
    assert number_of(text) == Decimal(value)


@pytest.mark.parametrize("text", ["ResNet-50", "2-layer LSTM", "n/a", "-", "not reported"])
def test_a_name_or_a_gap_is_no_number(text: str):
    assert number_of(text) is None


def test_a_unit_is_taken_from_the_header_before_the_caption():
    grid = table([["Model", "Time (h)", "MAE"], ["Tide", "4", "0.2"]], label="Table 1", caption="Table 1: Errors in ppm.")

    assert [entry.said for entry in entries_of(grid)] == ["4 h", "0.2 ppm"]


@given(st.decimals(min_value=-(10**6), max_value=10**6, places=3), st.decimals(min_value=-(10**6), max_value=10**6, places=3))
def test_a_difference_is_exact_and_never_below_nothing(first: Decimal, second: Decimal):
    result = worked("difference", [first, second])

    assert result is not None
    assert Decimal(result.value.replace(",", "")) == abs(first - second)


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=4))
def test_numbers_are_written_without_an_exponent(value: Decimal):
    assert Decimal(plain_number(value).replace(",", "")) == value


def test_nothing_is_divided_by_nothing():
    assert worked("ratio", [Decimal(1), Decimal(0)]) is None
    assert worked("percent_change", [Decimal(0), Decimal(1)]) is None
    assert worked("mean", []) is None
