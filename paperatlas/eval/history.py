"""Runs kept with a library, so that figures can be followed over time."""

import json
import re
from contextlib import nullcontext, suppress
from itertools import chain, count
from pathlib import Path
from typing import Any

from paperatlas.catalog import EVALUATIONS, Evaluations, evaluations_in
from paperatlas.core.errors import ConfigError, StoreError
from paperatlas.eval.record import Record, parse_record, read_record
from paperatlas.eval.summing import run_json

__all__ = ["FOLDER", "keep", "kept", "kept_rows", "named_run"]

FOLDER = EVALUATIONS
"""Of a library's folder: where a run is until the catalog has it, and what its path says ever after."""
_LONGEST = 180
"""Bytes of a name: a file's may have 255, a number and an ending included."""


def keep(runs: Evaluations, record: Record) -> Path:
    """Put a run beside the earlier ones; the path by which it is named from now on.

    It is a file first, and the catalog takes it in as soon as it can be written.

    Raises:
        ConfigError: it cannot be written.
    """
    place = runs.folder
    text = json.dumps(run_json(record), ensure_ascii=False)
    try:
        file = place / f"{_free_name(record, text, runs)}.json"
        place.mkdir(parents=True, exist_ok=True)
        # Whoever takes files in meanwhile must never see half of one.
        written = file.with_suffix(".writing")
        written.write_text(text, encoding="utf-8")
        written.replace(file)
    except OSError as error:
        raise ConfigError(f"The run cannot be kept in {str(place)!r}: {error}.", hint="Make room, or use --no-keep.") from error
    with suppress(StoreError):
        runs.take_in()
    return file


def _free_name(record: Record, text: str, runs: Evaluations) -> str:
    """What a run is called; with a number behind where another one that was begun in the same second is called so."""
    made = record.made
    name = re.sub(r"[^\w.+-]+", "-", f"{made.started}-{made.questions}-{made.config}-{made.scope}")
    name = name.encode()[:_LONGEST].decode(errors="ignore")
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(each for each in names if runs.run(each) in (None, text))


def kept(runs: Evaluations) -> list[tuple[Path, Record]]:
    """All that are kept, each by its path, the oldest first. Raises BadSetting when one is damaged, with its name."""
    return [(path, record) for path, record, _ in _kept(runs)]


def kept_rows(runs: Evaluations) -> dict[str, dict[str, Any]]:
    """The same by their names, each as `run_json` gave it when it was made: a thousand intervals need not be drawn anew."""
    return {path.stem: json.loads(text) for path, _, text in _kept(runs)}


def _kept(runs: Evaluations) -> list[tuple[Path, Record, str]]:
    texts = [(runs.folder / f"{run.name}.json", run.text) for run in runs.runs()]
    records = [(path, parse_record(text, str(path)), text) for path, text in texts]
    return sorted(records, key=lambda each: (each[1].made.started, each[0].stem))


def named_run(given: Path, runs: Evaluations) -> Record:
    """The run of a file, or the kept one of that path or name.

    Args:
        given: a file of `eval run --out`, or what `eval history` calls a run.
        runs: those of the library in which a bare name is looked for.

    Raises:
        BadSetting: there is none, or it is damaged.
    """
    if given.is_file():
        return read_record(given)
    is_elsewhere = given.parent.name == FOLDER and given.absolute().parent != runs.folder
    with evaluations_in(given.absolute().parent.parent) if is_elsewhere else nullcontext(runs) as looked_in:
        text = looked_in.run(given.name.removesuffix(".json"))
    return read_record(given) if text is None else parse_record(text, str(given))
