"""What is done to a library while faults strike: each operation on a library, its notes and its copies in one folder."""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from paperatlas.core.conversation import Turn
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.graph_ports import GraphStore, Knowledge
from paperatlas.core.ports import Catalog, Embedder
from paperatlas.library import Engines, Library, check_copy, restore
from paperatlas.library.parts import GraphParts
from tests.fakes.libraries import Row, graph_parts, library_parts, open_test_library, parted_engines, rows
from tests.fakes.notes import HashEmbedder
from tests.fakes.schema_dump import library_of

Reached = Callable[[str], None]
"""Is told of every step."""
OTHER = HashEmbedder(name="other")


class Stepping:
    """Passes everything on, and tells before each change."""

    def __init__(self, name: str, inner: Any, reached: Reached) -> None:
        self._name, self._inner, self._reached = name, inner, reached

    def __getattr__(self, name: str) -> Any:
        if name in {"delete", "upsert", "apply", "commit"}:
            self._reached(f"{self._name}.{name}")
        return getattr(self._inner, name)


def silent(_step: str) -> None:
    """Who is not watching."""


def opened(root: Path, reached: Reached = silent, embedder: Embedder | None = None, *, name: str = "library") -> Library:
    return open_test_library(**open_parts(root / name, reached, embedder))


def open_parts(folder: Path, reached: Reached = silent, embedder: Embedder | None = None) -> dict[str, Any]:
    """What `open_test_library` and `library_parts` are given."""
    embedder = embedder or HashEmbedder()
    graph = graph_parts(folder)
    return {
        "folder": folder,
        "vectors": "by embedder",
        "embedder": embedder,
        "open_engines": partial(_engines, folder=folder, embedder=embedder, reached=reached),
        "index_folders": (folder / "lexical", folder / "vectors" / embedder.id.replace("/", "-")),
        "graph": graph_parts(folder, open_store=partial(_store, graph, reached)),
        "workers": 1,
    }


def _engines(catalog: Catalog, knowledge: Knowledge | None, *, folder: Path, embedder: Embedder, reached: Reached) -> Engines:
    engines = parted_engines(catalog, knowledge, folder=folder, embedder=embedder)
    lexical: Any = Stepping("lexical", engines.lexical, reached)
    return Engines(lexical=lexical, vector=engines.vector, searcher=engines.searcher)


def _store(graph: GraphParts, reached: Reached) -> GraphStore:
    store: Any = Stepping("graph", graph.open_store(), reached)
    return store  # type: ignore[no-any-return]


def make(root: Path, *, changed: bool = True) -> None:
    """What every operation begins with: a library with all that a person adds, an older backup of it, and an export.

    One of the papers has `changed` since.
    """
    papers = root / "papers"
    papers.mkdir(parents=True)
    (papers / "amber.note").write_text("# Amber\nThe lamp of Amber is green.\nThe lamp of Quartz is amber.\n", encoding="utf-8")
    (papers / "tides.note").write_text("The tide is high at Noon.\n", encoding="utf-8")
    with opened(root) as library:
        library.ingest(papers)
        _speak(library)
        library.backup(root / "backup")
        library.export(root / "export.zip")
        library.collect("light", ["amber.note"])
        library.correct("tides.note", title="On Tides")
    if changed:
        (papers / "amber.note").write_text(
            "# Amber\nThe lamp of Amber is blue.\nThe lamp of Basalt is amber.\n", encoding="utf-8"
        )


def _speak(library: Library) -> None:
    library._opened.conversations.add("t", Turn(question="Which?", condensed="Which?"), {})


def _change(change: Callable[[Library, Path], object]) -> Callable[[Path, Reached], None]:
    def run(root: Path, reached: Reached) -> None:
        with opened(root, reached) as library:
            change(library, root)

    return run


def _ingest(library: Library, root: Path) -> None:
    report = library.ingest(root / "papers/amber.note")
    for failed in report.failed:
        assert failed.error is not None
        raise PaperAtlasError(failed.error.message, hint=failed.error.hint)
    if report.notes:  # the graph did not follow
        raise PaperAtlasError(report.notes[0], hint="paperatlas graph build")


def _reembed(root: Path, reached: Reached) -> None:
    with opened(root, reached, OTHER) as library:
        library.reembed()


def _restore(root: Path, reached: Reached) -> None:
    _put_back(root / "backup", root / "library", reached)


def _import(root: Path, reached: Reached) -> None:
    _put_back(root / "export.zip", root / "imported", reached)


def _put_back(source: Path, folder: Path, reached: Reached) -> None:
    done = restore(source, library_parts(**open_parts(folder, reached)), replace=True)
    assert all(fault.fixed for fault in done.faults), done.faults


def _migrate(root: Path, reached: Reached) -> None:
    del reached  # its steps are commits
    with opened(root):
        pass


def _repair(root: Path, reached: Reached) -> None:
    with opened(root, reached) as library:
        assert library.doctor(fix=True).sound


OPERATIONS: Mapping[str, Callable[[Path, Reached], None]] = {
    "ingest": _change(_ingest),
    "remove": _change(lambda library, _: library.remove("amber.note")),
    "correct": _change(lambda library, _: library.correct("amber.note", title="On Lamps")),
    "collect": _change(lambda library, _: library.collect("sea", ["tides.note"])),
    "converse": _change(lambda library, _: _speak(library)),
    "reembed": _reembed,
    "doctor": _repair,
    "backup": _change(lambda library, root: library.backup(root / "backup")),
    "export": _change(lambda library, root: library.export(root / "export.zip")),
    "restore": _restore,
    "import": _import,
    "migrate": _migrate,
}


def prepare(operation: str, root: Path) -> None:
    """What an operation needs beyond what all begin with."""
    library = root / "library"
    if operation == "migrate":
        shutil.rmtree(library)
        library_of(1, library)
    if operation == "doctor":
        shutil.rmtree(library / "lexical")
        shutil.rmtree(library / "graph")


State = tuple[Any, ...]


def state(operation: str, root: Path) -> State:
    """All that an operation may change and that cannot be made anew."""
    library = root / "library"
    if operation in {"backup", "export"}:
        place = root / ("backup" if operation == "backup" else "export.zip")
        return (_known(library), _conversations(library), check_copy(place).generation)
    if operation == "import":
        imported = root / "imported"
        there = (imported / "catalog.sqlite3").exists()
        return (_known(imported) if there else None, _conversations(imported), _originals(imported))
    return (_known(library), _conversations(library), _originals(library))


def _known(library: Path) -> dict[str, list[Row]] | None:
    """None before there is one, or while it is empty: whoever opens a folder makes a library of it."""
    found = rows(library)
    # That a file could not be taken may be noted in the state in which it was not.
    found["sources"] = [(row[0], row[3]) for row in found.get("sources", [])]
    return found if found.get("documents") else None


def _conversations(library: Path) -> list[Row]:
    file = library / "conversations.sqlite3"
    if not file.exists():
        return []
    with closing(sqlite3.connect(file)) as connection:
        made = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        return connection.execute("SELECT thread, number, question FROM turns ORDER BY 1, 2").fetchall() if made else []


def _originals(library: Path) -> list[str]:
    return sorted(file.name for file in (library / "originals").glob("*/*"))
