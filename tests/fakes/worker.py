"""A worker program of the standard library alone: words as directions, and misbehaviour where a text asks for it.

`!die`, `!hang`, `!noise`, `!garbage`, `!fail` in a text do that; so do the same words in the path it is to load.
"""

import hashlib
import os
import struct
import sys
import threading

from paperatlas.models.bge_worker import read_frame, write_frame

DIMENSION = 16


def misbehave(text: str) -> None:
    if "!die" in text:
        os.write(2, b"the roof is on fire\n")
        os._exit(7)
    if "!hang" in text:
        threading.Event().wait()
    if "!fail" in text:
        raise ValueError("no such thing")


def row(text: str) -> list[float]:
    values = [1e-3] * DIMENSION
    for word in text.lower().split():
        digest = hashlib.shake_128(word.encode("utf-8")).digest(DIMENSION)
        values = [value + byte - 127.5 for value, byte in zip(values, digest, strict=True)]
    return values


def overlap(query: str, text: str) -> float:
    asked = set(query.lower().split())
    return float(len(asked & set(text.lower().split())))


def main() -> None:
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while frame := read_frame(sys.stdin.buffer):
        header = frame[0]
        given = header.get("path", "") + " ".join(header.get("texts", []))
        if "!garbage" in given:
            pipe.write(b"\xff" * 64)
            pipe.flush()
        try:
            misbehave(given)
        except ValueError as error:
            write_frame(pipe, {"error": str(error), "kind": header.get("kind", "request")})
            continue
        if "!noise" in given:
            sys.stdout.write("Loading checkpoint shards: 100%\n")
            sys.stdout.flush()
            os.write(1, b"a C library prints too\n")
        if header["op"] == "load":
            write_frame(pipe, {"dimension": DIMENSION})
        elif header["op"] == "dense":
            rows = [row(text) for text in header["texts"]]
            flat = [value for each in rows for value in each]
            write_frame(pipe, {"shape": [len(rows), DIMENSION]}, struct.pack(f"<{len(flat)}f", *flat))
        elif header["op"] == "ask back":
            write_frame(pipe, {"wants": "vectors", "texts": header["texts"]})
            served = read_frame(sys.stdin.buffer)
            write_frame(pipe, {"served": served[0] if served else None})
        else:
            scores = [overlap(header["query"], text) for text in header["texts"]]
            write_frame(pipe, {"shape": [len(scores)]}, struct.pack(f"<{len(scores)}f", *scores))


if __name__ == "__main__":
    main()
