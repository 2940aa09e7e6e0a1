"""SECURITY.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_every_test_that_it_names_is_there() -> None:
    named = re.findall(r"`((?:unit|e2e|properties|contracts)/test_\w+\.py)(?:::(\w+))?`", TEXT)
    assert len(named) > 15
    for file, test in named:
        assert f"def {test}" in (ROOT / "tests" / file).read_text(encoding="utf-8")


def test_every_other_file_that_it_names_is_there() -> None:
    assert all((ROOT / name).is_file() for name in re.findall(r"`((?:benchmarks|paperatlas)/[\w/.]+)`", TEXT))
