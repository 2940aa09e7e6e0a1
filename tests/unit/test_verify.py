"""What the verifier says of claims: the bundled models and the fitted weights, as they ship."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import anyio
import pytest

from paperatlas.agents.generate import Quoted, Reply, Said, generate
from paperatlas.agents.state import Draft, Question
from paperatlas.agents.verify import Verifier
from paperatlas.agents.verify.in_library import verify_in
from paperatlas.bootstrap import bundled_verifier
from paperatlas.core.searching import Hit, Scope
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.models.scripted import ScriptedLLM
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


def written(*said: Said) -> Draft:
    shelf = Shelf(paper())
    llm = ScriptedLLM([Reply(answerable=True, statements=list(said), missing="")])
    deps = replace(shelf.deps(), llm=llm, verifier=verifier())
    hits = [Hit(rank=i, score=1.0, chunk=chunk) for i, chunk in enumerate(shelf.chunks_of(paper().id), start=1)]

    async def run() -> Draft:
        return await generate(Question(text="What does a tray cost?"), hits, deps)

    return anyio.run(run)


def said(text: str, quote: str) -> Said:
    return Said(text=text, quotes=[Quoted(passage=1, quote=quote)])


FIRST = "A tray of moss costs four crowns and recovers within 36 hours."


def texts(draft: Draft) -> Sequence[str]:
    return [statement.text for statement in draft.statements]


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
def test_what_a_model_says_beyond_its_quotes_is_not_shown(claim: str, quote: str) -> None:
    draft = written(said(claim, quote))
    assert claim not in texts(draft)
    assert draft.status == "abstained"


def test_what_a_model_says_as_its_quote_has_it_is_shown() -> None:
    draft = written(said("A tray of moss costs four crowns.", FIRST), said("A tray of moss costs nine crowns.", FIRST))
    assert texts(draft) == ["A tray of moss costs four crowns."]
    assert draft.confidence == pytest.approx(0.45)
