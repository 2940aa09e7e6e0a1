"""Where a reference appeared: the name of its journal or meeting, without volume, pages, place and date."""

import re

__all__ = ["reads_as_journal", "venue_in"]

_YEAR = r"(?:1[89]|20)\d{2}"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_ENDS = (
    rf",\s*[A-Z][\w&/-]{{1,12}}\s+{_YEAR}\b",  # ", ICLR 2022": the meeting's short name
    r"\([A-Z][\w&/-]{1,12}\s*[’']?\d{2,4}\)",  # "(LREC 2018)"
    rf"\(?\b{_YEAR}[a-z]?\b(?=\s*(?:[,.;:)]|$))",  # a year at the end of a clause; "the 2019 Conference" goes on
    rf"(?<=[,.;(])\s*\b{_YEAR}\b",
    r"(?<=\)),",  # what follows "(RANLP)," is a place
    r"\(?\b(?:[Vv]ol(?:ume)?|[Nn]umber)\b",
    r"\b[Nn]o\.\s",
    r"\b[Pp]ages?\b",
    r"\b[Pp]p?\.\s",
    r"(?<!\d)\d++\s*[(:,]",
    rf"{_MONTH}\s\d{{1,2}}(?:[–-]|,\s)",
    r"\b(?:URL|ISBN|ISSN)\b",
    r"(?:[Aa]r[Xx]iv:|abs/|https?:|[Dd][Oo][Ii]\b|\b[Ee]ditors?\b)",
)
_END = re.compile(rf"[,.;(]?\s*(?:{'|'.join(_ENDS)})")
_QUOTED = re.compile(r"[“\"]([^”\"]{8,}?)[,.]?[”\"]")
_LEAD = re.compile(r"^[\s,.]*(?:in:?|published in)\s+", re.IGNORECASE)
_EDITORS = re.compile(r"^.{3,900}?,?\s*\(?\b(?:[Ee]ditors?|[Ee]ds?\.)\)?[,.]?\s+(?=[\"“]?[A-Z])")
_PREPRINT = re.compile(r"^arxiv(?:\.org)?\b(?: (?:e-?prints?|preprints?))?$", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:The )?(?:Journal|Proceedings|Proc\.|Transactions|Trans\.|Annals|Archives|International|Advances|Lecture)\b"
)
_SMALL = frozenset({"of", "and", "in", "for", "on", "de", "der"})
_LONGEST = 10
"""Words of the name of a journal at most, as far as it is told from the end of a title by nothing else."""
_WITHIN = 2_000
"""Characters within which it stands, behind a list of editors."""


def venue_in(rest: str) -> str:
    """The venue in what follows a title."""
    rest = _EDITORS.sub("", _LEAD.sub("", rest.strip(" ,.;")))
    if quoted := _QUOTED.match(rest):
        rest = quoted[1]
    end = _END.search(rest)
    venue = (rest[: end.start()] if end else rest).strip(" ,.;(")
    return "arXiv" if _PREPRINT.match(venue) else venue


def reads_as_journal(text: str) -> bool:
    """Whether a text up to the volume may be a journal's name alone and does not begin with the end of a title.

    A name has stops within it only where most of its words are abbreviations: "Eur. J. Clin. Nutr".
    """
    name = venue_in(text[:_WITHIN])
    *words, _ = name.split() or [""]
    if _NAMED.match(name) or not words:
        return bool(name)
    stopped = sum(word.endswith(".") for word in words)
    plain = any(word.islower() and word not in _SMALL and not word.endswith(".") for word in words)
    return len(words) < _LONGEST and (stopped == 0 or (2 * stopped >= len(words) and not plain))
