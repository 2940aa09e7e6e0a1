"""The catalog's statements and steps as PostgreSQL takes them.

Statements are written in what both engines understand. What is left is little: how values are marked, the functions over JSON,
and the names of types. Functions of SQLite's names are put into the library's schema, so that no statement is written twice.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from paperatlas.catalog.connection import Values

__all__ = ["FUNCTIONS", "bound", "translated", "translated_step"]

_MARK = re.compile(r"'(?:[^']|'')*'|\?(?P<number>\d*)|(?<![:\w]):(?P<name>[a-z]+)|(?P<percent>%)")
_LISTED = re.compile(r"\bjson_each\((%\(\w+\)s)\)")
_TYPES = {"TEXT": 'TEXT COLLATE "C"', "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA"}
_TYPE = re.compile(rf"(?<=\w )(?:{'|'.join(_TYPES)})\b")
_STRICT = re.compile(r"\) STRICT(?:, WITHOUT ROWID)?;")

FUNCTIONS = r"""
CREATE OR REPLACE FUNCTION json_each(list TEXT) RETURNS TABLE (value TEXT) LANGUAGE SQL STABLE AS
  $$ SELECT each.value #>> '{}' FROM json_array_elements(list::json) AS each(value) $$;
CREATE OR REPLACE FUNCTION json_extract(body TEXT, path TEXT) RETURNS TEXT LANGUAGE SQL STABLE AS
  $$ SELECT jsonb_path_query_first(replace(body, '\u0000', '')::jsonb, path::jsonpath) #>> '{}' $$;
CREATE OR REPLACE FUNCTION json_array_length(body TEXT, path TEXT) RETURNS INTEGER LANGUAGE SQL STABLE AS
  $$ SELECT jsonb_array_length(jsonb_path_query_first(replace(body, '\u0000', '')::jsonb, path::jsonpath)) $$;
CREATE OR REPLACE FUNCTION instr(whole TEXT, part TEXT) RETURNS INTEGER LANGUAGE SQL STABLE AS
  $$ SELECT strpos(whole, part) $$;
"""
"""As SQLite has them, for the arguments that statements give. `jsonb` has no character 0, which JSON may have."""


@lru_cache(maxsize=1024)
def translated(statement: str) -> str:
    """A statement with named marks: of `?` the number is its name, counted as SQLite counts.

    What is listed in JSON is compared with columns of texts, so it is ordered as they are.
    """
    last = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal last
        if found["name"]:
            return f"%({found['name']})s"
        if found["percent"]:
            return "%%"
        if found["number"] is None:  # a text between quotes
            return found[0].replace("%", "%%")
        number = int(found["number"] or last + 1)
        last = max(last, number)
        return f"%(v{number})s"

    return _LISTED.sub(r'json_each((\1)::text COLLATE "C")', _MARK.sub(mark, statement))


def bound(values: Values) -> Mapping[str, Any]:
    """The values by the names that `translated` gives their marks."""
    if isinstance(values, Mapping):
        return values
    return {f"v{number}": value for number, value in enumerate(values, start=1)}


def translated_step(step: str) -> str:
    """A step of a schema with PostgreSQL's types. Texts are ordered by their bytes, as SQLite orders them."""
    return _TYPE.sub(lambda found: _TYPES[found[0]], _STRICT.sub(");", step))
