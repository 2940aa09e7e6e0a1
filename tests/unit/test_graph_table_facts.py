"""Tables of results, read into what was evaluated on what; other tables, left alone."""

from collections.abc import Mapping, Sequence

import pytest

from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Box, Cell, Chunk, ParsedDocument, Table
from paperatlas.graph.extract.tables import TableFact, table_facts
from paperatlas.pipeline.chunk import chunk


def table(rows: Sequence[str], caption: str = "", *, header_rows: int = 1, placed: bool = True) -> Table:
    """A grid of cells written "a | b | c", each with a box of its own if `placed`."""
    grid = [[text.strip() for text in row.split("|")] for row in rows]
    cells = tuple(
        tuple(
            Cell(text, Box(3, 50.0 * column, 10.0 * row, 50.0 * column + 40, 10.0 * row + 8) if placed else None)
            for column, text in enumerate(line)
        )
        for row, line in enumerate(grid)
    )
    return Table(label="Table 1", caption=caption, page=3, box=Box(3, 0, 0, 500, 500), rows=cells, header_rows=header_rows)


def read(
    *tables: Table, known: Mapping[str, str] | None = None, self_name: str = ""
) -> tuple[list[TableFact], tuple[Chunk, ...]]:
    document = ParsedDocument(name="paper.pdf", id=DocumentId("0" * 32), pages=(), tables=tables)
    chunks = chunk(document)
    return table_facts(document, chunks, known, self_name), chunks


def facts(*tables: Table, known: Mapping[str, str] | None = None, self_name: str = "") -> list[str]:
    found, _ = read(*tables, known=known, self_name=self_name)
    return [f"{each.head.text} on {each.tail.text}: {each.metric} {each.value}".strip() for each in found]


def test_methods_stand_in_rows_and_data_with_their_measures_in_columns() -> None:
    results = table(["Model | CoLA (mcc) | SST-2 (acc)", "Northwind-B | 53.1 | 93.6", "Northwind-L | 52.8 | 94.6"])
    assert facts(results) == [
        "Northwind-B on CoLA: mcc 53.1",
        "Northwind-B on SST-2: acc 93.6",
        "Northwind-L on CoLA: mcc 52.8",
        "Northwind-L on SST-2: acc 94.6",
    ]


def test_the_caption_gives_the_data_and_the_measure_that_headers_do_not() -> None:
    results = table(["Method | Avg | ar | bn", "BM25 | 31.9 | 39.5 | 48.2"], "Table 1: Results on the MIRACL dev set (nDCG@10).")
    assert facts(results) == ["BM25 on MIRACL: nDCG@10 (Avg) 31.9"]


def test_models_may_stand_in_columns() -> None:
    results = table(["Benchmark | Northwind-A | Northwind-B", "AIME 2024 | 91.6 | 92.0"])
    assert facts(results) == ["Northwind-A on AIME 2024:  91.6", "Northwind-B on AIME 2024:  92.0"]


def test_languages_in_rows_are_conditions_of_the_systems_over_the_columns() -> None:
    results = table(
        ["| Google Translate | | SYSTRAN |", "| Acc | F1 | Acc | F1", "ES | 53.1 | 50.0 | 45.6 | 44.0"],
        "Table 1: Performance on the WinoMT corpus.",
        header_rows=2,
    )
    assert facts(results)[0] == "Google Translate on WinoMT: Acc (ES) 53.1"


def test_a_header_beside_measures_is_a_measure_of_its_own() -> None:
    results = table(
        ["| Google Translate | | SYSTRAN |", "| Acc | ∆G | Acc | ∆G", "ES | 53.1 | 23.4 | 45.6 | 46.3"],
        "Table 1: Acc on the WinoMT corpus.",
        header_rows=2,
        placed=False,
    )
    assert facts(results) == [
        "Google Translate on WinoMT: Acc (ES) 53.1",
        "Google Translate on WinoMT: ∆G (ES) 23.4",
        "SYSTRAN on WinoMT: Acc (ES) 45.6",
        "SYSTRAN on WinoMT: ∆G (ES) 46.3",
    ]


def test_a_name_broken_over_the_lines_of_its_cell_is_one() -> None:
    results = table(["Model | PPL", "AWD- LSTM | 74.8"], "Perplexity on WikiText-2.")
    assert facts(results) == ["AWD-LSTM on WikiText-2: PPL 74.8"]


def test_a_header_broken_over_two_rows_is_one() -> None:
    results = table(["| AWD- | GPT-2", "| LSTM |", "LAMA | 74.8 | 80.1"], "Accuracy.", header_rows=2)
    known = {"awd lstm": "model", "gpt 2": "model", "lama": "dataset"}
    assert facts(results, known=known) == ["AWD-LSTM on LAMA: Accuracy 74.8", "GPT-2 on LAMA: Accuracy 80.1"]


def test_rows_beside_a_column_of_training_data_are_not_taken_for_methods() -> None:
    results = table(["| train data (M tok) | CoLA (mcc)", "BWiki | 3300 | 53.5", "CCrawl | 4500 | 56.6"], "Domains.")
    assert not facts(results)


def test_a_unit_goes_from_the_header_to_the_number() -> None:
    results = table(["method | error (%)", "Maxout [10] | 9.38"], "Table 1. Classification error on the CIFAR-10 test set.")
    assert facts(results) == ["Maxout on CIFAR-10: error 9.38%"]


