"""Web addresses that a line's end cuts, which no hyphen tells."""

import re

__all__ = ["link_goes_on"]

_OPENS = re.compile(r"https?://|www\.")
_CUTS = tuple("/=&_%?#.-")
"""Signs of an address that a line may end with, within it."""
_SCHEME = ("http:", "https:")
_WITHIN = re.compile(r"\w[/=?_&.%-]\w|\d")
"""What the rest of an address has and a word has not."""


def link_goes_on(left: str, right: str) -> bool:
    """Whether a line ends within an address that the next line goes on with."""
    if left.endswith(_SCHEME) and right.startswith("//"):
        return True
    if not left.endswith(_CUTS) or not right[:1].isalnum():
        return False
    if not _OPENS.search(left.rsplit(maxsplit=1)[-1][:-2]):  # at least one sign between the scheme and the last
        return False
    if left[-1] in "=&_%?#":
        return True
    rest = right.split(maxsplit=1)[0].rstrip(".,;:)")
    follows = left[-1] == "/" or "/" in rest  # a stop or a hyphen may as well end the address
    return follows and rest[0].islower() and bool(_WITHIN.search(rest))
