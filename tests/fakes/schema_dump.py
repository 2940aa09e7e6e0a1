"""A small library of today's schema as SQL, for tests of later versions: `python -m tests.fakes.schema_dump > N.sql`.

Each release with a new step of `catalog/schema.py` adds its dump to tests/data/schemas; one that is there is never made anew.
"""

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from paperatlas.catalog import CATALOG
from tests.fakes.libraries import graph_parts, open_test_library
from tests.fakes.notes import PAGE_BREAK

LAMPS = (
    f"# Lamps\nThe lamp of Amber is green.\nThe lamp of Quartz is amber.\n{PAGE_BREAK}# Care\nAmber dust is wiped off the lamp.\n"
)
TIDES = "The tide is high at Noon.\n"
SCHEMAS = Path(__file__).resolve().parents[1] / "data/schemas"


def library_of(version: int, folder: Path) -> Path:
    """A library as that version left it, without indexes, which it may have had in other places."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / CATALOG)) as connection:
        connection.executescript((SCHEMAS / f"{version}.sql").read_text(encoding="utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
        originals = dict(connection.execute("SELECT name, original FROM documents"))
    for name, text in (("lamps.note", LAMPS), ("tides.note", TIDES)):
        original = folder / "originals" / originals[name][:2] / originals[name]
        original.parent.mkdir(parents=True)
        original.write_text(text, encoding="utf-8", newline="\n")
    return folder


def main() -> None:
    papers, folder = Path(tempfile.mkdtemp()), Path(tempfile.mkdtemp()) / "library"
    (papers / "lamps.note").write_text(LAMPS, encoding="utf-8")
    (papers / "tides.note").write_text(TIDES, encoding="utf-8")
    with open_test_library(folder, graph=graph_parts(folder)) as library:
        library.ingest(papers)
        library.collect("light", ["lamps.note"])
        library.correct("tides.note", title="On Tides")
    with closing(sqlite3.connect(folder / "catalog.sqlite3")) as connection:
        [version] = connection.execute("PRAGMA user_version").fetchone()
        sys.stdout.write("\n".join([*connection.iterdump(), f"PRAGMA user_version = {version};", ""]))


if __name__ == "__main__":
    main()
