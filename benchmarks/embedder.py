"""One text a run, as the embedder does it, against batches: speed, and what a batch does to a vector.

    python benchmarks/embedder.py [FILE.jsonl] [--limit 120]

FILE has a JSON object a line with "text" and perhaps "title"; without it the texts are the passages of `data/samples`.
Texts that overflow the model's window are left out, so that every way computes the same. Compare the speeds with each
other, not with those of another machine. The cosine is between a text's vector alone and in a batch of eight: below 1, a
vector depends on its neighbours. See `docs/decisions/0002-one-text-a-run.md`.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Encoding, Tokenizer

from paperatlas.choose_readers import read_file
from paperatlas.core.ports import Float32
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.models.onnx_embedder import EncoderFolder
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from paperatlas.settings import Settings

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "samples"
CORES = os.cpu_count() or 1
BATCH = 8


class Batches:
    """The same model with several texts a run, sorted by length so that little is padded, and all cores on each run."""

    def __init__(self, folder: EncoderFolder) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = CORES
        self._session = onnxruntime.InferenceSession(folder.path / "model.onnx", options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(folder.path / "tokenizer.json"))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._dimension = folder.dimension

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """In tokens."""
        return [len(encoding.ids) for encoding in self._tokenizer.encode_batch(texts)]

    def embed(self, texts: Sequence[str], *, size: int) -> Float32:
        """Float32[n, dimension], rows L2-normalised, in the order of `texts`."""
        encodings = self._tokenizer.encode_batch(texts)
        order = sorted(range(len(texts)), key=lambda place: len(encodings[place].ids))
        vectors = np.zeros((len(texts), self._dimension), dtype=np.float32)
        for start in range(0, len(order), size):
            places = order[start : start + size]
            vectors[places] = self._run([encodings[place] for place in places])
        unit: Float32 = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def _run(self, encodings: Sequence[Encoding]) -> Float32:
        width = max(len(encoding.ids) for encoding in encodings)
        ids, mask = (np.zeros((len(encodings), width), dtype=np.int64) for _ in range(2))
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {put.name for put in self._session.get_inputs()}
        states = self._session.run(None, {name: value for name, value in given.items() if name in wanted})[0]
        first: Float32 = states[:, 0]
        return first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--limit", type=int, default=120, help="most texts")
    args = parser.parse_args()
    embedder = bundled_embedder(threads=CORES)
    batches = Batches(embedder.folder)
    texts = (_lines(args.file) if args.file else _sample_passages())[: args.limit]
    fitting = [text for text, length in zip(texts, batches.lengths(texts), strict=True) if length <= embedder.folder.window]
    print(f"{len(fitting)} of {len(texts)} texts fit the window, {CORES} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    _timed(f"one a run, {CORES} runs at a time", lambda some: embedder.embed(some, kind="passage"), fitting)
    alone = _timed(f"one a run, {CORES} threads a run", lambda some: batches.embed(some, size=1), fitting)
    together = _timed(f"{BATCH} a run, {CORES} threads a run", lambda some: batches.embed(some, size=BATCH), fitting)
    cosines = (alone * together).sum(axis=1).tolist()
    print(f"cosine between 1 and {BATCH} a run: median {statistics.median(cosines):.4f}, lowest {min(cosines):.4f}")


def _lines(file: Path) -> list[str]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return ["\n".join(filter(None, (row.get("title"), row["text"]))) for row in rows]


def _sample_passages() -> list[str]:
    sizes = ChunkSettings(words=Settings().chunk_words)
    documents = [read_file(file) for file in sorted(SAMPLES.iterdir())]
    return [each.embedded_text for document in documents for each in chunk(document, sizes)]


def _timed(what: str, embed: Callable[[Sequence[str]], Float32], texts: Sequence[str]) -> Float32:
    embed(texts[:1])  # the first one loads the model
    began = time.perf_counter()
    vectors = embed(texts)
    print(f"{what}: {len(texts) / (time.perf_counter() - began):.1f} texts a second", flush=True)
    return vectors


if __name__ == "__main__":
    main()
