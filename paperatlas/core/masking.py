"""What is printed for others to see says nothing that they could get in with, nor who it was printed by."""

import re
from pathlib import Path

__all__ = ["MASK", "masked_address", "without_home"]

MASK = "********"
_LOGIN = re.compile(r"(?<=://)[^/@\s]{1,500}@")
_ARGUMENT = re.compile(
    r"(?<=[?&])([^=&#\s]{0,60}(?:key|token|secret|password|passwd|sig|auth)[^=&#\s]{0,60})=[^&#\s]{1,2000}", re.IGNORECASE
)


def masked_address(text: str) -> str:
    """A text without the name and password of the addresses in it, and without what their arguments call a key."""
    return _ARGUMENT.sub(rf"\1={MASK}", _LOGIN.sub(f"{MASK}@", text))


def without_home(text: str) -> str:
    """A text in which the person's folder, and so mostly their name, is a tilde."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text
