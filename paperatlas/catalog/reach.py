"""What can be reached from block keys, from one member to the next: all that may have a bearing on how they are resolved."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from paperatlas.catalog.knowledge_rows import local_of
from paperatlas.core.knowledge import LocalEntity, Member

__all__ = ["reached"]

Run: TypeAlias = Callable[[str, str], list[tuple[Any, ...]]]
"""The rows of a statement that takes a JSON array."""

_REACHED = """
WITH RECURSIVE reached (key) AS (
  SELECT value FROM json_each(?)
  UNION
  SELECT other.key FROM reached
  JOIN entity_blocks mine ON mine.key = reached.key
  JOIN entity_blocks other ON other.document = mine.document AND other.number = mine.number)
"""
_KEYS = _REACHED + "SELECT key FROM reached"  # noqa: S608 - constants
_MEMBERS = (
    _REACHED
    + """
SELECT DISTINCT b.document, b.number, l.body FROM reached
JOIN entity_blocks b ON b.key = reached.key
JOIN local_entities l ON l.document = b.document AND l.number = b.number
ORDER BY b.document, b.number
"""
)


def reached(run: Run, keys: Collection[str], ties: Sequence[frozenset[str]]) -> Mapping[Member, LocalEntity]:
    """The members under these keys and all that share a key with one of them. The keys of each of `ties` are as good as one."""
    seed, apart = set(keys), list(ties)
    while apart:
        found = {row[0] for row in run(_KEYS, json.dumps(sorted(seed)))}
        met = [tie for tie in apart if tie & found]
        if not met:
            break
        seed.update(*met)
        apart = [tie for tie in apart if tie not in met]
    return {Member(document, number): local_of(body) for document, number, body in run(_MEMBERS, json.dumps(sorted(seed)))}
