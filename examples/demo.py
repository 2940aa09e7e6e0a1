"""The tour of `make demo`: ingest the sample papers, ask six questions, print the proven answers. No key, no network."""

import sys
import tempfile
import time
from pathlib import Path

import paperatlas as pa
from paperatlas.cli.progress import ingest_progress
from paperatlas.cli.text import answer_text, ingest_text

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "samples"
QUESTIONS = (
    "What is the detection limit of Glow Curve Integration?",
    "Which method has the lowest MAE on the site split?",
    "How many readings were taken between 75 and 85 percent humidity?",
    "How many times is MossBank mentioned?",
    "List all papers and their venues.",
    "How many millilitres of water does a tray of lanternmoss need per week?",
)
"""A fact, a superlative, a table's cell, a count, a list, and a question that the papers do not answer."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, pa.open_library(Path(folder) / "demo.library") as library:
        with ingest_progress() as on_progress:
            report = library.ingest([SAMPLES], on_progress=on_progress)
        print(ingest_text(report))
        if report.failed:
            sys.exit("Not every sample could be read.")
        for question in QUESTIONS:
            began = time.perf_counter()
            answer = library.ask(question)
            print(f"\n? {question}   ({answer.status}, {time.perf_counter() - began:.1f} s)\n{answer_text(answer)}")


if __name__ == "__main__":
    main()