def test_citations_and_marks_are_no_part_of_a_name() -> None:
    results = table(["Model | PPL", "AWD-LSTM* (Merity et al., 2018) | 74.8"], "Perplexity on WikiText-2.")
    assert facts(results) == ["AWD-LSTM on WikiText-2: PPL 74.8"]


def test_a_variant_named_in_every_group_is_one_of_the_method_that_heads_the_group() -> None:
    rows = ["Model | Kind | MIRACL", "M3-w.skd | Dense | 69.2", "| Sparse | 53.9", "M3-w.o.skd | Dense | 68.7", "| Sparse | 36.7"]
    told = facts(table(rows, "Ablation on the MIRACL dev set (nDCG@10)."))
    assert "M3-w.skd on MIRACL: nDCG@10 (Dense) 69.2" in told
    assert "M3-w.o.skd on MIRACL: nDCG@10 (Sparse) 36.7" in told


def test_a_header_repeated_under_several_data_sets_is_a_case_of_each() -> None:
    rows = ["Model | QNLI | | CoLA |", "| Clean | Attack | Clean | Attack", "Northwind | 90.7 | 63.4 | 60.0 | 40.0"]
    assert facts(table(rows, "Accuracy under attack.", header_rows=2, placed=False)) == [
        "Northwind on QNLI: Accuracy (Clean) 90.7",
        "Northwind on QNLI: Accuracy (Attack) 63.4",
        "Northwind on CoLA: Accuracy (Clean) 60.0",
        "Northwind on CoLA: Accuracy (Attack) 40.0",
    ]


def test_what_is_left_out_of_a_method_is_no_method() -> None:
    results = table(["Model | SQuAD (F1)", "Northwind | 78.6", "w/o GRU | 77.7", "+ ELMo | 79.0"])
    assert facts(results) == ["Northwind on SQuAD: F1 78.6"]


def test_ours_is_what_the_document_proposes_and_left_out_when_that_is_not_known() -> None:
    results = table(["method | top-5 err. | ", "OverFeat | 30.0 |", "ours | 8.9 |"], "Errors on the ImageNet test set.")
    assert facts(results, self_name="Northwind") == [
        "OverFeat on ImageNet: top-5 err. 30.0",
        "Northwind on ImageNet: top-5 err. 8.9",
    ]
    assert facts(results) == ["OverFeat on ImageNet: top-5 err. 30.0"]


def test_data_that_a_document_proposes_is_not_its_method() -> None:
    results = table(["method | top-5 err. | ", "OverFeat | 30.0 |", "ours | 8.9 |"], "Errors on the ImageNet test set.")
    assert facts(results, known={"northwind": "dataset"}, self_name="Northwind") == ["OverFeat on ImageNet: top-5 err. 30.0"]


def test_kinds_known_from_the_text_tell_which_side_is_which() -> None:
    results = table(["| KGLM | GPT-2", "spouse | 2.5 | 3.0"], "Accuracy of facts.")
    known = {"kglm": "model", "gpt 2": "model", "spouse": "task"}
    assert not facts(results)
    assert facts(table(["| KGLM | GPT-2", "LAMA | 2.5 | 3.0"], "Accuracy of facts."), known={**known, "lama": "dataset"}) == [
        "KGLM on LAMA: Accuracy 2.5",
        "GPT-2 on LAMA: Accuracy 3.0",
    ]


@pytest.mark.parametrize(
    ("rows", "caption"),
    [
        (["Model | Parameters | Updates | Train time (days)", "CNN Base | 177M | 600K | 6"], "Hyper-parameters."),
        (["| Train | Dev | Test", "Documents | 600 | 60 | 60"], "Corpus statistics."),
        (["Language | Source | #train", "ar | Wikipedia | 1,817"], "Specifications of the MLDR dataset."),
        (["Date | Event", "1 February | Announcement"], "Timeline."),
        (["Source | Prediction", "The janitor likes it. | Al conserje le gusta."], "Examples."),
        (["", ""], ""),
    ],
)
def test_tables_of_settings_counts_and_examples_state_no_results(rows: Sequence[str], caption: str) -> None:
    assert not facts(table(rows, caption))


def test_numbers_without_a_measure_on_unknown_data_are_left_alone() -> None:
    assert not facts(table(["Model | Alpha | Beta", "Northwind | 1.5 | 2.5"], "Some numbers."))


def test_a_fact_points_at_its_row_and_its_cells() -> None:
    results = table(["Model | CoLA (mcc)", "Northwind-B | 53.1"])
    (fact,), chunks = read(results)
    row = next(each for each in chunks if each.row == 1)
    assert fact.evidence.quote == "Northwind-B | 53.1"
    assert fact.evidence.page == 3
    assert fact.evidence.chunk == row.id
    assert set(fact.evidence.boxes) == {cell.box for line in results.rows for cell in line[-1:]} | {results.rows[1][0].box}


def test_the_more_names_are_known_the_surer_a_fact_is() -> None:
    results = table(["Model | CoLA (mcc)", "Northwind-B | 53.1"])
    (plain,), _ = read(results)
    (told,), _ = read(results, known={"northwind b": "model", "cola": "dataset"})
    assert told.confidence > plain.confidence
