"""What passes between a process and its child: pickled values, each after its length.

Both ends are ours and joined by anonymous pipes, so unpickling is safe.
"""

import pickle
import struct
from typing import IO, Any

__all__ = ["Broken", "receive", "send"]

_LENGTH = struct.Struct(">Q")


class Broken(Exception):
    """The other end is gone."""


def send(pipe: IO[bytes], value: object) -> None:
    """Raises Broken."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        pipe.write(_LENGTH.pack(len(body)))
        pipe.write(body)
        pipe.flush()
    except (OSError, ValueError) as error:  # ValueError: the pipe is closed at our end
        raise Broken from error


def receive(pipe: IO[bytes]) -> Any:
    """Raises Broken."""
    try:
        length = pipe.read(_LENGTH.size)
        if len(length) < _LENGTH.size:
            raise Broken
        (size,) = _LENGTH.unpack(length)
        body = pipe.read(size)
    except (OSError, ValueError) as error:
        raise Broken from error
    if len(body) < size:
        raise Broken
    return pickle.loads(body)  # noqa: S301 - see the module's docstring
