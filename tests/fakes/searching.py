"""A process that keeps a library open and answers queries: one line in, the hits of every mode as one line out."""

import json
import sys
from pathlib import Path

from paperatlas.core.searching import Mode
from paperatlas.library import Library
from tests.fakes.libraries import open_test_library

MODES: tuple[Mode, ...] = ("lexical", "vector", "hybrid")
Found = list[tuple[str, str, float]]


def found(library: Library, query: str) -> Found:
    """(mode, chunk, score) of every hit."""
    return [
        (mode, hit.chunk.id, round(hit.score, 4)) for mode in MODES for hit in library.search(query, mode=mode, limit=10).hits
    ]


def main() -> None:
    folder, vectors = sys.argv[1:]
    with open_test_library(Path(folder), vectors=vectors) as library:
        for line in sys.stdin:
            print(json.dumps(found(library, line.strip())), flush=True)  # noqa: T201 - to the test


if __name__ == "__main__":
    main()
