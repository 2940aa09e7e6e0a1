"""A stream that can be read twice: formats that declare their columns first must have seen everything."""

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from paperatlas.core.knowledge import Value

__all__ = ["Record", "Spool", "spooled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A node or an edge in the form that every format writes."""

    fixed: tuple[str, ...]
    """Of a node its id and label; of an edge its id, source, type and target."""
    properties: Mapping[str, Value]


class Spool:
    """Records on disk, since a library's edges need not fit into memory."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.columns: dict[str, set[type]] = {}
        """The properties there are, with the types that their values have."""

    def fill(self, records: Iterable[Record]) -> None:
        for record in records:
            for name, value in record.properties.items():
                if value is not None:
                    self.columns.setdefault(name, set()).add(type(value))
            self._file.write(json.dumps([record.fixed, dict(record.properties)]) + "\n")

    def __iter__(self) -> Iterator[Record]:
        self._file.seek(0)
        for line in self._file:
            fixed, properties = json.loads(line)
            yield Record(fixed=tuple(fixed), properties={name: _value(value) for name, value in properties.items()})


def _value(value: object) -> Value:
    return tuple(value) if isinstance(value, list) else value  # type: ignore[return-value]  # JSON made from a Value


@contextmanager
def spooled(records: Iterable[Record]) -> Iterator[Spool]:
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        spool = Spool(file)
        spool.fill(records)
        yield spool
