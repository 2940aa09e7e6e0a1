"""Labels against a file: right ones, also-right ones, confusions, and failures that are no wrong labels."""

import json
import sys
from pathlib import Path

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting, TimedOut
from paperatlas.eval.labelling import Labelled, label_rows, labels_json, labels_markdown, read_labelled


def test_precision_recall_and_confusions_of_known_labels() -> None:
    pairs = [("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("c", "a")]
    told = labels_json([Labelled(id=str(at), gold=(gold,), got=got) for at, (gold, got) in enumerate(pairs)])
    assert told["metrics"]["accuracy"]["value"] == 0.6
    assert told["by_label"]["a"] == {"n": 2, "precision": 0.5, "recall": 0.5, "f1": 0.5}
    assert told["by_label"]["c"]["f1"] == 0
    assert {(each["label"], each["got"]) for each in told["confused"]} == {("a", "b"), ("c", "a")}


def test_a_label_that_is_right_too_is_right_and_a_failure_is_neither() -> None:
    def labeller(row) -> str:
        if row["id"] == "2":
            raise TimedOut("too slow")
        return "table"

    rows = [{"id": "1", "kind": "fact", "also": ["table"]}, {"id": "2", "kind": "fact"}]
    told = labels_json(label_rows(rows, "kind", labeller))
    assert (told["scored"], told["failed"], told["metrics"]["accuracy"]["value"]) == (1, 1, 1.0)
    assert told["items"][1] == {"id": "2", "label": "fact", "got": None, "error": "timed_out: too slow"}


def test_when_all_fail_there_is_no_accuracy() -> None:
    rows = [Labelled(id="1", gold=("a",), error="timed_out: x")]
    assert labels_json(rows)["metrics"] == {}
    assert labels_markdown(rows) == "1 lines, 0 scored, 1 failed."


@pytest.mark.parametrize("text", ["", "{", "[]", '{"question": "q"}', '{"kind": "fact"}', '{"question": 1, "kind": "fact"}'])
def test_a_file_without_labels_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadSetting):
        read_labelled(file, label="kind", needs=("question",))


def test_the_commands_measure_the_router_and_the_verifier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = {
        "router": [{"question": "How many pages does it have?", "kind": "count"}],
        "verify": [{"claim": "The moss has 12 leaves.", "document": "The moss has 12 leaves.", "label": "supported"}],
    }
    for command, rows in lines.items():
        file = tmp_path / f"{command}.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        assert run(["eval", command, str(file), "--json"], stdout=Output(sys.stdout)) == 0
        assert json.loads(capsys.readouterr().out)["scored"] == 1
