"""Headings, their numbers and their levels."""

import pytest

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.heading_names import split_number
from paperatlas.pipeline.flow.headings import find_heads, split_heads
from paperatlas.pipeline.flow.nesting import Nesting
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.flow.typefaces import Type
from paperatlas.pipeline.layout import Line
from tests.fakes.printed import line

BODY = Type(10.0, bold=False, upper=False, italic=False, font="Serif")
TEXT = "Words that make up the text of a paragraph in the body of this paper"


def part(*rows: Line, kind: BlockKind = BlockKind.PARAGRAPH) -> Part:
    return Part(page=1, kind=kind, rows=rows)


def heading(text: str, *, size: float = 12.0, bold: bool = True) -> Part:
    return part(line(text, 70, 100, size=size, bold=bold), kind=BlockKind.HEADING)


def outline_of(parts, **kwargs):
    heads = find_heads(parts, BODY, kwargs.get("outline", ()), kwargs.get("front", ()))
    return [(head.number, head.text, head.level) for head in heads.values()]


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("3.1 Data", "3.1", "Data"),
        ("1. Introduction", "1", "Introduction"),
        ("IV. RESULTS", "IV", "RESULTS"),
        ("A.2 Proofs", "A.2", "Proofs"),
        ("B. Proofs", "B", "Proofs"),
        ("Appendix C: Proofs", "Appendix C", "Proofs"),
        ("A closer look", "", "A closer look"),
        ("第三章 实验", "第三章", "实验"),
        ("第2节 方法", "第2节", "方法"),
        ("一、研究背景", "一", "研究背景"),
        ("（二）数据来源", "（二）", "数据来源"),
        ("1.2研究方法", "1.2", "研究方法"),
        ("１．２ ケーブル関係", "1.2", "ケーブル関係"),
        ("2023年第一季度", "", "2023年第一季度"),
        ("Introduction", "", "Introduction"),
        ("2019", "", "2019"),
        ("3 4 5", "", "3 4 5"),
    ],
)
def test_a_headings_number_is_told_from_its_text(text, number, rest):
    assert split_number(text, set_off=False) == (number, rest)


def test_a_letter_that_is_set_off_is_a_number():
    assert split_number("A Proofs", set_off=True) == ("A", "Proofs")


def test_numbers_say_the_level():
    parts = [heading(text) for text in ("1 Introduction", "2 Methods", "2.1 Data", "2.1.1 Sources", "3 Results")]
    assert [level for _, _, level in outline_of(parts)] == [1, 1, 2, 3, 1]


def test_chinese_numbers_say_the_level_by_their_form():
    parts = [
        heading(text)
        for text in ("第一章 绪论", "一、研究背景", "（一）数据", "1. 来源", "2. 规模", "（二）方法", "二、结论", "第二章 实验")
    ]
    assert [level for _, _, level in outline_of(parts)] == [1, 2, 3, 4, 4, 3, 2, 1]


def test_a_report_may_begin_with_an_inner_form():
    assert [level for _, _, level in outline_of([heading(text) for text in ("一、背景", "（一）数据", "二、结论")])] == [1, 2, 1]


def test_a_chinese_sentence_is_no_heading():
    assert outline_of([heading("本文提出了一种新的方法。"), heading("单位：万元")]) == []


def test_without_numbers_type_says_the_level():
    big, small = {"size": 14.0}, {"size": 11.0}
    parts = [heading("Overview", **big), heading("Design", **small), heading("Costs", **small), heading("Outlook", **big)]
    assert [level for _, _, level in outline_of(parts)] == [1, 2, 2, 1]


def test_lettered_sections_stand_below_roman_ones_and_beside_them_after_the_references():
    nesting = Nesting()
    order = ("I", "II", "A", "B", "III", "", "A")
    names = ("INTRODUCTION", "METHOD", "Data", "Model", "RESULTS", "References", "Proofs")
    assert [nesting.place(number, name, BODY, None) for number, name in zip(order, names, strict=True)] == [1, 1, 2, 2, 1, 1, 1]


def test_references_and_acknowledgements_stand_beside_the_numbered_sections():
    parts = [
        heading("5 Results"),
        heading("5.1 Scores"),
        heading("Acknowledgements", size=11.0),
        heading("References", size=11.0),
    ]
    assert outline_of(parts)[2:] == [("", "Acknowledgements", 1), ("", "References", 1)]


def test_a_line_of_text_is_no_heading_even_where_the_model_says_so():
    assert outline_of([heading("and so the first line of a column", size=10.0, bold=False)]) == []


def test_nothing_before_the_abstract_is_a_heading():
    assert outline_of([heading("A Fine Title", size=16.0), heading("1 Introduction")], front={0}) == [("1", "Introduction", 1)]


def test_a_bookmark_makes_a_heading_of_plain_type():
    assert outline_of([part(line("Further plans", 70, 100))], outline=[(2, "Further plans", 1)]) == [("", "Further plans", 2)]


def test_captions_are_no_headings():
    assert outline_of([heading("Table 3: All scores", size=10.0)]) == []


def test_a_bold_lead_is_a_run_in_heading_one_level_down():
    parts = [heading("4 Setup"), part(line("*Baselines.* We compare with the usual ones and some more", 70, 130))]
    head = find_heads(parts, BODY, (), ())[1]
    assert (head.text, head.level, head.run_in, head.words) == ("Baselines.", 2, True, 1)


def test_an_emphasised_word_within_a_paragraph_is_no_heading():
    parts = [heading("4 Setup"), part(line("We call this *coverage* from here on in the paper", 70, 130))]
    assert len(find_heads(parts, BODY, (), ())) == 1


def test_labels_of_a_structured_abstract_are_no_headings():
    abstract = [heading("Abstract"), part(line("*Background:* It is known that many do.", 70, 120))]
    rest = [heading("1 Introduction"), part(line("*Method:* We want to know why it is so.", 70, 160))]
    assert [text for _, text, _ in outline_of([*abstract, *rest])] == ["Abstract", "Introduction", "Method:"]


def test_two_headings_in_one_region_are_two():
    both = part(line("4 Experiments", 70, 100, bold=True), line("4.1 Data", 70, 114, bold=True), kind=BlockKind.HEADING)
    assert [piece.text for piece in split_heads(both, BODY)] == ["4 Experiments", "4.1 Data"]


def test_a_heading_of_two_lines_is_one():
    long = part(
        line("Effects of coffee on the", 70, 100, bold=True),
        line("heart and the mind", 70, 114, bold=True),
        kind=BlockKind.HEADING,
    )
    assert outline_of(split_heads(long, BODY)) == [("", "Effects of coffee on the heart and the mind", 1)]


def test_a_heading_that_the_model_left_in_its_paragraph_is_cut_off():
    both = part(line("3 Results", 70, 100, bold=True), line(TEXT, 70, 114), line(TEXT, 70, 126))
    pieces = split_heads(both, BODY)
    assert [piece.kind for piece in pieces] == [BlockKind.HEADING, BlockKind.PARAGRAPH]
    assert outline_of(pieces) == [("3", "Results", 1)]
