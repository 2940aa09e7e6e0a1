"""Every fault at every step of every change: tests/data/faults.toml says how each ends, here it is made to happen.

Whatever strikes, the library ends in its old state, in the new one, or `doctor --fix` brings it to one of the two; whoever asked
for the change is told what happened and what to do; and the change, asked for again, is done.
"""

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.errors import EmbedderMismatch
from tests.fakes.fault_operations import OPERATIONS, OTHER, State, make, opened, prepare, silent, state

if sys.platform == "win32":
    pytest.skip("faults strike in forked processes", allow_module_level=True)

from tests.fakes.faulty import unprotect

FAULTS = ("kill", "disk full", "read-only")
MATRIX: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "data/faults.toml").read_text(encoding="utf-8")
)
CELLS = [
    (operation, fault, step, outcome)
    for operation in OPERATIONS
    for step, outcomes in MATRIX[operation].items()
    for fault, outcome in zip(FAULTS, outcomes, strict=True)
]
QUICK = {
    ("remove", "lexical.commit"),
    ("backup", "rename to backup/manifest.json"),
    ("restore", "copy to library/catalog.sqlite3"),
}


def _named(cell: tuple[str, str, str, str]) -> Any:
    operation, fault, step, _ = cell
    marks = [] if (operation, step) in QUICK and fault != "read-only" else [pytest.mark.slow]
    return pytest.param(cell, id=f"{operation}-{fault}-{step}", marks=marks)


@dataclass(frozen=True)
class Peace:
    """How an operation goes when nothing strikes."""

    before: State
    after: State
    found: set[str]
    """What a check finds afterwards: a library of an earlier version has no graph yet."""
    checked: State
    """After that check has mended it."""


@dataclass
class Bench:
    """Where operations are tried: always the same folder, since a library knows its papers by their paths."""

    root: Path
    base: Path
    process: "subprocess.Popen[str]"
    peace: dict[str, "Peace"] = field(default_factory=dict)

    def lay_out(self, operation: str) -> None:
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self.base, self.root)
        prepare(operation, self.root)

    def ask(self, operation: str, fault: str, step: str) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {"root": str(self.root), "operation": operation, "fault": fault, "step": step}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        ended: dict[str, Any] = json.loads(self.process.stdout.readline())
        unprotect(self.root)
        return ended

    def in_peace(self, operation: str) -> "Peace":
        if operation not in self.peace:
            self.lay_out(operation)
            before = state(operation, self.root)
            OPERATIONS[operation](self.root, silent)
            after = state(operation, self.root)
            found = mend(operation, self.root)
            self.peace[operation] = Peace(before=before, after=after, found=found, checked=state(operation, self.root))
        return self.peace[operation]


@pytest.fixture(scope="module")
def bench(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    home = tmp_path_factory.mktemp("faults")
    make(home / "here")
    shutil.copytree(home / "here", home / "base")
    with subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.faulty"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Bench(root=home / "here", base=home / "base", process=process)
        assert process.stdin is not None
        process.stdin.close()


def mend(operation: str, root: Path) -> set[str]:
    """What a check finds; afterwards all is well."""
    name = "imported" if operation == "import" else "library"
    if not any((root / name / begun).exists() for begun in ("catalog.sqlite3", "restoring")):
        return set()  # nobody has a library there yet
    open_ = partial(opened, root, name=name)
    with open_() as opening:
        try:
            opening._opened.check_embedder()
            other = False
        except EmbedderMismatch:
            other = True
    with open_(embedder=OTHER) if other else open_() as mending:
        found = {fault.code for fault in mending.doctor().faults}
        assert mending.doctor(fix=True).sound, found
        assert mending.doctor().faults == ()
    return found


def observed(bench: Bench, operation: str, fault: str, step: str) -> str:
    """Strike, look, mend, look, do it again, look."""
    peace = bench.in_peace(operation)
    bench.lay_out(operation)
    ended = bench.ask(operation, fault, step)
    assert ended["ended"] in ({"killed"} if fault == "kill" else {"done", "refused"}), ended
    if ended["ended"] == "refused":
        assert ended["message"]
        assert ended["hint"]
    left = state(operation, bench.root)
    found = mend(operation, bench.root)
    assert state(operation, bench.root) in (peace.before, peace.after, peace.checked)
    if state(operation, bench.root) == peace.before:
        OPERATIONS[operation](bench.root, silent)
        mend(operation, bench.root)
    assert state(operation, bench.root) in (peace.after, peace.checked)
    if found - peace.found or left not in (peace.before, peace.after):
        return "mended"
    return "old" if left == peace.before and ended["ended"] != "done" else "new"


@pytest.mark.parametrize("cell", [_named(cell) for cell in CELLS])
def test_whatever_strikes_at_any_step_leaves_the_old_state_or_the_new_or_can_be_mended(
    bench: Bench, cell: tuple[str, str, str, str]
) -> None:
    operation, fault, step, outcome = cell
    assert observed(bench, operation, fault, step) == outcome


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_matrix_has_every_step_of_every_operation(bench: Bench, operation: str) -> None:
    bench.lay_out(operation)
    assert bench.ask(operation, "none", "")["steps"] == list(MATRIX[operation])
