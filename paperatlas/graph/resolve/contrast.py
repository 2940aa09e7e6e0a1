"""What forbids two names to be one however alike they look: another number, an opposite, an isomer, another letter."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from paperatlas.graph.resolve.shapes import Shape

__all__ = ["contrast", "opposed"]

_PREFIXES = tuple(
    tuple(group.split())
    for group in (
        "un in im il ir non anti dis mis de semi self counter contra",
        "hypo hyper normo",
        "intra inter extra trans",
        "pre post peri",
        "micro macro meso nano milli mega giga kilo",
        "homo hetero auto allo",
        "endo exo ecto meso",
        "mono bi di tri tetra penta hexa multi poly uni oligo omni",
        "over under",
        "up down",
        "sub super supra ultra",
        "pro anti ant",
        "cis trans ortho meta para iso neo",
        "syn asyn sym asym a",
        "in out",
        "ex im",
        "pseudo quasi",
        "en de",
        "an cat",
        "hydro lipo",
        "philic phobic",
        "ferro antiferro para dia ferri",
        "meth eth prop but pent hex",
        "ex int",
        "sy dia",
        "sys dias",
        "ant post",
        "co",
        "proto",
    )
)
"""Beginnings that turn a word into another: those of one group oppose each other, and each opposes the bare word."""
_BEGINNINGS = tuple(sorted({prefix for group in _PREFIXES for prefix in group}, key=lambda prefix: (-len(prefix), prefix)))

_ENDINGS = tuple(
    sorted(
        set(
            "ate ite ide ane ene yne ol al one ine ase ose yl oate ic ous amide amine ium ene ory ion or er ed ing ist ism ity"
            " ment ness ance ence ant ent able ible ative ive ome omics emia uria itis oma osis pathy philic phobic".split()
        ),
        key=lambda ending: (-len(ending), ending),
    )
)
"""Endings that make another word of a stem: a nitrate is no nitrite, a glucose no glucase."""

_LONGEST_SHARED = 4
"""Letters that two endings may begin with alike, as "ate" and "amide" do."""

_NEGATIONS = frozenset("non not no without anti".split())

_OPPOSITES = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "left/right upper/lower top/bottom front/back north/south east/west northern/southern eastern/western long/short"
        " high/low big/small large/small large/base base/small tiny/small tiny/base wide/narrow deep/shallow early/late old/new"
        " young/old hot/cold warm/cold wet/dry hard/soft strong/weak fast/slow open/closed open/close local/global"
        " positive/negative male/female man/woman mother/father parent/child acute/chronic benign/malignant active/passive"
        " input/output import/export encoder/decoder encoding/decoding source/target train/test training/test"
        " training/validation validation/test development/test forward/backward first/second first/last primary/secondary"
        " minor/major minority/majority minimum/maximum min/max mean/median mean/max max/average mean/variance with/without"
        " before/after internal/external inner/outer inductive/transductive generative/discriminative convex/concave"
        " precision/recall sensitivity/specificity oxidation/reduction anode/cathode donor/acceptor acid/base agonist/antagonist"
        " systolic/diastolic artery/vein arterial/venous host/pathogen vitro/vivo vitro/silico kinetic/potential"
        " electron/positron fermion/boson proton/antiproton proton/neutron matter/antimatter"
        " matched/mismatched few/zero one/few one/zero single/multiple single/double single/multi"
        " full/partial full/half dense/sparse"
        " discrete/continuous static/dynamic linear/quadratic linear/logistic row/column horizontal/vertical lateral/medial"
        " anterior/posterior dorsal/ventral proximal/distal cased/uncased absolute/relative special/general simple/complex"
        " odd/even sine/cosine plus/minus addition/subtraction multiplication/division supply/demand buyer/seller offer/bid"
        " public/private urban/rural summer/winter spring/autumn day/night morning/evening land/sea red/green red/blue"
        " green/blue black/white light/dark heavy/light alpha/beta alpha/gamma beta/gamma gamma/delta alpha/delta beta/delta"
        " query/key query/document question/answer answering/generation user/item teacher/student attacker/defender"
        " client/server reader/retriever retriever/generator actor/critic policy/value word/sentence character/word"
    ).split()
)


def contrast(one: Shape, other: Shape) -> str:
    """Why two names cannot be one; empty where nothing says so. Names that merely differ are no contrast."""
    if one.numbers != other.numbers and Counter(one.numbers) != Counter(other.numbers) and not _spelt_out(one, other):
        return "their numbers differ"
    mine, theirs = Counter(one.words), Counter(other.words)
    only_mine, only_theirs = mine - theirs, theirs - mine
    if one.words and other.words and _letters(only_mine) != _letters(only_theirs) and not (one.short or other.short):
        return "their letters differ"
    if not (one.short or other.short) and (only_mine.keys() ^ only_theirs.keys()) & _NEGATIONS:
        return "one of them is negated"
    for left in sorted(only_mine):
        for right in sorted(only_theirs):
            if opposed(left, right):
                return f"{left!r} is not {right!r}"
    return ""


def _spelt_out(one: Shape, other: Shape) -> bool:
    """A short form whose digit counts letters, beside its long form: T5, W3C, H2S. GPT is not GPT-3 spelt out."""
    both = ((one, other), (other, one))
    return any(short.short and not long.numbers and len(long.words) > 1 for short, long in both)


def _letters(words: Counter[str]) -> Counter[str]:
    return Counter({word: count for word, count in words.items() if len(word) == 1})


def opposed(one: str, other: str) -> bool:
    """Whether two words are told apart on purpose: by a prefix, by an ending, or as opposites in the language."""
    if frozenset((one, other)) in _OPPOSITES or any(one in group and other in group for group in _PREFIXES):
        return True
    return _by_prefix(one, other) or _by_ending(one, other)


def _by_prefix(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) >= 3 and long.endswith(short) and long.removesuffix(short) in _BEGINNINGS:
        return True
    return any(
        one.startswith(mine) and other.startswith(theirs) and one[len(mine) :] == other[len(theirs) :] != ""
        for group in _PREFIXES
        for first, second in combinations(group, 2)
        for mine, theirs in ((first, second), (second, first))
    )


def _by_ending(one: str, other: str) -> bool:
    stem = _shared_beginning((one, other))
    cuts = range(stem, max(2, stem - _LONGEST_SHARED), -1)
    return one != other and any(one[cut:] in _ENDINGS and other[cut:] in _ENDINGS for cut in cuts)


def _shared_beginning(words: Sequence[str]) -> int:
    one, other = words
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), min(map(len, words)))
