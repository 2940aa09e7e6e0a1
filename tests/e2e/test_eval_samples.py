"""The figures that the documentation gives for the sample library, and a question file made from it."""

import json
import re
import sys
from pathlib import Path

import pytest

import paperatlas as pa
from paperatlas.cli.main import run
from paperatlas.cli.output import Output

pytestmark = pytest.mark.slow

_ROW = re.compile(r"^\| (\w+) \| (\d\.\d+)(?:<!--[^|]*-->)? \| [^|]* to [^|]* \| (\d\.\d+)(?:<!--[^|]*-->)? \|$", re.MULTILINE)
"""Of the table of figures: name, whole library, scoped; each with a note of the record that it is from."""


@pytest.fixture(scope="module")
def samples(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples") / "library"
    with pa.open_library(folder) as library:
        assert not [each for each in library.ingest([root / "data" / "samples"]).documents if each.error]
    return folder


def commanded(capsys: pytest.CaptureFixture[str], library: Path, *words: str) -> dict:
    assert run(["--library", str(library), "eval", *words, "--json"], stdout=Output(sys.stdout)) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("scope", "column"), [("--whole", 0), ("--scoped", 1)])
def test_the_documented_figures_lie_within_the_intervals_of_a_run(
    root: Path, samples: Path, capsys: pytest.CaptureFixture[str], scope: str, column: int
) -> None:
    told = _ROW.findall((root / "docs" / "explanation" / "evaluation.md").read_text(encoding="utf-8"))
    assert len(told) == 12
    got = commanded(capsys, samples, "run", str(root / "data" / "questions.jsonl"), scope)
    assert (got["scored"], got["failed"]) == (84, 0)
    for name, *values in told:
        figure = got["metrics"][name]
        assert figure["low"] - 0.001 <= float(values[column]) <= figure["high"] + 0.001, name
    assert got["metrics"]["quote_validity"]["value"] == 1


def test_a_question_file_made_from_the_samples_can_be_asked(
    samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "made.jsonl"
    made = commanded(capsys, samples, "make-questions", "--out", str(file), "--each", "3")
    got = commanded(capsys, samples, "run", str(file), "--no-keep", "--config", "default,no-graph")
    assert [each["n"] for each in got["runs"]] == [made["n"]] * 2
    assert 0 < made["unanswerable"] < made["n"]
    assert got["runs"][0]["metrics"]["accuracy"]["value"] > 0.8
