"""Prints `benchmarks/README.md` from the records in `benchmarks/results` and from what others published.

    python -m benchmarks.standing [--check]

`--check` writes nothing and fails when the page is not what the records give.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.records import ROOT, Figure, Machine, Record, read_all
from benchmarks.suite import SUITE

PAGE = ROOT / "benchmarks" / "README.md"
PUBLISHED = ROOT / "benchmarks" / "published.toml"
PEERS = ROOT / "benchmarks" / "peers" / "README.md"
RATIOS = frozenset({"ratio", "answer_to_search", "times_chroma", "last_fifth", "times_cpu", "times_peak", "two_workers"})

BIG = 100
"""From here on no decimals."""

HEADLINES: Mapping[str, Mapping[str, str]] = {
    "samples": {
        "right": "right",
        "accuracy": "accuracy of the answerable",
        "page_hit": "a citation on a page of the evidence",
        "quote_validity": "quotes that stand on their page",
        "claim_support": "claims that their quotes bear out",
        "abstention_precision": "refusals, precision",
        "abstention_recall": "refusals, recall",
        "auroc_answerable": "answerable or not, AUROC",
    },
    "samples_scoped": {"right": "right"},
    "samples_pages": {"structure_hybrid_hit1": "hit@1", "structure_hybrid_hit5": "hit@5"},
    "answers": {"right": "right", "refused": "unanswerable ones refused", "quotes": "quotes that pdftotext finds on their page"},
    "answers_scoped": {"right": "right", "refused": "unanswerable ones refused", "quotes": "quotes that pdftotext finds"},
    "pages": {"structure_hybrid_hit1": "hit@1", "structure_hybrid_hit5": "hit@5"},
    "router": {"accuracy": "accuracy"},
    "router_final": {"accuracy": "accuracy"},
    "abstention": {"auroc": "AUROC", "precision": "refusals, precision", "recall": "refusals, recall"},
    "grounding": {
        "supported": "borne out or not, AUROC",
        "against_contradicted": "borne out or contradicted, AUROC",
        "balanced": "balanced accuracy of three labels",
    },
    "claims": {
        "made_caught": "false ones made by rule, caught",
        "made_alarms": "false alarms for faithful ones",
        "written_caught": "false ones by hand, caught",
        "written_alarms": "false alarms for faithful ones by hand",
    },
    "scifact": {"ndcg10": "nDCG@10", "r5": "recall@5", "r100": "recall@100"},
    "2wiki": {
        "hybrid_r5": "words and meaning, recall@5",
        "graph_r5": "graph, recall@5",
        "graph_all5": "graph, all of them in five",
        "auto_r5": "auto, recall@5",
    },
    "musique": {"hybrid_r5": "words and meaning, recall@5", "graph_r5": "graph, recall@5", "auto_r5": "auto, recall@5"},
    "entities": {"test_rules_f1": "F1, held-out pairs", "later_rules_f1": "F1, pairs written later"},
    "edges": {"right": "right"},
    "cypher": {"test_answered": "answered, half not looked at", "test_same": "same answer", "test_equal": "equal rows"},
    "parse": {
        "targets": "targets met",
        "order": "reading order",
        "tables": "tables",
        "cells": "cells",
        "references": "references",
    },
    "odd_pdfs": {"mishandled": "mishandled"},
    "reading": {"ratio": "CPU", "peak_mib": "largest process, MiB"},
    "ingest_growth": {
        "times_cpu": "CPU a paper",
        "last_fifth": "CPU a paper of the last fifth of them, beside the first",
        "times_peak": "memory",
    },
    "reading_workers": {"two_workers": "by the clock", "cpu_s": "CPU a page, s"},
    "ingest_samples": {"ratio": "CPU", "peak_gib": "largest process, GiB"},
    "ingest_papers": {
        "ratio": "CPU",
        "peak_gib": "largest process, GiB",
        "answer_to_search": "CPU of an answer against its search",
    },
    "scale": {
        "times_chroma": "against a query of Chroma as it comes",
        "recall10": "recall@10",
        "chroma_recall10": "Chroma's recall@10",
    },
    "scale_100000": {
        "times_chroma": "against a query of Chroma as it comes",
        "recall10": "recall@10",
        "chroma_recall10": "Chroma's recall@10",
    },
    "web_load": {"median_s": "median wait, s", "longest_s": "longest wait, s", "mib_later": "size at the end, MiB"},
}
"""The figures of each measurement that the page shows; the others are in its record."""

TOP = """# Where we stand

