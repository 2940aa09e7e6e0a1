"""Questions in English as Cypher, on a graph that is not ours.

    python -m benchmarks.text2cypher [FOLDER] [--split dev|test|all] [--llm] [--show] [--json FILE]

FOLDER holds `movies.cypher`, which builds the graph, and `questions.jsonl` with a gold query for each question; by default
the acceptance material beside the checkout. The gold queries were written by models, so they are executed first, and only
questions whose gold gives rows are counted: the others ask for properties that the graph does not have, or do not parse.

How to read the output:

- Without an LLM the queries are made from the graph's schema alone, and a question of which a word is not accounted for is
  not answered. "answered" is the share of questions that got a query; the other figures are of those answered.
- "equal rows" is the strict measure: the same set of rows as the gold's, column names and the order of columns left aside,
  a node taken for its name. "same answer" takes columns that only one side returns for immaterial ("and the year"), which
  the gold itself does differently for one and the same question in several places.
- Questions are split by a hash of their text, equal ones on one side. Only the half "dev" was looked at while the rules
  were written.
- "unsafe" counts queries that reached the engine though the guard refuses them, and whether the graph was another one
  afterwards; "refused" what the guard stopped.
- With `--llm` all questions are put to the configured model as well (PAPERATLAS_LLM_BASE_URL and so on), at most three tries
  each; examples are taken from the gold of the other half.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import anyio
import kglite

from paperatlas.choose_llm import chosen_llm
from paperatlas.core.errors import CypherRejected, InputError, PaperAtlasError
from paperatlas.core.knowledge import GraphRows
from paperatlas.core.ports import LLM
from paperatlas.graph.cypher.foreign import Vocabulary, ask_schema, read_vocabulary
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.cypher.prompting import Example
from paperatlas.graph.cypher.schema import Schema, read_schema
from paperatlas.graph.cypher.writing import Asking, write
from paperatlas.settings import load_settings

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = ROOT.parent / "shared" / "data" / "text2cypher"
ROWS = 10_000
SECONDS = 10.0
MOST_COLUMNS = 6
"""Rows wider than this are compared as they are: the ways to choose columns grow fast."""


@dataclass(frozen=True)
class Case:
    """A question and what its gold query gives."""

    question: str
    cypher: str
    gold: list[tuple[object, ...]]
    dev: bool


class ForeignGraph:
    """Implements `GraphReader` on any Cypher script, loaded into the embedded engine; what the guard refuses is counted."""

    def __init__(self, script: str) -> None:
        kglite.set_query_warning_policy("silent")
        self._graph = kglite.KnowledgeGraph()
        for statement in script.split(";\n"):
            if statement.strip() and not statement.strip().startswith(("CREATE CONSTRAINT", "CREATE INDEX")):
                self._graph.cypher(statement.strip().rstrip(";"))
        self._frozen = self._graph.freeze()
        self.refused = 0
        self.unsafe = 0

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        try:
            assert_read_only(cypher)
        except CypherRejected:
            self.unsafe += 1
            raise
        try:
            found = self._frozen.cypher(cypher, params=dict(parameters), timeout_ms=int(seconds * 1000), row_limit=limit)
        except kglite.KgError as fault:
            raise InputError(str(fault)) from fault
        columns = tuple(found.columns)
        rows = tuple(tuple(dict(row)[column] for column in columns) for row in found)
        return GraphRows(columns=columns, rows=rows, warnings=tuple(map(str, found.warnings)))

    def size(self) -> tuple[object, ...]:
        nodes = self.query("MATCH (n) RETURN count(n) AS n", {}, limit=1, seconds=SECONDS).rows
        edges = self.query("MATCH ()-[r]->() RETURN count(r) AS n", {}, limit=1, seconds=SECONDS).rows
        return (*nodes, *edges)


def cases(folder: Path, graph: ForeignGraph) -> tuple[list[Case], Counter[str]]:
    """The questions whose gold gives rows, and how many do not."""
    kept, outcome = [], Counter[str]()
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        try:
            rows = graph.query(assert_read_only(record["cypher"]).text, {}, limit=ROWS, seconds=SECONDS).rows
        except CypherRejected:
            outcome["gold refused by the guard"] += 1
            continue
        except InputError:
            outcome["gold does not run"] += 1
            continue
        if not rows:
            outcome["gold gives no rows"] += 1
            continue
        outcome["kept"] += 1
        dev = hashlib.sha256(record["question"].encode()).digest()[0] % 2 == 0
        kept.append(Case(record["question"], record["cypher"], list(rows), dev))
    return kept, outcome


def by_schema(case: Case, graph: ForeignGraph, words: Vocabulary) -> list[tuple[object, ...]] | None:
    """The rows without a model; None when the question is not answered."""
    query = ask_schema(case.question, words)
    if query is None:
        return None
    try:
        text = assert_read_only(query.cypher).text
    except CypherRejected:
        graph.refused += 1
        return None
    try:
        return list(graph.query(text, query.parameters, limit=ROWS, seconds=SECONDS).rows)
    except InputError as fault:
        print(f"does not run: {query.cypher}: {fault.message}", file=sys.stderr)
        return []


async def by_model(
    case: Case, graph: ForeignGraph, schema: Schema, llm: LLM, examples: tuple[Example, ...]
) -> list[tuple[object, ...]] | None:
    """The rows of the model's query."""
    asking = Asking(store=graph, schema=schema, knowledge=None, examples=examples, limit=ROWS, seconds=SECONDS)
    try:
        answer = await write(case.question, (), llm, asking)
    except PaperAtlasError as fault:
        print(f"{case.question}: {fault.message}", file=sys.stderr)
        return None
    graph.refused += sum(_refused(tried.cypher) for tried in answer.tries if tried.cypher)
    return list(answer.rows) if answer.how == "llm" else None


