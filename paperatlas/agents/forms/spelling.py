"""Misspelt words of asking ("affilation", "mentiond") put right; all other words are left as they stand."""

import re
from functools import cache
from importlib import resources

from rapidfuzz.distance import OSA

__all__ = ["mended"]

_ASKING = frozenset(
    "abstract abstracts accuracy affiliated affiliation affiliations answer appear appears article articles"
    " author authors average"
    " between caption citation citations cited compare compared comparison conclusion conference contain contains contribution"
    " contributions corresponding count describe difference differences different discuss discussed document documents does email"
    " equation explain figure figures first frequency frequently highest institution institutions introduction journal keywords"
    " language largest library list longest lowest many mention mentioned mentions method number occur"
    " occurrence occurrences occurs often"
    " outline overview page pages paper papers paragraph phrase position precision proceedings publication publications published"
    " reference references relation relationship score second section sections sentence sentences shortest show similar smallest"
    " summarise summarize summary table tables term their there these third times title titles total"
    " university venue venues version"
    " what when where which word words workshop written wrote year"
    # Right words that stand one letter from one of the above.
    " authored comparator contrastive mentioner pager paginated referencer sectional summariser summarisers"
    " summarizer summarizers"
    " tabular titled wordpiece wordpieces".split()
)
_SHORTEST = 4
"""Letters. In shorter words one letter makes another word."""
_LONG = 8
"""From this length on two wrong letters are forgiven."""


def mended(text: str) -> str:
    """The text with misspelt words of asking replaced; names, numbers and every word of the English list are kept."""
    return re.sub(r"(?<!\w)[^\W\d_]+(?!\w)", lambda word: _mended(word.group(), opens=not text[: word.start()].strip()), text)


def _mended(word: str, *, opens: bool) -> str:
    low = word.lower()
    name = word != low and not (opens and word[1:].islower())
    if name or len(low) < _SHORTEST or low in _ASKING or low in _english():
        return word
    return _nearest(low) or word


@cache
def _nearest(word: str) -> str | None:
    """The one asking word that is a slip away; people rarely miss the first letter."""
    limit = 2 if len(word) >= _LONG else 1
    near = [(OSA.distance(word, right, score_cutoff=limit), right) for right in _ASKING if right[0] == word[0]]
    near = sorted(item for item in near if item[0] <= limit)
    if not near or (len(near) > 1 and near[1][0] == near[0][0] and not _same_word(near[0][1], near[1][1])):
        return None
    return near[0][1]


def _same_word(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


@cache
def _english() -> frozenset[str]:
    """82,765 English words: the frequency list that the spelling corrector brings."""
    listed = (resources.files("symspellpy") / "frequency_dictionary_en_82_765.txt").read_text(encoding="utf-8-sig")
    return frozenset(line.partition(" ")[0] for line in listed.splitlines())
