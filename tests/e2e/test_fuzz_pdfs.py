"""Damaged PDFs are read or refused, and nothing else."""

import sys

import pytest

from benchmarks.fuzz_pdfs import by_command_line, damaged, fuzz, seeds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="page processes are limited by POSIX means")


def test_the_same_seed_makes_the_same_damage() -> None:
    import random

    whole = seeds()
    assert len(whole) >= 10
    made = [[damaged(content, random.Random(f"7/{kind}")) for kind, content in whole.items()] for _ in range(2)]
    assert made[0] == made[1]
    assert sum(before != after for before, after in zip(whole.values(), made[0], strict=True)) >= len(whole) - 2


@pytest.mark.slow
def test_two_thousand_damaged_files_do_no_harm() -> None:
    report = fuzz(2000, seed=2)
    assert report.faults == []
    assert report.is_sound


@pytest.mark.slow
def test_a_hundred_damaged_files_through_the_command_line_do_no_harm() -> None:
    assert by_command_line(100, seed=3).faults == []
