"""Names of people: their parts, and whether two can be of one person."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from paperatlas.core.rarity import rarity
from paperatlas.graph.resolve.shapes import plain

__all__ = ["PersonName", "compatible", "person_name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonName:
    """Folded, umlauts as their bare letters."""

    surname: str
    given: tuple[str, ...] = ()
    """Names or initials in order; of "Jean-Baptiste" both."""
    suffix: str = ""
    """"jr", "2": what tells a son from his father."""

    @property
    def key(self) -> str:
        return " ".join((*self.given, self.surname, self.suffix)).strip()

    @property
    def block(self) -> str:
        """What all forms of one person's name share; of a single name itself."""
        return f"{self.surname}|{self.given[0][0] if self.given else ''}"

    @property
    def is_full(self) -> bool:
        return bool(self.given) and len(self.given[0]) > 1

    @property
    def is_rare(self) -> bool:
        """Whether hardly two are expected to share it: no word of the language, and no name that English often prints."""
        return rarity(self.surname, unlisted=_UNLISTED) > _RARE

    @property
    def is_common(self) -> bool:
        """Whether many people must be expected to have it."""
        return self.surname in _COMMON


_TITLES = frozenset("dr prof professor mr mrs ms miss sir dame phd md msc bsc dphil".split())
_SUFFIXES = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4", "pere": "sr", "fils": "jr"}
_PARTICLES = frozenset("van von de der den del della di da dos das du la le el al bin ibn ter ten st zu".split())
_MOST_INITIALS = 3
_UNLISTED = 99.0
_RARE = 12.0
"""Nats of surprise in general English: Hinton has 13.2, Foster 10.5, Rice 10.1."""
_UMLAUT = re.compile(r"(?<=[aou])e(?=[^aeiou])")
"""Mueller is Müller, and Mauer stays."""
_NICKNAMES = tuple(
    frozenset(group.split())
    for group in (
        "robert rob bob bobby",
        "william will bill billy",
        "michael mike",
        "thomas tom",
        "david dave",
        "james jim jimmy",
        "christopher chris",
        "daniel dan danny",
        "matthew matt",
        "alexander alex",
        "alexandra alex",
        "benjamin ben",
        "samuel sam",
        "steven stephen steve",
        "joseph joe",
        "nicholas nick",
        "anthony tony",
        "andrew andy",
        "katherine catherine kate kathy",
        "elizabeth liz beth",
        "edward ed ted",
        "richard rick dick",
        "charles charlie chuck",
        "gregory greg",
        "jeffrey jeff",
        "timothy tim",
        "peter pete",
        "patrick pat",
        "jonathan jon",
    )
)
_COMMON = frozenset(
    """smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas
    taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king
    wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts evans turner
    phillips parker edwards collins stewart morris murphy cook rogers bell cooper ward
    wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin luo gao zheng liang xie song tang han feng deng
    cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao zhong fan lin ho chan wong cheung
    kim park choi jung kang cho yoon jang lim shin seo kwon hwang ahn jeong
    singh kumar sharma gupta patel khan das ali ahmed hassan hussain rahman reddy rao jain shah verma mishra
    suzuki sato tanaka takahashi watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki
    muller schmidt schneider fischer weber meyer wagner becker hoffmann ivanov petrov silva santos oliveira souza costa ferreira
    pereira fernandez gomez diaz rossi bianchi russo dubois bernard tran le pham""".split()
)
"""The commonest surnames of the countries most papers come from: two who share one, and a given name, need not be one."""


@lru_cache(maxsize=200_000)
def person_name(name: str) -> PersonName:
    """Of a name in any usual order: "John Smith", "Smith, John", "Smith J", "Prof. J. Smith Jr."."""
    parts = [part.split() for part in plain(name).split(",")]
    parts = [kept for part in parts if (kept := [word for word in part if _bare(word) not in _TITLES])]
    suffix = ""
    words = parts[0] if parts else [plain(name) or "?"]
    if any("of" in part for part in parts):  # "Otto I, Count of Burgundy": a name that has no parts
        return PersonName(surname=" ".join(spelt for part in parts for word in part if (spelt := _spelt(word))) or "?")
    behind = [word for part in parts[1:] for word in part]
    found = [_SUFFIXES[_bare(word)] for word in (*words[1:], *behind) if _is_suffix(word)]
    if found:
        suffix = found[0]
        words = words[:1] + [word for word in words[1:] if not _is_suffix(word)]
        behind = [word for word in behind if not _is_suffix(word)]
    if behind:
        words = [*behind, *words]
    elif _ends_in_initials(words):
        words = [*words[-1], *words[:-1]]
    begin = len(words) - 1
    while begin > 1 and _bare(words[begin - 1]) in _PARTICLES:
        begin -= 1
    given = tuple(part for word in words[:begin] if _bare(word) not in _PARTICLES for part in _given(word, words[-1]))
    return PersonName(surname=_spelt(words[-1]) or "?", given=given, suffix=suffix)


def _bare(word: str) -> str:
    return word.strip(".").casefold()


def _is_suffix(word: str) -> bool:
    return _bare(word) in _SUFFIXES and (word.isupper() or _bare(word) not in {"ii", "iii", "iv"})


def _ends_in_initials(words: list[str]) -> bool:
    """As medical journals print: "Hinton GE"; "KAIMING HE" is a name in capitals."""
    last = words[-1]
    return len(words) > 1 and last.isupper() and last.isalpha() and len(last) <= _MOST_INITIALS and not words[0].isupper()


def _given(word: str, surname: str) -> list[str]:
    parts = [part for part in re.split(r"[^\w'’]+", word) if part]
    if len(parts) == 1 and parts[0].isupper() and len(parts[0]) <= _MOST_INITIALS and not surname.isupper():
        parts = list(parts[0])
    return [spelt for part in parts if (spelt := _spelt(part))]


def _spelt(word: str) -> str:
    return _UMLAUT.sub("", "".join(char for char in word.casefold() if char.isalnum()))


def compatible(one: PersonName, other: PersonName) -> bool:
    """Whether they can be forms of one name: nothing that both say differs, and no suffix stands on one alone."""
    if one.surname != other.surname or one.suffix != other.suffix or bool(one.given) != bool(other.given):
        return False
    if "".join(one.given) == "".join(other.given):
        return True
    return all(_agree(mine, theirs) for mine, theirs in zip_longest(one.given, other.given, fillvalue=""))


def _agree(mine: str, theirs: str) -> bool:
    if not mine or not theirs or mine == theirs:
        return True
    if len(mine) == 1 or len(theirs) == 1:
        return mine[0] == theirs[0]
    return any(mine in group and theirs in group for group in _NICKNAMES)
