"""Writes `paperatlas/agents/verify/word_relations.txt`: which English words say the same, and which the contrary, by WordNet 3.0.

    python -m benchmarks.build_word_relations /usr/share/wordnet

The folder is that of WordNet's own files (Debian: `apt-get install wordnet-base`). Only words of the frequency list are taken,
and of each word its commonest meanings: what is rare would make words the same that no paper means so.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperatlas.agents.verify import thesaurus
from paperatlas.core.rarity import RAREST, rarity

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SENSES = 2
"""Meanings of a word that count, the commonest first."""
RARE = 16.5
"""Nats from which a word is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    words: Sequence[str]
    contraries: Sequence[tuple[str, int, int]]
    """Key of another meaning, and which word of this one is contrary to which of that one, from 0."""


def meanings(folder: Path) -> Mapping[str, Meaning]:
    found = {}
    for name, part in PARTS.items():
        for line in lines(folder / f"data.{name}"):
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [fields[4 + 2 * number].split("(")[0] for number in range(count)]
            at = 5 + 2 * count
            pointers = [fields[at + 4 * number : at + 4 * number + 4] for number in range(int(fields[at - 1]))]
            contraries = [contrary(*pointer[1:]) for pointer in pointers if pointer[0] == "!"]
            found[part + fields[0]] = Meaning(words=words, contraries=contraries)
    return found


def contrary(target: str, kind: str, where: str) -> tuple[str, int, int]:
    """A pointer's other meaning, and the two words that it links: counted from 1, in hexadecimal, two digits each."""
    own, other = bytes.fromhex(where)
    return ("a" if kind == "s" else kind) + target, own - 1, other - 1


def senses(folder: Path) -> Mapping[tuple[str, str], Sequence[str]]:
    """The keys of the meanings of a word and part of speech, the commonest first."""
    return {
        (fields[0], part): [part + offset for offset in fields[-int(fields[2]) :]]
        for name, part in PARTS.items()
        for fields in map(str.split, lines(folder / f"index.{name}"))
    }


def lines(file: Path) -> Iterator[str]:
    """Without the licence, whose lines are indented."""
    return (line for line in file.read_text(encoding="latin-1").splitlines() if not line.startswith(" "))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    known, of = meanings(folder), senses(folder)
    same, contraries = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for (word, part), keys in of.items():
        if not listed(word):
            continue
        for key in keys[:SENSES]:
            meaning = known[key]
            same[word] |= {w for w in meaning.words if w > word and listed(w) and key in of[w, part][:SENSES]}
            for other, own, theirs in meaning.contraries:
                if meaning.words[own].lower() == word and listed(known[other].words[theirs]):
                    contraries[min(word, known[other].words[theirs])].add(max(word, known[other].words[theirs]))
    rows = [
        f"{sign} {word} {' '.join(sorted(others))}"
        for sign, pairs in (("=", same), ("!", contraries))
        for word, others in sorted(pairs.items())
        if others
    ]
    target = Path(thesaurus.__file__).with_name("word_relations.txt")
    target.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(rows)} words in {target}")


def listed(word: str) -> bool:
    return word.isalpha() and word.islower() and rarity(word, unlisted=RAREST) < RARE


if __name__ == "__main__":
    main()
