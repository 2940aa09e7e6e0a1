"""A process that ingests: `python -m tests.fakes.ingesting LIBRARY PATH…`. Says when it begins and when it is done."""

import sys
from pathlib import Path

from tests.fakes.libraries import graph_parts, open_test_library


def main() -> None:
    folder, *paths = map(Path, sys.argv[1:])
    with open_test_library(folder, graph=graph_parts(folder)) as library:
        print("begun", flush=True)  # noqa: T201 - to the test
        library.ingest(paths)
    print("done", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
