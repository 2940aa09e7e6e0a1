"""Does any pattern take time out of proportion to the text? `python -m benchmarks.pumped_patterns`

Imports every module, takes all compiled patterns that stand in them, and puts each before texts that are made to trouble it: what
the pattern is made of, repeated, with an end that cannot match. Each text is doubled up to LENGTH; a pattern that then takes
longer than MOST, in processor seconds and twice, is reported with its growth at the last doubling: 2 is linear, 4 quadratic.

A quadratic pattern over a sentence costs nothing. LENGTH is more than a page of print has, and questions and names are bounded
to a quarter of it where they come in.
"""

import importlib
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import is_dataclass
from re import _constants as constants
from re import _parser as parser
from types import FrameType
from typing import Any

import paperatlas
from paperatlas.core import orders

__all__ = ["patterns", "pumps", "slow"]

BEGIN, LENGTH = 2_000, 16_000
"""Characters."""
MOST = 0.5
"""Seconds. What grows with the text takes a thousandth of it."""
LIMIT = 4
"""Processor seconds for one search."""


class TooSlow(Exception):
    pass


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def patterns() -> dict[str, re.Pattern[str]]:
    """By where they stand."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(paperatlas.__path__, "paperatlas."):
        if module.name.endswith("__main__"):
            continue
        try:
            loaded = importlib.import_module(module.name)
        except ImportError:  # an extra that is not installed
            continue
        for name, value in vars(loaded).items():
            for where, pattern in _in(value, f"{module.name}.{name}", 0):
                if not any(pattern is other for other in found.values()):
                    found[where] = pattern
    for number, wording in enumerate(orders.wordings()):
        found[f"paperatlas.core.orders.toml[{number}]"] = wording.pattern
    return found


def _in(value: Any, where: str, depth: int) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield where, value
    elif depth < 3 and isinstance(value, Mapping):
        for key, each in value.items():
            yield from _in(each, f"{where}[{key!r}]", depth + 1)
    elif depth < 3 and isinstance(value, (tuple, list, frozenset)):
        for at, each in enumerate(value):
            yield from _in(each, f"{where}[{at}]", depth + 1)
    elif depth < 3 and is_dataclass(value) and not isinstance(value, type):
        for name in getattr(value, "__dataclass_fields__", ()):
            yield from _in(getattr(value, name, None), f"{where}.{name}", depth + 1)


def pumps(pattern: re.Pattern[str]) -> list[str]:
    """Short texts that a pattern's own parts are made of: each is what one of its repetitions takes."""
    found: dict[str, None] = dict.fromkeys(("a", " ", "1", "a ", "1.", "(", "A", "a.", "-", "\n", "a1", ", ", "é"))
    try:
        tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    except re.error:  # what the parser is too new for
        return list(found)
    for part in _repeated(tree):
        text = _sample(part)
        if text:
            found.setdefault(text[:40], None)
    whole = _sample(tree)
    for text in (whole, whole[: len(whole) // 2], whole[:-1]):
        if text:
            found.setdefault(text[:60], None)
    return list(found)[:40]


def _repeated(tree: Any) -> Iterator[Any]:
    for op, given in tree:
        if op in (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT):
            yield given[2]
            yield from _repeated(given[2])
        elif op is constants.SUBPATTERN:
            yield from _repeated(given[3])
        elif op is constants.BRANCH:
            for each in given[1]:
                yield from _repeated(each)
        elif op in (constants.ASSERT, constants.ASSERT_NOT):
            yield from _repeated(given[1])


def _sample(tree: Any) -> str:
    """A text that a part takes, more or less."""
    return "".join(_sample_of(op, given) for op, given in tree)


def _sample_of(op: Any, given: Any) -> str:
    if op is constants.LITERAL:
        return chr(given)
    if op is constants.IN:
        return _one_of(given)
    if op in (constants.ANY, constants.NOT_LITERAL):
        return "x"
    if op in (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT):
        return _sample(given[2]) * max(1, min(given[0], 3))
    if op is constants.SUBPATTERN:
        return _sample(given[3])
    if op is constants.ATOMIC_GROUP:
        return _sample(given)
    if op is constants.BRANCH:
        return _sample(given[1][0])
    return ""


def _one_of(given: Any) -> str:
    if given[0][0] is constants.NEGATE:
        return "x"
    for op, value in given:
        if op is constants.LITERAL:
            return chr(value)
        if op is constants.RANGE:
            return chr(value[0])
        if op is constants.CATEGORY:
            return {constants.CATEGORY_SPACE: " ", constants.CATEGORY_DIGIT: "1"}.get(value, "a")
    return "a"


def slow(pattern: re.Pattern[str]) -> tuple[str, float, float] | None:
    """The text that a pattern stumbles over, the seconds it takes, and by how much they grew at the last doubling."""
    for pump in pumps(pattern):
        for end in ("\x00", ""):
            taken = [_seconds(pattern, pump * (LENGTH // part // len(pump)) + end) for part in (8, 1)]
            if max(taken) > MOST and (again := _seconds(pattern, pump * (LENGTH // len(pump)) + end)) > MOST:
                half = _seconds(pattern, pump * (LENGTH // 2 // len(pump)) + end)
                return f"{pump!r} over and over, then {end!r}", again, again / max(half, 1e-6)
    return None


def _seconds(pattern: re.Pattern[str], text: str) -> float:
    began = time.process_time()
    try:
        with limited(LIMIT):
            for _ in pattern.finditer(text):
                pass
    except TooSlow:
        return float(LIMIT)
    return time.process_time() - began


def main() -> int:
    found = patterns()
    wanted = sys.argv[1:]
    bad = 0
    for where, pattern in found.items():
        if wanted and not any(name in where for name in wanted):
            continue
        if fault := slow(pattern):
            bad += 1
            print(f"{where}: {fault[0]}: {fault[1]:.1f} s, {fault[2]:.1f} times at a doubling", flush=True)
    print(f"{len(found)} patterns, {bad} too slow on {LENGTH} characters")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
