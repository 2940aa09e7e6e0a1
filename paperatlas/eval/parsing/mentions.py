"""Names and terms that people marked in texts, against those that are found: texts in CoNLL columns, or with brackets in them."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from paperatlas.core.errors import BadSetting, PaperAtlasError
from paperatlas.eval.cases import why_none
from paperatlas.eval.checked import Checked, f1
from paperatlas.eval.measures import Part

__all__ = ["ENDINGS", "MEANINGS", "Marked", "MarkedText", "check_mentions", "is_same", "marked_text", "read_marked", "share"]

ENDINGS = frozenset({".conll", ".jsonl"})
MEANINGS = {
    "mentions_precision": "of the mentions found, those that are marked, word for word",
    "mentions_recall": "of the marked mentions, those found, word for word",
    "mentions_f1": "both in one",
    "overlap_precision": "of the mentions found, those that share a word with a marked one",
    "overlap_recall": "of the marked mentions, those that share a word with one found",
    "overlap_f1": "both in one",
}
"""By name: what each is a share of."""
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "``": '"', "''": '"'}
"""As the Penn treebank writes them."""
_BEAR_LEFT = frozenset(",.;:!?)]%'\"")
_BEAR_RIGHT = frozenset("([")
_MARKS = frozenset({"[[", "]]", "<<", ">>"})
_HINT = "It is CoNLL (word, two columns, label; -DOCSTART- between texts) or JSONL of SciERC's relations."


class Marked(NamedTuple):
    """Words `first` to `last` (inclusive) of a text."""

    first: int
    last: int
    type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedText:
    """Its words as set in a text, and the mentions that people marked."""

    words: tuple[str, ...]
    marked: tuple[Marked, ...]
    text: str
    starts: tuple[int, ...]
    """Where each word begins in the text."""
    is_whole: bool = True
    """Whether all mentions are marked; else what is found besides is not wrong."""

    def covered(self, start: int, end: int) -> Marked | None:
        """The words under a stretch of the text."""
        under = [
            at
            for at, (begin, word) in enumerate(zip(self.starts, self.words, strict=True))
            if begin < end and start < begin + len(word)
        ]
        return Marked(under[0], under[-1]) if under else None


def read_marked(file: Path) -> list[MarkedText]:
    """The texts of a file.

    Raises:
        BadSetting: it cannot be read, or is in another form; the message has the line.
    """
    try:
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{str(file)!r} cannot be read: {error}.", hint=_HINT) from error
    found = list(_columns(content, file) if file.suffix == ".conll" else _bracketed(content, file))
    if not found:
        raise BadSetting(f"{str(file)!r} has no text with marks.", hint=_HINT)
    return found


def _columns(content: str, file: Path) -> Iterator[MarkedText]:
    words: list[str] = []
    marked: list[Marked] = []
    for number, line in enumerate(content.split("\n"), 1):
        row = line.split()
        if not row or row[0] == "-DOCSTART-":
            if row and words:
                yield marked_text(words, marked)
                words, marked = [], []
            continue
        if len(row) < 2:
            raise BadSetting(f"Line {number} of {str(file)!r} has one column.", hint=_HINT)
        if row[-1] != "O":
            _mark(marked, len(words), row[-1])
        words.append(row[0])
    if words:
        yield marked_text(words, marked)


def _mark(marked: list[Marked], at: int, label: str) -> None:
    """A word goes on with the mention before it where it has its type and does not begin another."""
    kind = label.partition("-")[2]
    if marked and marked[-1].last == at - 1 and marked[-1].type == kind and not label.startswith("B-"):
        marked[-1] = marked[-1]._replace(last=at)
    else:
        marked.append(Marked(at, at, kind))


def _bracketed(content: str, file: Path) -> Iterator[MarkedText]:
    """Each sentence once, with the ends of all its relations; others may be in it."""
    marked: dict[str, set[Marked]] = {}
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            try:
                row = json.loads(line)
                words = [word for word in row["text"].split() if word not in _MARKS]
                first, last, other_first, other_last = row["metadata"]
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise BadSetting(f"Line {number} of {str(file)!r} marks no sentence: {why_none(error)}.", hint=_HINT) from error
            marked.setdefault(" ".join(words), set()).update((Marked(first, last), Marked(other_first, other_last)))
    for text, spans in marked.items():
        words = text.split()
        yield marked_text(words, sorted(span for span in spans if span.last < len(words)), is_whole=False)


def marked_text(words: Sequence[str], marked: Sequence[Marked], *, is_whole: bool = True) -> MarkedText:
    """Words set as in print, so that brackets stand at what they enclose."""
    printed = [_BRACKETS.get(word, word) for word in words]
    text, starts = "", []
    for at, word in enumerate(printed):
        joined = not text or word in _BEAR_LEFT or printed[at - 1] in _BEAR_RIGHT
        text += "" if joined else " "
        starts.append(len(text))
        text += word
    return MarkedText(words=tuple(printed), marked=tuple(marked), text=text, starts=tuple(starts), is_whole=is_whole)


def check_mentions(texts: Sequence[MarkedText], find: Callable[[str], Sequence[tuple[int, int]]]) -> Iterator[Checked]:
    """Each text by the stretches of it that are found; each marked mention counts once, and so does each found one."""
    for number, each in enumerate(texts, 1):
        try:
            stretches = find(each.text)
        except PaperAtlasError as error:
            yield Checked(id=str(number), kind="text", code=error.code, message=error.message)
            continue
        found = [words for start, end in dict.fromkeys(stretches) if (words := each.covered(start, end)) is not None]
        scores = _scores("mentions", found, each, exact=True) | _scores("overlap", found, each, exact=False)
        left = [mark for mark in each.marked if not any(share(mark, words) for words in found)]
        missed = tuple(f"no {' '.join(each.words[mark.first : mark.last + 1])!r}" for mark in left)
        yield Checked(id=str(number), kind="text", scores=scores, missed=missed)


def _scores(name: str, found: Sequence[Marked], text: MarkedText, *, exact: bool) -> dict[str, tuple[Part, ...]]:
    left, right = list(text.marked), 0
    for words in found:
        hit = next((mark for mark in left if is_same(words, mark, exact=exact)), None)
        if hit is not None:
            left.remove(hit)
            right += 1
    scores: dict[str, tuple[Part, ...]] = {f"{name}_recall": (Part(right, len(text.marked)),) if text.marked else ()}
    if text.is_whole:
        scores[f"{name}_precision"] = (Part(right, len(found)),) if found else ()
        scores[f"{name}_f1"] = f1(right, len(found), len(text.marked))
    return scores


def is_same(one: Marked, other: Marked, *, exact: bool) -> bool:
    """Word for word, or with a word in common."""
    return one[:2] == other[:2] if exact else share(one, other)


def share(one: Marked, other: Marked) -> bool:
    """Whether two mentions have a word in common."""
    return one.first <= other.last and other.first <= one.last
