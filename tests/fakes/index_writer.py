"""A process that writes to an index: `python -m tests.fakes.index_writer KIND FOLDER`.

For each number it reads from its input it writes a chunk whose only word is `word<number>` and whose vector is the
number-th axis, commits, and answers with the chunk's id.
"""

import sys
from pathlib import Path

import numpy as np

from paperatlas.core.types import Chunk
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from tests.fakes.catalog import a_chunk

DIMENSION = 16


def axis_chunk(number: int) -> Chunk:
    return a_chunk(f"word{number}", ordinal=number)


def main(kind: str, folder: Path) -> None:
    lexical = TantivyLexicalIndex(folder) if kind == "tantivy" else None
    vector = (
        MappedVectorIndex(folder, DIMENSION)
        if kind == "mapped"
        else ChromaIndex(ChromaFolder(folder), collection="chunks", dimension=DIMENSION)
        if kind == "chroma"
        else None
    )
    for line in sys.stdin:
        chunk = axis_chunk(int(line))
        if lexical is not None:
            lexical.upsert([chunk], {})
            lexical.commit()
        if vector is not None:
            vector.upsert([chunk.id], np.eye(DIMENSION, dtype=np.float32)[[chunk.ordinal]])
            vector.commit()
        sys.stdout.write(f"{chunk.id}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
