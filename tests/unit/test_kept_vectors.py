"""Vectors that were made before are not made again, and are the same; the file they are kept in may be gone or damaged."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from paperatlas.core.ports import Float32
from paperatlas.models.kept_vectors import KeptVectors
from tests.fakes.shelf import WordEmbedder

TEXTS = ("Tides rise.", "The gate closes.", "Tides rise.", "")


class Counting(WordEmbedder):
    """Remembers what it was asked for."""

    def __init__(self, name: str = "words") -> None:
        self.id = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        self.asked += texts
        return super().embed(texts, kind=kind)


def test_what_is_kept_is_what_would_be_made(tmp_path: Path) -> None:
    for _ in range(2):
        kept = KeptVectors(WordEmbedder(), tmp_path / "kept.sqlite3")
        np.testing.assert_array_equal(kept.embed(TEXTS, kind="passage"), WordEmbedder().embed(TEXTS, kind="passage"))
    assert kept.embed((), kind="passage").shape == (0, WordEmbedder.dimension)


def test_a_passage_is_embedded_once_by_all_processes_together(tmp_path: Path) -> None:
    embedders = [Counting(), Counting()]
    for embedder in embedders:
        KeptVectors(embedder, tmp_path / "kept.sqlite3").embed(TEXTS, kind="passage")
    assert [sorted(embedder.asked) for embedder in embedders] == [sorted({*TEXTS}), []]


def test_questions_are_kept_in_memory_alone(tmp_path: Path) -> None:
    embedder = Counting()
    kept = KeptVectors(embedder, tmp_path / "kept.sqlite3")
    kept.embed(["Why?"], kind="query")
    kept.embed(["Why?"], kind="query")
    assert embedder.asked == ["Why?"]
    assert not (tmp_path / "kept.sqlite3").exists()


def test_a_question_is_no_passage_and_a_model_is_not_another(tmp_path: Path) -> None:
    first, other = Counting(), Counting("others")
    kept = KeptVectors(first, tmp_path / "kept.sqlite3")
    kept.embed(["Tides"], kind="query")
    kept.embed(["Tides"], kind="passage")
    KeptVectors(other, tmp_path / "kept.sqlite3").embed(["Tides"], kind="passage")
    assert (first.asked, other.asked) == (["Tides", "Tides"], ["Tides"])


def test_what_was_forgotten_is_made_anew(tmp_path: Path) -> None:
    embedder = Counting()
    kept = KeptVectors(embedder, tmp_path / "kept.sqlite3")
    kept.keep(TEXTS)
    kept.forget()
    kept.embed(["Tides rise."], kind="passage")
    assert embedder.asked.count("Tides rise.") == 2


@pytest.mark.parametrize("damage", ["not a database", ""])
def test_a_file_that_cannot_be_used_is_done_without(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "kept.sqlite3"
    file.write_text(damage, encoding="utf-8")
    assert len(KeptVectors(WordEmbedder(), file).embed(TEXTS, kind="passage")) == len(TEXTS)
    assert len(KeptVectors(WordEmbedder(), tmp_path / "no" / "folder").embed(TEXTS, kind="passage")) == len(TEXTS)


def test_many_threads_may_ask_at_once(tmp_path: Path) -> None:
    kept = KeptVectors(WordEmbedder(), tmp_path / "kept.sqlite3")
    texts = [f"Tide number {n}." for n in range(40)]
    wanted, wrong = WordEmbedder().embed(texts, kind="passage"), []

    def ask() -> None:
        if not np.array_equal(kept.embed(texts, kind="passage"), wanted):
            wrong.append(1)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
