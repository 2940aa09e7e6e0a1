"""How many tokens a text will be, before any model has counted them."""

import math
from collections.abc import Sequence

from paperatlas.core.ports import Message

__all__ = ["estimated_tokens", "tokens_of"]

CHARACTERS_A_TOKEN = 3.0
"""Fewer than English has (about four): an estimate before a call should rather be too high."""
TOKENS_A_PICTURE = 1_500
"""About what hosted models count for a whole page; smaller pictures cost less."""


def estimated_tokens(messages: Sequence[Message]) -> int:
    """Rather too many than too few."""
    pictures = sum(len(message.images) for message in messages)
    return tokens_of(sum(len(message.content) for message in messages)) + TOKENS_A_PICTURE * pictures


def tokens_of(characters: int) -> int:
    """Of a text of that length."""
    return math.ceil(characters / CHARACTERS_A_TOKEN)
