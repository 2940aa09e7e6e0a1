"""What a paper's title says that it uses: titles have no verb for the parser to find."""

import re
from collections.abc import Sequence

from paperatlas.graph.extract.found import Found

__all__ = ["USED_BY_TITLE", "means_in_title"]

USED_BY_TITLE = 0.7
"""Confidence: a title says so, but in few words."""
_BY = re.compile(r"\b(?P<sure>through|via|using|by means of|based on)\s|(?<!compared )\bwith\s", re.IGNORECASE)
_ENDS = re.compile(r"\s(?:for|in|to|on|from|under|of|as|at|towards?)\s|[:?.!]|\s[-–—]\s", re.IGNORECASE)
_BEARERS = re.compile(
    r"\b(?:patients|people|persons|children|adults|women|men|individuals|subjects|mice|rats|cells|cases)\s$", re.IGNORECASE
)
"""Who has what follows "with", rather than uses it."""
_MEANS = frozenset({"method", "model", "dataset", "material"})


def means_in_title(title: str, names: Sequence[Found]) -> list[int]:
    """The names after "through", "via", "using" and "with"; after "with", which says much else, only such as can be used."""
    found: list[int] = []
    for match in _BY.finditer(title):
        end = _ENDS.search(title, match.end())
        reach = end.start() if end else len(title)
        for index, name in enumerate(names):
            usable = match["sure"] or (name.kind in _MEANS and not _BEARERS.search(title[: match.start()]))
            if usable and match.end() <= name.start and name.end <= reach:
                found.append(index)
    return list(dict.fromkeys(found))
