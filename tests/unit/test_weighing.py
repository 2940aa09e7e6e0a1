"""Sentences are embedded when papers are read, so that the first question need not wait for it."""

from pathlib import Path

from tests.fakes.libraries import open_test_library

PAPER = "# Tides\nThe tide rises twice a day in the harbour.\fThe gate closes when the wind turns.\nNo tide."


def test_the_sentences_of_a_paper_are_embedded_when_it_is_read_and_not_again(tmp_path: Path) -> None:
    file = tmp_path / "tides.note"
    file.write_text(PAPER, encoding="utf-8")
    kept: list[list[str]] = []
    with open_test_library(tmp_path / "library", keep_ahead=lambda texts: kept.append(list(texts))) as library:
        library.ingest(file)
        library.ingest(file)
    assert kept == [["The tide rises twice a day in the harbour.", "The gate closes when the wind turns."]]


def test_a_note_of_one_page_waits_until_it_is_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "tides.note"
    file.write_text(PAPER.replace("\f", "\n"), encoding="utf-8")
    kept: list[object] = []
    with open_test_library(tmp_path / "library", keep_ahead=kept.append) as library:
        library.ingest(file)
    assert not kept


def test_a_paper_that_is_removed_or_changed_leaves_no_vector_behind(tmp_path: Path) -> None:
    file = tmp_path / "tides.note"
    file.write_text(PAPER, encoding="utf-8")
    forgotten: list[int] = []
    with open_test_library(tmp_path / "library", forget_weighed=lambda: forgotten.append(1)) as library:
        library.ingest(file)
        assert not forgotten
        file.write_text(f"{PAPER} None at all.", encoding="utf-8")
        library.ingest(file)
        assert len(forgotten) == 1
        library.remove("tides")
    assert len(forgotten) == 2
