"""Who hears what a language model writes while it is being written.

A reply in form is asked for whole, through whatever wraps the model. Whoever wants to hear it grow says so around the call,
and the adapter that is asked in the end tells them: nothing in between has to know.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

__all__ = ["Hears", "audience", "heard_by"]

Hears: TypeAlias = Callable[[str], None]
"""Is given all of a reply that is there, each time that there is more; a reply that is asked for anew begins anew."""

_AUDIENCE: ContextVar[Hears | None] = ContextVar("audience", default=None)


def audience() -> Hears | None:
    """Who listens to what is asked for here; None where nobody does, and the reply may come whole."""
    return _AUDIENCE.get()


@contextmanager
def heard_by(hears: Hears | None) -> Iterator[None]:
    """Inside, replies are heard by that one alone."""
    before = _AUDIENCE.set(hears)
    try:
        yield
    finally:
        _AUDIENCE.reset(before)
