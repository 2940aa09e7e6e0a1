"""Things that were held against what is known of them, each with what was right of how much: documents, triples, queries."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paperatlas.eval.figures import Figure
from paperatlas.eval.markdown import number, table
from paperatlas.eval.measures import Part
from paperatlas.eval.statistics import share_figure
from paperatlas.eval.summing import figure_json

__all__ = ["Checked", "checked_json", "checked_markdown", "f1"]

_SHOWN = 20
"""Failures and misses of which a person is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One of them: what is drawn as a whole for an interval, since what stands in one document goes well or badly together."""

    id: str
    kind: str
    scores: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    """By the name of the measure, a part for each fact that is known."""
    missed: tuple[str, ...] = ()
    """What is not as it should be, for a person."""
    code: str = ""
    message: str = ""
    """Why it could not be checked; it is in no figure then but the number of failures."""

    @property
    def failed(self) -> bool:
        return bool(self.code)


def f1(right: float, given: float, wanted: float) -> tuple[Part, ...]:
    """Precision and recall in one, as a share that can be summed; nothing where nothing was wanted and nothing given."""
    return (Part(2 * right, given + wanted),) if given + wanted else ()


def _whole(parts: Sequence[Part]) -> Part:
    return Part(sum(part.got for part in parts), sum(part.of for part in parts))


def _figures(items: Iterable[Checked], meanings: Mapping[str, str]) -> dict[str, Figure]:
    """Over the items, each drawn as a whole; of one item over its facts."""
    scored = [item for item in items if not item.failed]
    found = {}
    for name in meanings:
        own = [item.scores[name] for item in scored if item.scores.get(name)]
        parts = list(own[0]) if len(own) == 1 else [_whole(part) for part in own]
        figure = share_figure([part for part in parts if part.of])
        if figure is not None:
            found[name] = figure
    return found


def checked_json(items: Sequence[Checked], meanings: Mapping[str, str]) -> dict[str, Any]:
    """Figures overall and by kind, and each item with its own."""
    return {
        **_counts(items, meanings),
        "by_kind": {kind: _counts([item for item in items if item.kind == kind], meanings) for kind in _kinds(items)},
        "failures": dict(Counter(item.code for item in items if item.failed)),
        "items": [_item_json(item, meanings) for item in items],
    }


def _counts(items: Sequence[Checked], meanings: Mapping[str, str]) -> dict[str, Any]:
    failed = sum(item.failed for item in items)
    return {
        "n": len(items),
        "scored": len(items) - failed,
        "failed": failed,
        "metrics": {name: figure_json(figure) for name, figure in _figures(items, meanings).items()},
    }


def _item_json(item: Checked, meanings: Mapping[str, str]) -> dict[str, Any]:
    error = {"code": item.code, "message": item.message} if item.failed else None
    metrics = {name: figure_json(figure) for name, figure in _figures([item], meanings).items()}
    return {"id": item.id, "kind": item.kind, "error": error, "metrics": metrics, "missed": list(item.missed)}


def _kinds(items: Sequence[Checked]) -> list[str]:
    return sorted({item.kind for item in items})


def checked_markdown(items: Sequence[Checked], meanings: Mapping[str, str], *, things: str) -> str:
    """The same for a person.

    Args:
        items: what was checked.
        meanings: what each measure is a share of.
        things: what they are, in plural.
    """
    failed = [item for item in items if item.failed]
    counted = f"{len(items)} {things}, {len(items) - len(failed)} scored, {len(failed)} failed."
    found = _figures(items, meanings)
    rows = [
        (name, number(each.value), f"{number(each.low)} to {number(each.high)}", str(each.n), meanings[name])
        for name, each in found.items()
    ]
    parts = [counted, table(("figure", "value", "95 %", "n", ""), rows)]
    if len(kinds := _kinds(items)) > 1:
        parts.append(_by_kind(items, kinds, found, meanings))
    if missed := [f"- {item.id}: {what}" for item in items for what in item.missed]:
        parts += ["Not as it should be:", _listed(missed)]
    if failed:
        reasons = ", ".join(f"{code} {n}" for code, n in Counter(item.code for item in failed).most_common())
        told = [f"- {item.id}: {item.code}, {item.message}" for item in failed]
        parts += [f"Failed, and in no figure ({reasons}):", _listed(told)]
    return "\n\n".join(parts)


def _by_kind(items: Sequence[Checked], kinds: Sequence[str], found: Mapping[str, Figure], meanings: Mapping[str, str]) -> str:
    """A row a kind, with what any of them has."""
    rows = []
    for kind in kinds:
        own = [item for item in items if item.kind == kind]
        figures, failed = _figures(own, meanings), sum(item.failed for item in own)
        values = (number(figures[name].value) if name in figures else "" for name in found)
        rows.append((kind, str(len(own) - failed), str(failed), *values))
    return table(("kind", "scored", "failed", *found), rows)


def _listed(lines: Sequence[str]) -> str:
    more = [f"- and {len(lines) - _SHOWN} more; --json has all"] if len(lines) > _SHOWN else []
    return "\n".join([*lines[:_SHOWN], *more])
