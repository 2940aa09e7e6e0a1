"""Short names and synonyms that papers use without defining them."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.shapes import shape

__all__ = ["meaning"]


def meaning(key: str, family: Family) -> str:
    """The key of what a name of this key stands for; empty where it is not known to stand for anything.

    Of a name of no family the meanings in all families count: an open kind says nothing against them.
    """
    known = _known()
    families = (Family.OPEN, *Family) if family is Family.OPEN else (family, Family.OPEN)
    return next((known[each, key] for each in families if (each, key) in known), "")


@cache
def _known() -> Mapping[tuple[Family, str], str]:
    listed = (resources.files("paperatlas.graph.resolve") / "known_names.tsv").read_text(encoding="utf-8")
    known = {}
    for line in listed.splitlines():
        if line and not line.startswith("#"):
            name, meant, kind = line.split("\t")
            family = family_of(kind, meant)
            known[family, shape(name, family).key] = shape(meant, family).key
    return known