def _refused(cypher: str) -> bool:
    try:
        assert_read_only(cypher)
    except CypherRejected:
        return True
    return False


def agreement(everything: Sequence[Case]) -> str:
    """How far the gold is one with itself: where a question is there several times, with a query each."""
    pairs = [(one, other) for one, other in combinations(everything, 2) if one.question == other.question]
    strict = sum(equal(one.gold, other.gold) for one, other in pairs) / max(len(pairs), 1)
    loose = sum(same_answer(one.gold, other.gold) for one, other in pairs) / max(len(pairs), 1)
    return f"gold against gold, {len(pairs)} pairs for one question: equal rows {strict:.3f}, same answer {loose:.3f}"


def equal(mine: Sequence[Sequence[object]], gold: Sequence[Sequence[object]]) -> bool:
    return {tuple(sorted(map(repr, map(plain, row)))) for row in mine} == {
        tuple(sorted(map(repr, map(plain, row)))) for row in gold
    }


def same_answer(mine: Sequence[Sequence[object]], gold: Sequence[Sequence[object]]) -> bool:
    """Whether one side's rows are the other's with columns left out."""
    narrow, wide = sorted(([tuple(repr(plain(value)) for value in row) for row in rows] for rows in (mine, gold)), key=_width)
    if not narrow or not wide or _width(wide) > MOST_COLUMNS:
        return equal(mine, gold)
    wanted = set(narrow)
    return any(
        {tuple(row[at] for at in chosen) for row in wide} == wanted
        for chosen in permutations(range(_width(wide)), _width(narrow))
    )


def _width(rows: Sequence[Sequence[object]]) -> int:
    return len(rows[0]) if rows else 0


def plain(value: object) -> object:
    """A node is its name; lists are compared without order."""
    if isinstance(value, Mapping):
        held = value.get("properties", value)
        labels = value.get("labels") or []
        naming = ("title", "name") if "Movie" in labels else ("name", "title")
        return next((held[key] for key in naming if held.get(key)), str(sorted(held.items(), key=str)))
    if isinstance(value, list | tuple):
        return tuple(sorted(str(plain(one)) for one in value))
    return round(value, 6) if isinstance(value, float) else value


def report(name: str, found: Sequence[tuple[Case, list[tuple[object, ...]] | None]], *, show: bool) -> dict[str, Any]:
    answered = [(case, rows) for case, rows in found if rows is not None]
    strict = [equal(rows, case.gold) for case, rows in answered]
    loose = [same_answer(rows, case.gold) for case, rows in answered]
    figures = {
        "questions": len(found),
        "answered": len(answered),
        "equal rows": sum(strict),
        "same answer": sum(loose),
        "equal rows of answered": round(sum(strict) / max(len(answered), 1), 3),
        "same answer of answered": round(sum(loose) / max(len(answered), 1), 3),
        "equal rows of all": round(sum(strict) / max(len(found), 1), 3),
        "same answer of all": round(sum(loose) / max(len(found), 1), 3),
    }
    print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures.items()))
    if show:
        for (case, rows), exact, close in zip(answered, strict, loose, strict=True):
            if not exact:
                print(f"  {'columns' if close else 'WRONG'}: {case.question} | {rows[:2]} | gold {case.gold[:2]}")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=QUESTIONS)
    parser.add_argument("--split", choices=["dev", "test", "all"], default="all")
    parser.add_argument("--llm", action="store_true")
    parser.add_argument("--show", action="store_true", help="each question that is not matched; with --split dev while working")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()

    graph = ForeignGraph((options.folder / "movies.cypher").read_text(encoding="utf-8"))
    before = graph.size()
    schema = read_schema(graph, seconds=SECONDS)
    words = read_vocabulary(graph, schema, seconds=SECONDS)
    everything, outcome = cases(options.folder, graph)
    print(", ".join(f"{key}: {value}" for key, value in sorted(outcome.items())))
    print(agreement(everything))
    figures: dict[str, Any] = {"gold": dict(outcome)}
    parts = {"dev": True, "test": False}
    for name, dev in parts.items():
        if options.split in {name, "all"}:
            chosen = [case for case in everything if case.dev == dev]
            figures[name] = report(
                f"templates, {name}", [(case, by_schema(case, graph, words)) for case in chosen], show=options.show
            )
    if options.llm:
        figures["llm"] = _with_model(everything, graph, schema, split=options.split, show=options.show)
    print(f"refused by the guard: {graph.refused}; unsafe executions: {graph.unsafe}; graph unchanged: {graph.size() == before}")
    figures |= {"refused": graph.refused, "unsafe": graph.unsafe, "unchanged": graph.size() == before}
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


def _with_model(everything: Sequence[Case], graph: ForeignGraph, schema: Schema, *, split: str, show: bool) -> dict[str, Any]:
    settings = load_settings()
    llm = chosen_llm(settings, settings.library)
    if llm is None:
        sys.exit("No language model is configured: set PAPERATLAS_LLM_BASE_URL.")

    async def ask() -> list[tuple[Case, list[tuple[object, ...]] | None]]:
        found = []
        for case in everything:
            if split == "all" or case.dev == (split == "dev"):
                shown = tuple(Example(one.question, one.cypher) for one in everything if one.dev != case.dev)
                found.append((case, await by_model(case, graph, schema, llm, shown)))
        return found

    return report("model", anyio.run(ask), show=show)


if __name__ == "__main__":
    main()
