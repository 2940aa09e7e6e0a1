"""Replies of services that promise JSON."""

import json
from typing import Any

from paperatlas.core.errors import BadOutput
from paperatlas.remote.fetching import Fetched

__all__ = ["day_of", "json_of", "json_value", "texts", "year_of"]

_SHOWN = 200
"""Bytes of a reply that are told, where it is none."""


def json_value(fetched: Fetched, *, setting: str) -> Any:
    """Raises BadOutput, which names the setting that says where the service is."""
    try:
        return json.loads(fetched.content)
    except ValueError as error:
        raise _none(fetched, setting) from error


def json_of(fetched: Fetched, *, setting: str) -> dict[str, Any]:
    """A reply that is an object. Raises BadOutput."""
    value = json_value(fetched, setting=setting)
    if not isinstance(value, dict):
        raise _none(fetched, setting)
    return value


def _none(fetched: Fetched, setting: str) -> BadOutput:
    where = fetched.url.partition("?")[0]  # the query may hold an address of a person
    return BadOutput(
        f"{where} answered with no JSON of its kind: {fetched.content[:_SHOWN]!r}.",
        hint=f"Is PAPERATLAS_{setting} that of its API?",
    )


def texts(value: Any) -> tuple[str, ...]:
    """The texts in a value that may be one, a list of them, or something else."""
    values = value if isinstance(value, list) else [value]
    return tuple(each for each in values if isinstance(each, str) and each.strip())


def year_of(date: Any) -> int | None:
    """The year of a date as Crossref and CSL write it: {"date-parts": [[2017, 6, 12]]}."""
    parts = _parts(date)
    return parts[0] if parts and 1000 <= parts[0] <= 9999 else None


def _parts(date: Any) -> list[int]:
    rows = date.get("date-parts") if isinstance(date, dict) else None
    first = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], list) else []
    return [int(each) for each in first if isinstance(each, int) or (isinstance(each, str) and each.isdecimal())]


def day_of(date: Any) -> str:
    """ISO 8601, as far as it is known."""
    return "-".join(f"{part:02d}" for part in _parts(date))
