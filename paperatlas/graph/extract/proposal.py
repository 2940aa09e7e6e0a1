"""What a paper proposes: the name that its "our model" stands for."""

import re
from collections.abc import Sequence

from paperatlas.graph.extract.local import Group
from paperatlas.graph.extract.sameness import form_key

__all__ = ["proposed"]

_PROPOSES = re.compile(
    r"\b[Ww]e (?:also |further |therefore |thus |here )?"
    r"(?:propose|present|introduce|develop|release|describe|design|create|construct|build)\b"
    r"|\b(?:is|are) (?:proposed|presented|introduced)\b|\b(?:call|called|name|named|dub|dubbed|termed|coined) "
)
_REACH = 160
"""Characters after such a verb in which the name stands: half a sentence."""
_MADE = frozenset({"model", "method", "dataset", "task", "metric", "concept"})
"""Kinds of what papers propose."""
_OFTEN = 3
"""Times that a paper names at least what it proposes."""


def proposed(groups: Sequence[Group], title: str, texts: Sequence[str]) -> Group | None:
    """The proper name before the title's colon; else the first one after "we propose" that is named often; else None."""
    made = [group for group in groups if group.kind in _MADE and 2 * group.proper >= group.count]
    by_key = {form_key(form): group for group in made for form in group.forms}
    before, colon, _ = title.partition(":")
    if colon and (group := by_key.get(form_key(before))):
        return group
    often = [group for group in made if group.count >= _OFTEN]
    for text in texts:
        for match in _PROPOSES.finditer(text):
            after = re.split(r"[.;]\s", text[match.end() : match.end() + _REACH], maxsplit=1)[0]
            places = [(at, group) for group in often for form in group.forms if (at := _place(form, after)) >= 0]
            if places:
                return min(places, key=lambda place: place[0])[1]
    return None


def _place(form: str, text: str) -> int:
    match = re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text)
    return match.start() if match else -1
