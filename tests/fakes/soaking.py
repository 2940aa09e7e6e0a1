"""One process of the soak test: `python -m tests.fakes.soaking ROLE FOLDER SEED`. A line in asks for one piece of work."""

import json
import random
import sys
from pathlib import Path
from typing import Any

from paperatlas.core.errors import LibraryLocked
from paperatlas.library import Library, check_copy
from tests.fakes.libraries import graph_parts, open_test_library

WORDS = ("amber", "basalt", "chalk", "dune", "ember", "fjord", "grove", "harbour")


class Worker:
    """What processes do to one library. Each piece of work gives what the test compares."""

    def __init__(self, library: Library, home: Path, seed: int) -> None:
        self._library = library
        self._home = home
        self._papers = home / "papers"
        self._chance = random.Random(seed)
        self._own = f"w{seed}n"
        """What the names of its papers begin with: each writer changes its own."""
        self._made = 0
        self._tokens: dict[str, str] = {}
        """The word that stands in each of its papers and nowhere else."""

    def write(self) -> dict[str, Any]:
        """One change; afterwards everybody must find what is `there`, and nothing of what is `gone`."""
        own = [document.name for document in self._library.documents() if document.name.startswith(self._own)]
        kind = self._chance.choice(("add", "add", "change", "remove", "correct", "collect")) if len(own) > 4 else "add"
        try:
            return {"kind": kind, **self._changed(kind, own)}
        except LibraryLocked as error:
            return {"kind": "locked", "told": error.message}

    def _changed(self, kind: str, own: list[str]) -> dict[str, Any]:
        if kind == "correct":
            self._library.correct(self._chance.choice(own), title=" ".join(self._chance.choices(WORDS, k=3)))
            return {}
        if kind == "collect":
            self._library.collect(self._chance.choice(WORDS), [self._chance.choice(own)])
            return {}
        if kind == "remove":
            name = self._chance.choice(own)
            self._library.remove(name)
            (self._papers / name).unlink()
            return {"gone": self._tokens.pop(name)}
        self._made += 1
        name = self._chance.choice(own) if kind == "change" else f"{self._own}{self._made}.note"
        token = f"token{self._own}x{self._made}"
        text = f"{token} {' '.join(self._chance.choices(WORDS, k=20))} of Harbour {self._chance.choice(WORDS).title()}.\n"
        (self._papers / name).write_text(text, encoding="utf-8")
        report = self._library.ingest(self._papers / name)
        assert not report.failed, report.failed
        gone, self._tokens[name] = self._tokens.get(name), token
        return {"there": token, **({"gone": gone} if gone else {})}

    def look(self, token: str) -> dict[str, Any]:
        """How often a word is found, by words and by meaning, and whether what is read belongs together."""
        hits = self._library.search(token, mode="lexical", limit=5).hits
        names = {document.id: document.name for document in self._library.documents()}
        for hit in self._library.search(self._chance.choice(WORDS), mode="hybrid", limit=5).hits:
            assert hit.chunk.text
        return {"found": sum(token in hit.chunk.text for hit in hits), "documents": len(names)}

    def copy(self) -> dict[str, Any]:
        """A backup of whatever there is at this moment, and a check of it."""
        done = self._library.backup(self._home / "copy")
        return {"documents": check_copy(self._home / "copy").documents, "missing": list(done.missing)}

    def check(self) -> dict[str, Any]:
        """What the doctor finds; it is told where another process writes."""
        try:
            return {"faults": [fault.code for fault in self._library.doctor().faults]}
        except LibraryLocked:
            return {"faults": []}


def main() -> None:
    role, folder, seed = sys.argv[1:]
    home = Path(folder)
    library_at = home / "library"
    wait = 60.0 if role == "waiting" else 0.0
    with open_test_library(library_at, graph=graph_parts(library_at), lock_seconds=wait, workers=1) as library:
        worker = Worker(library, home, int(seed))
        work: dict[str, Any] = {"write": worker.write, "look": worker.look, "copy": worker.copy, "check": worker.check}
        for line in sys.stdin:
            asked = json.loads(line)
            print(json.dumps(work[asked.pop("do")](**asked)), flush=True)  # noqa: T201 - to the test


if __name__ == "__main__":
    main()