Printed by `python -m benchmarks.standing` from the records in [results](results); edit nothing here. `make bench` measures all
of it on two cores within the hour, `make bench-quick` a part of it on less within ten minutes, `python -m benchmarks.bench NAME`
one measurement. What lies in `../shared` is not part of the repository, since the papers and sets are not ours to pass on;
without it those measurements are skipped. `python -m benchmarks.gate` keeps a change from landing that makes a small fixed subset
worse.

Intervals are of 95 %: by bootstrap over the questions where the command prints one; else Wilson's for shares (and for means of
values between 0 and 1, where it is at least as wide as it should be) and Hanley and McNeil's for areas under a ROC curve. They
say what chance allows for questions of this kind, not how another kind would come out. Times and memory depend on the machine,
and on what else it does: go by the ratios, whose two sides were measured in one run.

## Measured
"""
BESIDE = """## Beside what others published

Their figures are taken from their papers and pages and were not measured here; their conditions differ from ours as the notes
say, and a line above another is no verdict.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if not options.check:
        PAGE.write_text(printed(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != printed():
        sys.exit(f"{PAGE.relative_to(ROOT)} is not what the records give: run `python -m benchmarks.standing`.")


def printed() -> str:
    """What the page is to be."""
    return page(read_all(), tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))["set"])


def page(records: Mapping[str, Record], published: Sequence[Mapping[str, Any]]) -> str:
    machines = list(dict.fromkeys(described(record.machine) for record in records.values() if record.machine))
    known = [records[each.name] for each in SUITE if each.name in records]
    measured = [record for record in known if record.status == "measured"]
    parts = [TOP, table(("what", "figure", "95 %", "n", "measurement"), figure_rows(measured)), ""]
    parts += ["### How", "", table(HOW, (how_row(record, machines) for record in measured)), ""]
    parts += ["Machines:", "", *(f"- {letter(at)}: {machine}" for at, machine in enumerate(machines)), ""]
    if rest := [record for record in known if record.status != "measured"]:
        parts += ["Not measured:", "", *(f"- `{record.name}` ({record.status}): {record.reason}" for record in rest), ""]
    parts.append(BESIDE)
    for each in published:
        parts += [f"### {each['title']}", "", each["note"].strip(), "", table(THEIRS, beside_rows(each, records)), ""]
    if PEERS.exists():
        parts += ["Other systems run by us on the sample papers, one beside the other: [peers](peers/README.md).", ""]
    return "\n".join(parts).rstrip() + "\n"


HOW = ("measurement", "command", "commit", "date", "CPU, minutes", "machine, load")
THEIRS = ("system", "figure", "conditions", "source")


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def figure_rows(records: Sequence[Record]) -> Iterator[Sequence[str]]:
    for record in records:
        for at, (name, label) in enumerate(HEADLINES[record.name].items()):
            figure = record.figures[name]
            title = record.title if at == 0 else ""
            what = f"{title}: {label}" if title else f"– {label}"
            yield what, value(figure) + (" times" if name in RATIOS else ""), interval(figure), number(figure), f"`{record.name}`"


def how_row(record: Record, machines: Sequence[str]) -> Sequence[str]:
    assert record.machine is not None
    load = "" if record.machine.load is None else f", {record.machine.load:g}"
    machine = letter(machines.index(described(record.machine))) + load
    minutes = f"{record.cpu_seconds / 60:.1f}" if record.cpu_seconds else ""
    return f"`{record.name}`", f"`{record.command}`", record.commit, record.date[:10], minutes, machine


def beside_rows(published: Mapping[str, Any], records: Mapping[str, Record]) -> Iterator[Sequence[str]]:
    for label, name, figure, conditions in published["ours"]:
        if name in records and figure in records[name].figures:
            found = records[name].figures[figure]
            between = f" ({interval(found)})" if found.low is not None else ""
            yield f"PaperAtlas, {label}", f"**{value(found)}**{between}", conditions, f"`{name}`"
    yield from published["theirs"]


def value(figure: Figure) -> str:
    """As docs write it: a share as counts, what is below 1 without its nought."""
    if figure.of is not None:
        return f"{figure.got} of {figure.of}"
    if figure.value > 1:
        return f"{figure.value:.{0 if figure.value >= BIG else 2}f}"
    return f"{figure.value:.3f}".removeprefix("0")


def interval(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f"{figure.low:.3f} to {figure.high:.3f}".replace("0.", ".")


def number(figure: Figure) -> str:
    return "" if figure.n is None else str(figure.n)


def described(machine: Machine) -> str:
    packages = ", ".join(f"{name} {version}" for name, version in machine.packages.items())
    return (
        f"{machine.cores} cores, {machine.processor}, {machine.memory_gib:g} GiB, {machine.system},"
        f" Python {machine.python}, {packages}"
    )


def letter(at: int) -> str:
    return chr(ord("A") + at)


if __name__ == "__main__":
    main()
