"""The grid runner: reading judgements, metrics that cannot be gamed, windows, and the report."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.errors import BadSetting, EvaluationFailed, ProviderError
from paperatlas.core.ids import DocumentId
from paperatlas.core.searching import PLAIN_SEARCH, Hit, SearchResult
from paperatlas.core.types import BlockKind
from paperatlas.eval.judged import Judged, read_judged
from paperatlas.eval.ranking import interval, scores
from paperatlas.eval.retrieval_grid import Opened, combinations, run_grid
from paperatlas.eval.retrieval_report import as_chart, as_json, as_markdown
from paperatlas.pipeline.fixed_chunk import fixed_chunks
from tests.fakes.catalog import a_chunk
from tests.fakes.documents import document, page

TARGETS = st.sampled_from("abcdef")
RANKINGS = st.lists(st.frozensets(TARGETS, min_size=1, max_size=2), max_size=12)
GOLD = st.dictionaries(TARGETS, st.integers(1, 3), min_size=1)


@given(RANKINGS, GOLD)
def test_every_metric_is_a_share_and_a_find_further_up_is_never_worse(ranked, gold) -> None:
    before = scores(ranked, gold)
    assert all(0 <= value <= 1 for value in before.values())
    target = next(iter(gold))
    after = scores([frozenset({target}), *ranked], gold)
    assert after["hit@1"] == after["MRR"] == 1
    assert after["recall@10"] >= scores(ranked[:9], gold)["recall@10"]


def test_the_figures_of_a_known_ranking() -> None:
    got = scores([frozenset("x"), frozenset("a"), frozenset("b")], {"a": 1, "b": 1, "c": 1})
    assert (got["hit@1"], got["hit@5"], got["MRR"], got["recall@5"]) == (0, 1, 0.5, pytest.approx(2 / 3))
    assert got["nDCG@10"] == pytest.approx((0.63093 + 0.5) / (1 + 0.63093 + 0.5), abs=1e-4)


def test_finding_one_page_ten_times_is_one_find() -> None:
    assert scores([frozenset("a")] * 10, {"a": 1, "b": 1})["recall@10"] == 0.5
    assert scores([frozenset("a")] * 10, {"a": 1, "b": 1})["nDCG@10"] < 0.7


def test_a_ranking_of_nothing_scores_nothing() -> None:
    assert set(scores([], {"a": 1}).values()) == {0.0}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_an_interval_holds_its_mean_and_is_the_same_every_time(values) -> None:
    low, high = interval(values)
    assert low - 1e-9 <= sum(values) / len(values) <= high + 1e-9
    assert interval(values) == (low, high)


def lines(tmp_path: Path, *rows: object) -> Path:
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return file


def test_judgements_are_read_in_each_of_their_forms_and_unanswerable_questions_left_out(tmp_path: Path) -> None:
    first, second, third = read_judged(
        lines(
            tmp_path,
            {"id": "1", "query": "q", "gold": {"a": 2, "b": 0}},
            {"id": "2", "question": "q", "doc": "p.pdf", "gold_pages": [3, 4], "scope_always": True, "part": "dev"},
            {"id": "3", "question": "q", "evidence": [{"doc": "p.pdf", "page": 1}, {"doc": "q.pdf", "page": 2}]},
            {"id": "4", "question": "q", "unanswerable": True},
        )
    )
    assert (dict(first.gold), first.by_page, first.doc) == ({"a": 2}, False, "")
    assert (dict(second.gold), second.by_page, second.doc, second.part) == ({"p.pdf#3": 1, "p.pdf#4": 1}, True, "p.pdf", "dev")
    assert set(third.gold) == {"p.pdf#1", "q.pdf#2"}


@pytest.mark.parametrize("row", ["{", "[]", '{"id": "1"}', '{"question": "q", "gold": {"a": "x"}}', '{"question": "q"}'])
def test_a_line_that_is_no_judgement_is_named(tmp_path: Path, row: str) -> None:
    with pytest.raises(BadSetting):
        read_judged(lines(tmp_path, row))


class Fixed:
    """Finds the same chunk for everything, and fails on "down"."""

    def search(self, query, *, mode="auto", limit=10, scope=None, options=PLAIN_SEARCH):
        if query == "down":
            raise ProviderError("The server is down.")
        chunk = a_chunk("text", document="paper")
        return SearchResult(query=query, mode=mode, hits=(Hit(rank=1, score=1.0, chunk=chunk),), seconds=0.0)


def opened(_combination) -> Opened:
    chunk = a_chunk("text", document="paper")
    return Opened(searcher=Fixed(), names={DocumentId(chunk.document): "paper"}, chunks=1)


def test_a_search_that_fails_is_counted_as_failed_and_in_no_mean() -> None:
    questions = [Judged(id="1", query="up", gold={"paper": 1}), Judged(id="2", query="down", gold={"paper": 1})]
    (row,) = run_grid(questions, combinations(["structure"], ["e"], ["hybrid"], ["off"]), opened)
    assert (row.n, row.failed, row.figures["hit@1"].value) == (1, 1, 1.0)
    with pytest.raises(EvaluationFailed, match="None of 1"):
        list(run_grid(questions[1:], combinations(["structure"], ["e"], ["hybrid"], ["off"]), opened))


def test_a_library_is_set_up_once_for_all_modes() -> None:
    made = []

    def count(combination):
        made.append(combination)
        return opened(combination)

    grid = combinations(["structure", "words-300-50"], ["e"], ["hybrid", "vector"], ["off"])
    rows = list(run_grid([Judged(id="1", query="q", gold={"paper#1": 1})], grid, count))
    assert (len(rows), len(made)) == (4, 2)
    assert as_markdown(rows).count("\n") == 5
    assert as_chart(rows).count("<rect") == 4
    assert as_json(rows)[0]["metrics"]["hit@1"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 1}


def test_windows_cover_all_words_overlap_as_asked_and_know_their_pages() -> None:
    first, second = (" ".join(f"{letter}{n}" for n in range(count)) for letter, count in (("a", 70), ("b", 35)))
    two = document(page(1, [(BlockKind.PARAGRAPH, "", first)]), page(2, [(BlockKind.PARAGRAPH, "", second)]))
    windows = fixed_chunks(two, size=50, overlap=10)
    assert [len(window.text.split()) for window in windows] == [50, 50, 25]
    assert windows[0].text.split()[-10:] == windows[1].text.split()[:10]
    assert [{span.page for span in window.spans} for window in windows] == [{1}, {1, 2}, {2}]
    with pytest.raises(ValueError, match="overlap"):
        fixed_chunks(two, size=10, overlap=10)
