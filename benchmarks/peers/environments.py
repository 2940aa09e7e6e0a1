"""An environment of its own for each peer, made once and kept outside the checkout."""

import hashlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Environment", "InstallFailed", "prepare"]

REQUIREMENTS = Path(__file__).parent / "requirements"
NEWEST = 13
"""Of Python 3."""


class InstallFailed(Exception):
    """With the installer's output."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    python: Path
    versions: tuple[str, ...]
    """`name==version` of what was asked for, in the order of the requirements file; dependencies are pinned in it too."""

    @property
    def packages(self) -> Path:
        """Where modules are."""
        return next((self.python.parent.parent / "lib").glob("python3.*")) / "site-packages"


def prepare(peer: str, folder: Path) -> Environment:
    """Make the environment of a peer unless it is there as the requirements file wants it.

    Raises:
        InstallFailed: it cannot be had.
    """
    file = REQUIREMENTS / f"{peer}.txt"
    wanted = hashlib.sha256(file.read_bytes()).hexdigest()
    home = folder / peer
    stamp, python = home / ".ready", home / "bin" / "python"
    if not stamp.exists() or stamp.read_text(encoding="ascii") != wanted:
        subprocess.run([_interpreter(file), "-m", "venv", "--clear", home], check=True)
        # Wheels alone and no dependencies but those listed: nothing is built, and nothing large comes in unseen.
        command = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--only-binary",
            ":all:",
        ]
        done = subprocess.run([*command, "-r", file], check=False, capture_output=True, text=True)
        if done.returncode:
            raise InstallFailed(done.stdout + done.stderr)
        stamp.write_text(wanted, encoding="ascii")
    return Environment(python=python, versions=_asked_for(file))


def _interpreter(file: Path) -> str:
    """This Python, or where the file says that it needs another, the first that is on the path."""
    needed = re.search(r"Needs Python 3\.(\d+)", file.read_text(encoding="utf-8"))
    if needed is None or sys.version_info >= (3, int(needed[1])):
        return sys.executable
    for minor in range(int(needed[1]), NEWEST + 1):
        found = shutil.which(f"python3.{minor}")
        if found and subprocess.run([found, "-c", ""], check=False, capture_output=True).returncode == 0:
            return found
    raise InstallFailed(f"{needed[0]} or newer, which is not on the path.\n")


def _asked_for(file: Path) -> tuple[str, ...]:
    """The pins above the first empty line; those of their dependencies follow it."""
    head = file.read_text(encoding="utf-8").split("\n\n")[0]
    return tuple(line for line in head.splitlines() if not line.startswith("#"))
