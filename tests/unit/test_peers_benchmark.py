"""The side-by-side runs: what the stand-in says, what the scorer makes of replies, and that README's tables are the results'."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.peers.closest import Excerpt, Reader, content_words, flat, sentences
from benchmarks.peers.forms import Call, reply
from benchmarks.peers.scoring import Pages, score
from benchmarks.peers.systems import SYSTEMS
from benchmarks.peers.table import README, with_tables
from paperatlas.agents.state import Question
from paperatlas.agents.write.prompt import Material, messages
from paperatlas.core.searching import Hit
from paperatlas.core.types import BlockKind
from paperatlas.eval.cases import Case, Target
from paperatlas.pipeline.chunk import chunk
from tests.fakes.documents import document, page

MOSS = "A tray of moss recovers within 36 hours. It dims above five ppm of ammonia."
GLASS = "The alarm of the glasshouse goes off at night. Growers open the windows by hand."
QUESTION = "How long does a tray of moss need until it recovers?"


def bag(texts):
    """Vectors by the content words that texts have, of unit length."""
    rows = np.zeros((len(texts), 64), dtype=np.float32)
    for place, text in enumerate(texts):
        for word in content_words(text):
            rows[place, sum(map(ord, word)) % 64] += 1
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


@pytest.fixture
def reader():
    return Reader(bag)


def said(reader, *messages):
    return reply(reader, [{"role": role, "content": content} for role, content in messages])


class TestClosest:
    def test_it_says_a_sentence_of_what_it_is_shown_word_for_word(self, reader):
        [found, *_] = reader.answer(QUESTION, [Excerpt("1", GLASS), Excerpt("2", MOSS)])
        assert (found.mark, found.sentence) == ("2", "A tray of moss recovers within 36 hours.")

    def test_it_declines_when_no_sentence_shares_half_of_the_question(self, reader):
        assert not reader.answer("Which dropout rate made the network the best?", [Excerpt("1", GLASS), Excerpt("2", MOSS)])

    def test_it_declines_when_it_is_shown_nothing(self, reader):
        assert not reader.answer(QUESTION, [])

    def test_words_parted_at_a_line_end_are_read_whole(self):
        assert flat("electrochem-\nical sensor") == "electrochemical sensor"
        assert content_words("electrochem-\nical") == content_words("electrochemical")

    def test_a_table_without_sentences_is_taken_line_by_line(self):
        rows = "\n".join(f"row {number} of the table of results" for number in range(40))
        assert sentences(rows) == rows.split("\n")


class TestForms:
    def test_a_prompt_of_no_known_form_is_not_answered(self, reader):
        assert said(reader, ("system", "You are a poet."), ("user", "Write.")) is None

    def test_the_tutorial_is_told_the_number_of_the_passage(self, reader):
        shown = f"[1] a.pdf, page 1\n{GLASS}\n\n[2] b.pdf, page 4\n{MOSS}\n\nQuestion: {QUESTION}"
        assert "36 hours. [2]" in said(reader, ("system", "Answer from the numbered passages."), ("user", shown))

    def test_paperqa_is_given_a_summary_with_a_score_and_cited_by_key(self, reader):
        excerpt = f"Excerpt from b.pdf pages 1-2\n\n---\n\n{MOSS}\n\n---\n\nQuestion: {QUESTION}"
        summary = json.loads(said(reader, ("system", "… relevance_score …"), ("user", excerpt)))
        assert "36 hours" in summary["summary"]
        assert 0 < summary["relevance_score"] <= 10
        context = f"pqac-0a: {GLASS}\nFrom a.pdf\n\npqac-0b: {MOSS}\nFrom b.pdf\n\nValid Keys: pqac-0a, pqac-0b"
        head = "Answer the question below with the context.\n\nContext:\n\n"
        asked = f"{head}{context}\n\n---\n\nQuestion: {QUESTION}\n\nWrite an answer"
        assert "36 hours. (pqac-0b)" in said(reader, ("user", asked))

    def test_lightrag_is_given_rows_of_names_that_stand_in_the_text_and_links_between_them(self, reader):
        told = "You are a Knowledge Graph Specialist responsible for extracting entities"
        text = "The network GlowNet was trained on MossBank by Ada Lindqvist."
        rows = said(reader, ("system", told), ("user", f"---Input Text---\n```\n{text}\n```\n\n---Output---")).splitlines()
        assert [row.split("<|#|>")[:2] for row in rows[:3]] == [
            ["entity", name] for name in ("GlowNet", "MossBank", "Ada Lindqvist")
        ]
        assert rows[3].startswith("relation<|#|>GlowNet<|#|>MossBank<|#|>")
        assert rows[-1] == "<|COMPLETE|>"

    def test_haiku_is_led_through_search_and_citation_to_an_answer(self, reader):
        chunk = "01234567-89ab-cdef-0123-456789abcdef"
        told, asked = ("system", "# RAG\n### cite"), ("user", QUESTION)
        found = ("tool", f"[{chunk}] [rank 1 of 1]\nSource: b\nContent:\n{MOSS}")
        assert said(reader, told, asked) == Call("search", {"query": QUESTION})
        assert said(reader, told, asked, found) == Call("cite", {"chunk_ids": [chunk]})
        assert "36 hours" in said(reader, told, asked, found, ("tool", "Registered 1 citation(s)."))

    def test_paperatlas_is_given_a_quote_that_stands_in_the_passage_and_its_number(self, reader):
        hits = tuple(Hit(rank=rank, score=1.0, chunk=each) for rank, each in enumerate(chunk(PAPER), start=1))
        material = Material(hits=hits, titles={PAPER.id: "Moss (light) and glass"})
        told = messages(Question(text=QUESTION), material)
        found = json.loads(reply(reader, [{"role": each.role, "content": each.content} for each in told]))
        [statement, *_] = found["statements"]
        [quote] = statement["quotes"]
        assert quote["quote"] in hits[quote["passage"] - 1].chunk.text
        assert "36 hours" in quote["quote"]


PAPER = document(
    page(1, [(BlockKind.PARAGRAPH, "1 Moss", MOSS)]),
    page(2, [(BlockKind.PARAGRAPH, "2 Glass", GLASS)]),
)


@pytest.fixture
def pages():
    shelf = SimpleNamespace(id=PAPER.id, name="moss.pdf", pages=2)
    return Pages(SimpleNamespace(documents=lambda: [shelf], catalog=SimpleNamespace(parsed=lambda _: PAPER)))


CASE = Case(
    id="a", question=QUESTION, docs=("moss.pdf",), accept=(("36 hours",),), in_quotes=True, evidence=(Target("moss.pdf", 1),)
)
TWIN = Case(id="b", question="How many trays died?", unanswerable=True)


def replied(**changes):
    plain = {"answer": "Within 36 hours.", "refused": False, "citations": [], "computed": None, "cpu": 0.1}
    return {"id": "a", **plain, **changes}


def cited(page, doc="moss.pdf"):
    return {"doc": doc, "page": page, "quote": "", "row": ""}


class TestScoring:
    @pytest.fixture
    def figures(self, pages, tmp_path):
        def of(*rows, cases=(CASE,), found=()):
            replies, pieces = tmp_path / "ask.jsonl", tmp_path / "search.jsonl"
            replies.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
            pieces.write_text(
                json.dumps({"id": "a", "retrieved": [{"doc": "moss.pdf", "text": text} for text in found]}), encoding="utf-8"
            )
            return score(cases, replies, pieces, pages)

        return of

    def test_a_system_without_quotes_can_be_right_and_is_not_judged_by_quotes(self, figures):
        scored = figures(replied(citations=[cited(1)]))
        assert scored.figures["correct"].value == scored.figures["page_hit"].value == 1
        assert "quote_validity" not in scored.figures

    def test_a_file_without_a_page_is_no_citation_of_the_page(self, figures):
        assert figures(replied(citations=[cited(None)])).figures["page_hit"].value == 0

    def test_what_is_retrieved_is_located_by_its_words(self, figures):
        right, wrong = (figures(replied(), found=[text]).figures for text in (MOSS, GLASS))
        assert right["pages_retrieved_6000"].value == right["answer_retrieved_6000"].value == 1
        assert wrong["pages_retrieved_6000"].value == wrong["answer_retrieved_6000"].value == 0

    def test_what_comes_after_a_long_first_passage_is_not_found_first(self, figures):
        found = figures(replied(), found=["filling " * 1000, MOSS]).figures
        assert (found["pages_retrieved_6000"].value, found["pages_retrieved"].value) == (0, 1)

    def test_a_question_that_fails_is_in_no_figure(self, figures):
        scored = figures({"id": "a", "error": "Timeout: 600 s"}, replied(id="b", refused=True), cases=(CASE, TWIN))
        assert (scored.asked, scored.failures) == (2, ("a: Timeout: 600 s",))
        assert scored.figures["correct"].n == 1

    def test_a_question_that_was_never_come_to_has_failed(self, figures):
        assert figures(replied(id="other")).failures == ("a: it ended before this question",)


def test_the_tables_of_the_readme_are_those_of_the_results():
    text = README.read_text(encoding="utf-8")
    assert with_tables(text) == text


def test_every_system_has_its_adapter_and_pins_all_that_it_installs():
    for system in SYSTEMS.values():
        assert (README.parent / "adapters" / f"run_{system.adapter}.py").is_file()
        if system.requirements:
            lines = (README.parent / "requirements" / f"{system.requirements}.txt").read_text(encoding="utf-8").splitlines()
            assert all("==" in line for line in lines if line and not line.startswith("#"))


def test_results_say_of_which_versions_and_machine_they_are():
    for file in Path(README.parent / "results").glob("*/*.json"):
        result = json.loads(file.read_text(encoding="utf-8"))
        assert result["versions"]
        assert result["machine"]["cores"]
        assert "figures" in result or result["failed_at"]
