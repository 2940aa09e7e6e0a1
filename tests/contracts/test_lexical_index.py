"""What every lexical index does."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperatlas.core.errors import LibraryDamaged, SchemaMismatch
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import LexicalIndex
from paperatlas.retrieval.indexes import tantivy_lexical
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from tests.fakes.catalog import a_chunk


@pytest.fixture(params=["tantivy", "memory"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LexicalIndex]:
    opened = TantivyLexicalIndex(tmp_path) if request.param == "tantivy" else MemoryLexicalIndex()
    yield opened
    opened.close()


def fill(index: LexicalIndex, *texts: str) -> list[ChunkId]:
    chunks = [a_chunk(text, ordinal=number) for number, text in enumerate(texts)]
    index.upsert(chunks, {})
    index.commit()
    return [chunk.id for chunk in chunks]


def found(index: LexicalIndex, query: str, limit: int = 10) -> list[ChunkId]:
    return [chunk for chunk, _ in index.search(query, limit=limit)]


def test_an_empty_index_finds_nothing(index: LexicalIndex) -> None:
    assert index.search("anything", limit=5) == []
    assert index.ids() == frozenset()


def test_rare_words_weigh_more_than_common_ones(index: LexicalIndex) -> None:
    common, rare, _ = fill(index, "model model results", "ptarmigan results", "model results")
    assert found(index, "ptarmigan model")[0] == rare
    assert found(index, "model")[0] == common


def test_inflected_words_meet(index: LexicalIndex) -> None:
    (chunk, _) = fill(index, "The translations were evaluated.", "Nothing of the kind.")
    assert found(index, "evaluating a translation") == [chunk]


def test_a_word_that_no_chunk_has_is_read_as_the_one_that_was_meant(index: LexicalIndex) -> None:
    meant, _ = fill(index, "Attention over graphs.", "Retention of water.")
    for slip in ("atention", "attetnion", "attentionn", "attenzion"):
        assert found(index, slip) == [meant]


def test_a_rare_word_a_symbol_and_a_number_are_never_corrected(index: LexicalIndex) -> None:
    roberta, bert, *_ = fill(index, "roberta was trained", "Roberts was born", "PPR-9087 failed", "H2O2 reacts", "in 2019")
    assert found(index, "roberta") == [roberta]
    assert found(index, "roberts") == [bert]
    for absent in ("PPR-9088", "H2O3", "2018", "bird"):
        assert not {roberta, bert} & set(found(index, absent))
    assert found(index, "2018") == []


def test_title_and_context_are_searched_and_the_title_weighs_more_than_the_text(index: LexicalIndex) -> None:
    titled = a_chunk("Some text of the same length.", document="a", context="Ptarmigans > Methods")
    mentioned = a_chunk("Some ptarmigans of the same length.", document="b", context="Birds > Methods")
    index.upsert([titled, mentioned], {titled.document: "Ptarmigans", mentioned.document: "Birds"})
    index.commit()
    assert found(index, "ptarmigans") == [titled.id, mentioned.id]
    assert set(found(index, "methods")) == {titled.id, mentioned.id}


def test_equal_scores_are_in_order_of_id_also_where_the_limit_cuts(index: LexicalIndex) -> None:
    ids = fill(index, *["the same words"] * 100)
    assert found(index, "same words", limit=7) == sorted(ids)[:7]


def test_only_the_chunks_asked_for_are_found(index: LexicalIndex) -> None:
    ids = fill(index, "a ptarmigan", "two ptarmigans", "three ptarmigans", "an owl")
    among = frozenset([ids[1], ids[3], ChunkId("unknown")])
    assert [chunk for chunk, _ in index.search("ptarmigan", limit=10, among=among)] == [ids[1]]
    assert index.search("ptarmigan", limit=10, among=frozenset()) == []


def test_a_filter_does_not_change_a_score(index: LexicalIndex) -> None:
    ids = fill(index, "a ptarmigan", "two ptarmigans and an owl", "an owl")
    whole = dict(index.search("ptarmigan owl", limit=10))
    part = dict(index.search("ptarmigan owl", limit=10, among=frozenset(ids[1:])))
    assert part == {chunk: whole[chunk] for chunk in ids[1:]}


def test_chunks_that_others_found_are_scored_as_the_search_scores_them(index: LexicalIndex) -> None:
    ids = fill(index, "a ptarmigan", "two ptarmigans and an owl", "an owl", "nothing of the kind")
    searched = dict(index.search("ptarmigan owl", limit=10))
    assert index.scores("ptarmigan owl", ids) == {chunk: searched.get(chunk, 0.0) for chunk in ids}
    among = frozenset(ids[1:])
    assert index.scores("ptarmigan owl", ids[1:3], among=among) == {chunk: searched[chunk] for chunk in ids[1:3]}
    assert index.scores("!!!", ids[:1]) == {ids[0]: 0.0}
    assert index.scores("ptarmigan", []) == {}


def test_a_chunk_below_the_hits_that_are_looked_at_scores_no_more_than_the_last_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tantivy_lexical, "REACH", 3)
    monkeypatch.setattr(tantivy_lexical, "USUAL", -tantivy_lexical.SPARE_HITS)
    index = TantivyLexicalIndex(tmp_path)
    ids = fill(index, *[f"ptarmigan {'owl ' * more}" for more in range(8)])
    searched = index.search("ptarmigan", limit=8)
    assert len({score for _, score in searched}) == 8
    assert index.scores("ptarmigan", ids) == {chunk: max(score, searched[2][1]) for chunk, score in searched}
    index.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    selected=st.lists(st.booleans(), min_size=60, max_size=60),
    limit=st.integers(1, 12),
    reach=st.integers(1, 80),
    cost=st.sampled_from([0, 20, 10_000]),
)
def test_a_filtered_search_finds_the_same_however_it_is_done(
    tmp_path_factory: pytest.TempPathFactory, selected: list[bool], limit: int, reach: int, cost: int
) -> None:
    chunks = [a_chunk(f"ptarmigan {'owl ' * (number % 7)}", document=f"d{number // 5}", ordinal=number) for number in range(60)]
    index, oracle = TantivyLexicalIndex(tmp_path_factory.mktemp("index")), MemoryLexicalIndex()
    for each in (index, oracle):
        each.upsert(chunks, {})
        each.commit()
    among = frozenset(chunk.id for chunk, chosen in zip(chunks, selected, strict=True) if chosen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tantivy_lexical, "REACH", reach)
        patch.setattr(tantivy_lexical, "COST_OF_A_GROUP", cost)
        patch.setattr(tantivy_lexical, "USUAL", 0)
        found = index.search("ptarmigan", limit=limit, among=among)
    assert [chunk for chunk, _ in found] == [chunk for chunk, _ in oracle.search("ptarmigan", limit=limit, among=among)]
    index.close()


def test_a_second_upsert_replaces_the_text(index: LexicalIndex) -> None:
    chunk = a_chunk("a ptarmigan")
    index.upsert([chunk], {})
    index.commit()
    index.upsert([chunk], {chunk.document: "Owls"})
    index.commit()
    assert index.ids() == frozenset([chunk.id])
    assert found(index, "owls") == [chunk.id]


def test_a_deleted_chunk_is_not_found_and_an_unknown_one_may_be_deleted(index: LexicalIndex) -> None:
    first, second = fill(index, "a ptarmigan", "two ptarmigans")
    index.delete([first, ChunkId("unknown")])
    index.commit()
    assert found(index, "ptarmigan") == [second]
    assert index.ids() == frozenset([second])


def test_a_library_can_be_emptied(index: LexicalIndex) -> None:
    index.delete(fill(index, "a ptarmigan"))
    index.commit()
    assert found(index, "ptarmigan") == []


def test_nothing_is_seen_before_the_commit(index: LexicalIndex) -> None:
    (old,) = fill(index, "a ptarmigan")
    index.upsert([a_chunk("another ptarmigan", ordinal=7)], {})
    index.delete([old])
    assert found(index, "ptarmigan") == [old]


@pytest.mark.parametrize(
    "query", ["", "   ", "!!!", '"', 'body:"x" AND (', "+ - * ~ ^ \\", "a" * 70_000, "\ud800 \x00", "?" * 999]
)
def test_any_text_is_a_query(index: LexicalIndex, query: str) -> None:
    fill(index, "a ptarmigan")
    assert index.search(query, limit=5) == index.search(query, limit=5)


def test_any_text_can_be_indexed(index: LexicalIndex) -> None:
    ids = fill(index, "", "\ud800 \x00", "x" * 70_000, "plain ptarmigan", "=" * 999)
    assert index.ids() == frozenset(ids)
    assert found(index, "ptarmigan") == [ids[3]]


WORDS = st.sampled_from(["ptarmigan", "owl", "model", "GPT-4", "results", "the", "0.047", "猫", "of"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=12),
    query=st.lists(WORDS, min_size=1, max_size=4).map(" ".join),
)
def test_tantivy_ranks_and_scores_as_rank_bm25_does(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], query: str
) -> None:
    # Below 40 terms, where tantivy stores a field's length exactly.
    disk, memory = TantivyLexicalIndex(tmp_path_factory.mktemp("index")), MemoryLexicalIndex()
    fill(disk, *texts)
    fill(memory, *texts)
    on_disk, in_memory = disk.search(query, limit=20), memory.search(query, limit=20)
    assert dict(on_disk) == pytest.approx(dict(in_memory), abs=1e-4)
    scores = dict(in_memory)
    assert [scores[chunk] for chunk, _ in on_disk] == pytest.approx([score for _, score in in_memory], abs=1e-4)
    disk.close()


def test_what_was_committed_is_there_after_opening_again(tmp_path: Path) -> None:
    first = TantivyLexicalIndex(tmp_path)
    (kept,) = fill(first, "a ptarmigan")
    first.upsert([a_chunk("a lost ptarmigan", ordinal=9)], {})
    first.close()
    again = TantivyLexicalIndex(tmp_path)
    assert found(again, "ptarmigan") == [kept]
    again.close()


def test_a_reader_follows_a_writer_at_its_refresh_and_not_before(tmp_path: Path) -> None:
    writer, reader = TantivyLexicalIndex(tmp_path), TantivyLexicalIndex(tmp_path)
    for number in range(20):
        chunk = a_chunk(f"ptarmigan {number}", ordinal=number)
        writer.upsert([chunk], {})
        writer.commit()
        assert len(reader.ids()) == number
        reader.refresh()
        assert reader.ids() == writer.ids()
    reader.close()
    writer.close()


def test_an_index_of_another_analysis_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    TantivyLexicalIndex(tmp_path).close()
    monkeypatch.setattr(tantivy_lexical, "TERMS", "terms_0")
    with pytest.raises(SchemaMismatch, match="another version"):
        TantivyLexicalIndex(tmp_path)


def test_a_damaged_index_is_refused_by_name(tmp_path: Path) -> None:
    TantivyLexicalIndex(tmp_path).close()
    (tmp_path / "meta.json").write_text("{", encoding="utf-8")
    with pytest.raises(LibraryDamaged, match="cannot be opened"):
        TantivyLexicalIndex(tmp_path)
