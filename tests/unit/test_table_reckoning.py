"""Questions whose answer is worked out of several cells, and headers that are written otherwise than they are asked for."""

import pytest

from paperatlas.agents.operators.table_finding import Finding
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_reading import PlacedTable, read_table
from paperatlas.agents.operators.table_said import said_of
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Table
from tests.fakes.documents import table

HARBOURS = table(
    [
        ["Model", "North", "South", "Avg"],
        ["Tide", "81.0", "62.5", "71.8"],
        ["Tide++", "84.5", "66.0", "75.3"],
        ["Anchor [7]", "79.0", "70.0", "74.5"],
    ],
    label="Table 1",
    caption="Table 1: Accuracy (%) at two harbours.",
)
ABLATION = table(
    [["Variant", "Clean", "Clean-Fog"], ["Beacon", "90.0", "80.0"], ["w/o lamp", "88.5", "61.0"], ["w/o lens", "89.0", "75.5"]],
    label="Table 2",
    caption="Table 2: Ablation of Beacon, F1 on the ship test set.",
)
TRANSLATION = table(
    [
        ["System", "Ferry Acc", "Ferry ∆G", "Raft Acc", "Raft ∆G"],
        ["ES", "53.1", "23.4", "47.3", "36.8"],
        ["FR", "63.6", "6.4", "44.7", "36.4"],
    ],
    label="Table 3",
    caption="Table 3: Performance of two translation systems by target language.",
)
PAIRS = table(
    [["Model", "BLEU EN-DE", "BLEU EN-FR"], ["Skiff (base)", "27.3", "38.1"], ["Skiff (big)", "28.4", "41.8"]],
    label="Table 4",
    caption="Table 4: The Skiff on two tasks.",
)
ERRORS = table(
    [["Method", "MAE (ppm)", "Parameters"], ["Gauge", "0.74", "212k"], ["Float", "0.58", "13"], ["All", "0.66", "-"]],
    label="Table 5",
    caption="Table 5: Error of the methods.",
)


COHORT = table(
    [
        ["", "None", "≤1 Lamp/Night", ">1 Lamp/Night", "p 1"],
        ["", "", "At 6 Years", "", ""],
        ["Any loss (n, %)", "345 (22.0)", "591 (37.7)", "631 (40.3)", "0.01"],
        ["Wrecks, n", "33", "37", "15", "0.02"],
        ["HR (95% CI)", "", "", "", ""],
        ["Crude", "1.00", "0.72 (0.45–1.15)", "0.38 (0.20–0.72)", ""],
        ["Adjusted", "1.00", "0.78 (0.46–1.30)", "0.44 (0.22–0.85)", "0.04"],
        ["Fog loss (n, %)", "319", "569", "619", "0.35"],
        ["Wrecks, n", "7", "15", "3", "0.10"],
        ["HR (95% CI)", "", "", "", ""],
        ["Crude", "1.00", "1.36 (0.54–3.35)", "0.34 (0.09–1.34)", ""],
        ["Adjusted", "1.00", "1.54 (0.58–4.08)", "0.45 (0.10–1.90)", "0.35"],
    ],
    label="Table 6",
    caption="Table 6: Lamps and the loss of ships.",
)


def found(question: str, of: Table) -> Finding | None:
    place = PlacedTable(document=DocumentId("d"), name="d.pdf", title="Models of the sea", table=of, similarity=0.75)
    return read_table(place, TableQuestion.read(question))


def said(question: str, of: Table) -> str:
    finding = found(question, of)
    return said_of(finding, TableQuestion.read(question)) if finding else ""


@pytest.mark.parametrize(
    ("question", "of", "answer"),
    [
        (
            "What is the difference in North accuracy between Tide and Anchor?",
            HARBOURS,
            "2.0: Tide 81.0, Anchor [7] 79.0 (North, Table 1)",
        ),
        ("How much better is Tide++ than Tide at South?", HARBOURS, "3.5: Tide++ 66.0, Tide 62.5"),
        ("By what percentage does Tide++ improve over Tide on South?", HARBOURS, "5.6 %: Tide++ 66.0, Tide 62.5"),
        (
            "How much does the Clean-Fog F1 drop without the lens?",
            ABLATION,
            "4.5: Beacon 80.0, w/o lens 75.5 (Clean-Fog, Table 2)",
        ),
        ("What is the effect of removing the lamp on Clean-Fog?", ABLATION, "19.0: Beacon 80.0, w/o lamp 61.0"),
        ("What is the sum of North and South for Anchor?", HARBOURS, "149.0: sum 79.0 + 70.0 = 149.0"),
        ("What is the mean accuracy over all models at South?", HARBOURS, "66.17: mean (62.5 + 66.0 + 70.0) / 3 = 66.17"),
    ],
)
def test_what_is_worked_out_is_said_first_and_its_working_last(question: str, of: Table, answer: str):
    assert said(question, of).startswith(answer)


