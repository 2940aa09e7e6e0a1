"""Runs the acceptance scripts of the shared folder against this checkout, in full or as a quick slice.

    python benchmarks/accept.py --shared ../shared --work .accept [--quick]

Each step has a floor: the run fails when a figure falls below it. The quick slice is what CI affords.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = Path(sys.executable).with_name("paperatlas")


@dataclass(frozen=True, slots=True)
class Step:
    """One script, its arguments, and the least that a figure found by `pattern` in its output must reach."""

    script: str
    arguments: tuple[str, ...] = ()
    pattern: str = ""
    floor: float = 0.0


FULL = (
    Step("parse.py", ("--detail",)),
    Step("odd_pdfs.py", (), r"odd_pdfs: (\d+) mishandled"),
    Step("retrieval.py", ("scifact", "--mode", "hybrid"), r"nDCG@10=([\d.]+)", 0.72),
    Step("retrieval.py", ("2wiki", "--mode", "hybrid"), r"R@5=([\d.]+)", 0.69),
    Step("retrieval.py", ("musique", "--mode", "hybrid"), r"R@5=([\d.]+)"),
    Step("answers.py", ("--no-llm", "--scoped", "--detail"), r"^all\s+(\d+)/", 24),
    Step("answers.py", ("--no-llm", "--detail"), r"^all\s+(\d+)/", 20),
    Step("abstention.py", (), r"AUROC ([\d.]+)"),
)


def quick(shared: Path, work: Path) -> tuple[Step, ...]:
    """Two labelled papers, ten questions over the papers that they ask about, 50 queries on 500 records."""
    data = shared / "data"
    lines = (data / "questions" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    chosen = [q for q in questions if q.get("doc") in ("P19-1164.pdf", "W18-5713.pdf", "D19-1539.pdf")][:8]
    chosen += [q for q in questions if q.get("unanswerable")][:2]
    few = work / "questions.jsonl"
    few.write_text("".join(json.dumps(q) + "\n" for q in chosen), encoding="utf-8")
    return (
        Step("parse.py", ("P19-1164", "nutrients", "--detail")),
        Step("answers.py", ("--no-llm", "--scoped", "--detail", "--questions", str(few)), r"^all\s+(\d+)/", 6),
        Step("retrieval.py", ("scifact", "--mode", "hybrid", "--limit", "50"), r"nDCG@10=([\d.]+)", 0.75),
    )


def slice_shared(shared: Path, work: Path) -> Path:
    """A copy of the scripts beside a slice of the data: three papers, and 500 records that hold the gold of 50 queries."""
    small = work / "shared"
    (small / "data" / "retrieval" / "scifact").mkdir(parents=True)
    (small / "data" / "papers").mkdir()
    # The scripts find their data beside their resolved path, so they are copied, not linked.
    shutil.copytree(shared / "accept", small / "accept")
    for name in ("parse", "questions"):
        (small / "data" / name).symlink_to(shared / "data" / name)
    for paper in ("P19-1164.pdf", "W18-5713.pdf", "D19-1539.pdf"):
        # Copied too: an ingest does not follow links that lead out of its folder.
        shutil.copy(shared / "data" / "papers" / paper, small / "data" / "papers" / paper)
    _slice_retrieval(shared / "data" / "retrieval" / "scifact", small / "data" / "retrieval" / "scifact")
    return small


def _slice_retrieval(source: Path, target: Path, queries: int = 50, records: int = 500) -> None:
    asked = [json.loads(line) for line in (source / "queries.jsonl").read_text(encoding="utf-8").splitlines()][:queries]
    corpus = [json.loads(line) for line in (source / "corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    gold = {document for query in asked for document in query["gold"]}
    kept = [r for r in corpus if r["id"] in gold] + [r for r in corpus if r["id"] not in gold][: records - len(gold)]
    for name, rows in (("queries.jsonl", asked), ("corpus.jsonl", kept)):
        (target / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def run(steps: Sequence[Step], shared: Path, work: Path) -> int:
    """Run the steps; how many fell short."""
    short = 0
    for step in steps:
        keep = () if step.script in ("parse.py", "odd_pdfs.py") else ("--work", str(work))
        command = [sys.executable, str(shared / "accept" / step.script), *step.arguments, *keep]
        print("$", step.script, *step.arguments, flush=True)
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, env={**os.environ, "PAPERATLAS": str(PRODUCT)}
        )
        print(done.stdout, done.stderr, flush=True)
        figure = re.search(step.pattern, done.stdout, re.MULTILINE) if step.pattern else None
        missed = done.returncode != 0 or (bool(step.pattern) and (figure is None or float(figure[1]) < step.floor))
        if missed:
            short += 1
            print(
                f"SHORT: {step.script} {' '.join(step.arguments)} (exit {done.returncode}, wanted at least {step.floor})",
                flush=True,
            )
    return short


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=None)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if not (options.shared / "accept").is_dir():
        sys.exit(f"There are no acceptance scripts in {options.shared / 'accept'}; name their folder with --shared.")
    work = (options.work or Path(tempfile.mkdtemp())).resolve()
    work.mkdir(parents=True, exist_ok=True)
    shared = options.shared.resolve()
    steps = FULL
    if options.quick:
        steps, shared = quick(shared, work), slice_shared(shared, work)
    sys.exit(1 if run(steps, shared, work) else 0)


if __name__ == "__main__":
    main()
