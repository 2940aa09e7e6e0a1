"""What the verifier says of claims: the bundled models and the fitted weights, as they ship."""

from collections.abc import Sequence
from functools import cache

import pytest

from paperatlas.agents.proof import Source
from paperatlas.agents.verify import Verifier
from paperatlas.agents.verify.in_library import verify_in
from paperatlas.agents.write.form import Quoted, Said
from paperatlas.agents.write.judging import Bench, Judged
from paperatlas.bootstrap import bundled_verifier
from paperatlas.core.searching import Hit, Scope
from paperatlas.core.types import BlockKind, ParsedDocument
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

TRAY = "A tray of moss costs four crowns and recovers within 36 hours. Carbon dioxide up to 2,000 ppm had no effect on it."
NET = "GlowNet reaches an error of 0.41 ppm and outperforms a recurrent network on the test part. It was trained for 40 epochs."


@cache
def verifier() -> Verifier:
    return bundled_verifier(threads=1)


@pytest.mark.parametrize(
    "claim", ["A tray of moss costs four crowns and recovers within 36 hours.", "It was trained for 40 epochs."]
)
def test_a_claim_that_stands_in_the_text_is_supported_for_all_but_certain(claim: str) -> None:
    judged = verifier().verify(claim, f"{TRAY} {NET}")
    assert (judged.label, judged.score > 0.95) == ("supported", True)


@pytest.mark.parametrize(
    ("claim", "text", "why"),
    [
        ("A tray of moss recovers within 12 hours.", TRAY, "the text says 36 hours, the claim says 12 hours"),
        ("A tray of moss recovers within 36 minutes.", TRAY, "the text says 36 hours, the claim says 36 minutes"),
        ("Carbon dioxide up to 2,000 ppm had an effect on the tray.", TRAY, "only the text has “no”"),
        ("A recurrent network outperforms GlowNet on the test part.", NET, "the other way round"),
    ],
)
def test_a_claim_that_the_text_contradicts_is_told_why(claim: str, text: str, why: str) -> None:
    judged = verifier().verify(claim, text)
    assert judged.label == "contradicted"
    assert why in judged.why


def test_a_long_text_bears_out_a_claim_by_single_sentences_not_by_words_strewn_over_it() -> None:
    filler = " ".join(f"Tray {number} stood in row {number} and was watered with GlowNet in mind." for number in range(30))
    text = f"{TRAY} {filler} {NET}"
    assert verifier().verify("A recurrent network outperforms GlowNet on the test part.", text).label == "contradicted"
    judged = verifier().verify("GlowNet outperforms a recurrent network on the test part.", text)
    assert judged.label == "supported"
    assert [text[each.start : each.end] for each in judged.evidence] == [NET.partition(". It")[0] + "."]


def test_a_claim_on_another_subject_is_unverifiable() -> None:
    judged = verifier().verify("The treaty was signed by twelve ministers in Lisbon.", TRAY)
    assert judged.label == "unverifiable"
    assert judged.score < 0.2


def test_a_quote_does_not_vouch_for_a_name_that_it_does_not_have() -> None:
    text = "It provides uniform support for the retrieval of more than 100 working languages."
    assert verifier().verify("Northwind-B supports 100+ languages.", text).label == "supported"
    judged = verifier().verify("Northwind-B was created by Halden.", text)
    assert judged.label == "unverifiable"
    assert "Halden" in judged.why


@pytest.mark.parametrize(("claim", "text"), [("", TRAY), ("A tray is cheap.", " ")])
def test_where_there_is_nothing_to_compare_a_claim_is_unverifiable(claim: str, text: str) -> None:
    assert verifier().verify(claim, text).label == "unverifiable"


def test_one_false_statement_makes_a_claim_of_several_false() -> None:
    judged = verifier().verify("A tray of moss costs four crowns. It recovers within 12 hours.", TRAY)
    assert judged.label == "contradicted"
    assert "12 hours" in judged.why


def test_evidence_is_the_text_itself_where_it_says_it_stands() -> None:
    judged = verifier().verify("GlowNet has an error of 0.41 ppm.", f"{TRAY} {NET}")
    assert judged.evidence
    for quoted in judged.evidence:
        assert f"{TRAY} {NET}"[quoted.start : quoted.end] == quoted.quote


def test_the_same_claim_has_the_same_judgement() -> None:
    claim = "GlowNet was trained for 50 epochs."
    assert verifier().verify(claim, NET) == bundled_verifier(threads=2).verify(claim, NET)


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "1 Trays", TRAY)]), page(2, [(BlockKind.PARAGRAPH, "2 Nets", NET)]), title="On Moss"
    )


def test_a_claim_is_judged_by_the_papers_with_a_citation() -> None:
    shelf = Shelf(paper())
    found = verify_in("A tray of moss recovers within 12 hours.", Scope(), catalog=shelf, searcher=shelf, verifier=verifier())
    assert found.label == "contradicted"
    assert found.citations[0].page == 1
    assert found.citations[0].quote in TRAY


def written(*said: Said) -> list[Judged]:
    shelf = Shelf(paper())
    hits = [Hit(rank=i, score=1.0, chunk=chunk) for i, chunk in enumerate(shelf.chunks_of(paper().id), start=1)]
    bench = Bench(
        question="What does a tray cost?",
        hits=hits,
        titles={paper().id: "On Moss"},
        source=Source(shelf),
        verifier=verifier(),
    )
    return [bench.judge(each) for each in said]


def said(text: str, quote: str) -> Said:
    return Said(text=text, quotes=[Quoted(passage=1, quote=quote)])


FIRST = "A tray of moss costs four crowns and recovers within 36 hours."


def texts(judged: Sequence[Judged]) -> Sequence[str]:
    return [each.statement.text for each in judged if each.statement is not None]


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("A tray of moss costs nine crowns.", FIRST),
        ("A tray of moss does not recover within 36 hours.", FIRST),
        ("Carbon dioxide up to 2,000 ppm affected the tray.", "Carbon dioxide up to 2,000 ppm had no effect on it."),
        ("The treaty was signed in Lisbon by twelve ministers.", FIRST),
        ("A recurrent network outperforms GlowNet.", "GlowNet reaches an error of 0.41 ppm and outperforms a recurrent network"),
    ],
)
def test_what_a_model_says_beyond_its_quotes_is_told_in_the_papers_words(claim: str, quote: str) -> None:
    (judged,) = written(said(claim, quote))
    assert judged.restated
    assert judged.why
    assert judged.statement is not None
    assert quote.rstrip(".") in judged.statement.text
    assert judged.statement.text in f"{TRAY} {NET}"


def test_what_a_model_says_as_its_quote_has_it_is_shown() -> None:
    judged = written(said("A tray of moss costs four crowns.", FIRST))
    assert texts(judged) == ["A tray of moss costs four crowns."]
    assert not judged[0].restated


def test_a_quote_is_judged_by_the_sentence_that_it_is_cut_from() -> None:
    (judged,) = written(said("Carbon dioxide up to 2,000 ppm had an effect.", "Carbon dioxide up to 2,000 ppm had"))
    assert judged.restated
    assert texts([judged]) == ["Carbon dioxide up to 2,000 ppm had no effect on it."]
