"""The Python interface from a script as people write them, without `if __name__ == "__main__"`."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from pathlib import Path
from tests.fakes.libraries import open_test_library

here = Path(__file__).parent
with open(here / "runs.txt", "a") as runs:
    runs.write("run\\n")
with open_test_library(here / "library") as library:
    report = library.ingest([here / "a.note", here / "b.note"], workers=2)
print(*(f"{each.doc}:{each.status}" for each in report.documents))
"""


def test_a_script_without_a_main_guard_ingests_once(tmp_path: Path, root: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.note").write_text(f"A note on {name}.", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "a.note:added b.note:added\n"
    assert (tmp_path / "runs.txt").read_text(encoding="utf-8") == "run\n", "no reader process ran the script again"


def test_what_a_reader_prints_stays_out_of_the_results(tmp_path: Path, root: Path) -> None:
    (tmp_path / "a.note").write_text("!print", encoding="utf-8")
    (tmp_path / "b.note").write_text("quiet", encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, check=False
    )
    assert done.stdout == "a.note:added b.note:added\n"
    assert "noise from a reader" in done.stderr
