"""A model file and a tokenizer file as they are opened: checked against the hashes they are known by, one core a run."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.errors import ConfigError

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

__all__ = ["open_session", "open_tokenizer", "token_inputs"]

_AGAIN = "Install the pinned requirements again, or choose another model and embed anew with `paperatlas reembed`."


def open_session(file: Path, sha256: str) -> "onnxruntime.InferenceSession":
    """The model in `file`, run on the CPU with one thread.

    Raises:
        ConfigError: it cannot be read, or is another one.
    """
    import onnxruntime  # noqa: PLC0415 - a third of a second that commands without a search do not owe

    weights = _read(file, sha256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])


def open_tokenizer(file: Path, sha256: str = "") -> "Tokenizer":
    """The tokenizer in `file`, which pads nothing. Raises as `open_session`; without a hash any tokenizer is taken."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - see open_session

    tokenizer = Tokenizer.from_str(_read(file, sha256).decode("utf-8"))
    tokenizer.no_padding()
    return tokenizer


def token_inputs(session: "onnxruntime.InferenceSession", ids: list[int], types: list[int]) -> dict[str, object]:
    """What the model asks for of one text, as a batch of one."""
    import numpy as np  # noqa: PLC0415 - see open_session

    tokens = np.array([ids], dtype=np.int64)
    given = {
        "input_ids": tokens,
        "attention_mask": np.ones_like(tokens),
        "token_type_ids": np.array([types], dtype=np.int64),
    }
    wanted = {put.name for put in session.get_inputs()}
    return {name: value for name, value in given.items() if name in wanted}


def _read(file: Path, sha256: str) -> bytes:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ConfigError(f"The model's file {str(file)!r} cannot be read: {error.strerror}.", hint=_AGAIN) from error
    if sha256 and (digest := hashlib.sha256(content).hexdigest()) != sha256:
        raise ConfigError(f"The model's file {str(file)!r} has SHA-256 {digest}, not {sha256}.", hint=_AGAIN)
    return content
