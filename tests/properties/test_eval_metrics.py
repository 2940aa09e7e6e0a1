"""The metrics cannot be gamed: by dumping, echoing, refusing, citing everything, or failing."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paperatlas.core.answers import Claim, Computed, Occurrence
from paperatlas.core.verdicts import Judgement
from paperatlas.eval.amounts import gives, quantities
from paperatlas.eval.cases import Amount, Target
from paperatlas.eval.confidence import auroc, risk_coverage, risk_under
from paperatlas.eval.evidence import page_proof, stands
from paperatlas.eval.measures import measured
from paperatlas.eval.record import Scored
from paperatlas.eval.running import Scoring, run_cases
from paperatlas.eval.summing import figures
from paperatlas.eval.wording import beyond, holds, plain, token_f1
from tests.fakes.judged_answers import DOC, PAGE, a_case, a_refusal, an_answer, cited, printed

WORDS = st.lists(st.sampled_from("moss light tray glow ammonia 36 hours night sensor".split()), min_size=1, max_size=30)
TEXT = st.text(max_size=80)


def scores(case, answer):
    return {name: part.got / part.of for name, part in measured(case, answer, printed, None).items()}


def test_a_right_brief_and_proven_answer_has_every_point() -> None:
    got = scores(a_case(), an_answer())
    assert {got[name] for name in ("right", "accuracy", "page_hit", "citation_precision", "quote_validity")} == {1.0}
    assert got["token_f1"] == 1.0


@given(st.integers(400, 4000))
def test_the_whole_document_is_no_answer_and_overlaps_no_more_than_its_precision_allows(length) -> None:
    dump = ((PAGE + " Moss is green. ") * 100)[:length]
    got = scores(a_case(), an_answer(dump + " 36 hours"))
    precision = 2 / len(plain(dump).split())
    assert got["accuracy"] == got["right"] == 0
    assert got["token_f1"] <= 2 * precision / (1 + precision) + 0.01


@given(WORDS, st.randoms(use_true_random=False))
def test_an_echo_of_the_question_is_no_answer_in_whatever_order(words, chance) -> None:
    question = " ".join(words) + "?"
    shuffled = list(words)
    chance.shuffle(shuffled)
    for echo in (question, " ".join(shuffled), f"{question} {question}", question.upper()):
        case = a_case(question=question, accept=tuple((word,) for word in words))
        assert scores(case, an_answer(echo))["accuracy"] == 0
        assert scores(case, an_answer(echo))["token_f1"] == 0


def test_to_choose_what_the_question_offers_is_an_answer() -> None:
    case = a_case(question="Which is better, GlowNet or Ridge-12?", accept=(("Ridge-12",),), reject=(("GlowNet",),))
    assert scores(case, an_answer("Ridge-12 [1]."))["accuracy"] == 1
    assert scores(case, an_answer("GlowNet and Ridge-12 [1]."))["accuracy"] == 0


PASSAGE = " ".join([PAGE, "Moss is green and glows at night in the glasshouse."] * 6)
"""As long as what is indexed: some hundred words, with the answer among them."""


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["fact", "table", "summary", "list", "relation"]), min_size=1, max_size=8))
def test_an_answerer_that_echoes_or_dumps_passages_scores_nothing(kinds) -> None:
    cases = [a_case(id=str(at), kind=kind, in_quotes=at % 2 == 0) for at, kind in enumerate(kinds)]
    answerers = {
        "echo": lambda question, _: an_answer(question, citations=()),
        "echo with proof": lambda question, _: an_answer(f"{question} {question} [1]."),
        "dump of the whole document": lambda *_: an_answer(f"{PASSAGE} " * 20),
        "dump of passages as quotes": lambda *_: an_answer(
            "See these.", citations=tuple(cited(PASSAGE, n=n) for n in range(1, 4))
        ),
        "dump of a passage": lambda *_: an_answer(f"{PASSAGE} {PASSAGE}"),
    }
    for name, ask in answerers.items():
        for item in run_cases(cases, ask, Scoring(pages=printed)):
            assert (item.scores["right"].got, item.scores["accuracy"].got) == (0, 0), name
            assert item.scores["token_f1"].got < 0.1, name


def test_a_refuser_of_everything_is_wrong_on_all_that_can_be_answered_and_its_confidence_ranks_nothing() -> None:
    cases = [a_case(id=str(at), unanswerable=at % 4 == 0, accept=() if at % 4 == 0 else (("36 hours",),)) for at in range(8)]
    items = list(run_cases(cases, lambda *_: a_refusal(), Scoring(pages=printed)))
    found = figures([item for item in items if isinstance(item, Scored)])
    assert (found["accuracy"].value, found["right"].value) == (0, 0.25)
    assert (found["abstention_recall"].value, found["abstention_precision"].value) == (1, 0.25)
    assert found["auroc_answerable"].value == 0.5


def test_an_answer_of_passages_is_none_however_right_its_quotes_are() -> None:
    passages = tuple(cited("The moss is green and glows at night in the glasshouse. " * 8, n=n) for n in range(1, 6))
    assert scores(a_case(in_quotes=True), an_answer("36 hours", citations=passages))["accuracy"] == 0


def test_a_refusal_is_wrong_where_there_is_an_answer_and_right_where_there_is_none() -> None:
    answerable, unanswerable = a_case(), a_case(accept=(), evidence=(), unanswerable=True)
    assert scores(answerable, a_refusal())["right"] == scores(answerable, a_refusal())["token_f1"] == 0
    assert scores(answerable, a_refusal())["page_hit"] == scores(answerable, a_refusal())["abstention_precision"] == 0
    assert scores(unanswerable, a_refusal())["right"] == scores(unanswerable, a_refusal())["abstention_recall"] == 1
    assert scores(unanswerable, an_answer())["right"] == scores(unanswerable, an_answer())["abstention_recall"] == 0
    assert scores(unanswerable, an_answer(status="partial"))["right"] == 0


def test_a_right_answer_without_standing_proof_is_not_right() -> None:
    made_up = an_answer(citations=(cited("A tray needs 36 hours to recover, always."),))
    got = scores(a_case(), made_up)
    assert (got["accuracy"], got["right"], got["quote_validity"]) == (1, 0, 0)
    bare = an_answer(citations=())
    assert scores(a_case(), bare)["right"] == 0
    counted = an_answer(citations=(), computed=Computed(value="36", method="sum"))
    assert scores(a_case(), counted)["right"] == 1


class Literal:
    """A verifier that takes a text at its word."""

    def verify(self, claim: str, text: str, *, about: object = ()) -> Judgement:
        label = "supported" if claim in text else "unverifiable"
        return Judgement(claim=claim, label=label, score=1.0, evidence=(), why="")


def test_claims_are_held_against_their_own_quotes_and_rows_by_their_numbers() -> None:
    said = "A tray needs 36 hours to recover."
    row = replace(cited("Table 2: Trays and their rest", n=2), row="Moss | 36 | 4.5")
    claims = {
        (said, (1,)): 1,
        (said, ()): 0,
        (said, (9,)): 0,
        ("A tray needs no rest.", (1,)): 0,
        ("Table 2, row Moss, rest (h): 36", (2,)): 1,
        ("Table 2, row Moss, rest (h): 63", (2,)): 0,
    }
    for (text, numbers), good in claims.items():
        claim = Claim(text=text, label="supported", citations=numbers)
        answer = replace(an_answer(citations=(cited(), row)), claims=(claim,))
        assert measured(a_case(), answer, printed, Literal())["claim_support"] == (good, 1)


@pytest.mark.parametrize(
    "quote", ["A tray needs 63 hours to recover.", "The detection limit is not 1.1 ppm at night.", "A tray", ""]
)
def test_a_quote_with_another_number_or_a_negation_or_of_two_words_does_not_stand(quote) -> None:
    assert not stands(cited(quote), printed)


def test_a_quote_stands_on_its_own_page_only() -> None:
    assert stands(cited(), printed)
    assert not stands(cited(page=2), printed)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=10, unique=True), st.integers(31, 200))
def test_citing_every_page_finds_all_and_pays_for_it(gold, pages) -> None:
    targets = [Target("a", page) for page in gold]
    proof = page_proof([Target("a", page) for page in range(1, pages + 1)], targets)
    assert proof.hit
    assert proof.recall == 1
    assert proof.precision == len(gold) / pages


def test_pages_that_a_computation_counted_are_evidence_too() -> None:
    counted = Computed(value="2", method="count", occurrences=(Occurrence(document=DOC, doc="moss.pdf", page=1),))
    assert scores(a_case(), an_answer(citations=(), computed=counted))["page_hit"] == 1
    assert scores(a_case(evidence=(Target("other.pdf", 1),)), an_answer())["page_hit"] == 0


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=2, max_size=60))
def test_the_area_is_what_counting_pairs_gives_and_its_mirror_when_labels_turn(pairs) -> None:
    values, labels = zip(*pairs, strict=True)
    assume(len(set(labels)) == 2)
    above = [value for value, label in pairs if label]
    below = [value for value, label in pairs if not label]
    wins = sum((up > down) + 0.5 * (up == down) for up in above for down in below) / (len(above) * len(below))
    assert auroc(values, labels) == pytest.approx(wins)
    assert auroc(values, [not label for label in labels]) == pytest.approx(1 - wins)


def test_one_kind_alone_has_no_area() -> None:
    assert auroc([0.1, 0.2], [True, True]) is None
    assert auroc([], []) is None


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.9]), st.booleans()), min_size=1, max_size=40), st.randoms())
def test_a_risk_curve_does_not_hang_on_the_order_of_equals_and_ends_at_all(pairs, chance) -> None:
    shuffled = list(pairs)
    chance.shuffle(shuffled)
    points, again = (risk_coverage(*zip(*each, strict=True)) for each in (pairs, shuffled))
    assert points == again
    assert points[-1].coverage == 1
    assert points[-1].risk == pytest.approx(sum(not right for _, right in pairs) / len(pairs))
    assert 0 <= risk_under(points) <= 1


@given(TEXT, TEXT)
def test_overlap_is_a_share_and_the_same_text_overlaps_wholly(one, other) -> None:
    assert 0 <= token_f1(one, [other]) <= 1
    assert token_f1(one, [other]) == pytest.approx(token_f1(other, [one]))


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_number_is_held_as_a_value_and_never_inside_another(one, other) -> None:
    assert holds(str(one), f"It is {one:,} in all.")
    assert holds(f"{one}.50", f"It is {one}.5.")
    assert holds(str(one), f"It is {other}") == (one == other)


@pytest.mark.parametrize(
    ("key", "text", "held"),
    [
        ("FR", "from France", False),
        ("FR", "FR, at 63.6", True),
        ("36 hours", "needs 36 hours.", True),
        ("36 hours", "136 hours", False),
        ("1.1 ppm", "a limit of 1.1 ppm [1]", True),
        ("top-1", "the top 1 accuracy", False),
        ("self-attention", "Self attention", True),
        ("0.7 %", "0.7 % a degree", True),
        ("0.7%", "0.7 % a degree", True),
        ("", "anything", False),
        ("1", "as shown [1]", False),
    ],
)
def test_keys_are_found_as_a_reader_finds_them(key, text, held) -> None:
    assert holds(key, text) is held


@pytest.mark.parametrize(
    ("amount", "text", "given_"),
    [
        (Amount(value=36, unit="hours"), "a day and a half, 1.5 days", True),
        (Amount(value=36, unit="hours"), "36 minutes", False),
        (Amount(value=36, unit="hours"), "36", False),
        (Amount(value=2.31, unit="s", tolerance=0.01), "2,310 ms", True),
        (Amount(value=2.31, unit="s", tolerance=0.01), "2.33 s", False),
        (Amount(value=1.5e6), "1.5 million", True),
        (Amount(value=3000, unit="$"), "$3,000", True),
        (Amount(value=3000, unit="$"), "€3,000", False),
        (Amount(value=4.1, unit="points"), "by 4.1 points", True),
        (Amount(value=61.4, unit="%"), "61.4 percent of them", True),
        (Amount(value=-0.5), "-0.5", True),
        (Amount(value=0.3), "0.1 + 0.2 = 0.30", True),
        (Amount(value=1), "[1]", False),
        (Amount(value=36, unit="hours"), "a 36-hour rest", True),
        (Amount(value=36, unit="hours"), "36 ± 2 hours", True),
        (Amount(value=2, unit="hours"), "36 ± 2 hours", False),
        (Amount(value=3000, unit="USD"), "$3,000", True),
        (Amount(value=3000, unit="$"), "3 thousand dollars", True),
        (Amount(value=0.25, unit="l"), "250 mL", True),
        (Amount(value=1.2, unit="GHz"), "1200 MHz", True),
    ],
)
def test_amounts_are_compared_in_their_units(amount, text, given_) -> None:
    assert gives(amount, text) is given_


@given(st.lists(st.integers(100, 999), min_size=9, max_size=40, unique=True))
def test_whoever_lists_numbers_until_one_fits_gives_no_amount(numbers) -> None:
    case = a_case(accept=(), amount=Amount(value=numbers[0], unit="hours"))
    listed = an_answer(", ".join(f"{number} hours" for number in numbers))
    assert scores(case, listed)["numeric_accuracy"] == scores(case, listed)["accuracy"] == 0
    assert scores(case, an_answer(f"It is {numbers[0]} hours [1]."))["numeric_accuracy"] == 1


@given(st.floats(0.1, 1e5), st.floats(0, 50), st.booleans())
def test_an_amount_is_right_up_to_its_tolerance_and_not_beyond(value, tolerance, above) -> None:
    amount = Amount(value=round(value, 2), unit="s", tolerance=round(tolerance, 2))
    sign = 1 if above else -1
    inside, outside = (amount.value + sign * (amount.tolerance + off) for off in (-0.01 * (tolerance > 0.02), 0.02))
    assume(outside > 0 and inside > 0)
    assert gives(amount, f"It took {inside:.4f} s.")
    assert not gives(amount, f"It took {outside:.4f} s.")


@given(TEXT)
def test_any_text_can_be_read_for_quantities_and_for_what_it_adds(text) -> None:
    assert all(isinstance(quantity.value, float) for quantity in quantities(text))
    assert beyond(text, text) == ""
