"""The built wheel, in a clean environment outside the repository, answers a question."""

import json
import os
import subprocess
import sys
from pathlib import Path

BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command: str, cwd: Path) -> str:
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PAPERATLAS", "OPENAI", "VIRTUAL_ENV"))
    }
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, env=clean, check=False, timeout=900)
    assert done.returncode == 0, f"{command}: {done.stdout[-1500:]} {done.stderr[-1500:]}"
    return done.stdout


def test_the_wheel_answers_a_question_in_a_clean_environment(root: Path, tmp_path: Path):
    uv = str(Path(sys.executable).with_name("uv"))
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist"), cwd=root)
    wheel = next((tmp_path / "dist").glob("*.whl"))
    run(uv, "venv", "--quiet", "--python", sys.executable, str(tmp_path / "env"), cwd=tmp_path)
    python = str(tmp_path / "env" / BIN / "python")
    run(uv, "pip", "install", "--quiet", "--python", python, "-c", str(root / "requirements.txt"), str(wheel), cwd=tmp_path)
    (tmp_path / "lamp.md").write_text("# Lamp\n\nThe Aurora lamp burned for 412 hours in the cold chamber.\n", encoding="utf-8")

    product = str(tmp_path / "env" / BIN / "paperatlas")
    library = ("--library", str(tmp_path / "papers.library"))
    run(product, *library, "ingest", "lamp.md", "--json", cwd=tmp_path)
    answer = json.loads(run(product, *library, "ask", "How long did the Aurora lamp burn?", "--json", cwd=tmp_path))

    assert "412 hours" in answer["answer"]
    assert answer["citations"]
    found = run(
        python, "-c", "from paperatlas.web.samples import sample_papers; print(len([*sample_papers().iterdir()]))", cwd=tmp_path
    )
    assert int(found) >= 8
