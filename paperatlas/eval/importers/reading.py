"""Finds the reader of a published set by its name, and the files it needs."""

from collections.abc import Callable, Mapping
from pathlib import Path

from paperatlas.core.errors import BadSetting
from paperatlas.eval.importers.beir import beir
from paperatlas.eval.importers.imported import Imported
from paperatlas.eval.importers.long_documents import docbench, financebench, mmlongbench
from paperatlas.eval.importers.multi_hop import hotpot, musique
from paperatlas.eval.importers.papers import litqa2, qasper
from paperatlas.eval.importers.squad import squad

__all__ = ["FORMATS", "read_set"]


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _docbench(folder: Path) -> Imported:
    """A folder of numbered folders, each with a PDF and its questions."""
    files = sorted(folder.rglob("*_qa.jsonl"))
    pdfs = [next(iter(sorted(file.parent.glob("*.pdf"))), Path(f"{file.parent.name}.pdf")) for file in files]
    return Imported.together([docbench(_text(file), pdf.name) for file, pdf in zip(files, pdfs, strict=True)])


def _beir(folder: Path) -> Imported:
    """The test split, else the one to develop on: MS MARCO publishes no judgements of its test queries."""
    corpus, splits = folder / "corpus.jsonl", [folder / "qrels" / f"{name}.tsv" for name in ("test", "dev")]
    judgements = next((file for file in splits if file.exists()), splits[0])
    return beir(_text(folder / "queries.jsonl"), _text(judgements), _text(corpus) if corpus.exists() else "")


FORMATS: Mapping[str, Callable[[Path], Imported]] = {
    "squad2": lambda file: squad(_text(file)),
    "hotpotqa": lambda file: hotpot(_text(file)),
    "2wiki": lambda file: hotpot(_text(file)),
    "musique": lambda file: musique(_text(file)),
    "qasper": lambda file: qasper(_text(file)),
    "litqa2": lambda file: litqa2(_text(file)),
    "docbench": _docbench,
    "financebench": lambda file: financebench(_text(file)),
    "mmlongbench": lambda file: mmlongbench(_text(file)),
    "beir": _beir,
}
"""Of `docbench` and `beir` the folder, of the others the file."""


def read_set(name: str, place: Path) -> Imported:
    """Reads a published set.

    Raises:
        BadSetting: there is no such format, or nothing of what lies there is in it.
    """
    if name not in FORMATS:
        raise BadSetting(f"There is no question set {name!r} to read.", hint=f"There are: {', '.join(FORMATS)}.")
    try:
        found = FORMATS[name](place)
    except (OSError, ValueError, SyntaxError, KeyError, TypeError, AttributeError) as error:
        raise BadSetting(
            f"{str(place)!r} is not in the form of {name}: {type(error).__name__} {error}.",
            hint="docs/howto/evaluate.md says which file of the set is meant.",
        ) from error
    if not found.cases:
        first = f": {found.skipped[0].place}: {found.skipped[0].why}" if found.skipped else ""
        raise BadSetting(f"{str(place)!r} holds no question of {name}{first}.", hint="docs/howto/evaluate.md says what is read.")
    return found
