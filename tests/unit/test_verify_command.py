"""`paperatlas verify`: a claim against a file, a batch of claims, a draft against a library."""

import io
import json
from pathlib import Path

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output

TRAY = "A tray of moss costs four crowns and recovers within 36 hours."


def paperatlas(*words: str | Path) -> tuple[str, int]:
    out = io.StringIO()
    code = run([str(word) for word in words], stdout=Output(out))
    return out.getvalue(), code


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.txt"
    file.write_text(TRAY, encoding="utf-8")
    return file


def test_a_claim_is_verified_by_a_file_without_a_library(notes: Path) -> None:
    text, code = paperatlas("verify", "A tray of moss recovers within 12 hours.", "--document", notes, "--json")
    said = json.loads(text)
    assert (code, said["label"]) == (0, "contradicted")
    assert said["why"] == "the text says 36 hours, the claim says 12 hours"
    assert said["evidence"][0]["quote"] == TRAY


def test_a_batch_answers_line_by_line_and_says_which_failed(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "claim": "A tray of moss costs four crowns.", "document": TRAY},
        {"id": "b", "claim": "A tray of moss costs four crowns.", "document": [TRAY, "It is green."]},
        {"id": "c", "document": TRAY},
        {"id": "d", "claim": "A tray costs four crowns.", "document": 5},
    ]
    batch = tmp_path / "claims.jsonl"
    batch.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    text, code = paperatlas("verify", "--batch", batch)
    said = {row["id"]: row for row in map(json.loads, text.splitlines())}
    assert code == 1
    assert [said[name].get("label", said[name].get("error", {}).get("code")) for name in "abcd"] == [
        "supported",
        "supported",
        "bad_setting",
        "bad_setting",
    ]


def test_a_draft_is_verified_against_the_library_claim_by_claim(notes: Path, tmp_path: Path) -> None:
    library, draft = tmp_path / "library", tmp_path / "draft.md"
    assert paperatlas("--library", library, "ingest", notes, "--json")[1] == 0
    draft.write_text("# Moss\n\nA tray of moss costs four crowns. A tray of moss recovers within 12 hours.\n", encoding="utf-8")
    text, code = paperatlas("--library", library, "verify", draft, "--json")
    claims = json.loads(text)["claims"]
    assert (code, [claim["label"] for claim in claims]) == (0, ["supported", "contradicted"])
    assert claims[1]["evidence"][0]["doc"] == "notes.txt"
    report, _ = paperatlas("--library", library, "verify", draft)
    assert "the text says 36 hours, the claim says 12 hours" in report
    assert "2 claims: 1 supported, 1 contradicted." in report


def test_without_a_claim_it_is_said_what_is_missing() -> None:
    text, code = paperatlas("verify", "--json")
    assert code == 2
    assert json.loads(text)["error"]["message"] == "There is no claim."
