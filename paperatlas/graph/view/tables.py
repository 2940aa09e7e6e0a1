"""The graph as two tables, for spreadsheets and data frames."""

import csv
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from paperatlas.core.knowledge import Value
from paperatlas.core.spreadsheet import harmless
from paperatlas.graph.view.spool import Record, spooled

__all__ = ["write_tables", "write_zip"]

NODE_COLUMNS, EDGE_COLUMNS = ("id", "label"), ("id", "source", "type", "target")
ENCODING = "utf-8-sig"
"""With the mark without which Excel takes UTF-8 for the system's old code page; data-frame libraries know and drop it."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can hold: the same graph gives the same bytes at any time."""


def write_tables(nodes: Iterable[Record], edges: Iterable[Record], node_file: Path, edge_file: Path) -> None:
    for records, columns, path in ((nodes, NODE_COLUMNS, node_file), (edges, EDGE_COLUMNS, edge_file)):
        with replaced(path) as aside, aside.open("w", encoding=ENCODING, newline="") as file:
            _write(records, columns, file)


def write_zip(nodes: Iterable[Record], edges: Iterable[Record], path: Path) -> None:
    """nodes.csv and edges.csv in one file."""
    with replaced(path) as aside, zipfile.ZipFile(aside, "w") as archive:
        for records, columns, name in ((nodes, NODE_COLUMNS, "nodes.csv"), (edges, EDGE_COLUMNS, "edges.csv")):
            entry = zipfile.ZipInfo(name, date_time=LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as raw, TextIOWrapper(raw, ENCODING, newline="") as file:
                _write(records, columns, file)


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A file beside `path` to write into, which takes its place when all is written."""
    aside = path.with_name(f"{path.name}.part")
    try:
        yield aside
        os.replace(aside, path)  # noqa: PTH105 - atomic on every system
    finally:
        aside.unlink(missing_ok=True)


def _write(records: Iterable[Record], columns: tuple[str, ...], file: IO[str]) -> None:
    with spooled(records) as spool:
        others = sorted(set(spool.columns) - set(columns))
        table = csv.writer(file, lineterminator="\r\n")
        table.writerow([*columns, *others])
        for record in spool:
            table.writerow([*map(_cell, record.fixed), *(_cell(record.properties.get(name)) for name in others)])


def _cell(value: Value) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return value
    return harmless(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
