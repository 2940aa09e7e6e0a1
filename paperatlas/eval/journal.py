"""Files of JSON lines that only grow, so that nothing said is lost when a process is killed in the middle of saying it."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

__all__ = ["add_line", "lines"]


def add_line(file: Path, row: Mapping[str, Any]) -> None:
    """Put a line behind the others; one that an earlier process did not finish is ended first."""
    with file.open("ab+") as journal:
        end = journal.seek(0, os.SEEK_END)
        journal.seek(max(0, end - 1))
        begun = journal.read(1) not in {b"", b"\n"}
        journal.write((b"\n" if begun else b"") + json.dumps(row, ensure_ascii=False).encode() + b"\n")


def lines(file: Path) -> Iterator[dict[str, Any]]:
    """Every line that is whole, in order; none where there is no file."""
    if not file.exists():
        return
    for line in file.read_bytes().split(b"\n"):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            yield row
