"""A reference list is cut where its own style cuts it."""

import pytest

from paperatlas.pipeline.bibliography.references import split_references, unheaded_parts
from tests.fakes.printed import column


def references(*columns):
    return split_references([(number, made.lines) for number, made in columns], " ".join)


def test_numbers_in_brackets_cut_a_list():
    found = references(
        (
            9,
            column(
                [
                    "[1] J. Long, E. Shelhamer, and T. Darrell. Fully convolutional",
                    "\tnetworks for semantic segmentation. In CVPR, 2015.",
                    "[2] V. Nair and G. E. Hinton. Rectified linear units improve",
                    "\trestricted boltzmann machines. In ICML, 2010.",
                ],
                50,
                100,
            ),
        )
    )
    assert [(each.number, each.year, each.title) for each in found] == [
        (1, 2015, "Fully convolutional networks for semantic segmentation"),
        (2, 2010, "Rectified linear units improve restricted boltzmann machines"),
    ]
    assert found[0].authors == ("J. Long", "E. Shelhamer", "T. Darrell")


def test_bare_numbers_cut_a_list_and_a_volume_at_a_line_start_does_not():
    found = references(
        (
            9,
            column(
                [
                    "1. Kim, Y.; Je, Y. Coffee and mortality. Eur. J. Epidemiol. 2019,",
                    "34, 731-752.",
                    "2. Cai, L.; Ma, D. Coffee and lipids. Eur. J. Clin. Nutr. 2012, 66, 872.",
                    "3. Ding, M. Coffee and diabetes. Diabetes Care 2014, 37, 569.",
                ],
                50,
                100,
            ),
        )
    )
    assert [each.number for each in found] == [1, 2, 3]
    assert found[0].text.endswith("2019, 34, 731-752.")


def test_hanging_indents_cut_a_list_without_numbers():
    found = references(
        (
            9,
            column(
                [
                    "Ofir Press and Lior Wolf. 2017. Using the output embedding",
                    "\tto improve language models. In Proc. of EACL.",
                    "Nikita Kitaev and Dan Klein. 2018. Constituency parsing",
                    "\twith a self-attentive encoder. In Proc. of ACL.",
                ],
                50,
                100,
            ),
        )
    )
    assert [(each.authors, each.year) for each in found] == [
        (("Ofir Press", "Lior Wolf"), 2017),
        (("Nikita Kitaev", "Dan Klein"), 2018),
    ]


def test_an_entry_goes_on_over_columns_and_pages():
    found = references(
        (9, column(["Ofir Press and Lior Wolf. 2017. Using the output", "\tembedding to improve"], 50, 700)),
        (9, column(["\tlanguage models. In Proc.", "\tof EACL."], 300, 100)),
        (10, column(["\tValencia, Spain.", "Nikita Kitaev. 2018. Parsing", "\twith an encoder. In ACL."], 50, 100)),
    )
    assert len(found) == 2
    assert found[0].text.endswith("language models. In Proc. of EACL. Valencia, Spain.")
    assert (found[0].page, found[1].page) == (9, 10)


def test_a_column_of_continuations_only_begins_no_entry():
    found = references(
        (9, column(["Ofir Press and Lior Wolf. 2017. Using the output", "\tembedding to improve"], 50, 100)),
        (10, column(["\tlanguage models. In Proc.", "\tof EACL. Valencia, Spain."], 50, 100)),
    )
    assert len(found) == 1


def test_an_empty_list_has_no_entries():
    assert references() == ()
    assert references((3, column(["Alone"], 50, 100))) != ()


@pytest.mark.parametrize("gap", [8.0, 14.0])
def test_white_space_cuts_a_list_set_flush(gap):
    entries = ["Press O. 2017. Output embeddings. ACL.", "Klein D. 2018. Parsing. EACL.", "Ba J. 2015. Adam. ICLR."]
    lines = []
    top = 100.0
    for entry in entries:
        made = column([entry, "Association for Computational Linguistics, pages 1-9."], 50, top)
        lines += made.lines
        top += 2 * 12 + gap
    assert len(split_references([(9, lines)], " ".join)) == 3


def test_authors_with_their_year_cut_a_list_set_solid():
    rows = [
        "Okafor, N. and Tanaka, M. (2021). Glow curve integration.",
        "Journal of Imaginary Biosensing 4:112-113.",
        "Marchetti, L. (2018). How to share small data. Open Air Notes 7:1-12.",
        "Quill, B. and Rivera, T. (2019). A photodiode kit. Open Air Notes 7:1-12.",
    ]
    assert [each.authors[0] for each in references((9, column(rows, 50, 100)))] == ["N. Okafor", "L. Marchetti", "B. Quill"]


def test_a_list_without_a_heading_is_known_by_its_numbers():
    parts = [
        ["The soliton was found early [1] and often."],
        ["[1] A. Author, Nonlinearity 10, 133 (1997).", "[2] B. Buthor, Lett.", "35, 1081 (1997)."],
        ["This work was supported by a grant."],
        ["[3] C. Cuthor, Acta 128, 137 (1998)."],
    ]
    assert unheaded_parts(parts) == [1, 3]


def test_a_single_note_in_brackets_is_no_list():
    assert unheaded_parts([["[1] Deceased."], ["The text goes on."], ["[7] A stray number."]]) == []
