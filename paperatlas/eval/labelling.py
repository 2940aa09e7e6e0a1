"""How good labels are: a router's kinds of question, a verifier's verdicts, against those of a file."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.core.errors import BadSetting, PaperAtlasError
from paperatlas.eval.figures import Figure
from paperatlas.eval.markdown import number, table
from paperatlas.eval.measures import Part
from paperatlas.eval.statistics import share_figure
from paperatlas.eval.summing import figure_json

__all__ = ["Labelled", "label_rows", "labels_json", "labels_markdown", "read_labelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A thing with its right labels, the first of them the best, and the one it got."""

    id: str
    gold: tuple[str, ...]
    got: str = ""
    error: str = ""
    """Why it got none; it is in no figure but the number of failures."""

    @property
    def is_right(self) -> bool:
        return self.got in self.gold

    @property
    def counted_as(self) -> str:
        """The label that it is an instance of: the one it got where that is right, else the best."""
        return self.got if self.is_right else self.gold[0]


def read_labelled(file: Path, *, label: str, needs: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a JSONL file.

    Args:
        file: what to read.
        label: the field of the right label; `also` may list others that are right too.
        needs: fields that every line must have as text.

    Raises:
        BadSetting: it cannot be read, or a line lacks one of them.
    """
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise BadSetting(f"{str(file)!r} cannot be read: {error}.", hint="Name a JSONL file.") from error
    for at, row in enumerate(rows, 1):
        missing = [name for name in (label, *needs) if not isinstance(row, dict) or not isinstance(row.get(name), str)]
        if missing:
            raise BadSetting(
                f"Line {at} of {str(file)!r} has no text {missing[0]!r}.", hint=f"Each has {label}, {', '.join(needs)}."
            )
    if not rows:
        raise BadSetting(f"{str(file)!r} is empty.", hint=f"Each line has {label}, {', '.join(needs)}.")
    return rows


def label_rows(rows: Sequence[Mapping[str, Any]], label: str, labeller: Callable[[Mapping[str, Any]], str]) -> list[Labelled]:
    """Each row with the label that it gets; a row that fails says why and the rest go on."""
    found = []
    for at, row in enumerate(rows, 1):
        gold, id_ = (row[label], *row.get("also", ())), str(row.get("id", at))
        try:
            found.append(Labelled(id=id_, gold=gold, got=labeller(row)))
        except PaperAtlasError as error:
            found.append(Labelled(id=id_, gold=gold, error=f"{error.code}: {error.message}"))
    return found


def labels_json(rows: Sequence[Labelled]) -> dict[str, Any]:
    """Accuracy with its interval, precision, recall and F1 of each label, who was taken for whom, and what failed."""
    scored = [row for row in rows if not row.error]
    accuracy = _accuracy(scored)
    by_label = _by_label(scored)
    macro = sum(each["f1"] for each in by_label.values()) / len(by_label) if by_label else None
    confused = Counter((row.counted_as, row.got) for row in scored if not row.is_right)
    return {
        "n": len(rows),
        "scored": len(scored),
        "failed": len(rows) - len(scored),
        "metrics": {"accuracy": figure_json(accuracy)} if accuracy else {},
        "macro_f1": macro,
        "by_label": by_label,
        "confused": [{"label": gold, "got": got, "n": n} for (gold, got), n in confused.most_common()],
        "items": [{"id": row.id, "label": row.gold[0], "got": row.got or None, "error": row.error or None} for row in rows],
    }


def _accuracy(scored: Sequence[Labelled]) -> Figure | None:
    return share_figure([Part(float(row.is_right), 1.0) for row in scored])


def _by_label(scored: Sequence[Labelled]) -> dict[str, dict[str, float]]:
    """Of every label that is right somewhere; one that is only ever given in error shows in the others' recall."""
    found = {}
    for label in sorted({row.counted_as for row in scored}):
        wanted = sum(row.counted_as == label for row in scored)
        given = sum(row.got == label for row in scored)
        both = sum(row.got == label == row.counted_as for row in scored)
        precision = both / given if given else 0.0
        found[label] = {"n": wanted, "precision": precision, "recall": both / wanted, "f1": 2 * both / (given + wanted)}
    return found


def labels_markdown(rows: Sequence[Labelled]) -> str:
    """The same for a person."""
    told = labels_json(rows)
    counted = f"{told['n']} lines, {told['scored']} scored, {told['failed']} failed."
    if not told["metrics"]:
        return counted
    sure = told["metrics"]["accuracy"]
    says = f"Accuracy {sure['value']:.3f} ({sure['low']:.3f} to {sure['high']:.3f}), macro F1 {told['macro_f1']:.3f}."
    cells = [
        (label, str(each["n"]), number(each["precision"]), number(each["recall"]), number(each["f1"]))
        for label, each in told["by_label"].items()
    ]
    mixed = [(each["label"], each["got"], str(each["n"])) for each in told["confused"]]
    parts = [counted, says, table(("label", "n", "precision", "recall", "F1"), cells)]
    return "\n\n".join([*parts, table(("label", "taken for", "n"), mixed)] if mixed else parts)
