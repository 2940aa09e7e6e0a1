"""Prints the tables of README.md from the results: `python -m benchmarks.peers.table [--check]`.

`--check` changes nothing and says whether the tables are those of the results.
"""

import argparse
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.systems import OURS, SYSTEMS
from paperatlas.eval.markdown import table

__all__ = ["README", "with_tables"]

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"
_TABLE = re.compile(r"(<!-- (figures|kinds|costs|cannot) (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
ROWS: Mapping[str, str] = {
    "correct": "answered rightly, or refused where there is no answer",
    "accuracy": "right answers to answerable questions",
    "abstention_recall": "unanswerable questions refused",
    "abstention_precision": "refusals that were right",
    "page_hit": "answers that cite a page with the evidence",
    "citation_precision": "cited pages that hold the evidence",
    "citation_recall": "pages with evidence that are cited",
    "quote_validity": "quotes that stand on their page",
    "pages_retrieved_6000": "pages with evidence in the first 6,000 characters retrieved",
    "answer_retrieved_6000": "questions whose answer can be read in them",
    "pages_retrieved": "pages with evidence in all that is retrieved",
}

Row = Mapping[str, Any]
Results = Mapping[str, Row]


def with_tables(text: str, results: Path = HERE / "results") -> str:
    """The text with what stands between its marks made anew."""

    def made(found: re.Match[str]) -> str:
        read = {
            name: json.loads(file.read_text(encoding="utf-8"))
            for name in SYSTEMS
            if (file := results / found[3] / f"{name}.json").exists()
        }
        return f"{found[1]}{_TABLES[found[2]](read)}\n{found[4]}"

    return _TABLE.sub(made, text)


def _figures(results: Results) -> str:
    rows = [[meaning, *(_share(result, name) for result in results.values())] for name, meaning in ROWS.items()]
    characters = [_characters(result) for result in results.values()]
    failed = [str(result["failed"]) if "failed" in result else f"all, at {result['failed_at']}" for result in results.values()]
    return table(
        ["", *_titles(results)], [*rows, ["characters retrieved a question", *characters], ["questions failed", *failed]]
    )


def _share(result: Row, name: str) -> str:
    """A value with its interval; best of the row is not marked, because intervals overlap."""
    figure = result.get("figures", {}).get(name)
    if figure is None:
        return "none" if "figures" in result else ""
    return f"{figure['value']:.2f} ({figure['low']:.2f} to {figure['high']:.2f})"


def _characters(result: Row) -> str:
    return f"{_value(result, 'retrieved_characters'):,.0f}" if "retrieved_characters" in result.get("figures", {}) else ""


def _value(result: Row, name: str) -> float:
    return float(result["figures"][name]["value"])


def _kinds(results: Results) -> str:
    kinds = sorted({kind for result in results.values() for kind in result.get("by_kind", {})})
    rows = []
    for kind in kinds:
        found = [result.get("by_kind", {}).get(kind) for result in results.values()]
        count = next(figure["n"] for figure in found if figure)
        rows.append([kind, str(count), *(f"{figure['value']:.2f}" if figure else "" for figure in found)])
    return table(["kind", "questions", *_titles(results)], rows)


def _costs(results: Results) -> str:
    rows = [[told, *(_cost(result, of, results[OURS]) for result in results.values())] for told, of in _COSTS.items()]
    return table(["", *_titles(results)], rows)


def _cost(result: Row, of: Callable[[Row, Row], str], ours: Row) -> str:
    """Empty where the system did not come so far, or has no part in it."""
    try:
        return of(result, ours)
    except KeyError:
        return ""


def _cpu(result: Row, step: str) -> float:
    """With what the endpoint embedded for it."""
    taken = result[step]
    return float(taken["cpu"] + taken["endpoint"]["embedding_cpu"])


def _cpu_a_question(result: Row) -> float:
    """The median in its own process, and its mean share of the endpoint."""
    return _value(result, "cpu_a_question") + float(result["ask"]["endpoint"]["embedding_cpu"] / result["asked"])


def _seconds(result: Row, step: str) -> float:
    """Without what the stand-in took, which another model would take more or less of."""
    taken = result[step]
    return float(taken["seconds"] - taken["endpoint"]["chat_seconds"])


def _memory(result: Row, step: str) -> str:
    peak = f"{result[step]['peak_mebibytes']:,.0f}"
    return f"{peak} + {result['endpoint_mebibytes']:,.0f}" if result[step]["endpoint"]["embedded_texts"] else peak


_COSTS: Mapping[str, Callable[[Row, Row], str]] = {
    "reading the papers: CPU, times ours": lambda result, ours: f"{_cpu(result, 'ingest') / _cpu(ours, 'ingest'):.2f}",
    "reading the papers: CPU seconds": lambda result, _: f"{_cpu(result, 'ingest'):.0f}",
    "reading the papers: wall clock, times ours": lambda result, ours: (
        f"{_seconds(result, 'ingest') / _seconds(ours, 'ingest'):.2f}"
    ),
    "reading the papers: largest process, MiB": lambda result, _: _memory(result, "ingest"),
    "reading the papers: calls of the model": lambda result, _: f"{result['ingest']['endpoint']['chat_calls']:,}",
    "reading the papers: tokens to the model": lambda result, _: f"{result['ingest']['endpoint']['chat_tokens_in']:,}",
    "answering: CPU a question, times ours": lambda result, ours: f"{_cpu_a_question(result) / _cpu_a_question(ours):.2f}",
    "answering: largest process, MiB": lambda result, _: _memory(result, "ask"),
    "answering: calls of the model a question": lambda result, _: (
        f"{result['ask']['endpoint']['chat_calls'] / result['asked']:.1f}"
    ),
    "answering: tokens to the model a question": lambda result, _: (
        f"{result['ask']['endpoint']['chat_tokens_in'] / result['asked']:,.0f}"
    ),
}


def _cannot(results: Results) -> str:
    lines = []
    for result in results.values():
        named = ", ".join(result.get("versions", ()))
        what = "; ".join(result["cannot"])
        lines.append(f"- {result['title']} ({named})" + (f" cannot: {what}." if what else "."))
    return "\n".join(lines)


def _titles(results: Results) -> Sequence[str]:
    return [result["title"] for result in results.values()]


_TABLES: Mapping[str, Callable[[Results], str]] = {"figures": _figures, "kinds": _kinds, "costs": _costs, "cannot": _cannot}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    before = README.read_text(encoding="utf-8")
    after = with_tables(before)
    if args.check:
        raise SystemExit(0 if before == after else "benchmarks/peers/README.md is not of the results: run it without --check.")
    README.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
