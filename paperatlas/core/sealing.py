"""The mark by which a model knows what is quoted to it from what it is told."""

import hashlib
from collections.abc import Sequence

__all__ = ["seal_for", "sealed"]

_SEAL = 12
"""Hexadecimal digits: a text that could guess them would have to hold its own hash."""


def seal_for(texts: Sequence[str]) -> str:
    """A mark for the tags around what is quoted, which no quoted text has: so none can close its own tag.

    It is made of the texts, and not by chance, so that the same question has the same prompt and is answered from the cache.
    """
    joined = "\x00".join(texts)
    for turn in range(len(joined) + 2):
        seal = hashlib.sha256(f"{turn}\x00{joined}".encode("utf-8", "surrogatepass")).hexdigest()[:_SEAL]
        if seal not in joined:
            return seal
    raise AssertionError("a text cannot hold more marks than it has characters")


def sealed(name: str, text: str) -> str:
    """One text between tags that it cannot close."""
    seal = seal_for([text])
    return f"<{name}-{seal}>\n{text}\n</{name}-{seal}>"
