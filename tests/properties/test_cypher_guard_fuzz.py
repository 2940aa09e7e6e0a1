"""No query that does more than read gets past the guard, however it is written; and no query that reads is refused.

The grammars are of our own: clauses that write, define, load, call and administrate, between clauses that read, with
comments, odd white space, mixed case, and strings and names that look like something else.
"""

import random
import re
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.core.errors import CypherRejected
from paperatlas.graph.cypher import guard
from paperatlas.graph.cypher.guard import assert_read_only

Pick = Callable[[list[str]], str]

CLAUSES = tomllib.loads((Path(__file__).parent.parent / "data" / "cypher_clauses.toml").read_text(encoding="utf-8"))
ENDS = ["RETURN n", "RETURN *", "RETURN count(*) AS k", "RETURN 1", "FINISH", ""]
BLANKS = [" ", "  ", "\t", "\n", "\r\n", "\r", "\f", "\v", "\u00a0", "\u2003", "\u3000", "\u2028", "\u2029", "\x85", "\x1c"]
COMMENTS = [
    "/**/",
    "/* x */",
    "/* ' */",
    '/* " */',
    "/* ` */",
    "/*\n*/",
    "// x\n",
    "// '\n",
    "// x\r",
    "//\u2028",
    "/* // */",
    "// /*\n",
]
NARROW = ["/**/", "/* MATCH */", "/*'*/"]
JOINTS = ["; ", ";", " ;\n", " UNION ", " UNION ALL ", " "]
_WORD = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\$?\w+(?:\.\d+)?|\s+|.", re.DOTALL)


def disguised(cypher: str, pick: Pick) -> str:
    """The same query to any engine: other case, other white space, comments where white space may stand."""
    parts = _WORD.findall(cypher)
    out = []
    for here, following in pairwise([*parts, ""]):
        if here.isspace():
            out.append(pick(BLANKS) + (pick(COMMENTS) if pick(["", "", "c"]) else ""))
        elif here.isidentifier() and pick(["", "c"]):
            out.append("".join(pick([letter.lower(), letter.upper()]) for letter in here))
        else:
            out.append(here)
        if following in {"(", "{", "["} and pick(["", "", "", "c"]):
            out.append(pick(NARROW))
    return "".join(out)


def side_effecting(pick: Pick) -> str:
    """A query with at least one clause that does more than read."""
    if pick(["", "", "", "", "alone"]):
        query = pick(CLAUSES["statements"])
        before = pick(["", "", pick(CLAUSES["reading"]) + " " + pick(ENDS) + pick(JOINTS)])
        return disguised(before + query, pick)
    clauses = [pick(CLAUSES["reading"]) for _ in range(int(pick(["0", "1", "1", "2", "3"])))]
    clauses.insert(int(pick([str(at) for at in range(len(clauses) + 1)])), pick(CLAUSES["writing"]))
    query = " ".join([*clauses, pick(ENDS)])
    if pick(["", "", "", "joined"]):
        query = pick(CLAUSES["reading"]) + " " + pick(ENDS) + pick(JOINTS) + query
    return disguised(query, pick)


def reading(pick: Pick) -> str:
    query = " ".join(
        [pick(CLAUSES["reading"]) for _ in range(int(pick(["1", "1", "2", "3"])))]
        + [pick(["RETURN n", "RETURN *", "RETURN count(*) AS k"])]
    )
    return query + (pick([" UNION ", " UNION ALL "]) + query if pick(["", "", "u"]) else "")


def refused(cypher: str) -> bool:
    try:
        assert_read_only(cypher)
    except CypherRejected:
        return True
    return False


def that_pass(seed: int, count: int) -> list[str]:
    pick: Pick = random.Random(seed).choice
    return [query for query in (side_effecting(pick) for _ in range(count)) if not refused(query)]


def test_no_query_that_does_more_than_read_passes() -> None:
    assert that_pass(seed=0, count=10_000) == []


def test_the_proof_does_not_rest_on_a_list_of_forbidden_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "WRITING", {})
    guard.assert_read_only.cache_clear()
    assert that_pass(seed=1, count=10_000) == []
    guard.assert_read_only.cache_clear()


def test_a_query_that_reads_passes_in_any_disguise_and_stays_what_it_is() -> None:
    pick: Pick = random.Random(2).choice
    for _ in range(2_000):
        plain = reading(pick)
        for cypher in (plain, disguised(plain, pick)):
            checked = assert_read_only(cypher)
            assert assert_read_only(checked.text) == checked


@settings(max_examples=3000)
@given(text=st.text(alphabet=st.sampled_from(list("MATCHRETURNSEDLmatch(n)[]{}-<>:|;.,'\"`\\/*$=0123 \n\r\u00a0")), max_size=60))
def test_any_text_is_judged_and_what_passes_passes_again_unchanged(text: str) -> None:
    if not refused(text):
        checked = assert_read_only(text)
        assert assert_read_only(checked.text).text == checked.text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_of_a_million_queries_that_do_more_than_read_none_passes(seed: int) -> None:
    assert that_pass(seed=100 + seed, count=100_000) == []