@pytest.mark.parametrize(
    ("question", "of", "answer"),
    [
        ("Is Tide better than Anchor at South?", HARBOURS, "No: Tide 62.5, Anchor [7] 70.0"),
        ("Does Tide++ have a higher North accuracy than Anchor?", HARBOURS, "Yes: Tide++ 84.5, Anchor [7] 79.0"),
        (
            "Is Gauge or Float better in MAE?",
            ERRORS,
            "Float 0.58 ppm, Gauge 0.74 ppm (MAE (ppm), Table 5); the difference is 0.16 ppm.",
        ),
        ("Is Ferry or Raft more accurate for French?", TRANSLATION, "Ferry Acc 63.6, Raft Acc 44.7 (FR, Table 3)"),
    ],
)
def test_a_comparison_is_decided_the_way_its_measure_is_good(question: str, of: Table, answer: str):
    assert said(question, of).startswith(answer)


@pytest.mark.parametrize(
    ("question", "of", "answer"),
    [
        ("How many models have a South accuracy above 65?", HARBOURS, "2 of 3: Tide++ 66.0, Anchor [7] 70.0"),
        ("How many models have a South accuracy of at least 70?", HARBOURS, "1 of 3: Anchor [7] 70.0"),
        ("Which models have a North accuracy below 82?", HARBOURS, "Tide 81.0, Anchor [7] 79.0 (North, Table 1)."),
        ("How many models are listed in Table 1?", HARBOURS, "3: Tide, Tide++, Anchor [7]"),
        ("Where does Anchor rank at South?", HARBOURS, "1st of 3, at 70.0"),
        ("Where does Gauge rank in MAE?", ERRORS, "2nd of 2, at 0.74 ppm (MAE (ppm), Table 5); the first is Float at 0.58 ppm."),
        (
            "Which model has the second highest South accuracy?",
            HARBOURS,
            "Tide++, at 66.0 (South, Table 1), the second highest of 3.",
        ),
    ],
)
def test_rows_are_counted_named_and_put_in_order(question: str, of: Table, answer: str):
    assert said(question, of).startswith(answer)


@pytest.mark.parametrize(
    ("question", "of", "answer"),
    [
        ("What is the Ferry accuracy for French?", TRANSLATION, "63.6 (FR, Ferry Acc; Table 3)."),
        ("What BLEU does the big Skiff achieve on English-to-French?", PAIRS, "41.8 (Skiff (big), BLEU EN-FR; Table 4)."),
        ("What is the North accuracy of Tide?", HARBOURS, "81.0 (Tide, North; Table 1)."),
        ("What is the North accuracy of Tide++?", HARBOURS, "84.5 (Tide++, North; Table 1)."),
        ("What is the average of Tide++?", HARBOURS, "75.3 (Tide++, Avg; Table 1)."),
        ("What is the F1 without the lamp on Clean-Fog?", ABLATION, "61.0 (w/o lamp, Clean-Fog; Table 2)."),
    ],
)
def test_a_header_is_found_by_what_its_code_sign_or_abbreviation_stands_for(question: str, of: Table, answer: str):
    assert said(question, of) == answer


def test_scaled_numbers_compete_by_their_worth_and_totals_do_not_compete():
    assert said("Which method has the most parameters?", ERRORS).startswith("Gauge, at 212k")
    assert said("Which method has the highest MAE?", ERRORS).startswith("Gauge, at 0.74 ppm")


def test_two_things_are_set_side_by_side_where_no_measure_is_named():
    lines = said("Compare Tide and Anchor.", HARBOURS).splitlines()

    assert lines == [
        "Tide: North 81.0, South 62.5, Avg 71.8 (Table 1).",
        "Anchor [7]: North 79.0, South 70.0, Avg 74.5 (Table 1).",
    ]


@pytest.mark.parametrize(("first", "second"), [("Gauge", "Float"), ("Float", "Gauge")])
def test_they_stand_in_the_order_in_which_they_are_asked_about(first: str, second: str):
    answer = said(f"How does {first} compare to {second}?", ERRORS)
    assert 0 <= answer.find(f"{first}:") < answer.find(f"{second}:")


def test_rows_are_counted_where_their_column_is_called_what_is_asked_for():
    assert said("How many models are evaluated at two harbours?", HARBOURS).startswith("3: Tide, Tide++, Anchor [7]")


