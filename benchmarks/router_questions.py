"""Questions by the thousand from the templates in `benchmarks/router`: what the router is fitted on beside the labelled ones.

A line of a template file is a question with choices and slots:

    (Who|By whom) (wrote|authored) {doc}(?|)

`(a|b)` is one of these, which may nest; `{doc}` is filled from the file's own list or, where it has none, from the English
one. A line "= kind" says what the lines after it ask for, "= fact/table" that table would be right too, "= slot doc" begins a
list of fillers.
"""

import random
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from paperatlas.core.answers import Kind

__all__ = ["TEMPLATES", "Made", "blurred", "made_questions"]

TEMPLATES = Path(__file__).resolve().parent / "router"
Slots: TypeAlias = dict[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A question made from a template."""

    text: str
    kind: Kind
    also: tuple[Kind, ...]
    language: str
    template: str
    """What it was made from: questions of one template are alike, and are fitted or tested on together."""
    history: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Template:
    line: str
    kind: Kind
    also: tuple[Kind, ...]
    language: str


def made_questions(each: int, *, seed: int) -> list[Made]:
    """`each` questions of every template, up to three times as many of one with many choices; most of those that carry on, and
    a few others, come after another question.
    """
    chance = random.Random(seed)
    english, shared = _read(TEMPLATES / "en.txt")
    everything = [(template, shared) for template in english]
    for path in sorted(TEMPLATES.glob("*.txt")):
        if path.stem != "en":
            templates, own = _read(path)
            everything += [(template, {**shared, **own}) for template in templates]
    made = [_made(template, slots, chance) for template, slots in everything for _ in range(_times(template.line, each))]
    earlier = [question.text for question in made if question.kind not in {"follow_up", "off_topic"}]
    return [_after(question, earlier, chance) for question in made]


def _times(line: str, each: int) -> int:
    return max(each, min(3 * each, line.count("|") // 2))


_AFTER: dict[str, float] = {"follow_up": 0.6}
"""Share of a kind's questions that come after another; of all other kinds `_SELDOM`."""
_SELDOM = 0.06


def _after(question: Made, earlier: list[str], chance: random.Random) -> Made:
    if chance.random() > _AFTER.get(question.kind, _SELDOM):
        return question
    return Made(
        text=question.text,
        kind=question.kind,
        also=question.also,
        language=question.language,
        template=question.template,
        history=(chance.choice(earlier),),
    )


def _read(path: Path) -> tuple[list[_Template], Slots]:
    templates: list[_Template] = []
    slots: Slots = {}
    heading = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        if line.startswith("= "):
            heading = line[2:]
        elif heading.startswith("slot "):
            slots.setdefault(heading.removeprefix("slot "), []).append(line)
        else:
            kind, *also = heading.split("/")
            templates.append(_Template(line=line, kind=kind, also=tuple(also), language=path.stem))  # type: ignore[arg-type]
    return templates, slots


def _made(template: _Template, slots: Slots, chance: random.Random) -> Made:
    return Made(
        text=_filled(template.line, slots, chance),
        kind=template.kind,
        also=template.also,
        language=template.language,
        template=template.line,
    )


_INNERMOST = re.compile(r"\(([^()]*)\)(\?(?=\S))?")
"""The innermost choice; a "?" right behind it and before more text makes the whole choice one that may be left out."""
_SLOT = re.compile(r"\{(\w+)\}")


def _filled(line: str, slots: Slots, chance: random.Random) -> str:
    def choose(found: re.Match[str]) -> str:
        return "" if found[2] and chance.random() < 0.5 else chance.choice(found[1].split("|"))

    while _INNERMOST.search(line):
        line = _INNERMOST.sub(choose, line)
    while _SLOT.search(line):
        line = _SLOT.sub(lambda found: chance.choice(slots[found[1]]), line)
    text = re.sub(r"\s+", " ", line).strip()
    text = re.sub(r"\s+([?.!,])(?=$|\s)", r"\1", text) if not re.search(r" \?$", text) else text
    return text[:1].upper() + text[1:] if chance.random() < 0.5 else text


_SHORT = {
    "you": "u", "are": "r", "please": "pls", "and": "n", "what": "wat", "which": "wich", "the": "teh", "because": "cuz",
    "for": "4", "to": "2", "is": "s", "with": "w", "between": "btw", "question": "q", "does": "do", "paper": "papr",
}  # fmt: skip
_LIGHT = frozenset("the a an is are was were of do does did to der die das el la le los les des o os as il lo gli de het".split())


def blurred(text: str, chance: random.Random) -> str:
    """The question as people type it in haste: without capitals or marks, with slips, short forms, or key words only."""
    ways = chance.choice(
        [("bare",), ("slips",), ("bare", "slips"), ("bare", "slips"), ("short", "bare"), ("keys", "bare"), ("marks",)]
    )
    for way in ways:
        text = _WAYS[way](text, chance)
    return text or "?"


def _bare(text: str, chance: random.Random) -> str:
    del chance
    return text.lower().rstrip("?.!。？ ").lstrip("¿¡")


def _marks(text: str, chance: random.Random) -> str:
    del chance
    plain = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", plain)


def _short(text: str, chance: random.Random) -> str:
    return " ".join(_SHORT.get(word.lower(), word) if chance.random() < 0.5 else word for word in text.split())


def _keys(text: str, chance: random.Random) -> str:
    del chance
    return " ".join(word for word in text.split() if word.lower().strip("?,.") not in _LIGHT)


def _slips(text: str, chance: random.Random) -> str:
    words = text.split(" ")
    long = [i for i, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    for i in chance.sample(long, min(len(long), chance.choice([1, 1, 2, 3]))):
        words[i] = _slip(words[i], chance)
    return " ".join(words)


def _slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    match chance.choice(["drop", "swap", "double", "wrong", "drop", "swap"]):
        case "drop":
            return word[:at] + word[at + 1 :]
        case "swap":
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case "double":
            return word[:at] + word[at] + word[at:]
        case _:
            return word[:at] + chance.choice("aeiourstn") + word[at + 1 :]


_WAYS = {"bare": _bare, "marks": _marks, "short": _short, "keys": _keys, "slips": _slips}
