"""Numbers, marks and claims of an answer."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.assemble import assemble, without_reference_marks
from paperatlas.agents.state import Draft, Proof, Question, Statement
from paperatlas.core.answers import Answer, Route
from paperatlas.core.events import Answered, Checked
from paperatlas.core.ids import document_id
from paperatlas.core.wire_events import event_json, read_event

PAPER = document_id(b"paper")


def proof(quote: str, start: int = 0) -> Proof:
    return Proof(document=PAPER, page=1, section="", quote=quote, start=start, end=start + len(quote))


def answer(*statements: Statement, kind: str = "fact") -> Answer:
    route = Route(kind=kind, tools=(), hops=1, decided_by="rules", confidence=1.0)  # type: ignore[arg-type]
    return assemble(Question(text="?"), route, Draft(statements=statements, confidence=0.8), (), trace=(), seconds=0.0)


def test_the_mark_stands_before_the_full_stop() -> None:
    assert answer(Statement(text="61.4 %", proofs=(proof("Acc 61.4"),))).text == "61.4 % [1]."
    assert answer(Statement(text="It is new.", proofs=(proof("It is new."),))).text == "It is new [1]."


def test_the_same_quote_has_the_same_number_everywhere() -> None:
    got = answer(
        Statement(text="One.", proofs=(proof("a quote"), proof("another", 50))),
        Statement(text="Two.", proofs=(proof("another", 50),)),
    )
    assert got.text == "One [1][2]. Two [2]."
    assert [citation.quote for citation in got.citations] == ["a quote", "another"]
    assert [claim.citations for claim in got.claims] == [(1, 2), (2,)]


def test_lists_and_comparisons_have_a_line_each() -> None:
    got = answer(Statement(text="A.", proofs=(proof("a"),)), Statement(text="B.", proofs=(proof("b"),)), kind="comparison")
    assert got.text == "A [1].\nB [2]."


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("Dropout [13] helps.", "Dropout helps."),
        ("Dropout [3, 4] and batch norm [5–7] help.", "Dropout and batch norm help."),
        ("We follow the setup of [13].", "We follow the setup of ref. 13."),
        ("It helps [13][14].", "It helps."),
        ("Values are in the range [0, 1] there.", "Values are in the range [0, 1] there."),
        ("We draw from the interval [1, 5] at random.", "We draw from the interval [1, 5] at random."),
        ("x in [0, 1]", "x in [0, 1]"),
        ("It won the competitions¹, where it was entered.²", "It won the competitions, where it was entered."),
        (
            "The GlowNet ³ model covers 5 m² and 10⁵ cm³ of x² in ²³Na.",
            "The GlowNet model covers 5 m² and 10⁵ cm³ of x² in ²³Na.",
        ),
    ],
)
def test_reference_marks_of_a_paper_are_left_out_and_intervals_are_kept(printed: str, shown: str) -> None:
    assert without_reference_marks(printed) == shown


pieces = st.lists(
    st.sampled_from(["We", "see", "in", "[13]", "[1]", "[2, 3]", "[0, 1]", "[7]", "as", "x[5]", "(", ")", "."]), max_size=12
)


@given(st.lists(st.tuples(pieces, st.integers(0, 3)), min_size=1, max_size=5))
def test_a_mark_without_its_citation_is_impossible(made: list[tuple[list[str], int]]) -> None:
    got = answer(
        *(
            Statement(text=" ".join(words) or "x", proofs=tuple(proof(f"quote {n}", n) for n in range(count)))
            for words, count in made
        )
    )
    assert {int(n) for n in re.findall(r"\[(\d+)\]", got.text)} <= {citation.n for citation in got.citations}
    assert [citation.n for citation in got.citations] == list(range(1, len(got.citations) + 1))


def test_a_sentence_that_is_not_borne_out_says_why_and_one_that_is_does_not() -> None:
    told = (
        Checked(text="It is new.", label="supported", why="Its quotes say so."),
        Checked(text="It is best.", label="unverifiable", why="No quote says best."),
    )
    draft = Draft(
        statements=(Statement(text="It is new."), Statement(text="It is best.", label="unverifiable")), confidence=0.8, told=told
    )
    route = Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0)
    got = assemble(Question(text="?"), route, draft, (), trace=(), seconds=0.0)
    assert [claim.why for claim in got.claims] == ["", "No quote says best."]
    kept = read_event(event_json(Answered(answer=got), {}))
    assert isinstance(kept, Answered)
    assert kept.answer.claims == got.claims
