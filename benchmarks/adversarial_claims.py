"""Makes claims of real sentences, faithful and false, and judges the verifier on the half that nothing was fitted on.

    python -m benchmarks.adversarial_claims [--sentences FILE.jsonl] [--by-hand FILE.jsonl]

Sentences are those of the sample papers, and of the documents in FILE ({"id", "document": [sentence]} a line, such as
SciFact's) where one is given. A sentence is paraphrased by rule, and turned into false claims: negated, another number, another
unit, another name, roles exchanged, scope widened. The hand-written claims of `paraphrases.jsonl` are judged beside them, and
all of those in a file of the same form that is named.
"""

import argparse
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperatlas.agents.verify.words import Sentence, Word, read
from paperatlas.core.answers import Label
from paperatlas.core.text import sentences
from paperatlas.core.types import BlockKind

HAND_WRITTEN = Path(__file__).with_name("paraphrases.jsonl")
SEED = 7
SHORTEST, LONGEST = 8, 60
"""Words of a sentence that is used: shorter ones are headings, longer ones lists."""

_SAME_MEANING = (
    "use=employ uses=employs used=employed show=demonstrate shows=demonstrates showed=demonstrated found=observed method=approach"
    " methods=approaches results=findings obtained=achieved propose=introduce large=big several=multiple"
    " important=significant studies=investigations because=since high=elevated effect=impact effects=impacts associated=linked"
    " evaluate=assess evaluated=assessed improve=enhance improves=enhances improved=enhanced lowers=reduces"
    " raises=increases costs=is_priced_at"
)
PARAPHRASES = {pair.split("=")[0]: pair.split("=")[1].replace("_", " ") for pair in _SAME_MEANING.split()}
DIGITS = dict(zip("two three four five six seven eight nine ten".split(), map(str, range(2, 11)), strict=True))
UNITS = dict(
    pair.split("=")
    for pair in (
        "hours=days days=weeks weeks=months months=years years=months minutes=hours seconds=minutes milliseconds=seconds ms=s"
        " mg=g kg=g GB=MB million=billion billion=million thousand=million mm=cm cm=mm nm=mm ppm=% crowns=dollars"
    ).split()
)
WIDENINGS = (
    (r"\b(?:may|might|could) (?=\w)", ""),
    (r"\bsome\b", "all"),
    (r"\b(?:most|many|several)\b(?= \w+s\b)", "all"),
    (r"\b(?:often|usually|sometimes)\b", "always"),
    (r" in (?:mice|rats|zebrafish|yeast|vitro|children|women|men|adults)\b", ""),
    (r"\bsuggests? that\b", "proves that"),
    (r"\b(?:partially|partly)\b", "completely"),
)
_LEAD = re.compile(
    r"^(?:However|Moreover|Furthermore|In addition|Additionally|Thus|Therefore|Hence|Here|In this study|In contrast|Interestingly"
    r"|Importantly|Finally|Notably|Together|Overall|In particular|In summary|In conclusion),? "
)
_NAME = re.compile(r"[A-Za-z]*[A-Z]\w*[A-Z0-9]\w*|[A-Z]\w*-\d\w*")
_NUMBER = re.compile(r"(?<![\w.\-])\d+(?:[.,]\d+)*(?![\w\-])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A claim, the text it is to be judged by, and what is true of it."""

    claim: str
    text: str
    label: Label
    kind: str

    @property
    def part(self) -> str:
        """Either "fit" or "test", by the text, so that no text is in both."""
        return "test" if hashlib.sha256(self.text.encode()).digest()[0] % 2 else "fit"


def read_pairs(file: Path) -> list[Pair]:
    """Claims by hand: {"claim", "evidence", "label", "kind"} a line."""
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [Pair(claim=row["claim"], text=row["evidence"], label=row["label"], kind=row["kind"]) for row in rows]


def generated(texts: Sequence[str]) -> list[Pair]:
    """Always the same pairs for the same texts."""
    parsed = [s for s in read([(0, text) for text in texts]) if SHORTEST <= len(s.words) <= LONGEST]
    names = sorted({word.text for sentence in parsed for word in sentence.words if _NAME.fullmatch(word.text)})
    chance = random.Random(SEED)
    made = [pair for sentence in parsed for pair in _pairs(sentence, names, chance)]
    return [*made, *_elsewhere(parsed)]


def _elsewhere(parsed: Sequence[Sentence]) -> Iterator[Pair]:
    """What one sentence says, by another: of the same paper where they stand in its order, of another where they do not."""
    for sentence, following in zip(parsed[::OTHERS], parsed[1::OTHERS], strict=False):
        yield Pair(claim=following.text, text=sentence.text, label="unverifiable", kind="elsewhere")


OTHERS = 3
"""One sentence in so many is paired with the next: enough of the easiest kind."""


def _pairs(sentence: Sentence, names: Sequence[str], chance: random.Random) -> Iterator[Pair]:
    for claim in (_reworded(sentence.text, chance), _main_clause(sentence)):
        if claim and claim != sentence.text:
            yield Pair(claim=claim, text=sentence.text, label="supported", kind="paraphrase")
    false: tuple[tuple[str, Label, Callable[[], str | None]], ...] = (
        ("negated", "contradicted", lambda: _negated(sentence)),
        ("number", "contradicted", lambda: _other_number(sentence.text, chance)),
        ("unit", "contradicted", lambda: _other_unit(sentence.text)),
        ("role", "contradicted", lambda: _exchanged(sentence)),
        ("scope", "unverifiable", lambda: _widened(sentence.text)),
        ("entity", "contradicted", lambda: _renamed(sentence, names, chance)),
    )
    for kind, label, make in false:
        claim = make()
        if claim and claim.strip() != sentence.text.strip():
            reworded = _reworded(claim, chance)
            kept = kind not in {"number", "unit", "entity"} or "(" not in sentence.text  # what was changed may stand in brackets
            yield Pair(claim=reworded if kept and chance.random() < 0.5 else claim, text=sentence.text, label=label, kind=kind)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _reworded(text: str, chance: random.Random) -> str:
    said = re.sub(r"\s*\([^()]*\)", "", _LEAD.sub("", text))
    for word, other in PARAPHRASES.items():
        if chance.random() < 0.7:
            said = re.sub(rf"\b{word}\b", other, said)
    for word, digit in DIGITS.items():
        said = re.sub(rf"\b{word}\b", digit, said)
    said = re.sub(r"\bWe\b", "The authors", re.sub(r"\bwe\b", "the authors", said))
    return _capital(said.replace(" our ", " their "))


def _main_clause(sentence: Sentence) -> str | None:
    root = _root(sentence)
    if root is None:
        return None
    without = frozenset("conj advcl cc punct parataxis".split())
    kept = sorted(sentence.under(root, without=without))
    if not 6 <= len(kept) < len(sentence.words) - 4 or kept != list(range(kept[0], kept[-1] + 1)):
        return None
    start, end = sentence.words[kept[0]].start, sentence.words[kept[-1]].end
    return _capital(_LEAD.sub("", sentence.text[start:end])).rstrip(",;") + "."


def _root(sentence: Sentence) -> int | None:
    roots = [index for index, word in enumerate(sentence.words) if word.relation == "ROOT" and word.part in {"VERB", "AUX"}]
    return roots[0] if roots else None


def _negated(sentence: Sentence) -> str | None:
    """With a "not" at the main verb, or without the one it has."""
    root, text = _root(sentence), sentence.text
    if root is None:
        return None
    verb, below = sentence.words[root], [sentence.words[child] for child in sentence.children[root]]
    if denials := [word for word in below if word.relation == "neg"]:
        return text[: denials[0].start].rstrip() + " " + text[denials[0].end :].lstrip()
    if re.search(r"\b(?:no|not|never|without|neither|nor|none)\b", text, re.IGNORECASE):
        return None
    helpers = [word for word in below if word.relation in {"aux", "auxpass"}]
    if verb.lemma == "be" or helpers:
        at = helpers[0].end if helpers else verb.end
        return f"{text[:at]} not{text[at:]}"
    helper = {"VBD": "did not", "VBZ": "does not", "VBP": "do not"}.get(verb.tag)
    return f"{text[: verb.start]}{helper} {verb.lemma}{text[verb.end :]}" if helper else None


def _other_number(text: str, chance: random.Random) -> str | None:
    found = list(_NUMBER.finditer(text))
    if not found:
        return None
    match = chance.choice(found)
    written = match[0].replace(",", "")
    if written.count(".") > 1:
        return None
    value = float(written) * chance.choice([0.5, 2, 1.3, 0.8, 3]) + chance.choice([1, 2, 5])
    other = f"{value:.{len(written.split('.')[1])}f}" if "." in written else str(round(value))
    return text[: match.start()] + other + text[match.end() :] if other != written else None


def _other_unit(text: str) -> str | None:
    for unit, other in UNITS.items():
        changed = re.sub(rf"(\d ?){re.escape(unit)}(?!\w)", rf"\1{other}", text, count=1)
        if changed != text:
            return changed
    return None


def _exchanged(sentence: Sentence) -> str | None:
    """Subject and object of a verb, or the two sides of a comparison, in each other's place."""
    for index, word in enumerate(sentence.words):
        if word.part != "VERB":
            continue
        subjects = [child for child in sentence.children[index] if sentence.words[child].relation == "nsubj"]
        objects = [child for child in sentence.children[index] if sentence.words[child].relation == "dobj"]
        if subjects and objects and all(sentence.words[each].part in {"NOUN", "PROPN"} for each in (subjects[0], objects[0])):
            first, second = _phrase(subjects[0], sentence), _phrase(objects[0], sentence)
            text = sentence.text
            moved = text[: first[0]] + text[slice(*second)] + text[first[1] : second[0]] + text[slice(*first)] + text[second[1] :]
            return _capital(moved) if first[1] <= second[0] else None
    return None


def _phrase(head: int, sentence: Sentence) -> tuple[int, int]:
    inside = sorted(sentence.under(head, without=frozenset("relcl acl prep appos punct conj cc".split())))
    return sentence.words[inside[0]].start, sentence.words[inside[-1]].end


def _widened(text: str) -> str | None:
    for pattern, other in WIDENINGS:
        changed = re.sub(pattern, other, text, count=1)
        if changed != text:
            return changed
    return None


def _renamed(sentence: Sentence, names: Sequence[str], chance: random.Random) -> str | None:
    here: list[Word] = [word for word in sentence.words if _NAME.fullmatch(word.text)]
    others = [name for name in names if name.lower() not in sentence.text.lower()]
    if not here or not others:
        return None
    word = chance.choice(here)
    return sentence.text[: word.start] + chance.choice(others) + sentence.text[word.end :]


def sample_sentences() -> list[str]:
    """Of the project's own sample papers."""
    from paperatlas.choose_readers import read_file  # noqa: PLC0415 - heavy, and not needed where sentences are given

    folder = Path(__file__).parent.parent / "data" / "samples"
    found: dict[str, None] = {}
    for file in sorted(folder.glob("*.pdf")):
        blocks = (block for page in read_file(file).pages for block in page.blocks if block.kind == BlockKind.PARAGRAPH)
        for text in (block.text for block in blocks):
            found.update(dict.fromkeys(text[start:end] for start, end in sentences(text)))
    return list(found)


def given_sentences(file: Path, *, most: int) -> list[str]:
    """Sentences that bear out or refute a claim, and the last two of each document, in an order of their own."""
    found: dict[str, None] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        telling = [
            row["document"][index]
            for index in row.get("rationale") or ()
            if isinstance(index, int) and index < len(row["document"])
        ]
        found.update(dict.fromkeys(text.strip() for text in (*telling, *row["document"][-2:])))
    return sorted(found, key=lambda text: hashlib.sha256(text.encode()).digest())[:most]


def report(pairs: Sequence[Pair], said: Sequence[Label]) -> str:
    """How many false claims of each kind were caught, and how many faithful ones raised an alarm."""
    caught, count = Counter[str](), Counter[str]()
    for pair, label in zip(pairs, said, strict=True):
        count[pair.kind] += 1
        caught[pair.kind] += label != "supported"
    false = [kind for kind in count if kind != "paraphrase"]
    total, hits = sum(count[kind] for kind in false), sum(caught[kind] for kind in false)
    lines = [f"{kind:12s} caught {caught[kind]:4d} of {count[kind]:4d}" for kind in sorted(false)]
    lines.append(f"{'all':12s} caught {hits:4d} of {total:4d} = {hits / total:.3f}")
    alarms = caught["paraphrase"] / max(1, count["paraphrase"])
    lines.append(f"{'paraphrase':12s} alarms {caught['paraphrase']:4d} of {count['paraphrase']:4d} = {alarms:.3f}")
    return "\n".join(lines)


def main() -> None:
    from paperatlas.bootstrap import bundled_verifier  # noqa: PLC0415 - see above

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=Path)
    parser.add_argument("--by-hand", type=Path)
    parser.add_argument("--most", type=int, default=420, help="Sentences taken of the file.")
    args = parser.parse_args()
    given = given_sentences(args.sentences, most=args.most) if args.sentences else []
    verifier = bundled_verifier(threads=2)
    tests = {
        "generated, test half": [pair for pair in generated([*sample_sentences(), *given]) if pair.part == "test"],
        "hand-written, test half": [pair for pair in read_pairs(HAND_WRITTEN) if pair.part == "test"],
        **({str(args.by_hand): read_pairs(args.by_hand)} if args.by_hand else {}),
    }
    for name, pairs in tests.items():
        print(f"{name}\n{report(pairs, [verifier.verify(pair.claim, pair.text).label for pair in pairs])}\n", flush=True)


if __name__ == "__main__":
    main()
