"""How many false premises are named, and how many true ones are called false.

    python benchmarks/false_premises.py --library FOLDER --questions premises.jsonl

FOLDER is a library of papers; premises.jsonl has a line a question: {"question", "doc", "true_premise"}. Each is put to its paper
without a language model. A true premise that is called false is the worse of the two faults, and printed.
"""

import argparse
import json
from pathlib import Path

from paperatlas.bootstrap import open_library


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    args = parser.parse_args()
    rows = [json.loads(line) for line in args.questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    named: dict[bool, list[bool]] = {True: [], False: []}
    with open_library(args.library) as library:
        for row in rows:
            answer = library.ask(row["question"], documents=[row["doc"]], use_llm=False)
            called_false = answer.reason == "false_premise"
            named[row["true_premise"]].append(called_false)
            if called_false and row["true_premise"]:
                print(f"called false: {row['question']}\n    {answer.text}")
    print(f"false premises named: {sum(named[False])} of {len(named[False])}")
    print(f"true premises called false: {sum(named[True])} of {len(named[True])}")


if __name__ == "__main__":
    main()
