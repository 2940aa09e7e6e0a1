"""The command line keeps its promises: what goes to stdout, exit codes, errors, and a start that loads nothing heavy."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("pymupdf", "chromadb", "onnxruntime", "tantivy", "openai", "gradio", "mcp", "neo4j", "numpy", "pydantic", "networkx")


def paperatlas(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paperatlas", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, check=False, input=stdin, timeout=300
    )


@pytest.fixture
def empty(tmp_path: Path) -> list[str]:
    return ["--library", str(tmp_path / "papers.library")]


def test_help_imports_none_of_the_heavy_libraries(tmp_path: Path):
    program = (
        "import sys\nfrom paperatlas.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"loaded = [m for m in {HEAVY!r} if m in sys.modules]\nsys.exit(f'loaded {{loaded}}' if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)

    assert done.returncode == 0, done.stderr
    assert "every sentence proven to the page" in done.stdout


def test_the_version_is_printed(tmp_path: Path):
    assert paperatlas("--version", cwd=tmp_path).stdout.startswith("paperatlas 0.")


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (["serach", "x"], "bad_configuration", 2),
        (["search", "--limit", "0", "x"], "bad_configuration", 2),
        (["ask"], "bad_configuration", 2),
        (["search", "x", "--year", "soon"], "bad_setting", 2),
        (["search", "x", "--where", "ticker"], "bad_setting", 2),
        (["parse", "no-such-file.pdf"], "unreadable_file", 1),
        (["ask", "What?", "--doc", "no-such-paper"], "unknown_document", 1),
        (["remove", "no-such-paper"], "unknown_document", 1),
    ],
)
def test_an_error_is_one_object_with_code_message_and_hint(
    empty: list[str], tmp_path: Path, arguments: list[str], code: str, exit_code: int
):
    done = paperatlas(*empty, *arguments, "--json", cwd=tmp_path)

    error = json.loads(done.stdout)["error"]
    assert (error["code"], done.returncode) == (code, exit_code), done.stderr
    assert error["message"]
    assert error["hint"]
    assert "Traceback" not in done.stderr


def test_an_error_for_a_person_goes_to_stderr(empty: list[str], tmp_path: Path):
    done = paperatlas(*empty, "parse", "no-such-file.pdf", cwd=tmp_path)

    assert done.stdout == ""
    assert "no-such-file.pdf" in done.stderr


def test_an_empty_library_says_so(empty: list[str], tmp_path: Path):
    done = paperatlas(*empty, "ask", "What is it?", "--json", cwd=tmp_path)

    answer = json.loads(done.stdout)
    assert (answer["status"], answer["reason"], done.returncode) == ("abstained", "empty_library", 0)


def test_a_batch_goes_on_after_a_line_that_fails(empty: list[str], tmp_path: Path):
    lines = '{"id": "a", "question": "Hello?"}\nnot json\n{"id": "c"}\n{"id": "d", "question": "What is BERT?"}\n'
    done = paperatlas("route", "--batch", "-", "--json", cwd=tmp_path, stdin=lines)

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == ["a", 2, "c", "d"]
    assert ["error" in row for row in rows] == [False, True, True, False]
    assert done.returncode == 1


def test_what_was_asked_before_may_be_texts_or_turns_of_a_chat(empty: list[str], tmp_path: Path):
    turns = [{"role": "user", "content": "What is BERT?"}, {"role": "assistant", "content": "A model."}]
    lines = [
        {"id": "texts", "question": "And for French?", "history": ["Which score does it get in German?"]},
        {"id": "turns", "question": "Warum ist das so?", "history": turns},
        {"id": "whole", "question": "Who wrote the BERT paper?", "history": turns},
    ]
    done = paperatlas("route", "--batch", "-", "--json", "--no-llm", cwd=tmp_path, stdin="\n".join(map(json.dumps, lines)))

    rows = {row["id"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert {name: row["kind"] for name, row in rows.items()} == {"texts": "follow_up", "turns": "follow_up", "whole": "metadata"}
    assert rows["turns"]["language"] == "de"


def test_the_whole_way_from_a_file_to_a_proven_answer(empty: list[str], tmp_path: Path):
    (tmp_path / "lamp.md").write_text(
        "# The Aurora lamp\n\n## Results\n\nThe Aurora lamp burned for 412 hours in the cold chamber. It was painted green.\n",
        encoding="utf-8",
    )
    first = json.loads(paperatlas(*empty, "ingest", "lamp.md", "--json", cwd=tmp_path).stdout)
    again = json.loads(paperatlas(*empty, "ingest", "lamp.md", "--json", cwd=tmp_path).stdout)
    assert [d["status"] for d in first["documents"] + again["documents"]] == ["added", "unchanged"]

    answer = json.loads(paperatlas(*empty, "ask", "How long did the Aurora lamp burn?", "--json", cwd=tmp_path).stdout)
    assert answer["status"] == "answered"
    assert "412 hours" in answer["answer"]
    page = json.loads(paperatlas("parse", "lamp.md", "--json", cwd=tmp_path).stdout)["pages"][0]
    for citation in answer["citations"]:
        assert page["text"][citation["start"] : citation["end"]] == citation["quote"]

    assert paperatlas(*empty, "doctor", "--json", cwd=tmp_path).returncode == 0
    assert json.loads(paperatlas(*empty, "remove", "lamp.md", "--json", cwd=tmp_path).stdout)["removed"][0]["doc"] == "lamp.md"
    assert json.loads(paperatlas(*empty, "documents", "--json", cwd=tmp_path).stdout) == {"documents": []}


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path):
    (tmp_path / "long.txt").write_text("A sentence of a long text.\n\n" * 20000, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "paperatlas", "parse", "long.txt", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    _, err = process.communicate(timeout=120)

    assert err == ""


def test_secrets_are_masked_in_what_config_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAPERATLAS_LLM_API_KEY", "sk-very-secret")
    done = paperatlas("config", "show", "--json", cwd=tmp_path)

    assert "sk-very-secret" not in done.stdout
    assert any(s["name"] == "llm_api_key" and s["origin"] == "environment" for s in json.loads(done.stdout)["settings"])
