"""How sure an answer is, in a word, and why not surer."""

from dataclasses import replace

import pytest

from paperatlas.agents.assemble import assemble
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.state import Draft, Proof, Question, Statement
from paperatlas.cli.text import answer_text
from paperatlas.core.answers import Answer, Route
from paperatlas.core.ids import document_id
from paperatlas.core.sureness import DOUBTS, sureness_of
from paperatlas.core.types import BlockKind
from paperatlas.core.wire import answer_json
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

ROUTE = Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0)
FIRST, SECOND = document_id(b"first"), document_id(b"second")


def proof(row: str = "", of: object = FIRST) -> Proof:
    return Proof(document=of, page=1, section="", quote="a quote", start=0, end=7, row=row)  # type: ignore[arg-type]


def answer(draft: Draft, papers: int = 1) -> Answer:
    shelf = Shelf(*(document(page(1, [(BlockKind.PARAGRAPH, "", f"Paper {number}.")])) for number in range(papers)))
    return assemble(Question(text="?"), ROUTE, draft, shelf.documents(), trace=(), seconds=0.0)


@pytest.mark.parametrize(
    ("confidence", "word"), [(1.0, "sure"), (0.8, "sure"), (0.7, "likely"), (0.55, "unsure"), (0.0, "unsure")]
)
def test_a_confidence_has_a_word(confidence: float, word: str) -> None:
    assert sureness_of(confidence) == word


def test_an_unsure_answer_says_why() -> None:
    draft = Draft(statements=(Statement(text="It is.", proofs=(proof(row="A | 1"),)),), confidence=0.5, doubts=("words_missing",))
    got = answer(draft, papers=2)
    assert got.doubts == ("words_missing", "header_ambiguous", "one_source")
    assert "(unsure: the sentence does not speak of all that is asked; " in answer_text(got)
    assert answer_json(got, {})["sureness"] == "unsure"


def test_of_a_library_of_one_paper_one_source_is_no_doubt() -> None:
    assert answer(Draft(statements=(Statement(text="It is.", proofs=(proof(),)),), confidence=0.5)).doubts == ()


def test_two_papers_are_more_than_one_source() -> None:
    both = Statement(text="It is.", proofs=(proof(), proof(of=SECOND)))
    assert answer(Draft(statements=(both,), confidence=0.5), papers=2).doubts == ()


def test_a_sentence_beyond_its_quotes_is_a_doubt() -> None:
    beyond = Statement(text="It is.", proofs=(proof(),), label="unverifiable")
    assert answer(Draft(statements=(beyond,), confidence=0.5)).doubts == ("not_borne_out",)


def test_a_sure_answer_has_no_doubts_and_needs_no_word() -> None:
    got = answer(
        Draft(statements=(Statement(text="It is.", proofs=(proof(),)),), confidence=0.9, doubts=("words_missing",)), papers=2
    )
    assert (got.sureness, got.doubts) == ("sure", ())
    assert not any(word in answer_text(got) for word in ("sure", *DOUBTS.values()))


def test_a_refusal_is_not_sure_of_anything() -> None:
    refusal = Draft(statements=(Statement(text="Not stated."),), confidence=0.1, status="abstained", reason="not_in_documents")
    assert answer(refusal).sureness is None
    assert answer_json(answer(refusal), {})["doubts"] == []


def test_what_was_read_from_a_picture_is_a_doubt() -> None:
    of = document(page(1, [(BlockKind.PARAGRAPH, "", "The lamp is green.")]))
    read = replace(of, pages=tuple(replace(each, source="ocr") for each in of.pages))
    quoted = Proof(document=of.id, page=1, section="", quote="The lamp is green.", start=0, end=18)
    draft = Draft(statements=(Statement(text="Green.", proofs=(quoted,)),), confidence=0.5)
    assert prove(draft, Source(Shelf(read))).doubts == ("read_from_picture",)
    assert prove(draft, Source(Shelf(of))).doubts == ()