def test_the_only_number_of_a_row_needs_no_column():
    counts = table(
        [["", "Train", "Test"], ["Tokens", "200", "30"], ["Vocab. Size", "33", "-"]],
        label="Table 6",
        caption="Table 6: The Harbor corpus.",
    )

    assert said("What is the vocabulary size of the Harbor corpus?", counts) == "33 (Vocab. Size, Train; Table 6)."
    assert said("What is the number of tokens of the Harbor corpus?", counts) == ""


def test_a_difference_of_millions_is_told_in_millions():
    sizes = table([["Model", "Parameters"], ["Tide", "177M"], ["Anchor", "330M"]], label="Table 7", caption="Table 7: Sizes.")

    assert said("How many more parameters does Anchor have than Tide?", sizes).startswith("153M: ")


def test_a_measure_that_is_called_a_ratio_is_looked_up():
    risks = table(
        [["Habit", "Odds ratio", "Deaths"], ["Swims", "0.56", "15"], ["Sails", "0.78", "37"]],
        label="Table 8",
        caption="Table 8: Risk.",
    )

    assert said("What is the odds ratio of the one who swims?", risks) == "0.56 (Swims, Odds ratio; Table 8)."


def test_a_difference_is_not_answered_by_one_cell():
    assert found("What is the difference in North accuracy between Tide and Buoy?", HARBOURS) is None


def test_cells_of_another_measure_are_not_set_against_each_other():
    assert found("How did the gross margin of Tide change from North to South?", HARBOURS) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the adjusted hazard ratio (HR) of fog loss for more than one lamp a night?", "0.45 (0.10–1.90)"),
        ("What was the adjusted HR of fog loss with up to 1 lamp per night?", "1.54 (0.58–4.08)"),
        ("How many wrecks by fog loss had those with over 1 lamp a night?", "3 ("),
        ("What is the p-value of fog loss?", "0.35 ("),
    ],
)
def test_a_bound_in_a_header_and_the_block_of_a_row_are_parts_of_a_cell_s_name(question: str, answer: str):
    assert said(question, COHORT).startswith(answer)


def test_which_of_two_cells_is_meant_is_left_to_the_reader():
    both = said("What was the HR of fog loss for more than 1 lamp a night?", COHORT).splitlines()
    assert [line.split(": ")[0].rpartition(", ")[2] for line in both] == ["Crude", "Adjusted"]
    assert "0.34 (0.09–1.34)" in both[0]
    assert "0.45 (0.10–1.90)" in both[1]


@pytest.mark.parametrize(
    ("question", "of", "answer"),
    [
        ("What is the average South accuracy of Tide and Anchor?", HARBOURS, "66.25: mean (62.5 + 70.0) / 2"),
        ("What are the South accuracies of Tide and Anchor?", HARBOURS, "Tide 62.5, Anchor [7] 70.0 (South"),
        ("Which variant hurts the Clean-Fog F1 the most?", ABLATION, "w/o lamp, at 61.0 (Clean-Fog"),
        ("Which method reduces the MAE the most?", ERRORS, "Float, at 0.58 ppm (MAE"),
        ("Which method improves the MAE the most?", ERRORS, "Float, at 0.58 ppm (MAE"),
        ("Which method hurts the MAE the most?", ERRORS, "Gauge, at 0.74 ppm (MAE"),
        ("Which method increases the MAE the most?", ERRORS, "Gauge, at 0.74 ppm (MAE"),
        ("Which variant improves the Clean F1 the most?", ABLATION, "Beacon, at 90.0 (Clean"),
        ("Which models outperform Tide at South?", HARBOURS, "Tide++ 66.0, Anchor [7] 70.0 (South, Table 1)."),
        ("Which models does Tide++ outperform at South?", HARBOURS, "Tide 62.5 (South, Table 1)."),
        ("Which models does Tide++ not outperform at South?", HARBOURS, "Anchor [7] 70.0 (South, Table 1)."),
        ("Which models are worse than Anchor at South?", HARBOURS, "Tide 62.5, Tide++ 66.0 (South, Table 1)."),
        ("Which methods are better than Gauge in MAE?", ERRORS, "Float 0.58 ppm (MAE (ppm), Table 5)."),
        ("Which models outperform Anchor at South?", HARBOURS, ""),
        ("Which models outperform Skiff at South?", HARBOURS, ""),
        ("Which is the deepest model at South?", HARBOURS, ""),
        ("Which optimizer was used at South?", HARBOURS, ""),
    ],
)
def test_things_are_set_against_the_one_that_is_named(question: str, of: Table, answer: str):
    told = said(question, of)
    assert told.startswith(answer) if answer else not told
