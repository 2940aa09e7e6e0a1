"""What a measurement left: its figures, the command that gave them, and where, when and of which commit it ran.

One JSON file a measurement in `benchmarks/results`, which `benchmarks/bench.py` writes. The tables of `benchmarks/README.md` are
printed from them, and the figures in README.md and docs/ are held against them.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
DIGITS = 5
"""After the point, of what is written: more than any figure has."""
Status: TypeAlias = Literal["measured", "skipped", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number, with the interval that chance allows it where one is known."""

    value: float
    low: float | None = None
    high: float | None = None
    n: int | None = None
    of: int | None = None
    """Of a share: how many there were; then `got` were reached."""
    got: int | None = None
    how: str = ""
    """Where the interval is from; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    cores: int
    memory_gib: float
    processor: str
    system: str
    python: str
    packages: Mapping[str, str]
    load: float | None = None
    """One-minute load average when the command began: above the cores, times are of a busy machine. None where unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One measurement. What was skipped or failed has a reason and no figures."""

    name: str
    title: str
    command: str
    status: Status
    reason: str = ""
    figures: Mapping[str, Figure] = field(default_factory=dict)
    commit: str = ""
    """With `+` behind it where files of the program differed from it."""
    date: str = ""
    """ISO 8601, UTC."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of all its processes: on machines that differ in how busy they are, this says what it takes."""
    machine: Machine | None = None


def write(record: Record, folder: Path = RESULTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{record.name}.json"
    file.write_text(json.dumps(_without_none(asdict(record)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def read(file: Path) -> Record:
    row = json.loads(file.read_text(encoding="utf-8"))
    figures = {name: Figure(**figure) for name, figure in row.pop("figures").items()}
    machine = row.pop("machine", None)
    return Record(**row, figures=figures, machine=Machine(**machine) if machine else None)


def read_all(folder: Path = RESULTS) -> dict[str, Record]:
    """By name."""
    return {record.name: record for record in map(read, sorted(folder.glob("*.json")))}


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_none(inner) for name, inner in value.items() if inner is not None}
    return round(value, DIGITS) if isinstance(value, float) else value
