"""Every pin can be installed without a compiler wherever we say that PaperAtlas runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLATFORMS = ("x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")
PYTHONS = ("3.11", "3.12", "3.13")


@pytest.mark.slow
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_pin_has_a_wheel(root: Path, tmp_path: Path, platform: str, python: str):
    uv = Path(sys.executable).with_name("uv")
    command = [
        *(str(uv), "pip", "install", "--quiet", "--dry-run", "--only-binary", ":all:", "--require-hashes"),
        *("--python-version", python, "--python-platform", platform, "--target", str(tmp_path)),
        *("-r", str(root / "requirements.txt")),
    ]
    # macOS 14 is the oldest that onnxruntime's wheels take.
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": "14.0"}
    )

    assert done.returncode == 0, done.stderr


def test_the_pins_are_those_of_pyproject(root: Path):
    """A dependency added without `make lock` is found here, on any machine, without a network."""
    import re
    import tomllib

    wanted = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.split(r"[<>=\[ ]", requirement)[0].lower() for requirement in wanted}
    lines = (root / "requirements.txt").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9._-]+)(?:\[[^\]]*\])?==", lines, re.MULTILINE))

    assert names <= pinned
