"""Words in the form in which they are compared: one spelling for British and American, one for singular and plural.

The forms are no words of English ("analyse" becomes "analyze", "noise" "noize"); all that matters is that spellings of one
word meet and those of two do not.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

__all__ = ["common_form"]

_LEAST = 4
"""Letters from which a final s may mark a plural: "gas" and "bus" are singular."""

_IRREGULAR: Mapping[str, str] = {
    "analyses": "analysis",
    "antibodies": "antibody",
    "axes": "axis",
    "bacteria": "bacterium",
    "children": "child",
    "corpora": "corpus",
    "criteria": "criterion",
    "diagnoses": "diagnosis",
    "feet": "foot",
    "fungi": "fungus",
    "gases": "gas",
    "hypotheses": "hypothesis",
    "indices": "index",
    "leaves": "leaf",
    "lenses": "lens",
    "loci": "locus",
    "matrices": "matrix",
    "men": "man",
    "metastases": "metastasis",
    "mice": "mouse",
    "mitochondria": "mitochondrion",
    "movies": "movie",
    "neuroses": "neurosis",
    "nuclei": "nucleus",
    "phenomena": "phenomenon",
    "polyhedra": "polyhedron",
    "prostheses": "prosthesis",
    "spectra": "spectrum",
    "stimuli": "stimulus",
    "syntheses": "synthesis",
    "teeth": "tooth",
    "theses": "thesis",
    "vertices": "vertex",
    "viscera": "viscus",
    "women": "woman",
}
_SINGULAR = frozenset(
    "species series physics mathematics ethics news lens mumps rabies herpes diabetes aries always whereas cis trans".split()
)

_SPELLINGS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=\w\w\w)our(?=$|ed$|ing$|al$|ist$|ite$|able$|less$|hood$|ful$)", "or"),
        (r"(?<=\w\w\w)is(?=e$|ed$|er$|ing$|able$|ation|ational)", "iz"),
        (r"lys(?=e$|ed$|er$|ing$)", "lyz"),
        (r"^(\w*(?:cent|fib|lit|met|theat|calib|spect|sab|lust|meag))re$", r"\1er"),
        (r"logue$", "log"),
        (r"ae(?=[cdmo]|s[ait])", "e"),
        (r"oea", "ea"),
        (r"^oe(?=[dnst])|(?<=am)oe(?=b)|(?<=c)oe(?=l)|(?<=f)oe(?=t)", "e"),
        (r"sulph", "sulf"),
        (r"aluminium", "aluminum"),
        (r"(?<=def|off|lic)ence$", "ense"),
        (r"programme$", "program"),
        (r"^artefact", "artifact"),
        (r"^grey", "gray"),
        (r"^ageing", "aging"),
        (r"^sceptic", "skeptic"),
        (r"(?<=udg|edg)ement", "ment"),
        (r"^mould", "mold"),
    )
)
_DOUBLED_L = re.compile(r"(?<=[^aeiou][aeiou]l)l(?=ed$|ing$|er$)")
_LONG_ENOUGH = 8
"""Letters from which a doubled l is one of spelling ("modelling"); in shorter words it is another word ("filling", "filing")."""


@lru_cache(maxsize=200_000)
def common_form(word: str) -> str:
    """Of a lower-case word without accents."""
    return _american(_singular(word))


def _american(word: str) -> str:
    if len(word) <= _LEAST:
        return word
    for pattern, replacement in _SPELLINGS:
        word = pattern.sub(replacement, word)
    return _DOUBLED_L.sub("", word) if len(word) >= _LONG_ENOUGH else word


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < _LEAST or not word.endswith("s") or word in _SINGULAR or word.endswith(("ss", "us", "is", "as")):
        return word[:-1] if word.endswith("che") else word
    if word.endswith("ies") and len(word) > _LEAST:
        return word[:-3] + "y"
    for plural, letters in (("sses", 2), ("ches", 2), ("shes", 2), ("xes", 2), ("iases", 2)):
        if word.endswith(plural):
            return word[:-letters]
    if word.endswith("uses") and word[-5:-4] not in {"a", "o", "e", ""}:
        return word[:-2]
    return word[:-1]
